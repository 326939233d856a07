import { setTimeout as sleep } from 'node:timers/promises';
import { allAssignments, type ContactRow } from '@/lib/contacts/contact-row';
import { decideAndWrite } from '@/lib/contacts/decide-and-write';
import { recordset } from '@/lib/contacts/write';
import { type ContactField, contactFields } from '@/lib/contract/contact';
import type { ImportOutcome, ImportSettings } from '@/lib/contract/import';
import { titleKey } from '@/lib/contract/title-key';
import type { Database } from '@/lib/database/database';
import { givenColumns, givenState } from '@/lib/database/imported-contacts';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { gatherStatistics } from '@/lib/database/statistics';
import { importRunType, RUNNABLE, type RunInput, type RunProgress } from '@/lib/jobs/import-run';
import { type Job, type JobKinds, jobKind, type Work } from '@/lib/jobs/job';
import { jobContext, requireToken } from '../job-context';
import { createSegmentRow } from '../segments/segments';
import { decideRows, type RowDecision, type RowRequest, type RowToDecide, rowToDecide } from './decide-rows';
import { rowsAPiece } from './file-pieces';
import { changesOf, type RowDetails, segmentsByTitle } from './plan-job';
import { cellsOf, outcomeDetails } from './row-request';
import { undoRun } from './undo-run';

/** Rounds until a piece is given up for now: others keep changing its contacts. */
const MOST_ROUNDS = 20;
const PAUSE_MILLISECONDS = 25;
/** Pieces after which the planner is told how the tables are filled. */
const STATISTICS_AFTER = [1, 10, 100];
/** Rows of an import after which it is told once more at the end. */
const STATISTICS_ROWS = 1_000;

interface Row {
  line: number;
  outcome: ImportOutcome;
  request: RowRequest;
  /** Of the contact that it creates. */
  contact_id: string | null;
}

const runnable = RUNNABLE.map((outcome) => `'${outcome}'`).join(', ');

const readRows = scoped<Row>(
  'read_import_rows_to_run',
  `select line, outcome, request, contact_id from import_rows
   where organization_id = $1 and plan_id = $2 and line > $3 and outcome in (${runnable})
   order by line limit $4`,
);
const readDetails = scoped<{ line: number; details: RowDetails | null }>(
  'read_import_row_details',
  'select line, details from import_rows where organization_id = $1 and plan_id = $2 and line = any($3)',
);
const noteResults = scoped(
  'note_import_results',
  `update import_rows r set result = g.result, contact_id = coalesce(g.contact_id, r.contact_id), details = g.details::jsonb
   from ${recordset('$3', 'line integer, result text, contact_id uuid, details text')}
   where r.organization_id = $1 and r.plan_id = $2 and r.line = g.line`,
);
/** Contacts that somebody else has changed between two pieces about them: their undo would lose that. */
const keepEdited = scoped(
  'keep_edited_imported_contacts',
  `update imported_contacts c set kept = true from ${recordset('$3', 'contact_id uuid, seen integer')}
   where c.organization_id = $1 and c.run_id = $2 and c.contact_id = g.contact_id and c.version <> g.seen`,
);
const noteContacts = scoped(
  'note_imported_contacts',
  `insert into imported_contacts (organization_id, run_id, contact_id, piece, before, version, state)
   select $1, $2, contact_id, $3, before::jsonb, version, ${givenState}
   from ${recordset('$4', `contact_id uuid, before text, version integer, ${givenColumns}`)}
   on conflict (run_id, contact_id, organization_id) do update set version = excluded.version, state = excluded.state`,
);

type ImportedFields = Pick<ContactRow, ContactField>;

/** A contact before the run, and what the run has left. */
interface Imported extends ImportedFields {
  contact_id: string;
  before: ContactRow | null;
  version: number;
  segment_ids: string[];
}

