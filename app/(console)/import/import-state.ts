import { formatCountOf } from '@/components/text/format-count';
import { exportHeaders } from '@/lib/contract/export-headers';
import type {
  ContactImport,
  ImportOutcome,
  ImportRowFilter,
  ImportState,
  ImportTarget,
} from '@/lib/contract/import';

/** Whether the server is working on the import. */
export function isUnderWay({ state }: ContactImport): boolean {
  return state === 'planning' || state === 'running' || state === 'undoing';
}

/**
 * Whether an import can be undone: it has run, even in part, and its undo has not started, or has kept contacts that a
 * second one may undo.
 */
export function isUndoable({ state, undo, run }: ContactImport): boolean {
  if (state === 'partly-undone') return true;
  return !undo && (state === 'finished' || (run !== null && (state === 'cancelled' || state === 'failed')));
}

/** Number of rows by planned outcome, or by actual outcome once all have run; `null` before the plan. */
export function toFigures({ plan, run }: ContactImport): Record<ImportRowFilter | 'all', number> | null {
  if (!plan) return null;
  const figures = { ...plan, all: plan.rows, changed: run?.changed ?? 0 };
  if (!run || run.rows !== run.total) return figures;
  const { created, updated, unchanged } = run;
  // A run does not count rows that the plan skips, only those whose outcome has changed since.
  const skipped = plan.skipped + run.skipped;
  const shared = plan.shared + run.shared;
  const conflict = plan.conflict + run.conflict;
  const rejected = plan.rejected + run.rejected;
  return { ...figures, created, updated, unchanged, skipped, shared, conflict, rejected };
}

export function writtenRows({ plan }: ContactImport): number {
  return plan ? plan.created + plan.updated : 0;
}

/** Rows that a run has imported. */
export const importedRows = ({ run }: ContactImport): number => (run ? run.created + run.updated : 0);

/**
 * "412 created, 88 updated, 9 rejected"; "412 new, …" before the run, blank before the plan, "No changes" if there are
 * none.
 */
export function summarizeImport(one: ContactImport): string {
  const figures = one.run ? { ...one.plan, ...one.run } : one.plan;
  if (!figures) return '';
  const { created, updated } = figures;
  const { rejected = 0, conflict = 0, shared = 0 } = toFigures(one) ?? {};
  const newWord = one.run ? 'created' : 'new';
  const parts = [
    created > 0 && formatCountOf(created, newWord, newWord),
    updated > 0 && formatCountOf(updated, 'updated', 'updated'),
    shared + conflict > 0 && formatCountOf(shared + conflict, 'held back', 'held back'),
    rejected > 0 && formatCountOf(rejected, 'rejected', 'rejected'),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'No changes';
}

export const stateLabels: Record<ImportState, string> = {
  uploaded: 'Not imported',
  planning: 'Checking',
  planned: 'Not imported',
  running: 'Importing',
  finished: 'Imported',
  cancelled: 'Paused',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
  'partly-undone': 'Partly undone',
};

export const stateTones: Partial<Record<ImportState, 'accent' | 'success' | 'warning' | 'danger'>> = {
  planning: 'accent',
  running: 'accent',
  finished: 'success',
  cancelled: 'warning',
  failed: 'danger',
  undoing: 'accent',
  'partly-undone': 'warning',
};

export const targetLabels: Record<ImportTarget, string> = {
  ...exportHeaders,
  fullName: 'Full name',
  prefix: 'Name prefix',
  middleName: 'Middle name',
  lastNamePrefix: 'Last name prefix',
  suffix: 'Name suffix',
  segmentFlag: 'Segment named like the column',
  phoneCountry: 'Phone country',
  areaCode: 'Area code',
  referralCode: 'Referral code',
};

export const outcomeLabels: Record<ImportOutcome, string> = {
  created: 'New',
  updated: 'Updated',
  unchanged: 'Unchanged',
  skipped: 'Skipped',
  shared: 'Other person',
  conflict: 'Conflict',
  rejected: 'Rejected',
};

export const outcomeTones: Partial<Record<ImportOutcome, 'accent' | 'success' | 'warning' | 'danger'>> = {
  created: 'success',
  updated: 'accent',
  shared: 'warning',
  conflict: 'warning',
  rejected: 'danger',
};
