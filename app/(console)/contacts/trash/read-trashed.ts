import { readPage } from '@/app/data/read-data';
import type { Selectable } from '@/components/data-table/selection';
import type { TrashedContact } from '@/lib/contract/trash';
import { contactName } from '../contact-name';
import type { Page } from '../contact-queries';

/**
 * Reads at most `most` contacts in the trash that match a search, latest deletion first. Tells `onProgress` how
 * many after each page. Throws a `ReadError`.
 */
export async function readTrashed(
  search: string,
  { most, signal, onProgress }: { most: number; signal: AbortSignal; onProgress(read: number): void },
): Promise<{ found: Selectable[]; areAll: boolean }> {
  const query = new URLSearchParams({ countLimit: '1', pageSize: '100', ...(search && { search }) });
  const found: Selectable[] = [];
  for (;;) {
    const { data, meta } = await readPage<Page<TrashedContact>>(`/data/trash?${query}`, { signal });
    found.push(...data.map((contact) => ({ id: contact.id, label: contactName(contact) })));
    if (found.length > most) return { found: found.slice(0, most), areAll: false };
    onProgress(found.length);
    if (!meta.nextCursor) return { found, areAll: true };
    query.set('cursor', meta.nextCursor);
  }
}
