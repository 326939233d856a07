import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod';
import type { ContactRow } from '@/lib/contacts/contact-row';
import { changedFields, type StoredContacts } from '@/lib/contacts/decide';
import { changedFieldValues } from '@/lib/contacts/field-values';
import { readContacts } from '@/lib/contacts/read';
import { recordsetSql } from '@/lib/contacts/write';
import type { FieldValues } from '@/lib/contract/field';
import type { ImportOutcome, ImportRow } from '@/lib/contract/import';
import { boundMarks } from '@/lib/contract/text';
import { byTitleKey, titleKey } from '@/lib/contract/title-key';
import type { Database } from '@/lib/database/database';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { CountryVotes, noVotes, type Votes } from '@/lib/import/country-votes';
import { mapInTurns } from '@/lib/import/in-turns';
import { InvalidFile } from '@/lib/import/invalid-file';
import { JobFailure, type JobKinds, type JobType, jobKind, type Work } from '@/lib/jobs/job';
import { listSegmentTitles } from '../segments/segments';
import { jobContext } from '../shared/job-context';
import { storageFull, storedBytes } from '../shared/storage';
import type { ParsedRow } from './corrections';
import { addCounts, countRows, type PlanCounts } from './count-rows';
import {
  decideRows,
  type RowDecision,
  type RowToDecide,
  rowToDecide,
  type SegmentsByTitle,
} from './decide-rows';
import { type Chunk, FileChunks, type PlanInput } from './file-chunks';
import { noOutcomes } from './import-run';
import { addOptions, type PlannedField } from './new-fields';
import { type Columns, locateProblem, outcomeDetails, type RowLeftOut, type RowProblem } from './row-request';

/** Most segments that an import may create. */
const MOST_NEW_SEGMENTS = 1_000;
/** Most files that are open at once. */
const MOST_OPEN = 8;

export interface PlanProgress extends PlanCounts {
  /** Planned share of the file, 0 to 1. */
  share: number;
  /** Bytes of the rows, as JSON. */
  bytes: number;
  newSegments: { id: string; title: string }[];
  newFields?: PlannedField[];
  votes: Votes;
  suggestedCountry: string | null;
  /** Redemptions by the rows so far, by code id. */
  codeUses: Record<string, number>;
}

export const nothingPlanned: PlanProgress = {
  ...noOutcomes,
  rows: 0,
  repeated: 0,
  leftOut: 0,
  leftOutReasons: {},
  corrected: 0,
  unusualPhones: { count: 0, first: [] },
  suggestedCountry: null,
  share: 0,
  bytes: 0,
  newSegments: [],
  newFields: [],
  votes: noVotes(),
  codeUses: {},
};

export const planType: JobType<PlanInput, PlanProgress> = {
  name: 'import-plan',
  input: z.custom<PlanInput>(),
  progress: z.custom<PlanProgress>(),
};

/** Details that a plan shows of a row besides its outcome. */
export interface RowDetails {
  changes?: ImportRow['changes'];
  segmentsAdded?: string[];
  problems?: RowProblem[];
  leftOut?: RowLeftOut[];
  corrected?: ImportRow['corrected'];
  /** Whether the row's number is unusual, and new to its contact. */
  isUnusual?: true;
  /** Id of the code that the row redeems. */
  redeems?: string;
}

interface Earlier {
  contact_id: string;
  line: number;
  after: ContactRow;
}

/** Contacts of the plan's earlier rows, as the latest of these left them. `contacts/read.ts` explains such look-ups. */
const readEarlier = scoped<Earlier>(
  'read_earlier_import_rows',
  `select k.contact_id, r.line, r.after from (
     select r.contact_id from unnest($3::text[]) g cross join lateral (
       select contact_id, plan_id from import_rows where organization_id = $1 and email = g offset 0) r
     where r.plan_id = $2
     union
     select r.contact_id from unnest($4::text[]) g cross join lateral (
       select contact_id, plan_id from import_rows where organization_id = $1 and phone = g offset 0) r
     where r.plan_id = $2
     union
     select r.contact_id from import_rows r
     where r.organization_id = $1 and r.ids && $6::text[] and r.ids is not null and r.plan_id = $2
     union
     select unnest($5::uuid[])) k
   cross join lateral (
     select line, after from (
       select line, after, plan_id from import_rows where organization_id = $1 and contact_id = k.contact_id offset 0) r
     where r.plan_id = $2 and after is not null order by line desc limit 1) r`,
);
const ROWS = `line integer, outcome text, contact_id uuid, request text, after text, email text, phone text, details text,
  repeats integer, cells text, ids text[]`;
