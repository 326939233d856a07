import type * as z from 'zod';
import type { contactFilter } from '@/lib/contract/contact-filter';
import type { RequestContext } from '@/lib/database/statement';
import { filterConditionsSql, LIVE_SQL, resolveFilter } from './contact-filter';

/** Contacts by id, or those that match a filter. */
export interface ContactSelection {
  ids?: string[];
  filter?: z.output<typeof contactFilter>;
}

/** SQL: digest of a set of contacts in any order; the rows' `id` must be distinct. */
export const fingerprintSql = (id: string): string =>
  `coalesce(bit_xor(uuid_hash_extended(${id}, 0)), 0)::text`;

/**
 * SQL conditions, joined by `and`, that select live contacts `c`: those of `ids`, else those that match `filter`. Without
 * either, all contacts.
 *
 * @param trashed Whether the ids are of contacts in the trash.
 */
export async function selectionConditionsSql(
  context: RequestContext,
  { ids, filter = {} as z.output<typeof contactFilter> }: ContactSelection,
  parameter: (value: unknown) => string,
  trashed = false,
): Promise<string> {
  if (!ids)
    return [...LIVE_SQL, ...filterConditionsSql(await resolveFilter(context, filter), parameter)].join(
      ' and ',
    );
  const state = trashed ? 'c.deleted_at is not null and c.merged_into is null' : 'c.deleted_at is null';
  return `c.organization_id = $1 and ${state} and c.id = any(${parameter(ids)}::uuid[])`;
}
