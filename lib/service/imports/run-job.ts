import { setTimeout as sleep } from 'node:timers/promises';
import { contactFields } from '@/lib/contract/contact';
import type { ImportOutcome, ImportSettings } from '@/lib/contract/import';
import { titleKey } from '@/lib/contract/title-key';
import type { Database } from '@/lib/database/database';
import { gatherStatistics } from '@/lib/database/statistics';
import type { Job, JobKind, Work } from '@/lib/jobs/job';
import { actorValues } from '../actor';
import { lockContacts } from '../bulk-changes/segment-changes';
import type { Assignment, ContactRow } from '../contacts/contact-row';
import { type ContactRequest, changed, type Decision, isChange } from '../contacts/decide';
import { decideAndWrite } from '../contacts/decide-and-write';
import { readContacts } from '../contacts/read';
import { writeContacts } from '../contacts/write';
import { jobContext, requireToken } from '../job-context';
import { createSegmentRow } from '../segments/segments';
import { type RequestContext, scoped } from '../statement';
import { contactRequestOf, decideRows, type RowDecision } from './decide-rows';
import { rowsAPiece, segmentsByTitle } from './plan-job';
import { cellsOf, problemOf, type RowRequest } from './row-request';

export const IMPORT_RUN = 'import';

/** Rounds until a piece is given up for now: others keep changing its contacts. */
const MOST_ROUNDS = 20;
const PAUSE_MILLISECONDS = 25;
/** Pieces after which the planner is told how the tables are filled. */
const STATISTICS_AFTER = [1, 10, 100];

export interface RunInput {
  importId: string;
  planId: string;
  settings: ImportSettings;
  /** Rows that the plan does not reject. */
  total: number;
  /** Names of the columns. */
  names: string[];
  /** Titles that the plan found no segment for. */
  newSegments: string[];
}

export type RunProgress = Record<ImportOutcome, number> & {
  rows: number;
  /** The last line that is done. */
  line: number;
  changed: number;
  undone: number;
  kept: number;
};

export const nothingRun: RunProgress = {
  rows: 0,
  line: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  conflict: 0,
  rejected: 0,
  changed: 0,
  undone: 0,
  kept: 0,
};

interface Row {
  line: number;
  outcome: ImportOutcome;
  request: RowRequest;
  /** Of the contact that it creates. */
  contact_id: string | null;
}

/** Outcomes of a plan that are carried out. */
export const RUNNABLE = ['created', 'updated', 'unchanged'] as const;
const runnable = RUNNABLE.map((outcome) => `'${outcome}'`).join(', ');

const readRows = scoped<Row>(
  'read_import_rows_to_run',
  `select line, outcome, request, contact_id from import_rows
   where organization_id = $1 and plan_id = $2 and line > $3 and outcome in (${runnable})
   order by line limit $4`,
);
const noteResults = scoped(
  'note_import_results',
  `update import_rows r set result = g.result, details = coalesce(r.details, '{}') || g.details
   from json_to_recordset($3::json) as g (line integer, result text, details jsonb)
   where r.organization_id = $1 and r.plan_id = $2 and r.line = g.line`,
);
const noteContacts = scoped(
  'note_imported_contacts',
  `insert into imported_contacts (organization_id, run_id, contact_id, piece, before, version)
   select $1, $2, contact_id, $3, before, version
   from json_to_recordset($4::json) as g (contact_id uuid, before jsonb, version integer)
   on conflict (run_id, contact_id) do update set version = excluded.version`,
);
const contactsOfPiece = scoped<{ contact_id: string; before: ContactRow | null; version: number }>(
  'imported_contacts_of_piece',
  `select contact_id, before, version from imported_contacts
   where organization_id = $1 and run_id = $2 and piece = $3 and not kept order by contact_id`,
);
const settleContacts = scoped(
  'settle_imported_contacts',
  `with undone as (delete from imported_contacts where organization_id = $1 and run_id = $2 and contact_id = any($3))
   update imported_contacts set kept = true where organization_id = $1 and run_id = $2 and contact_id = any($4)`,
);
const trash = scoped<{ count: number }>(
  'trash_contacts',
  'select trash_contacts($1, $2, $3, $4, $5, $6, $7) as count',
);

