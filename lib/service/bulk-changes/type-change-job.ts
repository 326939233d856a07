import { reclaimTrashedIds } from '@/lib/contacts/contact-ids';
import { decideChange, missing } from '@/lib/contacts/decide';
import { isSameValue, ownSearchTextSql } from '@/lib/contacts/field-values';
import { findKeptReasons, type StoredKept, withKept } from '@/lib/contacts/kept-by-undo';
import { lockContacts } from '@/lib/contacts/trash';
import type { BulkChangeProgress } from '@/lib/contract/bulk-change';
import type { FieldValue } from '@/lib/contract/field';
import { scoped } from '@/lib/database/statement';
import { type Advance, JobFailure } from '@/lib/jobs/job';
import { findUndoObstacle, listFieldRows, lockField, setType } from '../fields/fields';
import type { BulkChangeInput } from '../shared/bulk-change-type';
import { addOtherContacts, type ChunkWork, countChunks, loadChunk } from './chunks';
import { valueConverter } from './plan-type-change';
import { recordTypeChange } from './type-change';

export interface TypeChange extends ChunkWork {
  field: NonNullable<BulkChangeInput['field']>;
  retype: NonNullable<BulkChangeInput['retype']>;
}

const readValues = scoped<{ id: string; value: FieldValue | null; trashed: boolean }>(
  'read_values_of_field',
  `select c.id, c.fields -> $3::text as value, c.deleted_at is not null as trashed
   from unnest($2::uuid[]) g cross join lateral (
     select id, fields, deleted_at, merged_into from contacts where organization_id = $1 and id = g offset 0) c
   where c.merged_into is null order by c.id`,
);
/** Contacts in the trash are no concern of anybody who reads changes: their version stays. */
const setTrashedValues = scoped(
  'set_values_of_trashed_contacts',
  `update contacts c set fields = case when g.value = 'null' then nullif(c.fields - $3::text, '{}')
     else coalesce(c.fields, '{}') || jsonb_build_object($3::text, g.value::jsonb) end
   from json_to_recordset($2::json) as g (id uuid, value text)
   where c.organization_id = $1 and c.id = g.id and c.deleted_at is not null`,
);
/** Also values that stay as they are: search finds those of some types only. */
const setSearchText = scoped(
  'set_search_text_of_contacts',
  `update contacts c set search_text = split_part(c.search_text, E'\\n', 1) || coalesce(${ownSearchTextSql('c.fields')}, '')
   where c.organization_id = $1 and c.id = any($2::uuid[])`,
);
const OWN = 'organization_id = $1 and field_key = $3 and contact_id = any($2::uuid[])';
/** Ids that the contacts and those merged into them had: while the field has another type, they lead nowhere. */
const releaseIds = scoped(
  'release_ids_of_field',
  `update contact_ids set held = false where organization_id = $1 and field_key = $3 and held and contact_id = any(array(
     select unnest($2::uuid[]) union all select id from contacts where organization_id = $1 and merged_into = any($2::uuid[])))`,
);
const dropIds = scoped('drop_ids_of_field', `delete from contact_ids where ${OWN}`);
const addIds = scoped(
  'add_ids_of_field',
  `insert into contact_ids (organization_id, contact_id, field_key, value, held)
   select $1, c.id, $3::text, c.fields ->> $3::text, c.deleted_at is null
   from contacts c where c.organization_id = $1 and c.id = any($2::uuid[]) and c.fields ? $3::text
   on conflict (contact_id, field_key, value, organization_id) do nothing`,
);
const heldIds = scoped<{ value: string }>(
  'held_ids_of_field',
  `select value from contact_ids where organization_id = $1 and field_key = $3 and value = any($4::text[]) and held
     and contact_id <> all($2::uuid[])`,
);

const keepOptions = scoped(
  'keep_options_of_type_change',
  `update jobs set input = jsonb_set(input, '{retype,lastOptions}', $3::jsonb) where organization_id = $1 and id = $2`,
);

/** Converts the values of the next chunk. @throws JobFailure if that would clear more values than confirmed. */
export async function runTypeChange(work: TypeChange): Promise<Advance<BulkChangeProgress>> {
  const { context, job, field, retype } = work;
  const { input, progress, position } = job;
  const { contact_ids, field_changes } = await loadChunk(context, job, position + 1);
  const convert = valueConverter({ key: field.key, ...retype.from }, { key: field.key, ...retype.to });
  const { found, unfit } = await writeValues(work, contact_ids, retype, (id, value) => {
    // Written since, it has the new type.
    if (value === null || !isSameValue(value, field_changes?.[id] ?? null)) return value;
    return convert(value).value ?? null;
  });
  const cleared = (progress.cleared ?? 0) + unfit.length;
  if (cleared > retype.clear)
    throw new JobFailure('More values than confirmed cannot be converted. Undo the change, and look again.');
  const counted = {
    ...progress,
    cleared,
    processed: progress.processed + contact_ids.length,
    changed: progress.changed + found.size,
    gone: progress.gone + contact_ids.length - found.size,
  };
  return { position: position + 1, progress: counted, done: position + 1 === input.chunks };
}

