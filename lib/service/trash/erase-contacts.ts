import { recordActivity } from '@/lib/contacts/activity';
import { recordsetSql } from '@/lib/contacts/write';
import { sharedFields } from '@/lib/contract/contact-fields';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { countBeforeErasure } from '../activity/count-segment-days';
import { removeFiles } from '../imports/import-file';
import { eraseIdempotentAnswers } from '../shared/answer-once';
import { bulkChangeType } from '../shared/bulk-change-type';
import { type Erased, findHosts, hasValueSql, type Place, takenValues, toIds } from './erased';
import { importPlaces } from './import-places';

const lockTrashed = scoped<{ id: string; email: string | null; phone: string | null; deleted_at: string }>(
  'lock_trashed_contacts',
  `select c.id, c.email, c.phone, c.deleted_at from (select distinct g from unnest($2::uuid[]) g order by g) given
   cross join lateral (
     select id, email, phone, deleted_at from contacts
     where organization_id = $1 and id = g and merged_into is null offset 0 for update) c
   where c.deleted_at is not null`,
);
const lockMerged = scoped<{ id: string; email: string | null; phone: string | null }>(
  'lock_merged_contacts',
  'select id, email, phone from contacts where organization_id = $1 and merged_into = any($2::uuid[]) order by id for update',
);
const formerKeys = scoped<{ key: string }>(
  'former_contact_keys',
  `select distinct k.key from activities a cross join lateral (values
     (a.before ->> 'email'), (a.before ->> 'phone'), (a.after ->> 'email'), (a.after ->> 'phone'),
     (a.before #>> '{merged,email}'), (a.before #>> '{merged,phone}')) k (key)
   where a.organization_id = $1 and a.subject_id = any($2::uuid[]) and k.key is not null`,
);
const clearReferrers = scoped(
  'clear_referrers',
  'update referral_codes set referrer_id = null where organization_id = $1 and referrer_id = any($2::uuid[])',
);
const eraseContactRows = scoped(
  'erase_contact_rows',
  'delete from contacts where organization_id = $1 and id = any($2::uuid[])',
);
const eraseActivities = scoped(
  'erase_activities',
  `update activities set erased_digest = activity_values_digest(salt, before, after), salt = null, before = null, after = null, resource = null
   where organization_id = $1 and (before is not null or after is not null)
     and (subject_id = any($2::uuid[]) or contact_ids && $2::uuid[] and action like 'contact.%')`,
);
/**
 * Erases values of the contacts from entries of their hosts, recorded while they were merged: the resource of each, and the
 * texts of notes.
 */
const eraseOfHosts = scoped(
  'erase_activities_of_hosts',
  `update activities a set erased_digest = case when s.is_values then activity_values_digest(a.salt, a.before, a.after) else a.erased_digest end,
     salt = case when not s.is_values then a.salt end, before = case when not s.is_values then a.before end,
     after = case when not s.is_values then a.after end, resource = null
   from (
     select e.id, e.action in ('contact.noted', 'contact.note-deleted')
       or ${hasValueSql("(coalesce(e.before, '{}') || jsonb_build_object('', e.after))", '$3')} as is_values
     from ${recordsetSql('$2', 'id uuid, since timestamptz, until timestamptz')}
     join activities e on e.organization_id = $1 and e.subject_id = g.id and e.at between g.since and g.until) s
   where a.organization_id = $1 and a.id = s.id and (a.before is not null or a.after is not null)`,
);
/** Erases values that an undo would bring back: all of the contacts, and of hosts those that they took over. */
const eraseValues = scoped(
  'erase_values_before',
  `update bulk_change_chunks set field_changes = (
     select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(field_changes)
     where not (key = any($2) or key = any($3) and value #>> '{}' is not null and value #>> '{}' = any($4)))
   where organization_id = $1 and field_changes ?| ($2::text[] || $3::text[])`,
);
/** Bulk changes of these contacts that have no contact left. */
const emptyChanges = scoped<{ id: string }>(
  'bulk_changes_without_contacts',
  `select distinct c.bulk_change_id as id from bulk_change_chunks c
   where c.organization_id = $1 and c.field_changes is not null and c.contact_ids && $2::uuid[] and not exists (
     select from bulk_change_chunks o cross join lateral unnest(o.contact_ids) g (id)
     join contacts k on k.organization_id = $1 and k.id = g.id
     where o.organization_id = $1 and o.bulk_change_id = c.bulk_change_id)`,
);
const ownValues = scoped<{ value: string }>(
  'own_values_of_contacts',
  `select distinct v.value from activities a cross join lateral (values
     ${sharedFields.map((field) => `(a.before ->> '${field}'), (a.after ->> '${field}')`).join(', ')}) v (value)
   where a.organization_id = $1 and a.subject_id = any($2::uuid[]) and v.value is not null
   union select e.value from activities a cross join lateral (
     select key, value from jsonb_each_text(a.before) union all select key, value from jsonb_each_text(a.after)) e
   where a.organization_id = $1 and a.subject_id = any($2::uuid[]) and e.key like 'fields.%' and e.value is not null`,
);
/** Erases the value of bulk changes that are undone or have no contact left; other changes need it for their undo. */
const eraseSetValues = scoped(
  'erase_values_of_bulk_changes',
  `update jobs set input = jsonb_set(input, '{set,value}', '"…"')
   where organization_id = $1 and kind = '${bulkChangeType.name}' and input #>> '{set,value}' = any($3)
     and (id = any($2::uuid[]) or undo and state = 'finished')`,
);
const eraseExports = scoped<{ id: string }>(
  'erase_exports',
  `delete from jobs where organization_id = $1 and kind = 'export'
     and (created_at <= $2 or $3 and input #> '{query,search}' is not null) returning id`,
);
const eraseViews = scoped(
  'erase_saved_views',
  `delete from saved_views where organization_id = $1 and exists (select from unnest($2::text[]) k
     where position(k in lower(replace(replace(query, '%40', '@'), '%2B', '+'))) > 0)`,
);
/** Words of a proposal are compared as a whole: another address may end with this one. */
const eraseProposals = scoped(
  'erase_proposals',
  `delete from proposals where organization_id = $1 and exists (
     select from regexp_split_to_table(lower(concat_ws(' ', title, reason, input, decision ->> 'comment')), '[^[:alnum:]@._%+-]+') w
     where rtrim(w, '.') = any($2::text[]))`,
);
/** A chunk of deliveries is recorded after the erasure, and then finds its events without values. */
const lockWebhooks = scoped(
  'lock_webhooks',
  'select id from webhooks where organization_id = $1 order by id for update',
);
const eraseAnswers = scoped(
  'erase_webhook_answers',
  `update webhook_deliveries d set answer = null from unnest($2::uuid[]) g cross join lateral (
     select webhook_id, event_id from webhook_deliveries where organization_id = $1 and subject_id = g and answer is not null offset 0) r
   where d.organization_id = $1 and d.webhook_id = r.webhook_id and d.event_id = r.event_id`,
);

