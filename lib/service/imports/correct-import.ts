import type { ErrorDetail } from '@/lib/contract/error';
import type { ImportCorrections } from '@/lib/contract/import';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { transaction } from '@/lib/database/transaction';
import { mapInTurns } from '@/lib/import/in-turns';
import { type Handler, type HandlerCall, invalid, notFound, refuse } from '../shared/reply';
import { refuseIfFull } from '../shared/storage';
import { type Corrections, parseRow } from './corrections';
import { countRows } from './count-rows';
import { columnCount, readColumns } from './file-chunks';
import { findImport, HAS_RUN, type ImportRecord, readImportReply } from './import-record';
import { planImport, refuseIfScopeMissing } from './imports';
import { type PlanProgress, planRows, rewriteRows } from './plan-job';

/** Rows that one request replans; beyond it, a job replans the whole file. */
const MOST_AT_ONCE = 1_000;
/** Most corrected rows of an import. */
const MOST_CORRECTED = 5_000;

interface CorrectedRow {
  line: number;
  cells: string[];
  /** Id of the code that the row redeems in the plan. */
  redeems: string | null;
}

/** Locks an import that has not run, so that no run begins meanwhile. */
const lockImport = scoped<{ corrections: Corrections | null }>(
  'lock_planned_import',
  `select corrections from imports
   where organization_id = $1 and id = $2 and plan_id = $3 and run_id is null for update`,
);
const lockPlan = scoped<{ progress: PlanProgress }>(
  'lock_import_plan',
  "select progress from jobs where organization_id = $1 and id = $2 and state = 'finished' for update",
);
const rowsOfLines = scoped<CorrectedRow>(
  'import_rows_to_correct',
  `select line, cells, details ->> 'redeems' as redeems from import_rows
   where organization_id = $1 and plan_id = $2 and line = any($3::int[]) and cells is not null`,
);
const rowsWithoutCountry = scoped<CorrectedRow>(
  'import_rows_without_country',
  `select line, cells, details ->> 'redeems' as redeems from import_rows
   where organization_id = $1 and plan_id = $2 and cells is not null
     and details -> 'leftOut' @> '[{"reason": "noCountry"}]' order by line limit ${MOST_AT_ONCE + 1}`,
);
/** Clears what these rows would have written, so that other rows do not see it. */
const forgetRows = scoped(
  'forget_planned_import_rows',
  `update import_rows set contact_id = null, after = null, email = null, phone = null, ids = null
   where organization_id = $1 and plan_id = $2 and line = any($3::int[])`,
);
const saveProgress = scoped(
  'save_plan_progress',
  `update jobs set progress = $3, input = coalesce(jsonb_set(input, '{settings,country}', to_jsonb($4::text)), input),
     updated_at = date_trunc('milliseconds', clock_timestamp()) where organization_id = $1 and id = $2`,
);
const saveCorrections = scoped(
  'save_import_corrections',
  `update imports set corrections = coalesce($3, corrections), updated_at = now,
     settings = settings || $4::jsonb
   from date_trunc('milliseconds', clock_timestamp()) now
   where organization_id = $1 and id = $2`,
);

const NOT_PLANNED = refuse('CONFLICT', 'This import has no complete plan yet.');
const TOO_MANY = refuse(
  'CONFLICT',
  `At most ${MOST_CORRECTED.toLocaleString('en')} rows can be corrected here. Correct the file.`,
);

/**
 * Corrects cells of the plan, or the country for phones, and replans their rows: at once, or all by a job if there are
 * many. Refused after a run.
 */
export const correctImport: Handler<'correctImport'> = async (call) => {
  const { context, service, id, body } = call;
  const row = await findImport(context, id);
  if (!row) return notFound('import');
  if (row.run_id) return HAS_RUN;
  if (row.plan_state !== 'finished' || !row.plan_id) return NOT_PLANNED;
  const refusal =
    refuseIfScopeMissing(context, row.plan_input.settings) ?? (await refuseIfFull(context, service));
  if (refusal) return refusal;
  const problem = await transaction(context.database, (client) =>
    correct({ ...context, client }, { ...row, plan_id: row.plan_id as string }, body),
  );
  if (problem === 'many') return replan(call);
  return problem ?? readImportReply(context, id);
};

/** Saves corrections and replans their rows. Returns a refusal, `many` if there are too many rows, or `null` when done. */
async function correct(
  context: RequestContext,
  record: ImportRecord & { plan_id: string },
  { rows, country }: ImportCorrections,
) {
  const { id, plan_id: planId, plan_input: input } = record;
  const [stored] = await lockImport(context, id, planId);
  const [plan] = stored ? await lockPlan(context, planId) : [];
  if (!stored || !plan) return NOT_PLANNED;
  const lines = rows?.map(({ line }) => line);
  const planned = lines
    ? await rowsOfLines(context, planId, lines)
    : await rowsWithoutCountry(context, planId);
  if (planned.length > MOST_AT_ONCE) return 'many';
  const problems = rows ? findProblems(rows, planned, input.names.length) : [];
  if (problems.length > 0) return invalid(problems);

  const corrections = { ...stored.corrections };
  for (const { line, cells } of rows ?? []) {
    const before = planned.find((one) => one.line === line)?.cells ?? [];
    corrections[line] = { ...corrections[line] };
    for (const { column, value } of cells)
      corrections[line][column] = {
        from: corrections[line][column]?.from ?? before[column] ?? '',
        to: value,
      };
  }
  if (Object.keys(corrections).length > MOST_CORRECTED) return TOO_MANY;
  const settings = { ...input.settings, ...(country && { country }) };
  const columns = await readColumns(context, { ...input, settings });
  const parsed = await mapInTurns(planned, ({ line, cells }) =>
    parseRow({ line, cells }, corrections, columns, columnCount(input)),
  );
  await forgetRows(
    context,
    planId,
    planned.map(({ line }) => line),
  );
  const { progress } = plan;
  for (const { redeems } of planned)
    if (redeems) progress.codeUses[redeems] = (progress.codeUses[redeems] ?? 1) - 1;
  const records = await planRows(context, parsed, { planId, columns, progress, isReplica: false });
  if (records.length > 0) await rewriteRows(context, planId, JSON.stringify(records));
  const [counts] = await countRows(context, planId, 0);
  await saveProgress(context, planId, JSON.stringify({ ...progress, ...counts }), country ?? null);
  await saveCorrections(
    context,
    id,
    JSON.stringify(corrections),
    JSON.stringify({ ...(country && { country }) }),
  );
  return null;
}

/** Finds lines that cannot be corrected, and columns that the file lacks. */
function findProblems(
  rows: NonNullable<ImportCorrections['rows']>,
  planned: CorrectedRow[],
  width: number,
): ErrorDetail[] {
  const known = new Set(planned.map(({ line }) => line));
  return rows.flatMap(({ line, cells }, index) => [
    ...(known.has(line) ? [] : [{ path: `rows.${index}.line`, message: 'This row cannot be corrected.' }]),
    ...cells.flatMap(({ column }, place) =>
      column < width
        ? []
        : [{ path: `rows.${index}.cells.${place}.column`, message: 'There is no such column.' }],
    ),
  ]);
}

/** Saves the country for phone numbers, if given, and replans the whole file by a job. */
async function replan(call: HandlerCall<'correctImport'>) {
  const { country } = call.body;
  await saveCorrections(call.context, call.id, null, JSON.stringify(country ? { country } : {}));
  return planImport({ ...call, body: undefined });
}
