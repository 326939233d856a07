import type { PoolClient } from 'pg';
import { type BulkWriter, localWriter, type Settled } from '@/lib/contacts/bulk-writer';
import { allAssignments, type ContactRow } from '@/lib/contacts/contact-row';
import { isChange } from '@/lib/contacts/decide';
import { allFieldValues } from '@/lib/contacts/field-values';
import { addImportedNotes } from '@/lib/contacts/notes';
import { recordsetSql } from '@/lib/contacts/write';
import { contactFields } from '@/lib/contract/contact-fields';
import type { ImportOutcome } from '@/lib/contract/import';
import { titleKey } from '@/lib/contract/title-key';
import type { Database } from '@/lib/database/database';
import { givenColumns, givenState } from '@/lib/database/imported-contacts';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { gatherStatistics } from '@/lib/database/statistics';
import { type Advance, type Job, type JobKinds, jobKind } from '@/lib/jobs/job';
import { createSegmentRow } from '../segments/segments';
import { jobContext, requireToken } from '../shared/job-context';
import { decideRows, type RowDecision, type RowRequest, rowToDecide } from './decide-rows';
import { rowsPerChunk } from './file-chunks';
import {
  importRunType,
  ONLY_MARKS_SQL,
  RUNNABLE,
  type RunInput,
  type RunProgress,
  SQL_RUNNABLE,
} from './import-run';
import { markAddresses } from './mark-addresses';
import { createNewFields } from './new-fields';
import { type RowDetails, segmentsByTitle, toRowChanges } from './plan-job';
import { outcomeDetails, rebuildCells } from './row-request';
import { type Chunk, undoRun } from './undo-run';

/** Numbers of chunks after which the planner's statistics are updated. */
const STATISTICS_AFTER = [1, 10, 100];
/** Fewest rows of an import that also updates statistics at its end. */
const STATISTICS_ROWS = 1_000;

interface Row {
  line: number;
  outcome: ImportOutcome;
  request: RowRequest;
  /** Id of the planned contact. */
  contact_id: string | null;
  /** The planned contact, if the run must be exact. */
  after: ContactRow | null;
  /** Id of the code that the row redeems. */
  redeems: string | null;
  repeats: number | null;
  /** Its outcome in an interrupted attempt at the chunk. */
  result: ImportOutcome | null;
}

const readRows = scoped<Row>(
  'read_import_rows_to_run',
  `select line, outcome, request, contact_id, repeats, result, case when $5 then after end as after, details ->> 'redeems' as redeems
   from import_rows
   where organization_id = $1 and plan_id = $2 and line > $3 and (outcome in (${SQL_RUNNABLE}) or ${ONLY_MARKS_SQL})
   order by line limit $4`,
);
const readDetails = scoped<{ line: number; details: RowDetails | null }>(
  'read_import_row_details',
  'select line, details from import_rows where organization_id = $1 and plan_id = $2 and line = any($3)',
);
const noteResults = scoped(
  'note_import_results',
  `update import_rows r set result = g.result, contact_id = coalesce(g.contact_id, r.contact_id),
     details = coalesce(g.details::jsonb, r.details - 'problems')
   from ${recordsetSql('$3', 'line integer, result text, contact_id uuid, details text')}
   where r.organization_id = $1 and r.plan_id = $2 and r.line = g.line`,
);
const forgetResults = scoped(
  'forget_import_results',
  'update import_rows set result = null where organization_id = $1 and plan_id = $2 and line = any($3)',
);
/** Marks contacts that others changed between two chunks as kept, because an undo would lose that change. */
const noteContacts = scoped(
  'note_imported_contacts',
  `insert into imported_contacts as c (organization_id, run_id, contact_id, chunk, before, version, kept, state)
   select $1, $2, contact_id, $3, before::jsonb, version, kept, ${givenState}
   from ${recordsetSql('$4', `contact_id uuid, before text, version integer, kept boolean, ${givenColumns}`)}
   on conflict (run_id, contact_id, organization_id) do update set version = excluded.version, state = excluded.state,
     kept = c.kept or c.version is distinct from (excluded.before ->> 'version')::integer`,
);

interface Done extends Advance<RunProgress> {
  /** Lines of the rows that turned out as planned. */
  asPlanned?: number[];
}

/**
 * Writes the next rows, decided once more by the rules of the plan on what is stored now, and records results and undo
 * records. The first chunk creates new segments and fields.
 */
