import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '@/lib/contract/actor';
import {
  type ContactImport,
  IMPORT_ROWS_LISTED,
  type ImportFormat,
  type ImportOutcome,
  type ImportRow,
  type ImportSettings,
  type ImportState,
} from '@/lib/contract/import';
import { headerKey } from '@/lib/import/columns';
import { InvalidFile } from '@/lib/import/invalid-file';
import { detectFormat, HEAD } from '@/lib/import/text-format';
import { xlsxToCsv } from '@/lib/import/xlsx-to-csv';
import { cancelJob, startJob } from '@/lib/jobs/job-table';
import type { Jobs } from '../bulk-changes/bulk-changes';
import { containing } from '../contacts/list/search-terms';
import { FILE_TOO_LARGE } from '../http/parse-request';
import { type Call, type Handler, invalid, isUuid, missingScope, notFound, refuse } from '../reply';
import { type RequestContext, scoped } from '../statement';
import { describeFile } from './describe-file';
import { FileTooLarge, readFile, removeFile, storeFile } from './import-file';
import { IMPORT_PLAN, nothingPlanned, type PlanInput, type PlanProgress, type RowDetails } from './plan-job';
import { UNDO_DAYS } from './purge-imports';
import type { RowRequest } from './row-request';
import { IMPORT_RUN, nothingRun, RUNNABLE, type RunInput, type RunProgress } from './run-job';

/** Bytes of a workbook: unlike text it is read at once. */
const WORKBOOK_LIMIT = 50 * 1024 * 1024;
const LISTED = 50;
const KEPT_LISTED = 100;
const DAY = 24 * 60 * 60 * 1000;

type JobState = 'running' | 'finished' | 'cancelled' | 'failed';

interface Row {
  id: string;
  name: string;
  size: number;
  format: ImportFormat;
  settings: ImportSettings;
  columns: ContactImport['columns'];
  created_by: Actor;
  created_at: string;
  updated_at: string;
  plan_id: string | null;
  plan_state: JobState | null;
  plan_progress: PlanProgress;
  plan_error: string | null;
  run_id: string | null;
  run_state: JobState | null;
  run_undo: boolean;
  run_input: RunInput;
  run_progress: RunProgress;
  run_error: string | null;
  started_at: string;
}

const columns = `i.id, i.name, i.size, i.format, i.settings, i.columns, i.created_by, i.created_at,
  greatest(i.updated_at, p.updated_at, r.updated_at) as updated_at,
  i.plan_id, p.state as plan_state, p.progress as plan_progress, p.error as plan_error,
  i.run_id, r.state as run_state, r.undo as run_undo, r.input as run_input, r.progress as run_progress,
  r.error as run_error, r.created_at as started_at`;
const joined = `imports i left join jobs p on p.organization_id = i.organization_id and p.id = i.plan_id
  left join jobs r on r.organization_id = i.organization_id and r.id = i.run_id`;

const list = scoped<Row>(
  'list_imports',
  `select ${columns} from ${joined} where i.organization_id = $1 order by i.id desc limit ${LISTED}`,
);
const get = scoped<Row>(
  'get_import',
  `select ${columns} from ${joined} where i.organization_id = $1 and i.id = $2`,
);
const create = scoped(
  'create_import',
  `insert into imports (organization_id, id, name, size, header_key, format, settings, columns, created_by, created_at, updated_at)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, now, now from date_trunc('milliseconds', clock_timestamp()) now`,
);
const remembered = scoped<{ settings: ImportSettings }>(
  'remembered_import_settings',
  `select settings from imports where organization_id = $1 and header_key = $2 and run_id is not null order by id desc limit 1`,
);
const change = scoped(
  'update_import',
  `update imports set format = $3, settings = $4, columns = $5, header_key = $6, plan_id = null,
     updated_at = date_trunc('milliseconds', clock_timestamp())
   where organization_id = $1 and id = $2 and run_id is null`,
);
const job = `insert into jobs (organization_id, id, kind, input, state, progress, created_by, asked_by, token_id, due_at, created_at, updated_at)
   select $1, $3, $4, $5, 'running', $6, $7, $8, $9, now, now, now from owner, date_trunc('milliseconds', clock_timestamp()) now`;
