import type { Problem } from '@/lib/contacts/decide';
import { withPossiblePhone } from '@/lib/contacts/possible-phone';
import { type ContactField, contactFields, contactUpsert } from '@/lib/contract/contact';
import { detailsOf } from '@/lib/contract/error';
import type { ImportRow, ImportSettings } from '@/lib/contract/import';
import { segmentCreate } from '@/lib/contract/segment';
import type { FileRow } from '@/lib/import/record-scanner';
import { rowToContact } from '@/lib/import/row-to-contact';
import { segmentCell } from '@/lib/import/segment-cell';
import { detailOf } from '../contacts/contacts';

/** What a row asks for: values as they are stored, segments by title. */
export interface RowRequest {
  fields: Partial<Record<ContactField, string>>;
  segmentTitles?: string[];
  referralCode?: string;
}

export type RowProblem = ImportRow['problems'][number];

const rowSchema = withPossiblePhone(contactUpsert);

/** Names of the columns, and what they are imported as. */
export interface Columns {
  names: string[];
  settings: ImportSettings;
}

/** What a row of the file asks for by the rules of `POST /contacts`, and all that is wrong with it. */
export function rowRequestOf(
  { cells, problem }: FileRow,
  columns: Columns,
): { request: RowRequest; problems: RowProblem[] } {
  if (problem) return { request: { fields: {} }, problems: [{ ...nowhere, message: problem }] };
  const { values, segmentTitles, referralCode } = rowToContact(cells, columns.settings, columns.names);
  const parsed = rowSchema.safeParse(referralCode === undefined ? values : { ...values, referralCode });
  const problems = parsed.success
    ? []
    : detailsOf(parsed.error).map(({ path, message }) => ({ ...placeOf(path, cells, columns), message }));
  const titles = segmentTitles.map((title) => segmentCreate.safeParse({ title }));
  for (const title of titles)
    if (!title.success)
      problems.push({
        ...placeOf('segments', cells, columns),
        message: detailsOf(title.error)[0]?.message ?? 'This is not a title.',
      });
  const fields: RowRequest['fields'] = {};
  for (const name of contactFields) {
    const value = parsed.success ? parsed.data[name] : values[name];
    if (value) fields[name] = value;
  }
  const request: RowRequest = { fields };
  const found = titles.flatMap((title) => (title.success ? [title.data.title] : []));
  if (found.length > 0) request.segmentTitles = found;
  const code = parsed.success ? parsed.data.referralCode : null;
  if (code) request.referralCode = code;
  return { request, problems };
}

const nowhere = { column: null, value: null, contactId: null };

/** The column and the cell that a problem with `path` is about. */
export function placeOf(
  path: string,
  cells: string[],
  { names, settings }: Columns,
): Omit<RowProblem, 'message'> {
  const { targets } = settings;
  const target = path.startsWith('segmentIds') ? 'segments' : path;
  const index = targets.findIndex(
    (one) => one === target || (one === 'fullName' && (target === 'firstname' || target === 'lastname')),
  );
  if (index < 0) return nowhere;
  return { column: names[index] ?? null, value: (cells[index] ?? '').slice(0, 200), contactId: null };
}

/** A rule that a row breaks, with the column and the cell it is about. */
export const problemOf = (problem: Problem, cells: string[], columns: Columns): RowProblem => ({
  ...placeOf(problem.path, cells, columns),
  message: detailOf(problem).message,
  contactId: problem.owner?.id ?? null,
});

/** The cells of a row whose file may be gone, as far as they are imported. */
export function cellsOf(
  { fields, segmentTitles = [], referralCode = '' }: RowRequest,
  settings: ImportSettings,
): string[] {
  return settings.targets.map((target) => {
    if (target === 'segments') return segmentCell(segmentTitles, settings.segmentSeparator);
    if (target === 'referralCode') return referralCode;
    if (target === 'fullName') return [fields.firstname, fields.lastname].filter(Boolean).join(' ');
    return (target && fields[target as ContactField]) ?? '';
  });
}
