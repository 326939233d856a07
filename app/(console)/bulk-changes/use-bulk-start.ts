'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ActionResult } from '@/app/action';
import { countOf, formatCount } from '@/components/data-table/format-count';
import type { Selection } from '@/components/data-table/selection';
import type { BulkChange, ContactFilter } from '@/lib/contract/bulk-change';
import { failureText, NO_ANSWER } from '../contacts/action-failure';
import { contactKeys } from '../contacts/contact-queries';
import { cancelBulkChange } from './bulk-change-actions';
import { readBulkChanges } from './bulk-change-queries';
import { type Counted, countOfPicked, type Picked, unpick, whichOf } from './picked';
import { useBulkDriver } from './use-bulk-driver';

/** So long a dialog waits for the end; what takes longer goes on without it. In milliseconds. */
const PATIENCE = 1_000;

type Which =
  | { ids: string[] }
  | { filter: ContactFilter; expectedCount: number; expectedFingerprint: string | undefined };

interface Options {
  picked: Picked;
  selection: Selection;
  /** "Nothing was deleted" */
  nothing: string;
  onClose(): void;
}

/** Makes a bulk change of what was picked and carries it on; where there are more or fewer, or others, by now, nothing is done. */
export function useBulkStart({ picked: initially, selection, nothing, onClose }: Options) {
  const driver = useBulkDriver();
  const queryClient = useQueryClient();
  const [picked, setPicked] = useState(initially);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [recounts, setRecounts] = useState(0);
  const problemRef = useRef<HTMLDivElement>(null);
  // What had the focus means others from now on: a key that is pressed twice is not to do that unread.
  useLayoutEffect(() => {
    if (recounts > 0) problemRef.current?.focus();
  }, [recounts]);

  /** When that was begun of which no answer came, so that it may have been made. */
  const lost = useRef<number>(undefined);

  // What says that it has stopped has to be there when the program cannot be reached any more.
  useEffect(() => void import('./bulk-job-cards').catch(() => {}), []);

  /** There are so many now, and these: that is what is confirmed, or not, from here on. */
  const recount = useCallback(
    ({ total, fingerprint }: Counted) => {
      if (!picked.all) return;
      const all = { ...picked.all, count: total, fingerprint, examples: [] };
      if (selection.all === picked.all) selection.setAll(all);
      void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
      setPicked({ ...picked, all });
      setRecounts((before) => before + 1);
      const before =
        total === picked.all.count ? 'but not the same as before' : `not ${formatCount(picked.all.count)}`;
      setProblem(`${countOf(total, 'contact matches', 'contacts match')} now, ${before}. ${nothing}.`);
    },
    [picked, selection, nothing, queryClient],
  );

  /** Whether it was made. */
  async function start(make: (which: Which) => Promise<ActionResult<BulkChange>>): Promise<boolean> {
    setPending(true);
    setProblem(null);
    const which = whichOf(picked);
    const count = countOfPicked(picked);
    const begun = performance.now();
    const result = await make(
      'ids' in which
        ? which
        : { ...which, expectedCount: count, expectedFingerprint: picked.all?.fingerprint },
    ).catch(() => NO_ANSWER);
    if (!result.ok) {
      setPending(false);
      if (!('code' in result.error) || result.error.code === 'NETWORK') lost.current ??= begun;
      const details = 'details' in result.error ? result.error.details : [];
      const now = details.find(isCount);
      // What is wrong with the one thing that people chose here says more than that something is.
      const message = details[0]?.message ?? result.error.message;
      if (now?.count === undefined) setProblem(`${nothing}: ${failureText({ ...result.error, message })}`);
      else recount({ total: now.count, fingerprint: now.fingerprint });
      return false;
    }
    if (lost.current !== undefined) void endLost(result.data, performance.now() - lost.current);
    let rest = picked;
    const done = driver.begin(result.data, count, (change) => (rest = unpick(selection, rest, change)));
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    onClose();
    return true;
  }

  return { picked, pending, problem, problemRef, recounted: recounts > 0, recount, start };
}

/**
 * Ends those like this one that were made in the milliseconds before it and begun by nobody: this one took their place, and
 * nobody is to be asked whether to go on with them.
 */
async function endLost(made: BulkChange, milliseconds: number): Promise<void> {
  const since = Date.parse(made.createdAt) - milliseconds;
  for (const { id, change, state, processed, total, createdAt } of await readBulkChanges().catch(() => [])) {
    const isLike = change.type === made.change.type && total === made.total && id !== made.id;
    const isUntouched = state === 'running' && processed === 0 && Date.parse(createdAt) >= since;
    if (isLike && isUntouched) await cancelBulkChange({ id }).catch(() => {});
  }
}

const isCount = ({ count }: { count?: number }) => count !== undefined;