async function runChunk({ context, job, writer }: Chunk, all: Row[], most: number): Promise<Done> {
  const { input } = job;
  const { settings, planId } = input;
  const progress = { ...job.progress };
  const segments = await segmentsByTitle(context);
  for (const title of job.position === 0 ? input.newSegments : [])
    if (!segments.has(titleKey(title))) {
      const segment = await createSegmentRow(context, title, null);
      segments.set(titleKey(title), segment);
    }
  if (job.position === 0) await createNewFields(context, input.newFields ?? []);
  const titles = new Map([...segments.values()].map(({ id, title }) => [id, title]));
  const rows = all.filter(({ outcome }) => isRunnable(outcome));
  const left = rows.filter(({ result }) => !result);
  const results = new Map(
    rows.map(({ line, outcome, result }) => [line, { result, isAsPlanned: result === outcome }]),
  );

  /**
   * Stores the results of rows, unless they are as planned, and the undo records of their contacts. Remote results are
   * always stored.
   */
  const settle = async (settled: Settled<RowDecision>[]) => {
    const planned = await readPlannedDetails(context, planId, left, settled);
    const records = settled.flatMap((one): object[] => {
      const row = left[one.index] as Row;
      const { line } = row;
      const { result, details } = toRowResult(row, one, planned.get(line), input, titles);
      results.set(line, { result, isAsPlanned: !details });
      // A repeated chunk skips rows that have a result.
      return details || writer.isRemote
        ? [{ line, result, contact_id: one.decision?.after?.id, details }]
        : [];
    });
    if (records.length > 0) await noteResults(context, planId, JSON.stringify(records));
    const contacts = toUndoRecords(settled);
    const json = JSON.stringify(contacts);
    if (contacts.length > 0) await noteContacts(context, job.id, job.position + 1, json);
    progress.bytes += json.length;
    const notes = toNotes(left, settled);
    const { kind, id, name } = context.actor;
    if (notes.length > 0 && !writer.isRemote)
      await addImportedNotes(context, job.id, JSON.stringify(notes), kind, id, name);
  };
  await writer.apply({
    context,
    requests: left.map(({ request, outcome, contact_id, after, redeems }) => ({
      ...rowToDecide(request, settings, segments, context.actor),
      newId: outcome === 'created' ? contact_id : null,
      ...(input.isExact && isRunnable(outcome) && { approved: { outcome, after, redeems } }),
    })),
    inOrder: rows.some(({ repeats }) => repeats !== null),
    decide: (stored, requests, clock) => decideRows(stored, requests, clock, settings),
    settle,
    reopen: (index) =>
      noteResults(context, planId, JSON.stringify([{ line: left[index]?.line, result: null }])),
  });

  const asPlanned: number[] = [];
  await markAddresses(
    context,
    all.flatMap(({ line, outcome, request, contact_id }) => {
      const now = results.get(line)?.result ?? outcome;
      const isMarked = request.doNotContact && !isRunnable(now) && now !== 'rejected';
      return isMarked ? { fields: request.fields, contactId: contact_id ?? request.id ?? null } : [];
    }),
  );
  for (const [line, { result, isAsPlanned }] of results) {
    if (result) progress[result]++;
    if (isAsPlanned) asPlanned.push(line);
  }
  progress.rows += rows.length;
  progress.changed += rows.length - asPlanned.length;
  progress.line = all.at(-1)?.line ?? progress.line;
  return { position: job.position + 1, progress, done: all.length < most, asPlanned };
}

/** The result of a row, with `details` unless it is as planned. */
function toRowResult(
  { outcome, request }: Row,
  { decision, refused }: Settled<RowDecision>,
  plan: RowDetails | undefined,
  { settings, names }: RunInput,
  titles: ReadonlyMap<string, string>,
): { result: ImportOutcome; details?: RowDetails } {
  if (!decision) {
    const problem = { column: null, value: null, contactId: null, message: refused };
    return { result: 'rejected', details: { ...plan, problems: [problem] } };
  }
  const result = toImportOutcome(decision);
  if (!plan && result === outcome) return { result };
  const changes = toRowChanges(decision, titles);
  const cells = rebuildCells(request, settings);
  const columns = { names, settings };
  const { problems, leftOut } = outcomeDetails(decision, { request, unusual: null }, cells, columns);
  const { leftOut: known = [], corrected } = plan ?? {};
  const more = leftOut.filter(
    (one) => !known.some(({ column, reason }) => column === one.column && reason === one.reason),
  );
  const isAsPlanned =
    result === outcome &&
    more.length === 0 &&
    (outcome !== 'updated' || toNoteText(changes) === toNoteText(plan ?? {}));
  if (isAsPlanned) return { result };
  const details: RowDetails = { ...changes, corrected };
  if (problems.length > 0) details.problems = problems;
  if (known.length + more.length > 0) details.leftOut = [...known, ...more];
  return { result, details };
}

const isRunnable = (outcome: ImportOutcome): boolean => (RUNNABLE as readonly string[]).includes(outcome);

/** The outcome of a row. For a written one, the answer of a connected service overrides the decision. */
const toImportOutcome = ({ row, outcome }: RowDecision): ImportOutcome =>
  isRunnable(row) ? (outcome as ImportOutcome) : row;