const createPlan = scoped<{ id: string }>(
  'create_import_plan',
  `with owner as (update imports set plan_id = $3, updated_at = clock_timestamp() where organization_id = $1 and id = $2 and run_id is null returning id),
   made as (${job}) select id from owner`,
);
const createRun = scoped<{ id: string }>(
  'create_import_run',
  `with owner as (update imports set run_id = $3, updated_at = clock_timestamp() where organization_id = $1 and id = $2 and run_id is null and plan_id = $10 returning id),
   made as (${job}) select id from owner`,
);
const listRows = scoped<{
  line: number;
  outcome: ImportOutcome;
  result: ImportOutcome | null;
  contact_id: string | null;
  request: RowRequest;
  details: RowDetails | null;
  repeats: number | null;
}>(
  'list_import_rows',
  `select line, outcome, result, contact_id, request, details, repeats from import_rows
   where organization_id = $1 and plan_id = $2 and line > $3
     and case $4 when 'repeated' then repeats is not null when 'changed' then result is not null
       else $4::text is null or coalesce(result, outcome) = $4 end
     and ($5::text is null or fold(request::text) like fold($5) or fold(coalesce(cells::text, '')) like fold($5))
   order by line limit ${IMPORT_ROWS_LISTED + 1}`,
);
const isChanged = `(c.kept or k.id is null or k.deleted_at is not null or k.version <> c.version)`;
const undoPlan = scoped<{ trash: number; restore: number; keep: number }>(
  'plan_import_undo',
  `select count(*) filter (where not ${isChanged} and c.before is null) as trash,
     count(*) filter (where not ${isChanged} and c.before is not null) as restore,
     count(*) filter (where ${isChanged}) as keep
   from imported_contacts c left join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
   where c.organization_id = $1 and c.run_id = $2`,
);
const keptContacts = scoped<{ id: string; name: string; deleted: boolean }>(
  'list_kept_contacts',
  `select c.contact_id as id, k.id is null or k.deleted_at is not null as deleted,
     coalesce(nullif(concat_ws(' ', k.firstname, k.lastname), ''), k.email, k.phone, '') as name
   from imported_contacts c left join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
   where c.organization_id = $1 and c.run_id = $2 and ${isChanged} order by 3, 1 limit ${KEPT_LISTED}`,
);

const EMPTY_FILE = invalid([{ path: '', message: 'The file is empty.' }]);
const NO_TABLE = invalid([
  { path: '', message: 'This is not a table. Use CSV, TSV or text, or an Excel workbook (.xlsx).' },
]);
const NO_FILE = refuse('CONFLICT', 'The file of this import was deleted. Upload it again.');
const TOO_LATE = refuse('CONFLICT', `An import can be undone for ${UNDO_DAYS} days.`);
const HAS_RUN = refuse('CONFLICT', 'This import has run. Upload the file again for another one.');

/** @param country Of phone numbers without one, where nothing else is chosen. */
export function createImport(country: string | null): Handler<'createImport'> {
  return async ({ context, query, upload }) => {
    const id = uuidv7();
    let size: number;
    try {
      size = await storeFile(context, id, await asText(upload));
    } catch (cause) {
      if (cause instanceof FileTooLarge) return FILE_TOO_LARGE;
      if (cause instanceof InvalidFile) return invalid([{ path: '', message: cause.message }]);
      throw cause;
    }
    if (size === 0) return EMPTY_FILE;
    const head = await headOf(context, id);
    const format = detectFormat(head);
    if (!format) {
      await removeFile(context, id);
      return NO_TABLE;
    }
    const file = await describeFile(head, format, defaultsOf(context, country));
    const key = headerKey(file.header);
    const [before] = file.header.length > 0 ? await remembered(context, key) : [];
    const settings = before
      ? { ...before.settings, createSegments: before.settings.createSegments && file.settings.createSegments }
      : file.settings;
    await create(
      context,
      id,
      query.name,
      size,
      key,
      JSON.stringify(format),
      JSON.stringify(settings),
      JSON.stringify(file.columns),
      JSON.stringify(context.actor),
    );
    const reply = await replyOf(context, id);
    return 'data' in reply ? { ...reply, created: `/imports/${id}` } : reply;
  };
}

/** What only some may do is chosen for those who may. */
const defaultsOf = ({ scopes }: Call<'createImport'>['context'], country: string | null) => ({
  country,
  createSegments: scopes.includes('segments:write'),
});

/** A workbook becomes text as it arrives; text stays as it is. */
async function asText(bytes: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const source = bytes[Symbol.asyncIterator]();
  const { value: first, done } = await source.next();
  const rest = { [Symbol.asyncIterator]: () => source };
  if (done) return rest;
  const isZip = Buffer.from(first.subarray(0, 4)).toString('latin1') === 'PK\x03\x04';
  async function* all() {
    yield first as Uint8Array;
    yield* rest;
  }
  if (!isZip) return all();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of all()) {
    size += chunk.byteLength;
    if (size > WORKBOOK_LIMIT) throw new FileTooLarge();
    chunks.push(chunk);
  }
  return xlsxToCsv(Buffer.concat(chunks));
}

