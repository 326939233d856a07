import { CircleCheck, Undo2 } from 'lucide-react';
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
import { stateLabels, stateTones } from '../import-labels';
import { importedRows, isUnderWay, isUndoable, summarizeImport, toFigures } from '../import-state';
import { RejectedRowsLink } from './rejected-rows-link';
import { KeptContacts, useUndoImport } from './undo-dialog';
import { useImportAgain } from './use-import-again';
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
  const { mutate, isPending } = useImportSteps(one);
  const mayCreate = useCan('createImport');
  const { again } = useImportAgain(one);
  const undoing = useUndoImport(one);
  const isPaused = one.state === 'cancelled' || one.state === 'failed';
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
              <Button pending={undoing.isPending} onClick={undoing.undo}>
                <Undo2 aria-hidden className="text-muted" />
                Undo import
              </Button>
            ) : null}
            {mayCreate && one.state === 'undone' ? (
              <Button variant="primary" pending={again.isPending} onClick={() => again.mutate()}>
                Change and import again
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
          <>
            <Written one={one} />
            {one.undo ? null : <HeldBack one={one} onChanged={onChanged} />}
          </>
        )}
        {one.state === 'partly-undone' ? <KeptContacts one={one} /> : null}
        {rows}
      </section>
      {undoing.dialog}
    </div>
  );
}

/** What the run or its undo did, with a link to the contacts. */
function Written({ one }: { one: ContactImport }) {
  const mayList = useCan('listContacts', 'correctImport');
  const count = importedRows(one);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="flex items-center gap-2 text-base font-medium">
        {one.state === 'finished' ? (
          <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
        ) : null}
        <span>
          {describeResult(one)}
          {one.error ? <span className="text-danger"> {one.error}</span> : null}
        </span>
      </p>
      {one.state === 'finished' && count > 0 && mayList ? (
        <Link href={`/contacts?import=${one.id}`} className={buttonClasses()}>
          View {one.plan?.repeated ? 'contacts' : formatCountOf(count, 'contact')}
        </Link>
      ) : null}
    </div>
  );
}

/** Rows that were held back or imported without some values, to fix in another import, and those unlike the preview. */
function HeldBack({ one, onChanged }: { one: ContactImport; onChanged(): void }) {
  const isOffered = useCan('createImport');
  const { fix } = useImportAgain(one);
  const { heldBack = 0, leftOut = 0, changed = 0 } = toFigures(one) ?? {};
  const parts = [
    heldBack > 0 && `${formatCountOf(heldBack, 'row was', 'rows were')} held back`,
    leftOut > 0 && `${formatCountOf(leftOut, 'row has', 'rows have')} values left out`,
  ].filter(Boolean);
  if (parts.length + changed === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      {parts.length > 0 ? (
        <>
          <p className="mr-2">{parts.join(', ')}.</p>
          {isOffered ? (
            <Button size="sm" pending={fix.isPending} onClick={() => fix.mutate()}>
              Fix
            </Button>
          ) : null}
          <RejectedRowsLink one={one} />
        </>
      ) : null}
      {changed > 0 ? (
        <Button size="sm" onClick={onChanged}>
          {formatCountOf(changed, 'row')} changed since the preview
        </Button>
      ) : null}
    </div>
  );
}

/** "27 contacts added, 1 updated." for a finished run, or what an undo or a paused run did; blank before one. */
function describeResult(one: ContactImport): string {
  const { state, undo, run, plan } = one;
  if (!run) return '';
  const isPaused = state === 'cancelled' || state === 'failed';
  if (undo && isPaused)
    return `Undo paused at ${formatCount(run.undone + run.kept)} of ${formatCount(importedRows(one))}.`;
  if (undo) {
    const kept = run.kept > 0 ? ` ${formatCountOf(run.kept, 'was', 'were')} edited since and kept.` : '';
    // Rows are counted by kind, and are contacts unless some were kept or had several rows.
    if (run.undone !== importedRows(one))
      return `Import undone. ${formatCountOf(run.undone, 'contact is as it was', 'contacts are as they were')}.${kept}`;
    const parts = [
      run.created > 0 && `${formatCountOf(run.created, 'new contact')} moved to the trash`,
      run.updated > 0 &&
        `${run.created > 0 ? formatCount(run.updated) : formatCountOf(run.updated, 'contact')} reset`,
    ];
    return `${['Import undone', parts.filter(Boolean).join(', ')].filter(Boolean).join('. ')}.`;
  }
  if (isPaused)
    return `${state === 'failed' ? 'Stopped' : 'Paused'} after ${formatCount(run.rows)} of ${formatCountOf(run.total, 'row')}: ${summarizeImport(one)}.`;
  const { created, updated } = run;
  if (created > 0)
    return `${formatCountOf(created, 'contact')} added${updated > 0 ? `, ${formatCount(updated)} updated` : ''}.`;
  return updated > 0
    ? `${formatCountOf(updated, plan?.repeated ? 'row' : 'contact')} updated.`
    : 'Nothing changed.';
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
