import type { z } from 'zod';
import type { contactFilter } from '@/lib/contract/bulk-change';
import { filterOf, matching } from './contact-filter';

/** Contacts by id, or those that match a filter. */
export interface ContactSelection {
  ids?: string[];
  filter?: z.output<typeof contactFilter>;
}

/**
 * SQL for the ids of the contacts that are there; `parameter` gives a value its place. Made for large sets: assignments
 * are joined as a whole, where a list looks them up for each of its few contacts.
 */
export function selected(
  { ids, filter = {} }: ContactSelection,
  parameter: (value: unknown) => string,
): string {
  const { segmentIds, without, ...searched } = filterOf(filter);
  const contacts = ids
    ? `select c.id from contacts c where c.organization_id = $1 and c.deleted_at is null and c.id = any(${parameter(ids)}::uuid[])`
    : matching({ ...searched, segmentIds: [], without: false }, 'c.id', parameter);
  const alternatives: string[] = [];
  const assigned = 'from contact_segments s where s.organization_id = $1';
  if (segmentIds.length > 0)
    alternatives.push(
      `c.id in (select s.contact_id ${assigned} and s.segment_id = any(${parameter(segmentIds)}::uuid[]))`,
    );
  if (without) alternatives.push(`not exists (select ${assigned} and s.contact_id = c.id)`);
  if (alternatives.length === 0) return contacts;
  // Nobody is in both; as one condition, the planner could not join.
  return alternatives
    .map((alternative) => `select c.id from (${contacts}) c where ${alternative}`)
    .join(' union all ');
}
