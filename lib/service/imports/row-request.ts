import { toFieldKey } from '@/lib/contacts/field-values';
import { contactUpdate, contactUpsert } from '@/lib/contract/contact';
import { type ContactField, detailFields } from '@/lib/contract/contact-fields';
import { toErrorDetails } from '@/lib/contract/error';
import type { ImportRow, ImportSettings } from '@/lib/contract/import';
import { noteCreate } from '@/lib/contract/note';
import { segmentCreate } from '@/lib/contract/segment';
import type { FieldReader } from '@/lib/import/own-field-cell';
import type { FileRow } from '@/lib/import/record-scanner';
import { type LeftOut, MOST_TITLES, rowToContact, UNUSUAL } from '@/lib/import/row-to-contact';
import { segmentCell } from '@/lib/import/segment-cell';
import { toErrorDetail } from '../contacts/contacts';
import type { RowDecision, RowOmission, RowRequest } from './decide-rows';

export type RowProblem = ImportRow['problems'][number];
export type RowLeftOut = ImportRow['leftOut'][number];

/** Names of the columns, and what they are imported as. */
export interface Columns {
  names: string[];
  settings: ImportSettings;
  /** See `ownEmail` in `lib/import`. */
  ownEmail?: string | null;
  /** Own fields by their targets. */
  fields?: ReadonlyMap<string, FieldReader>;
}

/** A row as known before contacts are read. */
export interface ParsedRequest {
  request: RowRequest;
  /** Why the row cannot be read. */
  problems: RowProblem[];
  leftOut: RowLeftOut[];
  corrected: ImportRow['corrected'];
  /** The note on a phone that is left out because it is unusual. */
  unusual: RowLeftOut | null;
}

/** Checks texts and code, so that only the invalid values are left out. Email and phone are normalized already. */
const rowSchema = contactUpdate
  .omit({ email: true, phone: true, segmentIds: true })
  .extend({ referralCode: contactUpsert.shape.referralCode });

/**
 * Converts a row of the file to a request. Values that `POST /contacts` would refuse are in `leftOut`; a row that cannot be
 * read has only its problem.
 */
export function toRowRequest({ cells, problem }: FileRow, columns: Columns): ParsedRequest {
  const { names, settings, ownEmail, fields } = columns;
  const nothing = { request: { fields: {} }, problems: [], leftOut: [], corrected: [], unusual: null };
  if (problem) return { ...nothing, problems: [{ ...nowhere, message: problem }] };
  const row = rowToContact(cells, settings, names, ownEmail, fields);
  /** Names the column of a value that is left out. */
  const toRowLeftOut = ({ column, ...one }: LeftOut): RowLeftOut => ({
    column: names[column] ?? null,
    ...one,
  });
  const leftOut = row.leftOut.map(toRowLeftOut);
  /** Leaves out the value at a path as invalid. */
  const refuse = (path: string, message: string) => {
    const { column, value } = locateProblem(path, cells, { names, settings });
    leftOut.push({ column, value, reason: 'invalid', message });
  };

  const { email, phone, ...texts } = row.values;
  const values: Record<string, string | undefined> = { ...texts, referralCode: row.referralCode };
  let parsed = rowSchema.safeParse(values);
  if (!parsed.success) {
    for (const { path, message } of toErrorDetails(parsed.error)) {
      if (path in values) refuse(path, message);
      delete values[path];
    }
    parsed = rowSchema.safeParse(values);
  }
  const valid = parsed.data ?? {};
  const request: RowRequest = { fields: {} };
  if (email) request.fields.email = email;
  if (phone) request.fields.phone = phone;
  for (const name of detailFields) if (valid[name]) request.fields[name] = valid[name];
  const [extra] = row.segmentTitles.slice(MOST_TITLES);
  const titles = row.segmentTitles.slice(0, MOST_TITLES).flatMap((title) => {
    const { data, error } = segmentCreate.safeParse({ title });
    if (error) refuse('segments', toErrorDetails(error)[0]?.message ?? 'This is not a title.');
    return data ? [data.title] : [];
  });
  if (extra !== undefined)
    leftOut.push({
      column: locateProblem('segments', cells, { names, settings }).column,
      value: extra.slice(0, 200),
      reason: 'extra',
      message: `At most ${MOST_TITLES} segments.`,
    });
  if (row.id) request.id = row.id;
  if (row.custom) request.custom = row.custom;
  if (titles.length > 0) request.segmentTitles = titles;
  if (valid.referralCode) request.referralCode = valid.referralCode;
  if (row.note) {
    const { data, error } = noteCreate.safeParse({ text: row.note });
    if (error) refuse('note', toErrorDetails(error)[0]?.message ?? 'This is not a note.');
    else request.note = data.text;
  }
  if (row.doNotContact) request.doNotContact = true;
  if (row.unusual && settings.unusualPhones !== 'import') request.isUnusual = true;
  const corrected = row.corrected.map(({ column, value, readAs }) => ({
    column: names[column] ?? null,
    value: value.slice(0, 200),
    readAs,
  }));
  return {
    request,
    problems: [],
    leftOut,
    corrected,
    unusual: row.unusual ? toRowLeftOut(row.unusual) : null,
  };
}

