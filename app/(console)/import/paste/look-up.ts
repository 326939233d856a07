import type { ActionResult } from '@/app/server/action';
import { contactName } from '@/components/text/contact-name';
import type { BoundCall } from '@/lib/call';
import { BATCH_LIMIT, type BatchPreview } from '@/lib/contract/contact-batch';
import type { FoundAddress } from '@/lib/import/found-addresses';

/** A contact found by an email or phone. */
export interface FoundContact {
  contactId: string;
  name: string;
}

export interface LookedUp {
  found: FoundContact[];
  /** Emails and phones that match several contacts, as written. */
  ambiguous: string[];
  /** Those that match none. */
  missing: string[];
}

/** Finds contacts by emails and phones, by previews of upserts. Writes nothing. */
export async function lookUp(
  call: BoundCall,
  addresses: readonly FoundAddress[],
): Promise<ActionResult<LookedUp>> {
  const data: LookedUp = { found: [], ambiguous: [], missing: [] };
  const readings = addresses.flatMap(({ email, phone, otherPhone }, index) => [
    { index, contact: { email, phone } },
    ...(otherPhone ? [{ index, contact: { phone: otherPhone } }] : []),
  ]);
  const previews: BatchPreview['preview'][][] = addresses.map(() => []);
  for (let start = 0; start < readings.length; start += BATCH_LIMIT) {
    const batch = readings.slice(start, start + BATCH_LIMIT);
    const contacts = batch.map(({ contact }) => contact);
    const result = await call('previewContacts', { body: { contacts } });
    if (!result.ok) return result;
    for (const [place, { index }] of batch.entries())
      previews[index]?.push(result.data[place]?.preview ?? null);
  }
  for (const [index, { written }] of addresses.entries()) {
    const contacts = new Map(
      (previews[index] ?? [])
        .flatMap((preview) => [preview?.contact, preview?.conflicts.email, preview?.conflicts.phone])
        .flatMap((contact) => (contact ? [[contact.id, contact]] : [])),
    );
    const [contact] = contacts.values();
    if (contacts.size > 1) data.ambiguous.push(written);
    else if (contact) data.found.push({ contactId: contact.id, name: contactName(contact) });
    else data.missing.push(written);
  }
  return { ok: true, data };
}
