import * as z from 'zod';
import { type ImportOutcome, type ImportSettings, importOutcomes } from '@/lib/contract/import';
import type { JobType } from '@/lib/jobs/job';
import type { PlannedField } from './new-fields';

const input = z.object({
  importId: z.guid(),
  planId: z.guid(),
  settings: z.custom<ImportSettings>(),
  /** Rows that the plan does not reject. */
  total: z.int(),
  /** Names of the columns. */
  names: z.array(z.string()),
  /** Titles that the plan found no segment for. */
  newSegments: z.array(z.string()),
  newFields: z.custom<PlannedField[]>().optional(),
  /** Of an approved proposal: rows that turn out otherwise than planned are not written. */
  isExact: z.boolean().optional(),
});

export type RunInput = z.infer<typeof input>;

/** `line`: the last line done. `bytes`: size of the undo records, as JSON. */
const counters = ['rows', 'line', 'changed', 'undone', 'kept', 'bytes'] as const;

export type RunProgress = Record<ImportOutcome | (typeof counters)[number], number>;

export const importRunType: JobType<RunInput, RunProgress> = {
  name: 'import',
  input,
  progress: z.record(z.enum([...importOutcomes, ...counters]), z.int()),
};

const zeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
export const noOutcomes = zeros(importOutcomes);
export const nothingRun: RunProgress = { ...noOutcomes, ...zeros(counters) };

/** Planned outcomes whose rows are run. */
export const RUNNABLE = ['created', 'updated', 'unchanged'] as const;
export const SQL_RUNNABLE = RUNNABLE.map((outcome) => `'${outcome}'`).join(', ');
/** SQL: whether a row of people who left is held back or skipped, and still marks its addresses. */
export const ONLY_MARKS_SQL = `(outcome in ('skipped', 'shared', 'conflict') and request ->> 'doNotContact' is not null)`;
