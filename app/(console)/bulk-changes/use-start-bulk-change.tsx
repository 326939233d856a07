import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useConsole } from '@/components/contacts/use-console';
import { type Action, callAction } from '@/components/hooks/call-action';
import type { CallError } from '@/components/hooks/call-error';
import { invalidate } from '@/components/hooks/use-operation';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { ErrorText } from '@/components/ui/error-text';
import type { BulkChange, BulkChangeCreate } from '@/lib/contract/bulk-change';
import { isUnderWay } from './bulk-change-state';
import { showOutcomeToast } from './outcome-toast';
import {
  type Counted,
  countSelected,
  deselect,
  type SelectionDialogProps,
  toSelector,
} from './selected-contacts';
import { refreshContacts } from './use-bulk-change-ends';
import { putBulkChange, useBulkChangeSteps } from './use-bulk-change-steps';

type Start = Omit<BulkChangeCreate, 'change'> & { idempotencyKey: string };

interface Options extends SelectionDialogProps {
  /** Beginning of the error message: "Nothing was deleted". */
  nothing: string;
}

/**
 * Starts a bulk change of the selected contacts. If other contacts match by now, changes nothing and asks again with their
 * count. Once started, deselects them, closes the dialog and shows the outcome.
 */
export function useStartBulkChange({ contacts: initially, selection, nothing, onClose }: Options) {
  const queryClient = useQueryClient();
  const { startedBulkChanges: started } = useConsole();
  const { undo } = useBulkChangeSteps();
  const [contacts, setContacts] = useState(initially);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [recounts, setRecounts] = useState(0);
  const problemRef = useRef<HTMLDivElement>(null);
  // Move the focus off the button, so that a double press does not confirm an unread message.
  useLayoutEffect(() => {
    if (recounts > 0) problemRef.current?.focus();
  }, [recounts]);

  /** Adopts the current count, which the next confirmation confirms. */
  const recount = useCallback(
    ({ total, fingerprint }: Counted) => {
      if (!contacts.all) return;
      const all = { ...contacts.all, count: total, fingerprint, examples: [] };
      if (selection.all === contacts.all) selection.setAll(all);
      void invalidate(queryClient, ['contacts']);
      setContacts({ ...contacts, all });
      setRecounts((before) => before + 1);
      const before =
        total === contacts.all.count
          ? 'but not the same as before'
          : `not ${formatCount(contacts.all.count)}`;
      setProblem(`${formatCountOf(total, 'contact matches', 'contacts match')} now, ${before}. ${nothing}.`);
    },
    [contacts, selection, nothing, queryClient],
  );

  /** Idempotency key of the last request body, so that a retry after a lost response does not start a second change. */
  const confirmation = useRef({ body: '', key: '' });
  const { mutateAsync, isPending: pending } = useMutation({
    mutationFn: (call: () => Promise<BulkChange>) => call(),
    onError(error: CallError) {
      const { details, code } = error;
      const now = details.find(({ count }) => count !== undefined);
      if (now?.count !== undefined) return recount({ total: now.count, fingerprint: now.fingerprint });
      // The first detail is more specific than the error's message.
      const message = details[0]?.message ?? error.message;
      return setProblem(
        <ErrorText error={{ code, message }} before={code === 'NETWORK' ? undefined : `${nothing}: `} />,
      );
    },
  });

  /** Starts the change described by `values`. Returns whether it was started. */
  async function start<Values extends object>(
    action: Action<Start & Values, BulkChange>,
    values: Values,
  ): Promise<boolean> {
    setProblem(null);
    const count = countSelected(contacts);
    const { all } = contacts;
    const input = {
      ...toSelector(contacts),
      ...(all && { expectedCount: count, expectedFingerprint: all.fingerprint }),
      ...values,
    };
    const body = JSON.stringify(input);
    if (confirmation.current.body !== body) confirmation.current = { body, key: newKey() };
    const { key } = confirmation.current;
    const change = await mutateAsync(() => callAction(action, { ...input, idempotencyKey: key })).catch(
      () => null,
    );
    if (!change) return false;
    if (isUnderWay(change)) started.set(change.id, count);
    else {
      refreshContacts(queryClient);
      void showOutcomeToast(queryClient, change, count, () => undo(change));
    }
    await putBulkChange(queryClient, change);
    deselect(selection, contacts);
    onClose();
    return true;
  }

  return { contacts, pending, problem, problemRef, recounted: recounts > 0, recount, start };
}

/** A random key. Browsers have `randomUUID` only over HTTPS. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
