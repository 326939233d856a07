import type * as z from 'zod';
import type { contactFilter } from '@/lib/contract/contact-filter';
import type { RequestContext } from '@/lib/database/statement';
import { filterOf, matching } from './contact-filter';

/** Contacts by id, or those that match a filter. */
export interface ContactSelection {
  ids?: string[];
  filter?: z.output<typeof contactFilter>;
}

/** SQL for a text that is the same for the same contacts in any order, and next to never for others; `id` of distinct rows. */
export const fingerprintOf = (id: string): string =>
  `coalesce(bit_xor(uuid_hash_extended(${id}, 0)), 0)::text`;

/** SQL for the ids of the contacts that are there, or of those given in the trash; `parameter` gives a value its place. */
export function selected(
  { country }: Pick<RequestContext, 'country'>,
  { ids, filter }: ContactSelection,
  parameter: (value: unknown) => string,
  trashed = false,
): string {
  return ids
    ? `select c.id from contacts c where c.organization_id = $1 and c.deleted_at is ${trashed ? 'not null' : 'null'} and c.id = any(${parameter(ids)}::uuid[])`
    : matching(filterOf(filter ?? {}, country), 'c.id', parameter);
}
