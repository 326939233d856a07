'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ActionResult } from '@/app/action';
import { countOf, formatCount } from '@/components/data-table/format-count';
import type { Selection } from '@/components/data-table/selection';
import type { BulkChange, ContactFilter } from '@/lib/contract/bulk-change';
import { failureText, NO_ANSWER } from '../contacts/action-failure';
import { contactKeys } from '../contacts/contact-queries';
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
    const result = await make(
      'ids' in which
        ? which
        : { ...which, expectedCount: count, expectedFingerprint: picked.all?.fingerprint },
    ).catch(() => NO_ANSWER);
    if (!result.ok) {
      setPending(false);
      const now = 'details' in result.error ? result.error.details.find(isCount) : undefined;
      if (now?.count === undefined) setProblem(`${nothing}: ${failureText(result.error)}`);
      else recount({ total: now.count, fingerprint: now.fingerprint });
      return false;
    }
    let rest = picked;
    const done = driver.begin(result.data, count, (change) => (rest = unpick(selection, rest, change)));
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    onClose();
    return true;
  }

  return { picked, pending, problem, problemRef, recounted: recounts > 0, recount, start };
}

const isCount = ({ count }: { count?: number }) => count !== undefined;
