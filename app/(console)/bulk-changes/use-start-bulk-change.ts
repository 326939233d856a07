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
import {
  type Counted,
  countOfSelected,
  deselect,
  type SelectedContacts,
  selectorOf,
} from './selected-contacts';
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
  contacts: SelectedContacts;
  selection: Selection;
  /** "Nothing was deleted" */
  nothing: string;
  onClose(): void;
}

/** Starts a bulk change of the selected contacts; if other contacts match now, changes nothing. */
export function useStartBulkChange({ contacts: initially, selection, nothing, onClose }: Options) {
  const queryClient = useQueryClient();
  const started = useStartedBulkChanges();
  const { undo } = useBulkChangeSteps();
  const [contacts, setContacts] = useState(initially);
  const [problem, setProblem] = useState<string | null>(null);
  const [recounts, setRecounts] = useState(0);
  const problemRef = useRef<HTMLDivElement>(null);
  // Move the focus off the button, so that a double press does not confirm an unread message.
  useLayoutEffect(() => {
    if (recounts > 0) problemRef.current?.focus();
  }, [recounts]);

  /** Takes over the current count, which is what is confirmed from here on. */
  const recount = useCallback(
    ({ total, fingerprint }: Counted) => {
      if (!contacts.all) return;
      const all = { ...contacts.all, count: total, fingerprint, examples: [] };
      if (selection.all === contacts.all) selection.setAll(all);
      void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
      setContacts({ ...contacts, all });
      setRecounts((before) => before + 1);
      const before =
        total === contacts.all.count
          ? 'but not the same as before'
          : `not ${formatCount(contacts.all.count)}`;
      setProblem(`${countOf(total, 'contact matches', 'contacts match')} now, ${before}. ${nothing}.`);
    },
    [contacts, selection, nothing, queryClient],
  );

  /** Confirming again after a lost response repeats the same change. */
  const confirmation = useRef({ body: '', key: '' });
  const { mutateAsync, isPending: pending } = useMutation({
    networkMode: 'always',
    mutationFn: (call: () => Promise<ActionResult<BulkChange>>) => call().catch(() => NO_ANSWER),
  });

  /** Returns whether it was started. `values` describe the change. */
  async function start<Values extends object>(
    call: (input: Start & Values) => Promise<ActionResult<BulkChange>>,
    values: Values,
  ): Promise<boolean> {
    setProblem(null);
    const count = countOfSelected(contacts);
    const { all } = contacts;
    const input = {
      ...selectorOf(contacts),
      ...(all && { expectedCount: count, expectedFingerprint: all.fingerprint }),
      ...values,
    };
    const body = JSON.stringify(input);
    if (confirmation.current.body !== body) confirmation.current = { body, key: newKey() };
    const result = await mutateAsync(() => call({ ...input, idempotencyKey: confirmation.current.key }));
    if (!result.ok) {
      const details = 'details' in result.error ? result.error.details : [];
      const now = details.find(isCount);
      // The detail is more specific than the error's message.
      const words = failureText({ ...result.error, message: details[0]?.message ?? result.error.message });
      if (now?.count !== undefined) recount({ total: now.count, fingerprint: now.fingerprint });
      else if ('code' in result.error && result.error.code !== 'NETWORK') setProblem(`${nothing}: ${words}`);
      else setProblem(`${words} The change may have started; trying again is safe.`);
      return false;
    }
    const change = result.data;
    if (isUnderWay(change)) started.set(change.id, count);
    else {
      refresh(queryClient);
      void tell(queryClient, change, count, () => undo(change));
    }
    await putBulkChange(queryClient, change);
    deselect(selection, contacts);
    onClose();
    return true;
  }

  return { contacts, pending, problem, problemRef, recounted: recounts > 0, recount, start };
}

/** Not `randomUUID`: browsers have it only over HTTPS. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

const isCount = ({ count }: { count?: number }) => count !== undefined;
