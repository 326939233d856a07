import { readPage } from '@/app/data/read-data';
import type { Selectable } from '@/components/data-table/selection';
import type { Contact } from '@/lib/contract/contact';
import { contactName } from '../contact-name';
import type { Page } from '../contact-queries';

/** As many as a page of the API has. */
const PAGE_SIZE = 100;

/**
 * Reads the contacts in the trash that match a search, latest deletion first.
 *
 * @param most Limit.
 * @param onProgress Called after each page with the number read so far.
 * @throws ReadError
 */
export async function readTrashed(
  search: string,
  { most, signal, onProgress }: { most: number; signal: AbortSignal; onProgress(read: number): void },
): Promise<{ found: Selectable[]; areAll: boolean }> {
  const query = new URLSearchParams({ countLimit: '1', ...(search && { search }) });
  const found: Selectable[] = [];
  for await (const some of pagesOf('/data/trash', query, signal)) {
    found.push(...some);
    if (found.length > most) break;
    onProgress(found.length);
  }
  return { found: found.slice(0, most), areAll: found.length <= most };
}

async function* pagesOf(
  path: string,
  query: URLSearchParams,
  signal = new AbortController().signal,
): AsyncGenerator<Selectable[]> {
  query.set('pageSize', String(PAGE_SIZE));
  for (;;) {
    const { data, meta } = await readPage<Page<Contact>>(`${path}?${query}`, { signal });
    yield data.map((contact) => ({ id: contact.id, label: contactName(contact) }));
    if (!meta.nextCursor) return;
    query.set('cursor', meta.nextCursor);
  }
}