export const writeRows = scoped(
  'write_import_rows',
  `insert into import_rows (organization_id, plan_id, line, outcome, contact_id, request, after, email, phone, details, repeats, cells, ids)
   select $1, $2, line, outcome, contact_id, request::json, after::json, email, phone, details::jsonb, repeats, cells::json, ids
   from ${recordsetSql('$3', ROWS)}`,
);
/** Updates rows that were replanned. */
export const rewriteRows = scoped(
  'rewrite_import_rows',
  `update import_rows r set outcome = g.outcome, contact_id = g.contact_id, request = g.request::json, after = g.after::json,
     email = g.email, phone = g.phone, details = g.details::jsonb, repeats = g.repeats, cells = g.cells::json,
     ids = g.ids
   from ${recordsetSql('$3', ROWS)} where r.organization_id = $1 and r.plan_id = $2 and r.line = g.line`,
);
const removeOldRows = scoped(
  'remove_old_import_rows',
  `with gone as (delete from import_rows where organization_id = $1 and plan_id = any($2))
   update jobs set progress = progress || '{"bytes": 0}' where organization_id = $1 and id = any($2)`,
);

/** The live segments, by their titles. */
export async function segmentsByTitle(context: RequestContext): Promise<SegmentsByTitle> {
  return byTitleKey(await listSegmentTitles(context));
}

interface PlanOptions {
  /** Whether the contacts are those of a replica, which creates no segments and knows no referral codes. */
  isReplica: boolean;
  /** Bytes that an organization may store. */
  storageLimit?: number;
}

/** Decides every row of the file by the rules of `POST /contacts`, as if those before it had been written. Writes no contact. */
export function planJob(database: Database, options: PlanOptions): JobKinds {
  const files = new Map<string, FileChunks>();
  /** Closes the file of a plan, if it is open. */
  const close = (id: string) => {
    files.get(id)?.close();
    files.delete(id);
  };
  return jobKind(planType, {
    /** Reads the next rows of the file, which stays open for later chunks. @throws JobFailure if it cannot be read. */
    async prepare({ job }) {
      let chunks = files.get(job.id);
      if (!chunks || chunks.isClosed) chunks = new FileChunks(database, job);
      files.delete(job.id);
      try {
        const chunk = await chunks.at(job.position);
        files.set(job.id, chunks);
        for (const id of [...files.keys()].slice(0, -MOST_OPEN)) close(id);
        return chunk;
      } catch (cause) {
        chunks.close();
        throw cause instanceof InvalidFile ? new JobFailure(cause.message) : cause;
      }
    },
    /** Plans the rows; after the last ones, closes the file. */
    run: async (chunk) => {
      const next = await planChunk(chunk, options);
      if (next.done) close(chunk.job.id);
      return next;
    },
  });
}

/**
 * Decides and stores the rows of a chunk. The first forgets older plans, the last suggests a country. @throws JobFailure if
 * the storage is full.
 */
async function planChunk(
  { job, database, client, prepared }: Parameters<Work<PlanInput, PlanProgress, Chunk>>[0],
  { isReplica, storageLimit = Number.POSITIVE_INFINITY }: PlanOptions,
): ReturnType<Work<PlanInput, PlanProgress>> {
  const { rows, share, isLast } = prepared;
  const { input } = job;
  const context = { ...jobContext(database, job), client };
  const progress = structuredClone(job.progress);
  const { names } = input;
  const settings = isReplica ? { ...input.settings, createSegments: false } : input.settings;
  const columns: Columns = { names, settings };
  if (job.position === 0) await forgetOlderPlans(context, input.importId, job.id);
  const bytes = await storedBytes(context);
  if (bytes >= storageLimit) throw new JobFailure(storageFull(bytes, storageLimit));

  const parsed = rows.map(copyRow);
  const records = await planRows(context, parsed, { planId: job.id, columns, progress, isReplica });
  const json = JSON.stringify(records);
  if (records.length > 0) await writeRows(context, job.id, json);
  const [counts] = await countRows(context, job.id, records[0]?.line ?? 0);
  if (counts) addCounts(progress, counts);
  progress.bytes += json.length;
  progress.share = share;
  if (!settings.country) {
    const voting = new CountryVotes(names, progress.votes);
    for (const { row, request, leftOut } of parsed) {
      voting.add(row.cells, request.fields);
      for (const { reason, value } of leftOut)
        if (reason === 'noCountry') voting.addUnplaced(value ?? '', row.cells);
    }
    if (isLast) progress.suggestedCountry = voting.winner();
  }
  return { position: job.position + 1, progress, done: isLast };
}

