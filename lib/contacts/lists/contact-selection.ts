import type * as z from 'zod';
import type { contactFilter } from '@/lib/contract/contact-filter';
import type { RequestContext } from '@/lib/database/statement';
import { filterOf } from './contact-filter';
import { matching } from './matching';

/** Contacts by id, or those that match a filter. */
export interface ContactSelection {
  ids?: string[];
  filter?: z.output<typeof contactFilter>;
}

/** SQL for a digest of a set of contacts, regardless of order; `id` of distinct rows. */
export const fingerprintOf = (id: string): string =>
  `coalesce(bit_xor(uuid_hash_extended(${id}, 0)), 0)::text`;

/** SQL for the ids, or other columns, of existing contacts, or of given ones in the trash; `parameter` adds a value. */
export function selected(
  { country }: Pick<RequestContext, 'country'>,
  { ids, filter }: ContactSelection,
  parameter: (value: unknown) => string,
  { trashed = false, columns = 'c.id' } = {},
): string {
  return ids
    ? `select ${columns} from contacts c where c.organization_id = $1 and c.deleted_at is ${trashed ? 'not null and c.merged_into is null' : 'null'} and c.id = any(${parameter(ids)}::uuid[])`
    : matching(filterOf(filter ?? {}, country), columns, parameter);
}
