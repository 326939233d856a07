import type { inferParserType } from 'nuqs/server';
import type { listParameters } from '@/components/data-table/list-state';

export type TrashListState = inferParserType<typeof listParameters>;

/** The GET /trash query of this state. */
export function trashListSearch({ search, page, size }: TrashListState): URLSearchParams {
  const words = search.trim();
  return new URLSearchParams({
    ...(words && { search: words }),
    page: String(page),
    pageSize: String(size),
  });
}