/** Copies what planning changes in a row, because the chunk may be repeated. */
const copyRow = (one: ParsedRow): ParsedRow => ({
  ...one,
  request: { ...one.request },
  leftOut: [...one.leftOut],
});

interface PlanOf {
  planId: string;
  columns: Columns;
  /** Updated with the segments, options of fields and codes of the rows. */
  progress: Pick<PlanProgress, 'newSegments' | 'newFields' | 'codeUses'>;
  isReplica: boolean;
}

/**
 * Decides rows as if all other rows of the plan had been written. Returns the records to store, and adds new segments and
 * uses of codes to `progress`.
 */
export async function planRows(
  context: RequestContext,
  parsed: ParsedRow[],
  { planId, columns, progress, isReplica }: PlanOf,
) {
  const segments = await segmentsByTitle(context);
  for (const segment of progress.newSegments) segments.set(titleKey(segment.title), segment);
  const newFields = progress.newFields ?? [];
  await mapInTurns(parsed, (one) => addTitles(one, columns, segments, progress));
  await addOptions(parsed, columns, newFields);
  // A connected service keeps no marks.
  if (isReplica) for (const { request } of parsed) delete request.doNotContact;
  const valid = parsed.filter(({ problems }) => problems.length === 0);
  const requests = await mapInTurns(valid, ({ request }) => ({
    ...rowToDecide(request, columns.settings, segments, context.actor),
    // A connected service finds contacts by their addresses only.
    ...(isReplica && { referralCode: null, contactId: null }),
  }));
  const { stored, clock } = await readContacts(context, requests);
  for (const { id } of progress.newSegments) stored.segments.set(id, null);
  for (const field of newFields) stored.fields.set(field.key, { ...field, archived: false });
  const lines = await applyEarlier(context, planId, requests, stored, progress);
  const decisions = decideRows(stored, requests, clock, columns.settings);

  const titles = new Map([...segments.values()].map(({ id, title }) => [id, title]));
  const decided = new Map(valid.map((one, index) => [one, decisions[index] as RowDecision]));
  return mapInTurns(parsed, (one) => {
    const decision = decided.get(one);
    const record = toPlanRecord(one, decision, columns, titles, lines);
    const ids = record.after ? stored.idsOf(record.after).map(({ key }) => key) : [];
    const contactId = record.contact_id;
    const before = contactId ? lines.get(contactId) : undefined;
    // A replanned row may come before the other rows about the contact.
    const repeats = before !== undefined && before < record.line ? before : null;
    if (contactId) lines.set(contactId, record.line);
    if (decision?.redeemed && (record.outcome === 'created' || record.outcome === 'updated')) {
      const { id } = decision.redeemed;
      progress.codeUses[id] = (progress.codeUses[id] ?? 0) + 1;
      record.details = { ...record.details, redeems: id };
    }
    return { repeats, ...record, ...(ids.length > 0 && { ids }) };
  });
}

/** Deletes the rows of earlier plans: an import only shows its latest. */
export async function forgetOlderPlans(
  context: RequestContext,
  importId: string,
  planId: string,
): Promise<void> {
  const older = await olderPlans(context, importId, planId);
  if (older.length > 0)
    await removeOldRows(
      context,
      older.map(({ id }) => id),
    );
}

const olderPlans = scoped<{ id: string }>(
  'older_import_plans',
  `select id from jobs where organization_id = $1 and kind = '${planType.name}' and input ->> 'importId' = $2::text and id < $3`,
);

/** Adds unknown titles to the segments that a run will create, or leaves them out of the row. */
function addTitles(
  { row, request, leftOut }: ParsedRow,
  columns: Columns,
  segments: SegmentsByTitle,
  progress: PlanOf['progress'],
): void {
  const titles = request.segmentTitles ?? [];
  const { createSegments } = columns.settings;
  const { column } = locateProblem('segments', row.cells, columns);
  const leaveOut = (value: string, message: string) =>
    leftOut.push({ column, value, reason: 'unknown', message });
  const kept = titles.filter((title) => {
    const key = titleKey(title);
    if (segments.has(key)) return true;
    if (!createSegments) leaveOut(title, `There is no segment “${title}”.`);
    else if (progress.newSegments.length >= MOST_NEW_SEGMENTS)
      leaveOut(title, `An import creates at most ${MOST_NEW_SEGMENTS.toLocaleString('en')} segments.`);
    else {
      const segment = { id: uuidv7(), title };
      segments.set(key, segment);
      progress.newSegments.push(segment);
      return true;
    }
    return false;
  });
  if (kept.length < titles.length) request.segmentTitles = kept;
}

