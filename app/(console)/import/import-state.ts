import { countOf } from '@/components/data-table/format-count';
import type {
  ContactImport,
  ImportOutcome,
  ImportRowFilter,
  ImportState,
  ImportTarget,
} from '@/lib/contract/import';

/** Whether the server works on it. */
export function isUnderWay({ state }: ContactImport): boolean {
  return state === 'planning' || state === 'running' || state === 'undoing';
}

/** Whether every row has been imported. */
export function isComplete({ run }: ContactImport): boolean {
  return run !== null && run.rows === run.total;
}

/** Number of rows by planned or actual outcome. */
export function figuresOf(one: ContactImport): Record<ImportRowFilter | 'all', number> | null {
  const { plan, run } = one;
  if (!plan) return null;
  const figures = { ...plan, all: plan.rows, changed: run?.changed ?? 0 };
  if (!run || !isComplete(one)) return figures;
  const { created, updated, unchanged } = run;
  // The run skips these rows, apart from those that changed since the plan.
  const [skipped, conflict, rejected] = (['skipped', 'conflict', 'rejected'] as const).map(
    (name) => plan[name] + run[name],
  ) as [number, number, number];
  return { ...figures, created, updated, unchanged, skipped, conflict, rejected };
}

export function writtenRows({ plan }: ContactImport): number {
  return plan ? plan.created + plan.updated : 0;
}

/** "412 created, 88 updated, 9 rejected" */
export function summaryOf(one: ContactImport): string {
  const figures = one.run ? { ...one.plan, ...one.run } : one.plan;
  if (!figures) return '';
  const { created, updated } = figures;
  const { rejected = 0, conflict = 0 } = figuresOf(one) ?? {};
  const newWord = one.run ? 'created' : 'new';
  const parts = [
    created > 0 && countOf(created, newWord, newWord),
    updated > 0 && countOf(updated, 'updated', 'updated'),
    conflict > 0 && countOf(conflict, 'conflict'),
    rejected > 0 && countOf(rejected, 'rejected', 'rejected'),
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
};

export const stateTones = {
  uploaded: 'neutral',
  planning: 'accent',
  planned: 'neutral',
  running: 'accent',
  finished: 'success',
  cancelled: 'warning',
  failed: 'danger',
  undoing: 'accent',
  undone: 'neutral',
} as const satisfies Record<ImportState, string>;

export const targetLabels: Record<ImportTarget, string> = {
  email: 'Email',
  phone: 'Phone',
  firstname: 'First name',
  lastname: 'Last name',
  fullName: 'Full name',
  jobtitle: 'Job title',
  company: 'Company',
  segments: 'Segments',
  referralCode: 'Referral code',
};

export const outcomeLabels: Record<ImportOutcome, string> = {
  created: 'New',
  updated: 'Updated',
  unchanged: 'Unchanged',
  skipped: 'Skipped',
  conflict: 'Conflict',
  rejected: 'Rejected',
};

export const outcomeTones = {
  created: 'success',
  updated: 'accent',
  unchanged: 'neutral',
  skipped: 'neutral',
  conflict: 'warning',
  rejected: 'danger',
} as const satisfies Record<ImportOutcome, string>;
