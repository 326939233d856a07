import { formatCount } from '@/components/text/format-count';
// Types only: every page loads this module, and the contract's schemas are large.
import type { ContactImport, ImportOutcome, ImportRowFilter } from '@/lib/contract/import';

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
  const figures = { ...plan };
  if (run && run.rows === run.total)
    // A run does not count rows that the plan holds back or skips, only those whose outcome has changed since.
    for (const outcome of outcomes)
      figures[outcome] = run[outcome] + (isRun.has(outcome) ? 0 : plan[outcome]);
  const { unchanged, skipped, shared, conflict, rejected } = figures;
  const sums = { noChange: unchanged + skipped, heldBack: shared + conflict + rejected };
  return { ...figures, ...sums, all: plan.rows, changed: run?.changed ?? 0 };
}

const isRun = new Set<ImportOutcome>(['created', 'updated', 'unchanged']);
const outcomes = [...isRun, 'skipped', 'shared', 'conflict', 'rejected'] as const;

export function writtenRows({ plan }: ContactImport): number {
  return plan ? plan.created + plan.updated : 0;
}

/** Whether a run would write and mark nobody. */
export const hasNothingToDo = (one: ContactImport): boolean =>
  writtenRows(one) === 0 && !one.plan?.doNotContact;

/** Rows that a run has imported. */
export const importedRows = ({ run }: ContactImport): number => (run ? run.created + run.updated : 0);

/**
 * "412 added, 88 updated, 9 held back"; "412 new, …" before the run, blank before the plan, "No changes" if there are none.
 */
export function summarizeImport(one: ContactImport): string {
  const figures = one.run ? { ...one.plan, ...one.run } : one.plan;
  if (!figures) return '';
  const { created, updated } = figures;
  const heldBack = toFigures(one)?.heldBack ?? 0;
  const parts = [
    created > 0 && `${formatCount(created)} ${one.run ? 'added' : 'new'}`,
    updated > 0 && `${formatCount(updated)} updated`,
    heldBack > 0 && `${formatCount(heldBack)} held back`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'No changes';
}
