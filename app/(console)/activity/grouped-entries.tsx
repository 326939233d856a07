import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type GroupedActivity, groupedOptions } from '@/components/activity/activity-state';
import { toChanges, toSentence } from '@/components/activity/activity-words';
import { useMay } from '@/components/hooks/use-can';
import { useSegments } from '@/components/segments/use-segments';
import { Button } from '@/components/ui/button';
import { ErrorText } from '@/components/ui/error-text';
import { ShowEarlier } from '@/components/ui/show-earlier';
import { Skeleton } from '@/components/ui/skeleton';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { isReversible, latestBulkChanges } from '../bulk-changes/bulk-change-state';
import { useBulkChangeSteps } from '../bulk-changes/use-bulk-change-steps';
import { UndoDialog } from '../import/[id]/undo-dialog';
import { importOptions } from '../import/import-queries';
import { isUndoable } from '../import/import-state';
import { ChangeWords, SubjectLink } from './activity-sentence';

/** The changes in a folded entry, page after page. */
export function GroupedEntries({ entry }: { entry: GroupedActivity }) {
  const pages = useInfiniteQuery(groupedOptions(entry));
  const { data: segments = [] } = useSegments();
  const { data, error } = pages;
  if (error && !data)
    return (
      <p className="text-sm text-muted">
        <ErrorText error={error} />
      </p>
    );
  if (!data) return <Skeleton className="w-64" />;
  return (
    <>
      <ol className="flex flex-col gap-0.5 border-l border-line pl-3">
        {data.pages
          .flatMap((page) => page.data)
          .map((one) => {
            const { verb, subject, change } = toSentence(one, toChanges(one, segments));
            return (
              <li key={one.id} className="text-sm/6 wrap-anywhere">
                {verb.charAt(0).toUpperCase() + verb.slice(1)}{' '}
                {subject ? <SubjectLink entry={one} name={subject} /> : null}
                {change ? <ChangeWords change={change} /> : null}
              </li>
            );
          })}
      </ol>
      <div className="pt-2 empty:hidden">
        <ShowEarlier pages={pages} size="sm" />
      </div>
    </>
  );
}

/** Button that undoes a bulk change or an import, if the person may and it is still possible. */
export function UndoButton({ entry: { import: through, folded } }: { entry: GroupedActivity }) {
  const may = useMay();
  // Undoing an import also makes entries, with deletions. They offer no undo.
  const isRun = !folded.actions.includes('contact.deleted');
  if (through) return may('undoImport') && isRun ? <UndoImport id={through.id} /> : null;
  return may('undoBulkChange') && folded.bulkChangeId ? <UndoBulkChange id={folded.bulkChangeId} /> : null;
}

/** Undoes an import after a confirmation; nothing if it cannot be undone. */
function UndoImport({ id }: { id: string }) {
  const { data: one } = useQuery(importOptions(id));
  const [isUndoing, setUndoing] = useState(false);
  if (!one || !isUndoable(one)) return null;
  return (
    <>
      <Button size="sm" variant="ghost" className="text-accent!" onClick={() => setUndoing(true)}>
        Undo
      </Button>
      {isUndoing ? <UndoDialog one={one} onClose={() => setUndoing(false)} /> : null}
    </>
  );
}

/** Undoes a bulk change at once; nothing if it was undone, changed nothing, is a purge, or is not one of the latest. */
function UndoBulkChange({ id }: { id: string }) {
  const { undo } = useBulkChangeSteps();
  const change = useBulkChange(id);
  if (!change || change.undo || change.changed === 0 || !isReversible(change)) return null;
  return (
    <Button size="sm" variant="ghost" className="text-accent!" onClick={() => undo(change)}>
      Undo
    </Button>
  );
}

/**
 * A bulk change; `undefined` if it is not one of the latest. Reads only the cache that the lines at the foot of the page
 * fill.
 */
export function useBulkChange(id: string | null): BulkChange | undefined {
  const { data: latest } = useQuery({ ...latestBulkChanges, enabled: false });
  return latest?.find((one) => one.id === id);
}
