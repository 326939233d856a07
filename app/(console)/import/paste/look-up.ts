import type { ActionResult } from '@/app/server/action';
import { contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import type { BoundCall } from '@/lib/call';
import type { Contact } from '@/lib/contract/contact';
import { BATCH_LIMIT, type BatchPreview } from '@/lib/contract/contact-batch';
import type { FoundAddress } from '@/lib/import/found-addresses';

/** The contact that has a pasted address. */
export interface FoundContact {
  contactId: string;
  name: string;
  /** The address by which it was found; `null` if the contact is called by it. */
  written: string | null;
}

export interface LookedUp {
  found: FoundContact[];
  /** What leads to several contacts. */
  ambiguous: { written: string; contacts: FoundContact[] }[];
  missing: FoundAddress[];
  /** Parts that are no email or phone number. */
  unread: string[];
}

/** A contact as found by an address, in its stored form, which was written so. */
export function foundBy(contact: Contact, value: string | undefined, written?: string): FoundContact {
  const name = contactName(contact);
  const shown = formatPhone(value ?? '');
  return { contactId: contact.id, name, written: name === shown ? null : (written ?? shown) };
}

/** Finds the contacts that have these addresses, each in the one stored form. Writes nothing. */
export async function lookUp(
  call: BoundCall,
  addresses: readonly FoundAddress[],
): Promise<ActionResult<LookedUp>> {
  const data: LookedUp = { found: [], ambiguous: [], missing: [], unread: [] };
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
  for (const [index, address] of addresses.entries()) {
    const [likeliest, other] = previews[index] ?? [];
    const contacts = new Map(
      [likeliest, other]
        .flatMap((preview) => [preview?.contact, preview?.conflicts.email, preview?.conflicts.phone])
        .flatMap((contact) => (contact ? [[contact.id, contact]] : [])),
    );
    const [contact] = contacts.values();
    const { email, phone, written } = address;
    if (contacts.size > 1)
      data.ambiguous.push({
        written,
        contacts: [...contacts.values()].map((one) =>
          foundBy(one, one.email === email ? email : (one.phone ?? '')),
        ),
      });
    else if (contact) data.found.push(foundBy(contact, email ?? phone, written));
    else if (likeliest) data.missing.push(address);
    else data.unread.push(written);
  }
  return { ok: true, data };
}