/** Updates `stored` with the results and redemptions of earlier rows. @returns The last line about each of these contacts. */
async function applyEarlier(
  context: RequestContext,
  planId: string,
  requests: RowToDecide[],
  stored: StoredContacts,
  progress: PlanOf['progress'],
): Promise<Map<string, number>> {
  for (const code of new Set(stored.codes.values())) code.redemption_count += progress.codeUses[code.id] ?? 0;
  const given = (name: 'email' | 'phone') => [
    ...new Set(requests.flatMap(({ fields }) => fields[name] ?? [])),
  ];
  const ids = requests.flatMap(({ custom }) =>
    stored.idsOf({ custom: custom as FieldValues }).map(({ key }) => key),
  );
  const earlier = await readEarlier(context, planId, given('email'), given('phone'), stored.ids(), ids);
  for (const { after } of earlier) stored.replace(after);
  return new Map(earlier.map(({ contact_id, line }) => [contact_id, line]));
}

/** A row as the plan stores it. `lines`: the last line about each contact, by its id. */
function toPlanRecord(
  parsed: ParsedRow,
  decision: RowDecision | undefined,
  columns: Columns,
  titles: ReadonlyMap<string, string>,
  lines: ReadonlyMap<string, number>,
) {
  const { row, request, corrected, unusual } = parsed;
  const details: RowDetails = {};
  const outcome: ImportOutcome = decision?.row ?? 'rejected';
  const found = decision
    ? outcomeDetails(decision, parsed, row.cells, columns)
    : { problems: [], leftOut: [] };
  const problems = [...parsed.problems, ...found.problems.map((one) => nameOtherLine(one, outcome, lines))];
  const leftOut = [...parsed.leftOut, ...found.leftOut];
  if (problems.length > 0) details.problems = problems;
  if (leftOut.length > 0) details.leftOut = leftOut;
  if (corrected.length > 0) details.corrected = corrected;
  if (unusual && decision && decision.before?.phone !== request.fields.phone) details.isUnusual = true;
  const { after } = decision ?? {};
  const isChange = outcome === 'created' || outcome === 'updated';
  if (decision) Object.assign(details, toRowChanges(decision, titles));
  const isKept = outcome === 'rejected' || outcome === 'conflict' || outcome === 'shared';
  return {
    line: row.line,
    outcome,
    contact_id: isKept ? null : (after?.id ?? null),
    request,
    after: isKept ? null : (after ?? null),
    // A refused row keeps its email and phone, by which an erasure finds it.
    email: isKept ? request.fields.email : isChange ? after?.email : null,
    phone: isKept ? request.fields.phone : isChange ? after?.phone : null,
    details: Object.keys(details).length > 0 ? details : null,
    // Searches use SQL's normalize, which takes quadratic time for combining marks.
    cells: isKept || details.leftOut || parsed.isCorrected ? row.cells.map(boundMarks) : null,
  };
}

/** Names the line of the other person of a `shared` row, who may only be in the file and have no page yet. */
function nameOtherLine(
  problem: RowProblem,
  outcome: ImportOutcome,
  lines: ReadonlyMap<string, number>,
): RowProblem {
  const line = problem.contactId && lines.get(problem.contactId);
  return line && outcome === 'shared'
    ? { ...problem, message: problem.message.replace('Another person', `Line ${line}`), contactId: null }
    : problem;
}

/** The changes of a row: fields of an existing contact, the organization's own too, and added segments. */
export function toRowChanges(
  { row, before, after, added }: RowDecision,
  titles: ReadonlyMap<string, string>,
): Pick<RowDetails, 'changes' | 'segmentsAdded'> {
  if (row !== 'created' && row !== 'updated') return {};
  return {
    ...(before &&
      after && { changes: [...changedFields(before, after), ...changedFieldValues(before, after)] }),
    ...(added.length > 0 && { segmentsAdded: added.flatMap((id) => titles.get(id) ?? []).sort() }),
  };
}
