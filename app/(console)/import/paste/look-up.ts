import type { ActionResult } from '@/app/server/action';
import { contactName } from '@/components/text/contact-name';
import { formatPhone } from '@/components/text/phone';
import type { BoundCall } from '@/lib/call';
import type { Contact } from '@/lib/contract/contact';
import { BATCH_LIMIT, type BatchPreview } from '@/lib/contract/contact-batch';
import type { FoundAddress } from '@/lib/import/found-addresses';

/** A contact found by a pasted email or phone. */
export interface FoundContact {
  contactId: string;
  name: string;
  /** The email or phone as written; `null` if it is also the contact's display name. */
  written: string | null;
}

export interface LookedUp {
  found: FoundContact[];
  /** Emails and phones that match several contacts. */
  ambiguous: { written: string; contacts: FoundContact[] }[];
  missing: FoundAddress[];
  /** Parts of the text that are no email or phone. */
  unread: string[];
}

/** Converts a contact. `value`: the email or phone that matched, in stored form; `written`: as it was pasted. */
export function toFoundContact(contact: Contact, value: string | undefined, written?: string): FoundContact {
  const name = contactName(contact);
  const shown = formatPhone(value ?? '');
  return { contactId: contact.id, name, written: name === shown ? null : (written ?? shown) };
}

/** Sorts emails and phones into found, ambiguous, missing and unread ones, by previews of upserts. Writes nothing. */
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
          toFoundContact(one, one.email === email ? email : (one.phone ?? '')),
        ),
      });
    else if (contact) data.found.push(toFoundContact(contact, email ?? phone, written));
    else if (likeliest) data.missing.push(address);
    else data.unread.push(written);
  }
  return { ok: true, data };
}
