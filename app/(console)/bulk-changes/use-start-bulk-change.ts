'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ActionResult } from '@/app/action';
import { countOf, formatCount } from '@/components/data-table/format-count';
import type { Selection } from '@/components/data-table/selection';
import type { BulkChange, ContactFilter } from '@/lib/contract/bulk-change';
import { useStartedBulkChanges } from '../console-providers';
import { failureText, NO_ANSWER } from '../contacts/action-failure';
import { contactKeys } from '../contacts/contact-queries';
import { isUnderWay } from './bulk-change-state';
import { type Counted, countOfPicked, dropPicked, type Picked, whichOf } from './picked';
import { refresh, tell } from './use-bulk-change-ends';
import { putBulkChange, useBulkChangeSteps } from './use-bulk-change-steps';

interface Start {
  ids?: string[];
  filter?: ContactFilter;
  expectedCount?: number;
  expectedFingerprint?: string;
  idempotencyKey: string;
}

interface Options {
  picked: Picked;
  selection: Selection;
  /** "Nothing was deleted" */
  nothing: string;
  onClose(): void;
}

/** Starts a bulk change of what was picked; where there are more or fewer, or others, by now, nothing is done. */
export function useStartBulkChange({ picked: initially, selection, nothing, onClose }: Options) {
  const queryClient = useQueryClient();
  const started = useStartedBulkChanges();
  const { undo } = useBulkChangeSteps();
  const [picked, setPicked] = useState(initially);
  const [problem, setProblem] = useState<string | null>(null);
  const [recounts, setRecounts] = useState(0);
  const problemRef = useRef<HTMLDivElement>(null);
  // What had the focus means others from now on: a key that is pressed twice is not to do that unread.
  useLayoutEffect(() => {
    if (recounts > 0) problemRef.current?.focus();
  }, [recounts]);

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

  /** What is confirmed once more after its answer was lost is the same change. */
  const confirmation = useRef({ body: '', key: '' });
  const { mutateAsync, isPending: pending } = useMutation({
    networkMode: 'always',
    mutationFn: (call: () => Promise<ActionResult<BulkChange>>) => call().catch(() => NO_ANSWER),
  });

  /** Whether it was started. `values` say what is done, beside to whom. */
  async function start<Values extends object>(
    call: (input: Start & Values) => Promise<ActionResult<BulkChange>>,
    values: Values,
  ): Promise<boolean> {
    setProblem(null);
    const count = countOfPicked(picked);
    const { all } = picked;
    const input = {
      ...whichOf(picked),
      ...(all && { expectedCount: count, expectedFingerprint: all.fingerprint }),
      ...values,
    };
    const body = JSON.stringify(input);
    if (confirmation.current.body !== body) confirmation.current = { body, key: newKey() };
    const result = await mutateAsync(() => call({ ...input, idempotencyKey: confirmation.current.key }));
    if (!result.ok) {
      const details = 'details' in result.error ? result.error.details : [];
      const now = details.find(isCount);
      // What is wrong with the one thing that people chose here says more than that something is.
      const words = failureText({ ...result.error, message: details[0]?.message ?? result.error.message });
      if (now?.count !== undefined) recount({ total: now.count, fingerprint: now.fingerprint });
      else if ('code' in result.error && result.error.code !== 'NETWORK') setProblem(`${nothing}: ${words}`);
      else setProblem(`${words} It may have begun; trying again starts it only once.`);
      return false;
    }
    const change = result.data;
    if (isUnderWay(change)) started.set(change.id, count);
    else {
      refresh(queryClient);
      void tell(queryClient, change, count, () => undo(change));
    }
    await putBulkChange(queryClient, change);
    dropPicked(selection, picked);
    onClose();
    return true;
  }

  return { picked, pending, problem, problemRef, recounted: recounts > 0, recount, start };
}

/** Not `randomUUID`: browsers have that only where the page came by HTTPS. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

const isCount = ({ count }: { count?: number }) => count !== undefined;
