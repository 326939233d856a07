import type { Selectable } from '@/components/data-table/selection';
import { fetchRead } from '@/components/hooks/use-read';
import { contactName } from '@/components/text/contact-name';

/**
 * Reads at most `most` contacts in the trash that match a search, latest deletion first. Tells `onProgress` how
 * many after each page. Throws a `CallError`.
 */
export async function readTrashed(
  search: string,
  { most, signal, onProgress }: { most: number; signal: AbortSignal; onProgress(read: number): void },
): Promise<{ found: Selectable[]; areAll: boolean }> {
  const found: Selectable[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = { countLimit: '1', pageSize: '100', search: search || undefined, cursor };
    const { data, meta } = await fetchRead('listTrash', { query }, signal);
    found.push(...data.map((contact) => ({ id: contact.id, label: contactName(contact) })));
    if (found.length > most) return { found: found.slice(0, most), areAll: false };
    onProgress(found.length);
    if (!meta.nextCursor) return { found, areAll: true };
    cursor = meta.nextCursor;
  }
}
