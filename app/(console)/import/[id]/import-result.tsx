import { Undo2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useCan } from '@/components/hooks/use-can';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { Badge } from '@/components/ui/badge';
import { Button, buttonClasses } from '@/components/ui/button';
import { focusAround } from '@/components/ui/focus-main';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Progress } from '@/components/ui/progress';
import type { ContactImport } from '@/lib/contract/import';
import {
  importedRows,
  isUnderWay,
  isUndoable,
  stateLabels,
  stateTones,
  summarizeImport,
} from '../import-state';
import { RejectedRowsLink } from './rejected-rows-link';
import { KeptContacts, UndoDialog } from './undo-dialog';
import { useImportSteps } from './use-import-steps';

export interface ImportResultProps {
  one: ContactImport;
  header: Pick<ComponentProps<typeof PageHeader>, 'back' | 'title' | 'description'>;
  rows: ReactNode;
  /** Lists the rows that changed since the plan. */
  onChanged(): void;
}

/** An import that is running or has run: progress, result and undo. */
export function ImportResult({ one, header, rows, onChanged }: ImportResultProps) {
  const isOffered = useCan('runImport');
  const mayList = useCan('listContacts', 'correctImport');
  const { mutate, isPending } = useImportSteps(one);
  const [isUndoing, setUndoing] = useState(false);
  const isPaused = one.state === 'cancelled' || one.state === 'failed';
  const { changed = 0 } = one.run ?? {};
  return (
    <div>
      <PageHeader
        {...header}
        aside={<Badge tone={stateTones[one.state]}>{stateLabels[one.state]}</Badge>}
        actions={
          <div ref={focusAround} key={one.state} className="contents">
            {isOffered && isUnderWay(one) ? (
              <Button pending={isPending} onClick={() => mutate('cancel')}>
                Cancel
              </Button>
            ) : null}
            {isOffered && isUndoable(one) ? (
              <Button onClick={() => setUndoing(true)}>
                <Undo2 aria-hidden className="text-muted" />
                Undo import
              </Button>
            ) : null}
            {isOffered && isPaused ? (
              <Button variant="primary" pending={isPending} onClick={() => mutate(one.undo ? 'undo' : 'run')}>
                {one.undo ? 'Resume undo' : 'Resume'}
              </Button>
            ) : null}
          </div>
        }
      />
      <section
        aria-label="Result"
        tabIndex={-1}
        className="flex flex-col gap-3 px-4 pb-8 outline-none md:px-6"
      >
        {isUnderWay(one) ? (
          <ImportProgress key={one.state} one={one} />
        ) : (
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p role="status" className="text-base">
              {describeResult(one)}
              {isPaused && one.error ? <span className="text-danger"> {one.error}</span> : null}
            </p>
            <div className="flex flex-wrap gap-2">
              {one.state === 'finished' && importedRows(one) > 0 && mayList ? (
                <Link href={`/contacts?import=${one.id}`} className={buttonClasses({ size: 'sm' })}>
                  View them
                </Link>
              ) : null}
              {changed > 0 ? (
                <Button size="sm" onClick={onChanged}>
                  {formatCountOf(changed, 'row')} changed since the plan
                </Button>
              ) : null}
              <RejectedRowsLink one={one} />
            </div>
          </div>
        )}
        {one.state === 'partly-undone' ? <KeptContacts one={one} /> : null}
        {rows}
      </section>
      {isUndoing ? <UndoDialog one={one} onClose={() => setUndoing(false)} /> : null}
    </div>
  );
}

/** Describes the result of a finished, paused or undone run; blank before one. */
function describeResult(one: ContactImport): string {
  const { state, undo, run } = one;
  if (!run) return '';
  if (state === 'finished') {
    const leftOut = one.plan?.leftOut ?? 0;
    const count = importedRows(one);
    const imported =
      count > 0 ? `${formatCountOf(count, one.plan?.repeated ? 'row' : 'contact')} imported: ` : '';
    return `${imported}${summarizeImport(one)}.${leftOut > 0 ? ` ${formatCountOf(leftOut, 'row has', 'rows have')} skipped values.` : ''}`;
  }
  if (undo) {
    const kept = run.kept > 0 ? ` ${formatCountOf(run.kept, 'was', 'were')} edited since and kept.` : '';
    const restored = formatCountOf(run.undone, 'contact is', 'contacts are');
    return `${state === 'cancelled' || state === 'failed' ? 'Undo paused. ' : ''}${restored} as before the import.${kept}`;
  }
  return `${state === 'failed' ? 'Stopped' : 'Paused'} after ${formatCount(run.rows)} of ${formatCountOf(run.total, 'row')}: ${summarizeImport(one)}.`;
}

/** Progress, speed and time left of a run or its undo. */
function ImportProgress({ one }: { one: ContactImport }) {
  const { run, state, error } = one;
  const isUndo = state === 'undoing';
  const done = isUndo ? (run?.undone ?? 0) + (run?.kept ?? 0) : (run?.rows ?? 0);
  // An undo counts contacts instead of rows, because several rows may affect one contact.
  const total = isUndo ? (run?.created ?? 0) + (run?.updated ?? 0) : (run?.total ?? 0);
  const rate = useRate(done);
  return (
    <div className="flex min-h-11 flex-col justify-center gap-1.5">
      <p role="status" className="sr-only">
        {isUndo ? 'Undoing' : `Importing ${formatCountOf(total, 'row')}`}
      </p>
      <p className="text-sm">
        {formatCount(done)} of {formatCountOf(total, isUndo ? 'contact' : 'row')}
        {isUndo ? ' restored' : null}
        {error ? <span className="text-warning">. {error}</span> : null}
        <span className="text-muted">
          {rate && !error
            ? `, ${formatCount(Math.round(rate))} a second, ${formatTimeLeft((total - done) / rate)}`
            : null}
        </span>
      </p>
      <Progress value={done} max={Math.max(total, 1)} aria-label="Progress" className="w-full" />
    </div>
  );
}

/** Rows or contacts per second on average since the first render; `null` before any progress. */
function useRate(done: number): number | null {
  const [first] = useState(() => ({ done, at: Date.now() }));
  return done > first.done ? ((done - first.done) * 1_000) / (Date.now() - first.at) : null;
}

/** "45 s left"; minutes from 90 seconds, hours from 90 minutes. */
function formatTimeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s left`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min left`;
  return `${Math.round(seconds / 3_600)} h left`;
}
