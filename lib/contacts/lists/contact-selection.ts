import type * as z from 'zod';
import type { contactFilter } from '@/lib/contract/contact-filter';
import type { RequestContext } from '@/lib/database/statement';
import { filterConditionsSql, LIVE_SQL, resolveFilter } from './contact-filter';

/** Contacts by id, or those that match a filter. */
export interface ContactSelection {
  ids?: string[];
  filter?: z.output<typeof contactFilter>;
}

/** SQL: whether contact `c` is in the trash of the organization. */
const TRASHED_SQL = 'c.organization_id = $1 and c.deleted_at is not null and c.merged_into is null';

/** SQL: digest of a set of contacts in any order, with a number of each; the rows' `id` must be distinct. */
export const fingerprintSql = (id: string, number = '0'): string =>
  `coalesce(bit_xor(uuid_hash_extended(${id}, ${number})), 0)::text`;

/**
 * SQL conditions, joined by `and`, that select live contacts `c`: those of `ids`, else those that match `filter`. Without
 * either, all contacts.
 *
 * @param trashed Selects contacts in the trash instead, by ids or all of them.
 */
export async function selectionConditionsSql(
  context: RequestContext,
  { ids, filter = {} as z.output<typeof contactFilter> }: ContactSelection,
  parameter: (value: unknown) => string,
  trashed = false,
): Promise<string> {
  if (!ids && trashed) return TRASHED_SQL;
  if (!ids)
    return [...LIVE_SQL, ...filterConditionsSql(await resolveFilter(context, filter), parameter)].join(
      ' and ',
    );
  return `${trashed ? TRASHED_SQL : LIVE_SQL.join(' and ')} and c.id = any(${parameter(ids)}::uuid[])`;
}