async function headOf(context: RequestContext, id: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of readFile(context, id)) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size >= HEAD) break;
  }
  return Buffer.concat(pieces).subarray(0, HEAD);
}

export const listImports: Handler<'listImports'> = async ({ context }) => ({
  data: (await list(context)).map(importOf),
});

export const getImport: Handler<'getImport'> = ({ context, id }) => replyOf(context, id);

export function updateImport(country: string | null): Handler<'updateImport'> {
  return async ({ context, id, body }) => {
    const row = await rowOf(context, id);
    if (!row) return notFound('import');
    if (row.run_id) return HAS_RUN;
    let { format, settings, columns } = row;
    if (body.format) {
      format = body.format;
      ({ settings, columns } = await describeFile(
        await headOf(context, id),
        format,
        defaultsOf(context, country),
      ));
    }
    if (body.settings) settings = body.settings;
    const key = headerKey(format.header ? columns.map(({ name }) => name) : []);
    if (row.plan_id) await cancelJob(context.database, context.organizationId, row.plan_id);
    await change(context, id, JSON.stringify(format), JSON.stringify(settings), JSON.stringify(columns), key);
    return replyOf(context, id);
  };
}

export function planImport(jobs: Jobs): Handler<'planImport'> {
  return async ({ context, id }) => {
    const row = await rowOf(context, id);
    if (!row) return notFound('import');
    if (row.run_id) return HAS_RUN;
    const missing = missingFor(context, row.settings);
    if (missing) return missing;
    const { targets } = row.settings;
    if (!targets.includes('email') && !targets.includes('phone'))
      return invalid([{ path: 'settings.targets', message: 'Choose a column for email or phone.' }]);
    if ((await headOf(context, id)).length === 0) return NO_FILE;
    if (row.plan_id) await cancelJob(context.database, context.organizationId, row.plan_id);
    const { size, format, settings } = row;
    const input: PlanInput = {
      importId: id,
      size,
      format,
      settings,
      names: row.columns.map(({ name }) => name),
    };
    await createPlan(
      context,
      id,
      uuidv7(),
      IMPORT_PLAN,
      JSON.stringify(input),
      JSON.stringify(nothingPlanned),
      ...asked(context),
    );
    jobs.wake();
    return replyOf(context, id);
  };
}

export const listImportRows: Handler<'listImportRows'> = async ({ context, id, query }) => {
  const row = await rowOf(context, id);
  if (!row) return notFound('import');
  const { outcome = null, search, after = 0 } = query;
  const rows = row.plan_id
    ? await listRows(context, row.plan_id, after, outcome, search ? containing(search) : null)
    : [];
  const listed = rows.slice(0, IMPORT_ROWS_LISTED);
  const doneTo = row.run_id ? row.run_progress.line : 0;
  return {
    data: listed.map(({ line, outcome, result, contact_id, request, details, repeats }): ImportRow => {
      const isDone = line <= doneTo && (RUNNABLE as readonly string[]).includes(outcome);
      return {
        line,
        outcome,
        result: result ?? (isDone ? outcome : null),
        contactId: outcome === 'created' && !isDone ? null : contact_id,
        fields: {
          ...request.fields,
          ...(request.segmentTitles && { segments: request.segmentTitles.join(', ') }),
          ...(request.referralCode && { referralCode: request.referralCode }),
        },
        changes: (details?.changes ?? []) as ImportRow['changes'],
        segmentsAdded: details?.segmentsAdded ?? [],
        repeats,
        problems: details?.problems ?? [],
      };
    }),
    meta: { next: rows.length > IMPORT_ROWS_LISTED ? (listed.at(-1)?.line ?? null) : null },
  };
};

export function runImport(jobs: Jobs): Handler<'runImport'> {
  return async ({ context, id }) => {
    const row = await rowOf(context, id);
    if (!row) return notFound('import');
    if (row.run_id) return restart(jobs, context, row.run_id, id, false);
    if (row.plan_state !== 'finished' || !row.plan_id)
      return refuse('CONFLICT', 'This import has no complete plan yet.');
    const missing = missingFor(context, row.settings);
    if (missing) return missing;
    const { plan_progress: plan, settings } = row;
    const input: RunInput = {
      importId: id,
      planId: row.plan_id,
      settings,
      names: row.columns.map(({ name }) => name),
      total: RUNNABLE.reduce((total, outcome) => total + plan[outcome], 0),
      newSegments: plan.newSegments.map(({ title }) => title),
    };
    // Of two requests at once, one makes the run.
    await createRun(
      context,
      id,
      uuidv7(),
      IMPORT_RUN,
      JSON.stringify(input),
      JSON.stringify(nothingRun),
      ...asked(context),
      row.plan_id,
    );
    jobs.wake();
    return replyOf(context, id);
  };
}

