import { contactName } from '@/app/(console)/contacts/contact-name';
import type { ApiError, Client } from '@/lib/client/client';
import type { Contact } from '@/lib/contract/contact';
import { BATCH_LIMIT } from '@/lib/contract/contact-batch';
import type { FoundAddress } from '@/lib/import/found-addresses';

/** The contact that has a pasted address. */
export interface FoundContact {
  contactId: string;
  name: string;
  /** As it was pasted; `null` if the contact is called by it. */
  written: string | null;
}

export interface LookedUp {
  found: FoundContact[];
  missing: FoundAddress[];
  /** Parts that are no email or phone number. */
  unread: string[];
}

export function foundBy({ value, written }: FoundAddress, contact: Contact): FoundContact {
  const name = contactName(contact);
  return { contactId: contact.id, name, written: name === value ? null : written };
}

/** Finds the contacts that have these addresses, each in the one stored form. Writes nothing. */
export async function lookUp(
  client: Client,
  addresses: readonly FoundAddress[],
): Promise<{ ok: true; data: LookedUp } | { ok: false; error: ApiError }> {
  const data: LookedUp = { found: [], missing: [], unread: [] };
  for (let start = 0; start < addresses.length; start += BATCH_LIMIT) {
    const batch = addresses.slice(start, start + BATCH_LIMIT);
    const contacts = batch.map(({ kind, value }) => ({ [kind]: value }));
    const result = await client.call('previewContacts', { body: { contacts } });
    if (!result.ok) return result;
    for (const [index, address] of batch.entries()) {
      const verdict = result.data[index]?.verdict;
      if (!verdict) data.unread.push(address.written);
      else if (verdict.contact) data.found.push(foundBy(address, verdict.contact));
      else data.missing.push(address);
    }
  }
  return { ok: true, data };
}
