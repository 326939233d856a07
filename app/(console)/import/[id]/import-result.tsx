import { Undo2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { countOf } from '@/components/data-table/format-count';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { focusAround } from '@/components/ui/focus-main';
import { PageHeader } from '@/components/ui/page-header';
import type { ContactImport } from '@/lib/contract/import';
import { useOffered } from '../../console-providers';
import { isUnderWay, stateLabels, stateTones, summaryOf } from '../import-state';
import { ImportProgress } from './import-progress';
import { KeptContacts } from './kept-contacts';
import { RejectedRowsLink } from './rejected-rows-link';
import { UndoDialog } from './undo-dialog';
import { useImportSteps } from './use-import-steps';

interface ImportResultProps {
  one: ContactImport;
  header: Pick<ComponentProps<typeof PageHeader>, 'back' | 'title' | 'description'>;
  rows: ReactNode;
  /** Lists the rows that changed since the plan. */
  onChanged(): void;
}

/** An import that is running or has run: progress, result and undo. */
export function ImportResult({ one, header, rows, onChanged }: ImportResultProps) {
  const isOffered = useOffered('contacts:write', 'runImport');
  const { run, undo, cancel, isPending } = useImportSteps(one);
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
              <Button pending={isPending} onClick={cancel}>
                Cancel
              </Button>
            ) : null}
            {isOffered && (isPaused || one.state === 'finished') && !one.undo ? (
              <Button onClick={() => setUndoing(true)}>
                <Undo2 aria-hidden className="text-muted" />
                Undo import
              </Button>
            ) : null}
            {isOffered && isPaused ? (
              <Button variant="primary" pending={isPending} onClick={() => (one.undo ? undo() : run())}>
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
              {wordsOf(one)}
              {isPaused && one.error ? <span className="text-danger"> {one.error}</span> : null}
            </p>
            <div className="flex flex-wrap gap-2">
              {changed > 0 ? (
                <Button size="sm" onClick={onChanged}>
                  {countOf(changed, 'row')} changed since the plan
                </Button>
              ) : null}
              <RejectedRowsLink one={one} />
            </div>
          </div>
        )}
        {one.state === 'undone' && one.run?.kept ? <KeptContacts one={one} /> : null}
        {rows}
      </section>
      {isUndoing ? <UndoDialog one={one} onClose={() => setUndoing(false)} /> : null}
    </div>
  );
}

/** What has been done so far. */
function wordsOf(one: ContactImport): string {
  const { state, undo, run } = one;
  if (!run) return '';
  if (state === 'finished') return `${summaryOf(one)}.`;
  if (undo) {
    const kept = run.kept > 0 ? ` ${countOf(run.kept, 'was', 'were')} edited since and kept.` : '';
    const restored = countOf(run.undone, 'contact is', 'contacts are');
    return `${state === 'undone' ? '' : 'Undo paused. '}${restored} as before the import.${kept}`;
  }
  return `${state === 'failed' ? 'Stopped' : 'Paused'} after ${run.rows.toLocaleString('en')} of ${countOf(run.total, 'row')}: ${summaryOf(one)}.`;
}