/** Writes the next rows, by the same rules as the plan and what is stored now. */
const run: Work = async ({ job, database, client, prepared }) => {
  const input = job.input as RunInput;
  const context: RequestContext = { ...jobContext(database, job), client, importId: input.importId };
  await requireToken(context, job);
  const progress = { ...(job.progress as RunProgress) };
  // Of rows that are committed: statistics of a table that looks empty are worse than none.
  if (STATISTICS_AFTER.includes(job.position)) gatherStatistics(database).catch(() => {});
  const rows = prepared as Row[];
  const segments = await segmentsByTitle(context);
  for (const title of job.position === 0 ? input.newSegments : [])
    if (!segments.has(titleKey(title))) {
      const segment = await createSegmentRow(context, title, null);
      segments.set(titleKey(title), segment);
    }
  const requests = rows.map(({ request }) => contactRequestOf(request, input.settings, segments));
  const decisions = await writeAll(context, requests, rows, input.settings);

  const results = rows.flatMap(({ line, outcome, request }, index) => {
    const { row: result, problems } = decisions[index] as RowDecision;
    progress[result]++;
    if (result === outcome) return [];
    if (problems.length === 0) return [{ line, result, details: {} }];
    const cells = cellsOf(request, input.settings);
    const columns = { names: input.names, settings: input.settings };
    return [{ line, result, details: { problems: problems.map((one) => problemOf(one, cells, columns)) } }];
  });
  if (results.length > 0) await noteResults(context, input.planId, JSON.stringify(results));
  const contacts = new Map<string, { contact_id: string; before: ContactRow | null; version: number }>();
  for (const { row, before, after } of decisions)
    if (after && (row === 'created' || row === 'updated')) {
      const first = contacts.get(after.id)?.before;
      contacts.set(after.id, {
        contact_id: after.id,
        before: first === undefined ? before : first,
        version: after.version,
      });
    }
  const position = job.position + 1;
  if (contacts.size > 0)
    await noteContacts(context, job.id, position, JSON.stringify([...contacts.values()]));
  progress.rows += rows.length;
  progress.changed += results.length;
  progress.line = rows.at(-1)?.line ?? progress.line;
  const done = rows.length < rowsAPiece(database);
  return { position, progress, done };
};

/** Decides and writes until every row is settled. All of it is one transaction. */
async function writeAll(
  context: RequestContext,
  requests: ContactRequest[],
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
      open.map((index) => requests[index] as ContactRequest),
      (stored, some, clock) => decideRows(stored, some, clock, settings, ids),
    );
    for (const [place, index] of open.entries())
      if (!again.has(place)) settled[index] = decisions[place] as RowDecision;
    open = open.filter((_, place) => again.has(place));
  }
  return settled;
}

/** Undoes what the piece done last did first: contacts that nobody has changed since get their former state. */
const undo: Work = async ({ job, database, client }) => {
  const { importId } = job.input as RunInput;
  const context: RequestContext = { ...jobContext(database, job), client, importId };
  await requireToken(context, job);
  const progress = { ...(job.progress as RunProgress) };
  const records = await contactsOfPiece(context, job.id, job.position);
  const ids = records.map(({ contact_id }) => contact_id);
  await lockContacts(context, ids);
  const { stored, clock } = await readContacts(context, restoring(records));
  const [created, changes, kept] = [
    [] as string[],
    [] as (Decision & { after: ContactRow })[],
    [] as string[],
  ];
  for (const { contact_id, before, version } of records) {
    const contact = stored.contact(contact_id);
    const isTaken =
      before &&
      (['email', 'phone'] as const).some(
        (name) => (stored.owner(name, before[name])?.id ?? contact_id) !== contact_id,
      );
    if (!contact || contact.version !== version || isTaken) kept.push(contact_id);
    else if (!before) created.push(contact_id);
    else {
      const fields = Object.fromEntries(contactFields.map((name) => [name, before[name]]));
      const wanted = new Map(before.segments);
      const remove = (contact.segments ?? []).flatMap(([id]) => (wanted.has(id) ? [] : [id]));
      const add = [...wanted].filter(([id]): boolean => stored.segments.has(id)) as Assignment[];
      const decision = changed(contact, fields, { add, remove }, null, clock);
      if (isChange(decision) && decision.after) changes.push({ ...decision, after: decision.after });
    }
  }
  if (created.length > 0) await trash(context, ...actorValues(context), job.id, created);
  const settled =
    changes.length > 0
      ? await writeContacts(
          context,
          changes.map((decision) => ({ context, decision, activityId: clock.nextId(), at: clock.now })),
        )
      : new Set();
  if (settled.size !== changes.length) throw new Error('Contacts that were locked have changed.');
  const isKept = new Set(kept);
  await settleContacts(
    context,
    job.id,
    ids.filter((id) => !isKept.has(id)),
    kept,
  );
  progress.undone += ids.length - kept.length;
  progress.kept += kept.length;
  const position = Math.max(job.position - 1, 0);
  return { position, progress, done: position === 0 };
};

/** Requests that lead to these contacts, and to whoever has what they would get back. */
function restoring(records: { contact_id: string; before: ContactRow | null }[]): ContactRequest[] {
  const nothing = { referralCode: null, ifMatch: null, ifNoneMatch: null };
  return records.map(({ contact_id, before }) => ({
    ...nothing,
    id: contact_id,
    fields: before ? { email: before.email, phone: before.phone } : {},
    segmentIds: before?.segments?.map(([id]) => id) ?? null,
  }));
}

export function runJob(database: Database): JobKind {
  /** The next piece, read while the database writes the one before. */
  let ahead: { after: string; rows: Promise<Row[]> } | undefined;
  const most = rowsAPiece(database);
  const read = (job: Job, line: number) =>
    readRows(jobContext(database, job), (job.input as RunInput).planId, line, most);
  return {
    async prepare({ job }) {
      if (job.undo) return;
      const { line } = job.progress as RunProgress;
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
    undo,
  };
}
