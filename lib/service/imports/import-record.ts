import type { Actor } from '@/lib/contract/actor';
import { hasOptions } from '@/lib/contract/field';
import {
  type ContactImport,
  type ImportFormat,
  type ImportOutcome,
  type ImportState,
  importOutcomes,
} from '@/lib/contract/import';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { textSource } from '@/lib/import/text-encoding';
import { notFound, refuse } from '../shared/reply';
import type { PlanInput } from './file-chunks';
import type { RunInput, RunProgress } from './import-run';
import type { PlannedField } from './new-fields';
import type { PlanProgress } from './plan-job';
import type { StoredTable } from './store-tables';

const LISTED = 50;

export const NO_FILE = refuse('CONFLICT', 'The file of this import was deleted. Upload it again.');
export const HAS_RUN = refuse('CONFLICT', 'This import has run. Upload the file again for another one.');

/** A format with all tables of the file. `sheet` names the one to read, `otherTables` has lines where others begin in it. */
export type StoredFormat = ImportFormat & { tables: StoredTable[]; otherTables: number[] };

type JobState = 'running' | 'finished' | 'cancelled' | 'failed';

export interface ImportRecord extends Pick<ContactImport, 'id' | 'name' | 'size' | 'settings' | 'columns'> {
  format: StoredFormat;
  header_key: string;
  created_by: Actor;
  created_at: string;
  updated_at: string;
  plan_id: string | null;
  plan_state: JobState | null;
  plan_input: PlanInput;
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

const columns = `i.id, i.name, i.size, i.header_key, i.format, i.settings, i.columns, i.created_by, i.created_at,
  greatest(i.updated_at, p.updated_at, r.updated_at) as updated_at,
  i.plan_id, p.state as plan_state, p.input as plan_input, p.progress as plan_progress, p.error as plan_error,
  i.run_id, r.state as run_state, r.undo as run_undo, r.input as run_input, r.progress as run_progress,
  r.error as run_error, r.created_at as started_at`;
const joined = `imports i left join jobs p on p.organization_id = i.organization_id and p.id = i.plan_id
  left join jobs r on r.organization_id = i.organization_id and r.id = i.run_id`;

/** SQL: proposed contacts become an import when they are approved. */
const isVisible = '(not i.proposed or i.run_id is not null)';

export const listRecords = scoped<ImportRecord>(
  'list_imports',
  `select ${columns} from ${joined} where i.organization_id = $1 and ${isVisible}
     and ($2::text is null or p.state = 'running' or r.state = 'running') order by i.id desc limit ${LISTED}`,
);
const get = scoped<ImportRecord>(
  'get_import',
  `select ${columns} from ${joined} where i.organization_id = $1 and i.id = $2 and (${isVisible} or $3)`,
);

/** The import with its plan and run; `undefined` if there is none. @param isProposed Also one that waits for approval. */
export async function findImport(
  context: RequestContext,
  id: string,
  isProposed = false,
): Promise<ImportRecord | undefined> {
  return (await get(context, id, isProposed))[0];
}

/** The import as a reply, or 404. */
export async function readImportReply(context: RequestContext, id: string) {
  const row = await findImport(context, id);
  return row ? { data: toContactImport(row) } : notFound('import');
}

const toPlannedField = ({ options, ...field }: PlannedField) =>
  hasOptions(field.type) ? { ...field, options } : field;

/** Converts a row to the wire format. */
export function toContactImport(row: ImportRecord): ContactImport {
  const { plan_progress: plan, run_progress: run } = row;
  const { tables, otherTables, ...format } = row.format;
  const table = tables.find(({ name }) => name === format.sheet) ?? tables[0];
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    state: toImportState(row),
    undo: row.run_undo ?? false,
    error: row.run_error ?? row.plan_error,
    format,
    otherTables,
    sheets: tables.length > 1 ? tables.map(({ name }) => name) : [],
    isText: table?.isText ?? true,
    sample: table ? sampleText(table.sample, format.encoding) : '',
    columns: row.columns,
    settings: row.settings,
    // On Citus the coordinator may have the job a moment after the worker has its id.
    plan: row.plan_state
      ? {
          ...toOutcomes(plan),
          rows: plan.rows,
          repeated: plan.repeated,
          share: plan.share,
          newSegments: plan.newSegments.map(({ title }) => title),
          ...(plan.newFields?.length && { newFields: plan.newFields.map(toPlannedField) }),
          unusualPhones: plan.unusualPhones,
          leftOut: plan.leftOut,
          leftOutReasons: plan.leftOutReasons,
          corrected: plan.corrected,
          ...(plan.doNotContact && { doNotContact: plan.doNotContact }),
          suggestedCountry: plan.suggestedCountry,
        }
      : null,
    run: row.run_state
      ? {
          ...toOutcomes(run),
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

const SAMPLE_LENGTH = 200;

/** Up to `SAMPLE_LENGTH` characters of a file's lines that have non-ASCII characters. */
const sampleText = (sample: string, encoding: ImportFormat['encoding']): string =>
  textSource(encoding).read(Buffer.from(sample, 'base64')).trim().slice(0, SAMPLE_LENGTH);

const toOutcomes = (progress: Record<ImportOutcome, number>) =>
  Object.fromEntries(importOutcomes.map((name) => [name, progress[name]])) as typeof progress;

/** Whether an undo has kept contacts, which may be undone later. */
export const isPartlyUndone = (row: ImportRecord): boolean =>
  row.run_state === 'finished' && row.run_undo && row.run_progress.kept > 0;

/** The state of the run or its undo; before a run, that of the plan. A cancelled plan counts as none. */
function toImportState(row: ImportRecord): ImportState {
  const { plan_state: plan, run_state: run, run_undo: undo } = row;
  if (isPartlyUndone(row)) return 'partly-undone';
  if (run)
    return undo ? (({ running: 'undoing', finished: 'undone' } as const)[run as 'running'] ?? run) : run;
  if (plan === 'running') return 'planning';
  if (plan === 'finished') return 'planned';
  return plan === 'failed' ? 'failed' : 'uploaded';
}
