import { recordActivity } from '@/lib/contacts/activity';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { eraseIdempotentAnswers } from '../answer-once';
import { removeFiles } from '../imports/import-file';
import { countBeforeErasure } from '../segments/count-segment-days';

/** Contacts that are deleted forever. */
interface Erased {
  /** With those that were merged into them. */
  ids: string[];
  /** Their emails and phones, former ones included. */
  keys: string[];
  /** When the last of them was deleted. */
  deletedAt: string;
  /** Whether a person or token asked for it, rather than the scheduled purge. */
  isAsked: boolean;
}

interface Place {
  /** `table.column`; `*` for rows that are deleted. */
  columns: string[];
  erase(context: RequestContext, contacts: Erased): Promise<unknown>;
}

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
 * While somebody was merged into another contact, that one's entries may have their values: the resource of each, and
 * the texts of notes.
 */
const eraseWhileMerged = scoped(
  'erase_while_merged',
  `update activities a set erased_digest = case when s.is_values then activity_values_digest(a.salt, a.before, a.after) else a.erased_digest end,
     salt = case when not s.is_values then a.salt end, before = case when not s.is_values then a.before end,
     after = case when not s.is_values then a.after end, resource = null
   from (
     select e.id, e.action in ('contact.noted', 'contact.note-deleted') or exists (select from unnest($3::text[]) k
       where position(to_jsonb(k)::text in coalesce(e.before::text, '') || coalesce(e.after::text, '')) > 0) as is_values
     from activities m
     cross join lateral (select coalesce((select min(u.at) from activities u where u.organization_id = $1
       and u.subject_id = m.subject_id and u.at > m.at and u.action <> 'contact.merged' and u.contact_ids && m.contact_ids), 'infinity') as at) undone
     join activities e on e.organization_id = $1 and e.subject_id = m.subject_id and e.at between m.at and undone.at
     where m.organization_id = $1 and m.action = 'contact.merged' and m.contact_ids && $2::uuid[]) s
   where a.organization_id = $1 and a.id = s.id and (a.before is not null or a.after is not null)`,
);
/** Also rows that only ask for the email or phone. For the form of the query see `contacts/read.ts`. */
const eraseImportRows = scoped<{ plan_id: string }>(
  'erase_import_rows',
  `delete from import_rows d using (
     select r.plan_id, r.line from unnest($2::uuid[]) g cross join lateral (
       select plan_id, line from import_rows where organization_id = $1 and contact_id = g offset 0) r
     union select r.plan_id, r.line from unnest($3::text[]) g cross join lateral (
       select plan_id, line from import_rows where organization_id = $1 and email = g offset 0) r
     union select r.plan_id, r.line from unnest($3::text[]) g cross join lateral (
       select plan_id, line from import_rows where organization_id = $1 and phone = g offset 0) r) k
   where d.organization_id = $1 and d.plan_id = k.plan_id and d.line = k.line returning d.plan_id`,
);
const eraseSamples = scoped<{ id: string }>(
  'erase_import_samples',
  'update imports set columns = without_samples(columns), corrections = null where organization_id = $1 and plan_id = any($2::uuid[]) returning id',
);
const eraseValues = scoped(
  'erase_values_before',
  `update bulk_change_chunks set field_changes = field_changes - $2::text[]
   where organization_id = $1 and field_changes ?| $2::text[]`,
);
const eraseImported = scoped(
  'erase_imported_contacts',
  `delete from imported_contacts d using (
     select r.run_id, r.contact_id from unnest($2::uuid[]) g cross join lateral (
       select run_id, contact_id from imported_contacts where organization_id = $1 and contact_id = g offset 0) r) k
   where d.organization_id = $1 and d.run_id = k.run_id and d.contact_id = k.contact_id`,
);
const finishedPlans = scoped<{ id: string }>(
  'finished_import_plans',
  "select id from jobs where organization_id = $1 and kind = 'import-plan' and state = 'finished'",
);
const eraseUnplanned = scoped<{ id: string; plan_id: string | null }>(
  'erase_unplanned_imports',
  `delete from imports where organization_id = $1 and run_id is null and (plan_id = any($2::uuid[])) is not true
   returning id, plan_id`,
);
const dropPlanRows = scoped(
  'drop_rows_of_plans',
  'delete from import_rows where organization_id = $1 and plan_id = any($2::uuid[])',
);
const dropPlans = scoped(
  'drop_import_plans',
  'delete from jobs where organization_id = $1 and id = any($2::uuid[])',
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
const eraseAnswers = scoped(
  'erase_webhook_answers',
  `update webhook_deliveries d set answer = null from unnest($2::uuid[]) g cross join lateral (
     select webhook_id, event_id from webhook_deliveries where organization_id = $1 and subject_id = g and answer is not null offset 0) r
   where d.organization_id = $1 and d.webhook_id = r.webhook_id and d.event_id = r.event_id`,
);
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Everywhere a contact's data is kept. `erase-contacts.test.ts` compares it with the schema. */
export const places: Place[] = [
  {
    // A note goes with the row of its contact.
    columns: ['contacts.*', 'notes.*'],
    async erase(context, { ids }) {
      await clearReferrers(context, ids);
      await eraseContactRows(context, ids);
    },
  },
  {
    columns: ['activities.before', 'activities.after', 'activities.resource'],
    async erase(context, { ids, keys }) {
      await countBeforeErasure(context, ids);
      await eraseWhileMerged(context, ids, keys);
      await eraseActivities(context, ids);
    },
  },
  {
    columns: ['import_rows.*', 'imports.columns', 'imports.corrections', 'import_files.bytes'],
    async erase(context, { ids, keys }) {
      const plans = (await eraseImportRows(context, ids, keys)).map((row) => row.plan_id);
      await removeFiles(context, idsOf(await eraseSamples(context, [...new Set(plans)])));
    },
  },
  {
    // What they had before, for the undo.
    columns: ['bulk_change_chunks.field_changes'],
    erase: (context, { ids }) => eraseValues(context, ids),
  },
  { columns: ['imported_contacts.*'], erase: (context, { ids }) => eraseImported(context, ids) },
  {
    // Nobody knows who is in a file that no plan has read: it has to be uploaded again.
    columns: ['imports.*', 'import_files.bytes'],
    async erase(context, { isAsked }) {
      if (!isAsked) return;
      const imports = await eraseUnplanned(context, idsOf(await finishedPlans(context)));
      await removeFiles(context, idsOf(imports));
      const plans = imports.flatMap(({ plan_id }) => plan_id ?? []);
      await dropPlanRows(context, plans);
      await dropPlans(context, plans);
    },
  },
  {
    // By the search that found them, or by their file.
    columns: ['jobs.input', 'import_files.bytes'],
    erase: async (context, { deletedAt, isAsked }) =>
      removeFiles(context, idsOf(await eraseExports(context, deletedAt, isAsked))),
  },
  {
    // An endpoint may repeat what it was sent.
    columns: ['webhook_deliveries.answer'],
    erase: (context, { ids }) => eraseAnswers(context, ids),
  },
  { columns: ['idempotent_answers.*'], erase: (context, { ids }) => eraseIdempotentAnswers(context, ids) },
  { columns: ['saved_views.query'], erase: (context, { keys }) => eraseViews(context, keys) },
];

/**
 * Deletes contacts in the trash forever, wherever their data is kept, and records it without their values. Returns how
 * many there were. Runs in the transaction of `context.client`.
 */
export async function eraseContacts(context: RequestContext, given: string[]): Promise<number> {
  const rows = await lockTrashed(context, given);
  if (rows.length === 0) return 0;
  const merged = await lockMerged(context, idsOf(rows));
  const ids = idsOf([...rows, ...merged]);
  const former = (await formerKeys(context, ids)).map(({ key }) => key);
  const contacts: Erased = {
    ids,
    keys: [
      ...new Set([
        ...[...rows, ...merged].flatMap(({ email, phone }) => [email ?? [], phone ?? []].flat()),
        ...former,
      ]),
    ],
    deletedAt: rows.map((row) => row.deleted_at).reduce((latest, at) => (at > latest ? at : latest)),
    isAsked: context.actor.kind !== 'system',
  };
  for (const { erase } of places) await erase(context, contacts);
  await recordActivity(
    context,
    ids.map((subjectId) => ({ action: 'contact.purged', subjectId })),
  );
  return rows.length;
}
