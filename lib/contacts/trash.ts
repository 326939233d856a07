import { type RequestContext, scoped } from '@/lib/database/statement';
import { pipelined } from '@/lib/database/transaction';
import { recordActivity } from './activity';
import { reclaimTrashedIds, releaseTrashedIds } from './contact-ids';
import {
  addressKeys,
  byEmailSql,
  byPhoneSql,
  type ContactRow,
  type ContactValues,
  contactValuesSql,
  toContact,
  toContactRow,
  toRecordedFields,
} from './contact-row';
import { segmentIdsOf } from './decide';
import { readContacts } from './read';
import { updateCounters } from './write';

/**
 * Locks contacts, trash included, in the order given: callers sort the ids to avoid deadlocks. Merged rows need no lock:
 * they change only under the lock of their survivor.
 */
export const lockContacts = scoped<{ id: string; deletion_id: string | null }>(
  'lock_contacts',
  `select c.id, c.deletion_id from unnest($2::uuid[]) g cross join lateral (
     select id, case when deleted_at is not null then deletion_id end as deletion_id
     from contacts where organization_id = $1 and id = g and merged_into is null offset 0 for update) c`,
);
/** Moves contacts to the trash, or out of it if all values are null. */
const setDeletion = scoped(
  'set_deletion_of_contacts',
  `update contacts set deleted_at = $3, deletion_id = $4, deleted_by_kind = $5, deleted_by_id = $6, deleted_by = $7
   where organization_id = $1 and id = any($2::uuid[])`,
);
/** Frees the former addresses of contacts in the trash for other contacts. */
const releaseMergedAddresses = scoped(
  'free_addresses_of_merged_contacts',
  'update contacts set deletion_id = $3 where organization_id = $1 and merged_into = any($2::uuid[])',
);

interface TrashedRow {
  contact: ContactValues;
  deleted_at: string;
  is_email_taken: true | null;
  is_phone_taken: true | null;
  ids: { key: string; taken: boolean }[] | null;
}

const owned = (condition: string) =>
  `(select true from contacts o where o.organization_id = $1 and ${condition} limit 1)`;
/** SQL: the ids of other systems that contact `c` has, and whether another contact has each by now; null without own fields. */
const trashedIdsSql = `case when c.fields is not null then (
  select json_agg(json_build_object('key', f.key || ' ' || (c.fields ->> f.key), 'taken', exists (
    select from contact_ids o
    where o.organization_id = $1 and o.field_key = f.key and o.value = c.fields ->> f.key and o.held)))
  from fields f where f.organization_id = $1 and f.type = 'id' and c.fields ? f.key::text) end`;
const readTrashed = scoped<TrashedRow>(
  'read_trashed_contacts',
  `select json_build_array(${contactValuesSql}) as contact, c.deleted_at,
     ${owned(byEmailSql('o', 'c.email'))} as is_email_taken, ${owned(byPhoneSql('o', 'c.phone'))} as is_phone_taken,
     ${trashedIdsSql} as ids
   from json_array_elements_text($2::json) g cross join lateral (
     select * from contacts where organization_id = $1 and id = g::uuid offset 0) c
   where c.deleted_at is not null and c.merged_into is null`,
);
/** Takes back the former addresses that are free; if several merged rows share one, the latest gets it. */
const reclaimMergedAddresses = scoped(
  'claim_addresses_of_merged_contacts',
  `update contacts c set deletion_id = null, email = f.email, phone = f.phone from (
     select m.id,
       case when ${owned(`${byEmailSql('o', 'm.email')} and o.id <> m.id`)} is null and m.email_rank = 1 then m.email end as email,
       case when ${owned(`${byPhoneSql('o', 'm.phone')} and o.id <> m.id`)} is null and m.phone_rank = 1 then m.phone end as phone
     from (
       select id, email, phone, row_number() over (partition by email order by deleted_at desc, id) as email_rank,
         row_number() over (partition by phone order by deleted_at desc, id) as phone_rank
       from contacts where organization_id = $1 and merged_into = any($2::uuid[])) m) f
   where c.organization_id = $1 and c.id = f.id and c.merged_into = any($2::uuid[])`,
);

/**
 * Moves contacts to the trash and records it; returns how many. Skips ids that are unknown or in the trash. Their ids of other
 * systems and former addresses become free.
 */
