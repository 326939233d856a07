import { v7 as uuidv7 } from 'uuid';
import {
  type FieldDefinition,
  type FieldOption,
  type FieldValue,
  hasOptions,
  MOST_FIELDS,
} from '@/lib/contract/field';
import { type FieldTypePlan, TYPE_EXAMPLES } from '@/lib/contract/field-type';
import type { ParsedValue } from '@/lib/contract/field-value';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { toFieldCell } from '@/lib/import/own-columns';
import { fieldReader } from '@/lib/import/own-field-cell';
import { toOptions } from '../fields/fields';
import { type HandlerCall, invalid } from '../shared/reply';
import { dropChunks, readChunk, snapshotValues } from './chunks';

/** Converts values of a field to another type: as an import reads them from an export. */
export function valueConverter(
  from: FieldDefinition,
  to: FieldDefinition,
): (value: FieldValue) => ParsedValue {
  const { read } = fieldReader(to);
  // Without the quotation marks that separate several labels.
  const single: FieldDefinition = hasOptions(from.type) ? { ...from, type: 'choice' } : from;
  return (value) => {
    const cell = toFieldCell(Array.isArray(value) && value.length > 1 ? from : single, value);
    const parsed = read(cell);
    // Requests and imports refuse these as well, but would not lose the zeros: only a conversion says this.
    const hasZeros =
      to.type === 'number' && parsed.message && !read(cell.trim().replace(ZEROS, '$1')).message;
    return hasZeros ? { message: ZEROS_LOST } : parsed;
  };
}

/** Zeros before a number. */
const ZEROS = /^(-?)0+(?=\d)/;
const ZEROS_LOST = 'Leading zeros would be lost.';

/** Different values of a field, as many as may become options, and one more. */
const distinctValues = scoped<{ value: FieldValue }>(
  'distinct_values_of_field',
  `select distinct fields -> $2::text as value from contacts
   where organization_id = $1 and fields is not null and fields ? $2::text limit ${MOST_FIELDS + 1}`,
);
/**
 * Values of live contacts that an older one has, and how many have each; `total` of all. Values too long for ids count as
 * such.
 */
const duplicates = scoped<{ contactId: string; value: FieldValue; count: number; total: number }>(
  'duplicate_values_of_field',
  `select (array_agg(id) filter (where rank = 2))[1] as "contactId", value, count(*) as count,
     sum(count(*)) over ()::integer as total from (
     select id, fields -> $2::text as value, row_number() over (partition by fields -> $2::text order by id) as rank
     from contacts where organization_id = $1 and deleted_at is null and fields is not null and fields ? $2::text) v
   where rank > 1 and length(value #>> '{}') <= 200 group by value order by 1 limit ${TYPE_EXAMPLES}`,
);

const TOO_MANY = `The values would need more than ${MOST_FIELDS} options. Give the options, or choose another type.`;

/** The options of a choice that are given, that another choice has, or that values need; or a refusal. */
async function chooseOptions(context: RequestContext, from: FieldDefinition, to: NewForm) {
  if (!hasOptions(to.type))
    return to.options
      ? invalid([{ path: 'options', message: 'Only choices have options.' }])
      : { options: [] };
  if (to.options) return toOptions(to.options);
  if (hasOptions(from.type)) return { options: from.options };
  const values = await distinctValues(context, from.key);
  const read = valueConverter(from, { ...from, type: to.type, options: [] });
  const labels = new Set(values.flatMap(({ value }) => read(value).value ?? []).map(String));
  if (values.length > MOST_FIELDS || labels.size > MOST_FIELDS)
    return invalid([{ path: 'options', message: TOO_MANY }]);
  if (labels.size === 0) return invalid([{ path: 'options', message: 'Give at least one option.' }]);
  return toOptions([...labels].sort().map((label) => ({ label })));
}

type NewForm = HandlerCall<'previewFieldType'>['body'];

/** What a change of type would do, by chunks of a snapshot, which is dropped again; or a refusal. */
export async function planTypeChange(context: RequestContext, from: FieldDefinition, form: NewForm) {
  const chosen = await chooseOptions(context, from, form);
  if ('refusal' in chosen) return chosen;
  const to: FieldDefinition = { key: from.key, type: form.type, options: chosen.options };
  const plan: FieldTypePlan & { options: FieldOption[] } = {
    convertible: 0,
    inconvertible: 0,
    examples: [],
    options: to.options,
  };
  const convert = valueConverter(from, to);
  const id = uuidv7();
  const { chunks } = await snapshotValues(context, id, from.key);
  for (let number = 1; number <= chunks; number++) {
    const [chunk] = await readChunk(context, id, number);
    const values = Object.entries(chunk?.field_changes ?? {}) as [string, FieldValue][];
    for (const [contactId, value] of values) {
      const { message } = convert(value);
      if (message === undefined) continue;
      plan.inconvertible++;
      const same = plan.examples.find((one) => String(one.value) === String(value));
      if (same) same.count++;
      else if (plan.examples.length < TYPE_EXAMPLES)
        plan.examples.push({ contactId, value, message, count: 1 });
    }
    plan.convertible += values.length;
  }
  await dropChunks(context, id);
  if (to.type === 'id') {
    const found = await duplicates(context, from.key);
    plan.inconvertible += found[0]?.total ?? 0;
    const examples = found.map(({ total, ...one }) => ({ ...one, message: TAKEN }));
    plan.examples = [...plan.examples, ...examples].slice(0, TYPE_EXAMPLES);
  }
  plan.convertible -= plan.inconvertible;
  return { to, plan };
}

const TAKEN = 'Another contact has this value.';
