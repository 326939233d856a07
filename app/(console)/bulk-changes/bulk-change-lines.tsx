import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { getStepKey, isStopped, isUnderWay } from './bulk-change-state';
import { useBulkChangeEnds } from './use-bulk-change-ends';
import { useOptimisticBulkChange } from './use-bulk-change-steps';

const load = () => import('./bulk-change-line-list');
const BulkChangeLineList = dynamic(() => load().catch(chunkLoadFailed));
const SpokenBulkChange = dynamic(() =>
  load().then((one) => ({ default: one.SpokenBulkChange }), chunkLoadFailed),
);

/**
 * A line at the foot of every page for each bulk change that runs, stopped within a day, or just ended if another tab
 * started it. Stopped and ended ones can be dismissed.
 */
export function BulkChangeLines() {
  const { changes, ended } = useBulkChangeEnds();
  const optimistic = useOptimisticBulkChange();
  const [dismissed, dismiss] = useDismissed();
  const lines = changes
    .map(optimistic)
    .filter(
      (change) =>
        isUnderWay(change) ||
        ((isStopped(change) || ended.has(change.id)) && !dismissed.includes(getStepKey(change))),
    );
  return (
    <>
      <p role="status" className="sr-only">
        {lines.map((change) => (
          <SpokenBulkChange key={change.id} change={change} />
        ))}
      </p>
      {lines.length > 0 ? <BulkChangeLineList lines={lines} onDismiss={dismiss} /> : null}
    </>
  );
}

const DISMISSED = 'dismissed-bulk-changes';
const MOST = 20;

/** Step keys of the latest `MOST` dismissed lines, kept in this browser, and a function that dismisses one. */
function useDismissed(): [readonly string[], (step: string) => void] {
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  useEffect(() => setDismissed(localStorage.getItem(DISMISSED)?.split(' ') ?? []), []);
  function dismiss(step: string) {
    const next = [step, ...dismissed].slice(0, MOST);
    localStorage.setItem(DISMISSED, next.join(' '));
    setDismissed(next);
  }
  return [dismissed, dismiss];
}