export function trashContacts(context: RequestContext, ids: string[], deletionId: string): Promise<number> {
  return pipelined(context, async (context) => {
    const sorted = inOrder(ids);
    const [, { stored, clock }] = await Promise.all([
      lockContacts(context, sorted),
      readContacts(
        context,
        sorted.map((id) => ({ id, fields: {} })),
      ),
    ]);
    const contacts = sorted.flatMap((id) => stored.contact(id) ?? []);
    if (contacts.length === 0) return { result: 0, last: [] };
    const { kind, id, name } = context.actor;
    return {
      result: contacts.length,
      last: [
        setDeletion(context, contactIds(contacts), clock.now, deletionId, kind, id, name),
        releaseMergedAddresses(context, contactIds(contacts), deletionId),
        releaseTrashedIds(context, contactIds(contacts)),
        recordActivity(
          context,
          contacts.map((contact) => {
            const segmentIds = segmentIdsOf(contact);
            const before = { ...toRecordedFields(contact), ...(segmentIds.length > 0 && { segmentIds }) };
            const resource = toContact(contact, context.organizationId);
            return { action: 'contact.deleted', subjectId: contact.id, before, resource };
          }),
        ),
        ...updateCounters(
          context,
          contacts.map((before) => ({ before, after: null })),
        ),
      ],
    };
  });
}

/**
 * Restores contacts from the trash and records it; returns how many. Contacts whose email, phone or id of another system is
 * in use stay there; of several with the same one, only the last deleted returns. They get back former ones that are free.
 */
export function restoreContacts(context: RequestContext, ids: string[]): Promise<number> {
  return pipelined(context, async (context) => {
    const sorted = inOrder(ids);
    const [, rows] = await Promise.all([
      lockContacts(context, sorted),
      readTrashed(context, JSON.stringify(sorted)),
    ]);
    const contacts = restorable(
      rows.map((row) => ({
        contact: toContactRow(row.contact),
        deletedAt: row.deleted_at,
        isTaken: row.is_email_taken ?? row.is_phone_taken ?? row.ids?.some(({ taken }) => taken) ?? false,
        ids: row.ids?.map(({ key }) => key),
      })),
    );
    if (contacts.length === 0) return { result: 0, last: [] };
    return {
      result: contacts.length,
      last: [
        setDeletion(context, contactIds(contacts), null, null, null, null, null),
        reclaimMergedAddresses(context, contactIds(contacts)),
        ...reclaimTrashedIds(context, contactIds(contacts)),
        recordActivity(
          context,
          contacts.map((contact) => ({
            action: 'contact.restored',
            subjectId: contact.id,
            after: toRecordedFields(contact),
            resource: toContact(contact, context.organizationId),
          })),
        ),
        ...updateCounters(
          context,
          contacts.map((after) => ({ before: null, after })),
        ),
      ],
    };
  });
}

export interface TrashedContact {
  contact: Pick<ContactRow, 'id' | 'email' | 'phone'>;
  deletedAt: string;
  /** Whether another contact uses the email, phone or an id. */
  isTaken: boolean;
  /** Its ids of other systems, with their fields. */
  ids?: string[] | undefined;
}

/**
 * The contacts that can be restored: none whose email, phone or id is in use, and of several with the same one, only the last
 * deleted.
 */
export function restorable<T extends TrashedContact>(trashed: T[]): T['contact'][] {
  const taken = new Set<string>();
  const latestFirst = trashed.toSorted((one, other) => (deletionKey(one) < deletionKey(other) ? 1 : -1));
  return latestFirst.flatMap(({ contact, isTaken, ids = [] }) => {
    const keys = [...addressKeys(contact).map(({ key }) => key), ...ids.map((id) => `fields.${id}`)];
    if (isTaken || keys.some((key) => taken.has(key))) return [];
    for (const key of keys) taken.add(key);
    return [contact];
  });
}

const deletionKey = ({ contact, deletedAt }: TrashedContact): string => `${deletedAt} ${contact.id}`;

const inOrder = (ids: string[]): string[] => [...new Set(ids)].sort();

const contactIds = (contacts: ContactRow[]): string[] => contacts.map(({ id }) => id);

/** Deletes rows in the trash whose ids are about to be inserted again. */
export const dropTrashed = scoped(
  'drop_trashed_contacts',
  'delete from contacts where organization_id = $1 and id = any($2::uuid[]) and deleted_at is not null',
);
/** Frees the addresses of contacts that are about to exchange them. */
export const freeAddresses = scoped(
  'free_addresses',
  `update contacts set email = id || '@moving.invalid', phone = null where organization_id = $1 and id = any($2::uuid[])`,
);