/** Undo records: each written contact once, as it was before, with its version and values after the run. */
function toUndoRecords(settled: Settled<RowDecision>[]): object[] {
  const contacts = new Map<string, { before: ContactRow | null }>();
  for (const { decision } of settled) {
    if (!decision?.after || !isChange(decision)) continue;
    const { before, after, outcome } = decision;
    const imported = {
      contact_id: after.id,
      before: (contacts.get(after.id) ?? decision).before,
      version: after.version,
      // The contact existed at a connected service but was unknown here, so that an undo has no former values.
      kept: !before && outcome !== 'created',
      segment_ids: allAssignments(after)
        .map(([id]) => id)
        .sort(),
      ...Object.fromEntries(contactFields.map((name) => [name, after[name]])),
      fields: allFieldValues(after) ?? undefined,
    };
    contacts.set(after.id, imported);
  }
  return [...contacts.values()];
}

/** The notes of rows that created or updated a contact. */
const toNotes = (rows: Row[], settled: Settled<RowDecision>[]) =>
  settled.flatMap(({ index, decision }) => {
    const text = rows[index]?.request.note;
    return text && decision?.after && isChange(decision) ? [{ contact_id: decision.after.id, text }] : [];
  });

/** The plan's details of rows that may have turned out differently, because contacts have changed since. */
async function readPlannedDetails(
  context: RequestContext,
  planId: string,
  rows: Row[],
  settled: Settled<RowDecision>[],
): Promise<Map<number, RowDetails>> {
  const lines = settled.flatMap(({ index, decision }) => {
    const { line, outcome } = rows[index] as Row;
    const isSame = decision && outcome !== 'updated' && toImportOutcome(decision) === outcome;
    return isSame && decision.leftOut.length === 0 ? [] : [line];
  });
  const found = lines.length > 0 ? await readDetails(context, planId, lines) : [];
  return new Map(found.map(({ line, details }) => [line, details ?? {}]));
}

/** Old and new values in any order, to compare. */
const toNoteText = ({ changes = [], segmentsAdded = [] }: RowDetails): string =>
  JSON.stringify([
    changes.map(({ field, before, after }) => JSON.stringify([field, before, after])).sort(),
    segmentsAdded,
  ]);

/** The kind of job that imports the rows of a plan, or undoes that, chunk by chunk. @param writer Changes the contacts. */
export function runJob(database: Database, writer: BulkWriter = localWriter): JobKinds {
  /** The next chunk, read while the database writes the previous one. */
  let ahead: { after: string; rows: Promise<Row[]> } | undefined;
  const most = writer.chunkSize ?? rowsPerChunk(database);
  const read = (job: Job<RunInput>, line: number) =>
    readRows(jobContext(database, job), job.input.planId, line, most, job.input.isExact ?? false);
  /** The next rows of the plan. Starts to read those after them. */
  async function readRowsToRun(job: Job<RunInput, RunProgress>): Promise<Row[]> {
    // Update statistics before deciding the chunk: with those of an empty table, each look-up reads a whole index.
    if (STATISTICS_AFTER.includes(job.position)) await gatherStatistics(database.pool).catch(() => {});
    const { line } = job.progress;
    const rows = await (ahead?.after === `${job.id} ${line}` ? ahead.rows : read(job, line));
    ahead = undefined;
    const last = rows.at(-1);
    if (rows.length < most || !last || writer.isRemote) return rows;
    ahead = { after: `${job.id} ${last.line}`, rows: read(job, last.line) };
    // The awaiting caller handles the error.
    ahead.rows.catch(() => {});
    return rows;
  }
  /** Runs or undoes a chunk, if the token that started the job is still usable. */
  const work = async (job: Chunk['job'], rows: Row[], client?: PoolClient): Promise<Done> => {
    const context = { ...jobContext(database, job), client, importId: job.input.importId };
    await requireToken(context, job);
    const chunk = { context, job, writer };
    return job.undo ? undoRun(chunk) : runChunk(chunk, rows, most);
  };
  return jobKind<RunInput, RunProgress, { rows: Row[]; done: Done | null }>(importRunType, {
    /** Reads the next rows. At a connected service, also writes or undoes them, before the transaction. */
    async prepare({ job }) {
      const rows = job.undo ? [] : await readRowsToRun(job);
      return { rows, done: writer.isRemote ? await work(job, rows) : null };
    },
    /** Writes the rows, unless `prepare` has; forgets remote results that are as planned. */
    async run({ job, client, prepared: { rows, done } }) {
      const { asPlanned = [], ...next } = done ?? (await work(job, rows, client));
      if (writer.isRemote)
        await forgetResults({ ...jobContext(database, job), client }, job.input.planId, asPlanned);
      // Keep searches fast right after the import; a server would update its statistics a minute later.
      if (next.done && next.progress.rows >= STATISTICS_ROWS) await gatherStatistics(client);
      return next;
    },
    undo: async ({ job, client, prepared: { done } }) => done ?? work(job, [], client),
  });
}
