import { contactName } from '@/app/(console)/contacts/contact-name';
import type { ApiError, Client } from '@/lib/client/client';
import { BATCH_LIMIT } from '@/lib/contract/contact-batch';
import type { FoundAddress } from '@/lib/import/found-addresses';

/** A pasted address and the contact that has it. */
export interface FoundContact {
  contactId: string;
  name: string;
  written: string;
}

export interface LookedUp {
  found: FoundContact[];
  missing: FoundAddress[];
  /** Parts that are no email or phone number. */
  unread: string[];
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
      const { written } = address;
      const verdict = result.data[index]?.verdict;
      if (!verdict) data.unread.push(written);
      else if (verdict.contact)
        data.found.push({ contactId: verdict.contact.id, name: contactName(verdict.contact), written });
      else data.missing.push(address);
    }
  }
  return { ok: true, data };
}
