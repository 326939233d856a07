import { toFieldPath } from '@/lib/contacts/field-values';
import type { ErrorDetail } from '@/lib/contract/error';
import {
  type FieldOption,
  type FieldType,
  hasOptions,
  MOST_FIELDS,
  type NewField,
} from '@/lib/contract/field';
import type { ContactImport, ImportSettings } from '@/lib/contract/import';
import { titleKey } from '@/lib/contract/title-key';
import type { RequestContext } from '@/lib/database/statement';
import { mapInTurns } from '@/lib/import/in-turns';
import { JobFailure } from '@/lib/jobs/job';
import { type FieldRow, insertField, listFieldRows, toKey } from '../fields/fields';
import type { ParsedRow } from './corrections';
import { type Columns, locateProblem } from './row-request';

/** A field that a run creates, with the values of its column so far as options. */
export type PlannedField = NewField & { options: FieldOption[] };

/** Keys that fields have, and labels of those that are not archived. */
const takenNames = (fields: readonly FieldRow[]) => ({
  keys: new Set(fields.map(({ key }) => key)),
  labels: new Set(fields.flatMap(({ archived, label }) => (archived ? [] : titleKey(label)))),
});

/** Adds to each column the field that it could become, with a key and a label that are free. */
export function proposeFields(
  columns: ContactImport['columns'],
  types: readonly (FieldType | undefined)[],
  fields: readonly FieldRow[],
): ContactImport['columns'] {
  const { keys, labels } = takenNames(fields);
  return columns.map((column, index) => {
    const { name } = column;
    const label = labels.has(titleKey(name)) ? `${name.slice(0, 90)} ${index + 1}` : name;
    const key = toKey(label, keys);
    keys.add(key);
    labels.add(titleKey(label));
    return { ...column, newField: { key, label, type: types[index] ?? 'text' } };
  });
}

/** The new fields that a column becomes, without those whose key is taken by now. */
export const findNewFields = (
  { newFields = [], targets }: Pick<ImportSettings, 'newFields' | 'targets'>,
  fields: readonly FieldRow[],
): NewField[] =>
  newFields.filter(
    ({ key }) => targets.includes(toFieldPath(key)) && !fields.some((field) => field.key === key),
  );

/** Why these fields cannot be created. */
export function findNewFieldProblems(
  newFields: readonly NewField[],
  fields: readonly FieldRow[],
): ErrorDetail[] {
  const { keys, labels } = takenNames(fields);
  return newFields.flatMap(({ key, label }, index) => {
    const path = `settings.newFields.${index}`;
    const problems: ErrorDetail[] = [];
    if (keys.has(key))
      problems.push({ path: `${path}.key`, message: 'A field with this key already exists.' });
    if (labels.has(titleKey(label)))
      problems.push({ path: `${path}.label`, message: `A field “${label}” already exists.` });
    if (fields.length + index >= MOST_FIELDS)
      problems.push({ path, message: `An organization has at most ${MOST_FIELDS} fields.` });
    keys.add(key);
    labels.add(titleKey(label));
    return problems;
  });
}

/** Makes options of the labels that rows have in new fields, and puts their values into the requests. */
export async function addOptions(
  rows: ParsedRow[],
  columns: Columns,
  planned: readonly PlannedField[],
): Promise<void> {
  for (const { key, type, options } of planned.filter((field) => hasOptions(field.type))) {
    const byLabel = new Map(options.map(({ label, value }) => [titleKey(label), value]));
    const values = new Set(byLabel.values());
    /** The value of a label; `undefined` if there are too many. */
    const toValue = (label: string): string | undefined => {
      const known = byLabel.get(titleKey(label));
      if (known !== undefined || values.size === MOST_FIELDS) return known;
      const value = toKey(label, values);
      options.push({ value, label, color: null });
      byLabel.set(titleKey(label), value);
      values.add(value);
      return value;
    };
    await mapInTurns(rows, ({ row, request, leftOut }) => {
      const given = request.custom?.[key];
      if (given === undefined) return;
      const chosen = [given].flat().flatMap((label) => {
        const value = toValue(String(label));
        if (value !== undefined) return value;
        const { column } = locateProblem(toFieldPath(key), row.cells, columns);
        leftOut.push({ column, value: String(label), reason: 'unknown', message: TOO_MANY });
        return [];
      });
      const [first] = chosen;
      request.custom = { ...request.custom };
      if (first) request.custom[key] = type === 'choices' ? chosen : first;
      else delete request.custom[key];
    });
  }
}

const TOO_MANY = `A field has at most ${MOST_FIELDS} choices. Import this column as text.`;

/** Creates the fields of a plan that do not exist yet, except choices that no row has. @throws JobFailure if one cannot be. */
export async function createNewFields(
  context: RequestContext,
  planned: readonly PlannedField[],
): Promise<void> {
  if (planned.length === 0) return;
  const fields = await listFieldRows(context);
  const wanted = planned.filter(
    ({ key, type, options }) =>
      !fields.some((field) => field.key === key) && !(hasOptions(type) && options.length === 0),
  );
  const [problem] = findNewFieldProblems(wanted, fields);
  if (problem) throw new JobFailure(problem.message);
  for (const { options, ...field } of wanted) await insertField(context, field, options);
}