/**
 * Gives the field its former type, then contacts their former values, chunk by chunk. Values that were changed since are
 * converted back; the last chunks have those of further contacts.
 */
export async function undoTypeChange(work: TypeChange): Promise<Advance<BulkChangeProgress>> {
  const { context, job, field, retype } = work;
  const { from, to, lastOptions = to.options } = retype;
  const { key } = field;
  const row = (await listFieldRows(context)).find(({ id }) => id === field.id);
  const obstacle = await findUndoObstacle(context, row, job.id);
  if (obstacle) throw new JobFailure(obstacle);
  if (row?.type === to.type) {
    await lockField(context, field.id);
    await keepOptions(context, job.id, JSON.stringify(row.options));
    await setType(context, field.id, from.type, JSON.stringify(from.options));
    await recordTypeChange(context, field.id, to.type, { type: from.type });
    const chunks = await addOtherContacts(context, job.id, key);
    return { position: chunks, progress: job.progress, done: chunks === 0 };
  }
  const number = (await countChunks(context, job.id)) - job.position + 1;
  const { contact_ids, field_changes } = await loadChunk(context, job, number);
  const convert = valueConverter({ key, ...from }, { key, ...to });
  const convertBack = valueConverter({ key, type: to.type, options: lastOptions }, { key, ...from });
  const back: string[] = [];
  const edited: string[] = [];
  const { found, unfit } = await writeValues(work, contact_ids, { from: to, to: from }, (id, value) => {
    const former = field_changes?.[id] ?? null;
    if (former !== null) {
      // Of several contacts with an id, all but one had lost it.
      const written = value === null && to.type === 'id' ? null : (convert(former).value ?? null);
      const isUntouched = isSameValue(value, former) || isSameValue(value, written);
      (isUntouched ? back : edited).push(id);
      if (isUntouched) return former;
    }
    return value === null ? null : (convertBack(value).value ?? null);
  });
  const gone = contact_ids.filter((id) => !found.has(id));
  const kept: StoredKept[] = [
    ...unfit.map((contactId) => ({ contactId, reason: 'unfit' as const })),
    ...edited.flatMap((contactId) =>
      unfit.includes(contactId) ? [] : { contactId, reason: 'edited' as const },
    ),
    ...(await findKeptReasons(context, gone, { here: 'edited' })),
  ];
  const progress = withKept({ ...job.progress, undone: job.progress.undone + back.length }, kept);
  return { position: job.position - 1, progress, done: job.position === 1 };
}

/**
 * Gives contacts, those in the trash included, the value that `decide` returns for the one they have, and makes the field's
 * ids match its type. `found` are the ids of those that exist; `unfit` lost their value: `decide` returned none, or another contact has the id.
 */
async function writeValues(
  { context, job, writer, field: { key } }: TypeChange,
  ids: string[],
  types: Pick<TypeChange['retype'], 'from' | 'to'>,
  decide: (id: string, value: FieldValue | null) => FieldValue | null,
) {
  const isId = types.to.type === 'id';
  await lockContacts(context, ids.sort());
  const rows = await readValues(context, ids, key);
  const wanted = new Map(rows.map(({ id, value }) => [id, decide(id, value)]));
  const live = rows.flatMap(({ id, trashed }) => (trashed ? [] : id));
  if (isId) {
    const values = live.flatMap((id) => wanted.get(id) ?? []);
    const taken = new Set((await heldIds(context, ids, key, values)).map(({ value }) => value));
    for (const id of live) {
      const value = wanted.get(id);
      if (typeof value !== 'string') continue;
      if (taken.has(value)) wanted.set(id, null);
      taken.add(value);
    }
    await dropIds(context, ids, key);
  }
  const changed = new Set(
    rows.flatMap(({ id, value }) => (isSameValue(value, wanted.get(id) ?? null) ? [] : id)),
  );
  const requests = live.flatMap((id) => (changed.has(id) ? { id, fields: {} } : []));
  if (requests.length > 0)
    await writer.apply({
      context,
      requests,
      decide: (stored, some, clock) =>
        some.map(({ id }) => {
          const contact = stored.contact(id);
          if (!contact) return missing;
          const none = { add: [], remove: [] };
          return decideChange(contact, {}, none, null, clock, { [key]: wanted.get(id) ?? null });
        }),
      settle: async () => {},
    });
  const trashed = rows.flatMap(({ id, trashed }) =>
    trashed && changed.has(id) ? { id, value: JSON.stringify(wanted.get(id) ?? null) } : [],
  );
  if (trashed.length > 0) await setTrashedValues(context, JSON.stringify(trashed), key);
  await setSearchText(context, ids);
  if (isId) {
    await addIds(context, ids, key);
    if (job.undo) await Promise.all(reclaimTrashedIds(context, live));
  } else if (types.from.type === 'id') await releaseIds(context, ids, key);
  const unfit = rows.flatMap(({ id, value }) => (value !== null && wanted.get(id) === null ? id : []));
  return { found: new Set(rows.map(({ id }) => id)), unfit };
}
