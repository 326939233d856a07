import { type RequestContext, scoped } from '@/lib/database/statement';
import type { ContactRow } from './contact-row';
import { allFieldValues } from './field-values';

/** An id of another system that a contact has in a field. */
export interface ContactId {
  id: string;
  key: string;
  value: string;
}

const RECORDS = 'json_to_recordset($2::json) as g (id uuid, key text, value text)';

/** Frees ids that lead to these contacts, former ones included, which stand at the contacts that brought them. */
const releaseIds = scoped(
  'release_contact_ids',
  `delete from contact_ids i using ${RECORDS}
   where i.organization_id = $1 and i.field_key = g.key and i.value = g.value and i.held and g.id = (
     select coalesce(m.merged_into, m.id) from contacts m where m.organization_id = $1 and m.id = i.contact_id)`,
);
/**
 * Sorted, so that transactions wait for one another in one order. An id of another contact violates `contact_ids_value`. One
 * that the contact had before the field got another type is there.
 */
const claimIds = scoped(
  'claim_contact_ids',
  `insert into contact_ids (organization_id, contact_id, field_key, value)
   select $1, g.id, g.key, g.value from ${RECORDS} order by g.value, g.key
   on conflict (contact_id, field_key, value, organization_id) do update set held = true`,
);
/** Frees former ids of a contact, not those that it has; returns those freed. */
export const releaseFormerIds = scoped<{ value: string }>(
  'release_former_ids',
  `delete from contact_ids i using ${RECORDS}, contacts m, contacts c
   where i.organization_id = $1 and i.field_key = g.key and i.value = g.value and i.held
     and m.organization_id = $1 and m.id = i.contact_id and coalesce(m.merged_into, m.id) = g.id
     and c.organization_id = $1 and c.id = g.id and c.fields ->> g.key is distinct from g.value
   returning i.value`,
);
/** SQL: the contacts `$2` and those that were merged into them. */
const groupSql = `array(select unnest($2::uuid[]) union all
  select id from contacts where organization_id = $1 and merged_into = any($2::uuid[]))`;
/** Frees the ids of contacts that go to the trash, former ones included. */
export const releaseTrashedIds = scoped(
  'release_ids_of_trashed_contacts',
  `update contact_ids set held = false where organization_id = $1 and contact_id = any(${groupSql}) and held`,
);
/** Gives restored contacts their ids back while their field has that type, and former ones that are free: of several with one, to a contact that has it now. */
const reclaimIds = scoped(
  'claim_ids_of_restored_contacts',
  `update contact_ids i set held = true from (
     select t.contact_id, t.field_key, t.value, row_number() over (partition by t.field_key, t.value
       order by (c.fields ->> t.field_key = t.value) is true desc, t.contact_id desc) as rank
     from contact_ids t join fields f on f.organization_id = $1 and f.key = t.field_key and f.type = 'id'
     join contacts m on m.organization_id = $1 and m.id = t.contact_id
     join contacts c on c.organization_id = $1 and c.id = coalesce(m.merged_into, m.id)
     where t.organization_id = $1 and t.contact_id = any(${groupSql}) and not t.held and not exists (
       select from contact_ids o
       where o.organization_id = $1 and o.field_key = t.field_key and o.value = t.value and o.held)) f
   where i.organization_id = $1 and i.contact_id = f.contact_id and i.field_key = f.field_key and i.value = f.value
     and f.rank = 1`,
);

const dropTakenIds = scoped(
  'drop_taken_ids_of_restored_contacts',
  `delete from contact_ids where organization_id = $1 and contact_id = any(${groupSql}) and not held`,
);

/** Sends the return of ids to restored contacts; former ones that others have by now are lost. */
export const reclaimTrashedIds = (context: RequestContext, ids: string[]): Promise<unknown>[] => [
  reclaimIds(context, ids),
  dropTakenIds(context, ids),
];

/** The ids of a contact in these fields of type `id`, archived ones included. */
export function idsOf(contact: ContactRow | null, keys: readonly string[]): ContactId[] {
  const values = contact && allFieldValues(contact);
  if (!values) return [];
  return keys.flatMap((key) =>
    typeof values[key] === 'string' ? { id: contact.id, key, value: values[key] } : [],
  );
}

/** Sends the writes of ids that contacts got and lost in these fields. */
export function writeIds(
  context: RequestContext,
  contacts: { before: ContactRow | null; after: ContactRow | null }[],
  keys: readonly string[],
): Promise<unknown>[] {
  if (keys.length === 0) return [];
  const lacking = (some: ContactId[], others: ContactId[]) =>
    some.filter(({ key, value }) => !others.some((other) => other.key === key && other.value === value));
  const released: ContactId[] = [];
  const claimed: ContactId[] = [];
  for (const { before, after } of contacts) {
    const [had, has] = [idsOf(before, keys), idsOf(after, keys)];
    const gained = lacking(has, had);
    claimed.push(...gained);
    // A former id that becomes the contact's own again moves to it.
    released.push(...lacking(had, has), ...(before ? gained : []));
  }
  return [
    ...(released.length > 0 ? [releaseIds(context, JSON.stringify(released))] : []),
    ...(claimed.length > 0 ? [claimIds(context, JSON.stringify(claimed))] : []),
  ];
}