/** Everywhere a contact's data is kept. `erasure.test.ts` compares it with the schema. */
export const places: Place[] = [
  {
    // Notes and ids of other systems are deleted with the row of their contact.
    columns: ['contacts.*', 'contact_ids.*', 'notes.*'],
    async erase(context, { ids }) {
      await clearReferrers(context, ids);
      await eraseContactRows(context, ids);
    },
  },
  {
    // Finds the values in the activity, which is erased afterwards.
    columns: ['jobs.input'],
    async erase(context, { ids }) {
      const values = (await ownValues(context, ids)).map(({ value }) => value);
      if (values.length > 0) await eraseSetValues(context, toIds(await emptyChanges(context, ids)), values);
    },
  },
  {
    columns: ['activities.before', 'activities.after', 'activities.resource'],
    async erase(context, { ids, hosts, taken }) {
      await countBeforeErasure(context, ids);
      if (hosts.length > 0) await eraseOfHosts(context, JSON.stringify(hosts), taken);
      await eraseActivities(context, ids);
    },
  },
  {
    // Earlier values, kept for the undo.
    columns: ['bulk_change_chunks.field_changes'],
    erase: (context, { ids, hosts, taken }) => eraseValues(context, ids, toIds(hosts), taken),
  },
  ...importPlaces,
  {
    // An export may have contacts in its search, and in its file.
    columns: ['jobs.input', 'import_files.bytes'],
    erase: async (context, { deletedAt, isAsked }) =>
      removeFiles(context, toIds(await eraseExports(context, deletedAt, isAsked))),
  },
  {
    // The answer of an endpoint may repeat what was sent.
    columns: ['webhook_deliveries.answer'],
    async erase(context, { ids, hosts }) {
      await lockWebhooks(context);
      await eraseAnswers(context, [...ids, ...toIds(hosts)]);
    },
  },
  {
    columns: ['idempotent_answers.*'],
    erase: (context, { ids, hosts }) => eraseIdempotentAnswers(context, [...ids, ...toIds(hosts)]),
  },
  { columns: ['saved_views.query'], erase: (context, { keys }) => eraseViews(context, keys) },
  {
    columns: ['proposals.title', 'proposals.reason', 'proposals.input', 'proposals.decision'],
    erase: (context, { keys }) => eraseProposals(context, keys),
  },
];

/**
 * Deletes contacts in the trash forever, with those merged into them, wherever their data is kept, and records it without
 * their values. Returns how many were in the trash; skips others. Runs in the transaction of `context.client`.
 */
export async function eraseContacts(context: RequestContext, given: string[]): Promise<number> {
  const rows = await lockTrashed(context, given);
  if (rows.length === 0) return 0;
  const merged = await lockMerged(context, toIds(rows));
  const ids = toIds([...rows, ...merged]);
  const former = (await formerKeys(context, ids)).map(({ key }) => key);
  const keys = [
    ...new Set([
      ...[...rows, ...merged].flatMap(({ email, phone }) => [email ?? [], phone ?? []].flat()),
      ...former,
    ]),
  ];
  const hosts = await findHosts(context, ids);
  const contacts: Erased = {
    ids,
    keys,
    hosts,
    taken: hosts.length > 0 ? [...keys, ...(await takenValues(context, ids))] : keys,
    deletedAt: rows.map((row) => row.deleted_at).reduce((latest, at) => (at > latest ? at : latest)),
    isAsked: context.actor.kind !== 'system',
  };
  for (const { erase } of places) await erase(context, contacts);
  await recordActivity(
    context,
    ids.map((subjectId) => ({
      action: 'contact.purged',
      subjectId,
      // Hosts, whose entries lost values, too.
      contactIds: [...new Set(toIds(hosts.filter((host) => host.erased_id === subjectId)))],
    })),
  );
  return rows.length;
}