const nowhere = { column: null, value: null, contactId: null };

/** The column and the cell of a problem at `path`, cut at 200 characters; null if no column has it. */
export function locateProblem(
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

/** The problems and left-out values of a decided row, as far as they depend on stored data. */
export function outcomeDetails(
  { row, problems, leftOut }: RowDecision,
  { request, unusual }: Pick<ParsedRequest, 'request' | 'unusual'>,
  cells: string[],
  columns: Columns,
): { problems: RowProblem[]; leftOut: RowLeftOut[] } {
  /** Describes a broken rule: column, value, message and the other contact. */
  const told = ({ path, rule, owner, message }: RowOmission) => {
    // If email and phone are missing, no column is at fault.
    const { column, value } = rule === 'no_identifier' ? nowhere : locateProblem(path, cells, columns);
    return {
      column,
      value: (path === 'email' || path === 'phone' ? request.fields[path] : null) ?? value,
      message:
        rule === 'shared'
          ? `Another person has this ${path}.`
          : rule === 'unusual'
            ? UNUSUAL
            : rule === 'changed'
              ? 'The contact has changed since this was approved.'
              : toErrorDetail({ path, rule, owner, message }).message,
      contactId: owner?.id ?? null,
    };
  };
  // Report what held the row back as a problem, not as left out.
  const isWhy = ({ rule }: RowOmission) => rule === 'changed' || (row === 'shared' && rule === 'shared');
  return {
    problems: [...problems, ...leftOut.filter(isWhy)].map(told),
    leftOut: leftOut
      .filter((one) => !isWhy(one))
      .map((one): RowLeftOut => {
        if (one.rule === 'unusual' && unusual) return unusual;
        const { contactId: _, ...place } = told(one);
        return { ...place, reason: one.rule === 'shared' || one.rule === 'unusual' ? one.rule : 'unknown' };
      }),
  };
}

/** Rebuilds the imported cells of a row from its request, because the file may be gone. */
export function rebuildCells(
  { id = '', fields, custom, segmentTitles = [], referralCode = '', note = '' }: RowRequest,
  settings: ImportSettings,
): string[] {
  return settings.targets.map((target) => {
    if (target === 'id') return id;
    if (target === 'segments') return segmentCell(segmentTitles, settings.segmentSeparator);
    if (target === 'referralCode') return referralCode;
    if (target === 'note') return note;
    if (target === 'fullName') return [fields.firstname, fields.lastname].filter(Boolean).join(' ');
    if (target === 'doNotContact') return '';
    const key = target && toFieldKey(target);
    if (key) return String(custom?.[key] ?? '');
    return (target && fields[target as ContactField]) ?? '';
  });
}