export function undoImport(jobs: Jobs): Handler<'undoImport'> {
  return async ({ context, id }) => {
    const row = await rowOf(context, id);
    if (!row) return notFound('import');
    if (!row.run_id) return refuse('CONFLICT', 'This import has not run.');
    if (Date.now() - Date.parse(row.started_at) > UNDO_DAYS * DAY) return TOO_LATE;
    return restart(jobs, context, row.run_id, id, true);
  };
}

export const cancelImport: Handler<'cancelImport'> = async ({ context, id }) => {
  const row = await rowOf(context, id);
  if (!row) return notFound('import');
  const jobId = row.run_id ?? row.plan_id;
  if (jobId) await cancelJob(context.database, context.organizationId, jobId);
  return replyOf(context, id);
};

export const getImportUndoPlan: Handler<'getImportUndoPlan'> = async ({ context, id }) => {
  const row = await rowOf(context, id);
  if (!row) return notFound('import');
  if (!row.run_id) return { data: { trash: 0, restore: 0, keep: 0, kept: [] } };
  const [counts] = await undoPlan(context, row.run_id);
  const kept = await keptContacts(context, row.run_id);
  return {
    data: {
      trash: counts?.trash ?? 0,
      restore: counts?.restore ?? 0,
      keep: counts?.keep ?? 0,
      kept: kept.map(({ id, name, deleted }) => ({ contactId: id, name, isDeleted: deleted })),
    },
  };
};

async function restart(
  jobs: Jobs,
  context: Call<'runImport'>['context'],
  runId: string,
  id: string,
  undo: boolean,
): ReturnType<typeof replyOf> {
  const { database, organizationId, actor, tokenId, requestId } = context;
  await startJob(database, { organizationId, id: runId, undo, askedBy: { actor, tokenId, requestId } });
  jobs.wake();
  return replyOf(context, id);
}

/** What creating segments needs beside the scopes of the operation. */
function missingFor({ scopes }: Call<'planImport'>['context'], { createSegments }: ImportSettings) {
  return createSegments && !scopes.includes('segments:write') ? missingScope('segments:write') : null;
}

const asked = ({ actor, tokenId, requestId }: Call<'planImport'>['context']) => [
  JSON.stringify(actor),
  JSON.stringify({ actor, tokenId, requestId }),
  tokenId,
];

export async function rowOf(context: RequestContext, id: string): Promise<Row | undefined> {
  return isUuid(id) ? (await get(context, id))[0] : undefined;
}

async function replyOf(context: RequestContext, id: string) {
  const row = await rowOf(context, id);
  return row ? { data: importOf(row) } : notFound('import');
}

/** A row as it goes over the wire. */
function importOf(row: Row): ContactImport {
  const { plan_progress: plan, run_progress: run } = row;
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    state: stateOf(row),
    undo: row.run_undo ?? false,
    error: row.run_error ?? row.plan_error,
    format: row.format,
    columns: row.columns,
    settings: row.settings,
    plan: row.plan_id
      ? {
          ...outcomesOf(plan),
          rows: plan.rows,
          repeated: plan.repeated,
          share: plan.share,
          newSegments: plan.newSegments.map(({ title }) => title),
        }
      : null,
    run: row.run_id
      ? {
          ...outcomesOf(run),
          rows: run.rows,
          total: row.run_input.total,
          changed: run.changed,
          undone: run.undone,
          kept: run.kept,
          startedAt: row.started_at,
        }
      : null,
    createdAt: row.created_at,
    createdBy: row.created_by.name,
    actor: row.created_by,
    updatedAt: row.updated_at,
  };
}

const outcomesOf = ({
  created,
  updated,
  unchanged,
  skipped,
  conflict,
  rejected,
}: Record<ImportOutcome, number>) => ({
  created,
  updated,
  unchanged,
  skipped,
  conflict,
  rejected,
});

function stateOf({ plan_state: plan, run_state: run, run_undo: undo }: Row): ImportState {
  if (run)
    return undo ? (({ running: 'undoing', finished: 'undone' } as const)[run as 'running'] ?? run) : run;
  if (plan === 'running') return 'planning';
  if (plan === 'finished') return 'planned';
  return plan === 'failed' ? 'failed' : 'uploaded';
}
