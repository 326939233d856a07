import type { ImportOutcome, ImportSettings } from '@/lib/contract/import';

export const IMPORT_RUN = 'import';

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
  /** Bytes of the undo records, as JSON. */
  bytes: number;
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
  bytes: 0,
};

/** Outcomes of a plan that are carried out. */
export const RUNNABLE = ['created', 'updated', 'unchanged'] as const;
