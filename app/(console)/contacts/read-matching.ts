import { readData } from '@/app/data/read-data';
import type { Selectable } from '@/components/data-table/selection';
import type { ContactFilter } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import { contactName } from './contact-name';
import type { Page } from './contact-queries';

/** As many as a page of the API has. */
const PAGE_SIZE = 100;

/**
 * Reads all contacts that match, for what takes them one by one.
 *
 * @param most When there are more, `null`.
 * @throws ReadError
 */
export async function readMatching(filter: ContactFilter, most: number): Promise<Selectable[] | null> {
  const query = new URLSearchParams({ sort: 'createdAt', pageSize: String(PAGE_SIZE) });
  if (filter.search) query.set('search', filter.search);
  for (const id of filter.segmentId ?? []) query.append('segmentId', id);
  if (filter.segmentMatch) query.set('segmentMatch', filter.segmentMatch);
  const found: Selectable[] = [];
  for (;;) {
    const { data, meta } = await readData<Page<Contact>>(
      `/data/contacts?${query}`,
      new AbortController().signal,
    );
    found.push(...data.map((contact) => ({ id: contact.id, label: contactName(contact) })));
    if (found.length > most) return null;
    if (!meta.nextCursor) return found;
    query.set('cursor', meta.nextCursor);
  }
}
