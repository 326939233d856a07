import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod';
import { recordActivity, recordUpdate } from '@/lib/contacts/activity';
import { normalizeText } from '@/lib/contacts/lists/normalize-text';
import {
  type Field,
  type FieldOption,
  type fieldCreate,
  type fieldUpdate,
  hasOptions,
  MOST_FIELDS,
} from '@/lib/contract/field';
import { type RequestContext, retryOnConflict, scoped, violates } from '@/lib/database/statement';
import { joinTransaction } from '@/lib/database/transaction';
import { bulkChangeType } from '../shared/bulk-change-type';
import { type Handler, invalid, notFound, refuse } from '../shared/reply';

export type FieldRow = Required<Field>;
type Create = z.output<typeof fieldCreate>;
type Update = z.output<typeof fieldUpdate>;

const columns = `id, key, label, type, options, position, archived_at is not null as archived, created_at as "createdAt"`;
/** All fields in their order. */
export const listFieldRows = scoped<FieldRow>(
  'list_fields',
  `select ${columns} from fields where organization_id = $1 order by position, id`,
);
/** Keeps others from changing the field, and from giving contacts values in it, until the transaction ends. */
export const lockField = scoped<FieldRow>(
  'lock_field',
  `select ${columns} from fields where organization_id = $1 and id = $2 for update`,
);
const insert = scoped<FieldRow>(
  'insert_field',
  `insert into fields (organization_id, id, key, label, type, options, position, created_at)
   select $1, $2, $3, $4, $5, $6::jsonb, 1 + coalesce((select max(position) from fields where organization_id = $1), 0),
     date_trunc('milliseconds', clock_timestamp())
   returning ${columns}`,
);
const change = scoped<FieldRow>(
  'change_field',
  `update fields set label = $3, options = $4::jsonb,
     archived_at = case when $5 then coalesce(archived_at, date_trunc('milliseconds', clock_timestamp())) end
   where organization_id = $1 and id = $2 returning ${columns}`,
);
/** Changes the type of a field. */
export const setType = scoped(
  'set_type_of_field',
  'update fields set type = $3, options = $4::jsonb where organization_id = $1 and id = $2',
);
/** The latest changes of a field's type that are not undone: whether they are unfinished. */
const typeChanges = scoped<{ id: string; unfinished: boolean }>(
  'list_type_changes_of_field',
  `select id, state <> 'finished' as unfinished from jobs
   where organization_id = $1 and kind = '${bulkChangeType.name}' and input ->> 'type' = 'fieldType'
     and input #>> '{field,id}' = $2::text and not (undo and state = 'finished')
   order by id desc`,
);
/** Refuses while the type of a field is being changed. */
export async function refuseWhileChanging(context: RequestContext, id: string) {
  const changes = await typeChanges(context, id);
  return changes.some(({ unfinished }) => unfinished)
    ? refuse('CONFLICT', 'The type of this field is being changed. Wait for the end of it, or undo it.')
    : null;
}
/** Why the change of a field's type cannot be undone; `null` if it can. */
export async function findUndoObstacle(
  context: RequestContext,
  field: FieldRow | undefined,
  changeId: string,
): Promise<string | null> {
  if (!field) return 'The field was deleted.';
  if (field.archived) return 'The field is archived. Restore it first.';
  const [latest] = await typeChanges(context, field.id);
  return latest?.id === changeId ? null : 'The type was changed again since. Undo that first.';
}
/** Moves a field to a position; the others keep their order. */
const move = scoped(
  'move_field',
  `update fields f set position = o.position from (
     select id, row_number() over (order by place, id) as position from (
       select id, row_number() over (order by position, id) as place from fields where organization_id = $1 and id <> $2
       union all select $2::uuid, $3::numeric - 0.5) p) o
   where f.organization_id = $1 and f.id = o.id and f.position <> o.position`,
);
export const removeField = scoped(
  'delete_field',
  'delete from fields where organization_id = $1 and id = $2',
);
/** Counts contacts with a value in a field, in total and in the trash. Reads all that have values. */
export const countValues = scoped<{ count: number; trashed: number }>(
  'count_values_of_field',
  `select count(*) as count, count(deleted_at) as trashed from contacts
   where organization_id = $1 and fields is not null and fields ? $2::text`,
);
/** Counts contacts, those in the trash included, that have an option. */
const countOption = scoped<{ count: number }>(
  'count_option_of_field',
  `select count(*) as count from contacts where organization_id = $1 and fields is not null and fields @> $2::jsonb`,
);

export const toField = ({ options, ...field }: FieldRow): Field =>
  hasOptions(field.type) ? { ...field, options } : field;

/** What the activity records of a field. */
export const recorded = ({ key, label, type, options, position, archived }: FieldRow) => ({
  label,
  key,
  type,
  ...(hasOptions(type) && {
    options: options.map(({ label, color }) => (color ? `${label} (${color})` : label)),
  }),
  position,
  ...(archived && { archived }),
});

/** Lists all fields in their order, archived ones included. */
export const listFields: Handler<'listFields'> = async ({ context }) => ({
  data: (await listFieldRows(context)).map(toField),
});