/** Writes the next rows, by the same rules as the plan and what is stored now. */
const run: Work<RunInput, RunProgress, Row[] | undefined> = async ({ job, database, client, prepared }) => {
  const { input } = job;
  const context: RequestContext = { ...jobContext(database, job), client, importId: input.importId };
  await requireToken(context, job);
  const progress = { ...job.progress };
  const rows = prepared ?? [];
  const segments = await segmentsByTitle(context);
  for (const title of job.position === 0 ? input.newSegments : [])
    if (!segments.has(titleKey(title))) {
      const segment = await createSegmentRow(context, title, null);
      segments.set(titleKey(title), segment);
    }
  const requests = rows.map(({ request }) => rowToDecide(request, input.settings, segments));
  const decisions = await writeAll(context, requests, rows, input.settings);

  const titles = new Map([...segments.values()].map(({ id, title }) => [id, title]));
  const planned = await plannedDetails(context, input.planId, rows, decisions);
  const columns = { names: input.names, settings: input.settings };
  const results = rows.flatMap(({ line, outcome, request }, index): object[] => {
    const decision = decisions[index] as RowDecision;
    const { row: result, after } = decision;
    progress[result]++;
    const changes = changesOf(decision, titles);
    const plan = planned.get(line);
    if (!plan && result === outcome) return [];
    const cells = cellsOf(request, input.settings);
    const { problems, leftOut } = outcomeDetails(decision, { request, unusual: null }, cells, columns);
    const { leftOut: known = [], corrected } = plan ?? {};
    const more = leftOut.filter(
      (one) => !known.some(({ column, reason }) => column === one.column && reason === one.reason),
    );
    const isAsPlanned =
      result === outcome &&
      more.length === 0 &&
      (outcome !== 'updated' || textOf(changes) === textOf(plan ?? {}));
    if (isAsPlanned) return [];
    const details: RowDetails = { ...changes, corrected };
    if (problems.length > 0) details.problems = problems;
    if (known.length + more.length > 0) details.leftOut = [...known, ...more];
    return [{ line, result, contact_id: after?.id, details }];
  });
  if (results.length > 0) await noteResults(context, input.planId, JSON.stringify(results));
  const contacts = new Map<string, Imported>();
  for (const { row, before, after } of decisions)
    if (after && (row === 'created' || row === 'updated')) {
      const first = contacts.get(after.id)?.before;
      contacts.set(after.id, {
        contact_id: after.id,
        before: first === undefined ? before : first,
        version: after.version,
        segment_ids: allAssignments(after)
          .map(([id]) => id)
          .sort(),
        ...(Object.fromEntries(contactFields.map((name) => [name, after[name]])) as ImportedFields),
      });
    }
  const position = job.position + 1;
  const records = [...contacts.values()];
  const found = records.flatMap(({ contact_id, before }) =>
    before ? [{ contact_id, seen: before.version }] : [],
  );
  if (found.length > 0) await keepEdited(context, job.id, JSON.stringify(found));
  const json = JSON.stringify(records);
  if (records.length > 0) await noteContacts(context, job.id, position, json);
  // A run of an older version has not counted.
  progress.bytes = (progress.bytes ?? 0) + json.length;
  progress.rows += rows.length;
  progress.changed += results.length;
  progress.line = rows.at(-1)?.line ?? progress.line;
  const done = rows.length < rowsAPiece(database);
  // A search right after the import is as quick as one a minute later, when a server would do this.
  if (done && progress.rows >= STATISTICS_ROWS) await gatherStatistics(client);
  return { position, progress, done };
};

/** What the plan said of rows that may turn out otherwise: a contact may have other values by now. */
async function plannedDetails(
  context: RequestContext,
  planId: string,
  rows: Row[],
  decisions: RowDecision[],
): Promise<Map<number, RowDetails>> {
  const lines = rows.flatMap(({ line, outcome }, index) => {
    const { row, leftOut } = decisions[index] as RowDecision;
    return outcome === 'updated' || row !== outcome || leftOut.length > 0 ? [line] : [];
  });
  const found = lines.length > 0 ? await readDetails(context, planId, lines) : [];
  return new Map(found.map(({ line, details }) => [line, details ?? {}]));
}

/** Old and new values, to compare. */
const textOf = ({ changes = [], segmentsAdded = [] }: RowDetails): string =>
  JSON.stringify([changes.map(({ field, before, after }) => [field, before, after]), segmentsAdded]);

/** Decides and writes until every row is settled. All of it is one transaction. */
async function writeAll(
  context: RequestContext,
  requests: RowToDecide[],
  rows: Row[],
  settings: ImportSettings,
): Promise<RowDecision[]> {
  const settled: RowDecision[] = [];
  let open = requests.map((_, index) => index);
  for (let round = 0; open.length > 0; round++) {
    if (round === MOST_ROUNDS) throw new Error('Others keep changing the contacts of an import.');
    if (round > 0) await sleep(PAUSE_MILLISECONDS);
    const ids = open.map((index) =>
      rows[index]?.outcome === 'created' ? (rows[index]?.contact_id ?? null) : null,
    );
    const { decisions, again } = await decideAndWrite(
      open.map(() => context),
      open.map((index) => requests[index] as RowToDecide),
      (stored, some, clock) => decideRows(stored, some, clock, settings, ids),
    );
    for (const [place, index] of open.entries())
      if (!again.has(place)) settled[index] = decisions[place] as RowDecision;
    open = open.filter((_, place) => again.has(place));
  }
  return settled;
}

export function runJob(database: Database): JobKinds {
  /** The next piece, read while the database writes the one before. */
  let ahead: { after: string; rows: Promise<Row[]> } | undefined;
  const most = rowsAPiece(database);
  const read = (job: Job<RunInput>, line: number) =>
    readRows(jobContext(database, job), job.input.planId, line, most);
  return jobKind(importRunType, {
    async prepare({ job }) {
      if (job.undo) return;
      // Before the next piece is decided: on statistics of an empty table, each look-up reads a whole index.
      if (STATISTICS_AFTER.includes(job.position)) await gatherStatistics(database.pool).catch(() => {});
      const { line } = job.progress;
      const rows = await (ahead?.after === `${job.id} ${line}` ? ahead.rows : read(job, line));
      ahead = undefined;
      const last = rows.at(-1);
      if (rows.length < most || !last) return rows;
      ahead = { after: `${job.id} ${last.line}`, rows: read(job, last.line) };
      // Whoever waits for it learns of it.
      ahead.rows.catch(() => {});
      return rows;
    },
    run,
    undo: undoRun,
  });
}