/** The fields that are not archived, in their order. */
export const listActiveFields = async (context: RequestContext): Promise<FieldRow[]> =>
  (await listFieldRows(context)).filter(({ archived }) => !archived);

/** Creates a field at the end, and records it. Without a key, it gets a free one from its label. */
export const createField: Handler<'createField'> = async ({ context, body }) => {
  const options = toOptions(body.options ?? []);
  if ('refusal' in options) return options;
  try {
    const row = await retryOnConflict(() => insertField(context, body, options.options));
    if (!row) return refuse('CONFLICT', `An organization has at most ${MOST_FIELDS} fields.`);
    return { data: toField(row), created: `/fields/${row.id}` };
  } catch (cause) {
    return refuseTaken(cause);
  }
};

/** Inserts a field; `undefined` if there are `MOST_FIELDS`. */
export function insertField(context: RequestContext, { label, key, type }: Create, options: FieldOption[]) {
  return joinTransaction(context, async (context) => {
    const fields = await listFieldRows(context);
    if (fields.length >= MOST_FIELDS) return undefined;
    const free = key ?? toKey(label, new Set(fields.map((field) => field.key)));
    const [row] = await insert(context, uuidv7(), free, label, type, JSON.stringify(options));
    if (row)
      await recordActivity(context, { action: 'field.created', subjectId: row.id, after: recorded(row) });
    return row;
  });
}

/** Changes the given properties of a field, and records what differs. */
export const updateField: Handler<'updateField'> = async ({ context, id, body }) => {
  try {
    return await joinTransaction(context, (context) => changeField(context, id, body));
  } catch (cause) {
    return refuseTaken(cause);
  }
};

async function changeField(context: RequestContext, id: string, body: Update) {
  const [old] = await lockField(context, id);
  if (!old) return notFound('field');
  const changing = await refuseWhileChanging(context, id);
  if (changing) return changing;
  const { label = old.label, archived = old.archived } = body;
  let { options } = old;
  if (body.options) {
    if (!hasOptions(old.type)) return invalid([{ path: 'options', message: 'Only choices have options.' }]);
    const given = toOptions(body.options);
    if ('refusal' in given) return given;
    const refusal = await refuseUsedOptions(context, old, given.options);
    if (refusal) return refusal;
    options = given.options;
  }
  await change(context, id, label, JSON.stringify(options), archived);
  if (body.position) await move(context, id, body.position);
  const [row] = (await lockField(context, id)) as [FieldRow];
  const [before, after] = [recorded(old), recorded(row)];
  await recordUpdate(context, { action: 'field.updated', subjectId: id, before, after });
  return { data: toField(row) };
}

/** Refuses to leave out an option that contacts have. */
async function refuseUsedOptions(
  context: RequestContext,
  { key, type, options }: FieldRow,
  given: FieldOption[],
) {
  for (const { value, label } of options) {
    if (given.some((option) => option.value === value)) continue;
    const contained = JSON.stringify({ [key]: type === 'choices' ? [value] : value });
    const [{ count } = { count: 0 }] = await countOption(context, contained);
    const message = `${inContacts(count)} the option "${label}". Keep it, or give them another one first.`;
    if (count > 0) return refuse('CONFLICT', message, [{ path: 'options', message, count }]);
  }
  return null;
}

export const inContacts = (count: number): string =>
  count === 1 ? '1 contact has' : `${count.toLocaleString('en')} contacts have`;

/** Options with a value made from the label where none is given; values and labels are unique. */
export function toOptions(given: NonNullable<Create['options']>) {
  const taken = new Set(given.flatMap(({ value }) => value ?? []));
  const options = given.map(({ value, label, color = null }): FieldOption => {
    const free = value ?? toKey(label, taken);
    taken.add(free);
    return { value: free, label, color };
  });
  for (const name of ['value', 'label'] as const) {
    const index = options.findIndex(
      (one, at) => options.findIndex((other) => other[name] === one[name]) < at,
    );
    if (index >= 0)
      return invalid([{ path: `options.${index}.${name}`, message: `Another option has this ${name}.` }]);
  }
  return { options };
}

/** Longest key made from a label, which leaves room for a number. */
const LONGEST = 60;
/** A free key from a label: its letters and digits without accents. Scripts without Latin letters give `field`. */
export function toKey(label: string, taken: ReadonlySet<string>): string {
  const words = normalizeText(label).match(/[a-z0-9]+/g) ?? [];
  const base =
    words
      .join('_')
      .replace(/^[_\d]+/, '')
      .slice(0, LONGEST) || 'field';
  const isFree = (key: string) => !taken.has(key) && key !== 'constructor';
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (isFree(key)) return key;
  }
}

/** Refuses a label or key that another field has. Throws any other error. */
function refuseTaken(cause: unknown) {
  for (const name of ['label', 'key'] as const)
    if (violates(cause, `fields_${name}`)) {
      const message = `A field with this ${name} already exists.`;
      return refuse('CONFLICT', message, [{ path: name, message }]);
    }
  throw cause;
}
