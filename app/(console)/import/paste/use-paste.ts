import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contactKeys } from '@/app/(console)/contacts/contact-queries';
import { callAction, UNREACHABLE } from '@/components/form/call-action';
import type { FoundAddress } from '@/lib/import/found-addresses';
import type { LookedUp } from './look-up';
import { createPasted, lookUpPasted } from './paste-actions';
import { CREATED_AT_ONCE, LONGEST_PASTE } from './paste-limits';

interface Missing extends FoundAddress {
  /** Why it could not be created. */
  problem?: string;
}

export interface Pasted extends Omit<LookedUp, 'missing'> {
  missing: Missing[];
  complete: boolean;
}

export function usePaste() {
  const queryClient = useQueryClient();
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const [created, setCreated] = useState(0);

  const lookingUp = useMutation({
    async mutationFn(text: string) {
      if (!text.trim()) throw new Error('Paste at least one email or phone number.');
      if (text.length > LONGEST_PASTE)
        throw new Error('This is too long. Paste up to 10,000 addresses at a time.');
      return callAction(lookUpPasted, text, UNREACHABLE);
    },
    onSuccess(data) {
      setPasted(data);
      setCreated(0);
      creating.reset();
    },
  });

  const creating = useMutation({
    async mutationFn(missing: readonly Missing[]) {
      setCreated(0);
      for (let start = 0; start < missing.length; start += CREATED_AT_ONCE) {
        const batch = missing.slice(start, start + CREATED_AT_ONCE);
        const done = await callAction(
          createPasted,
          batch.map(({ problem: _, ...address }) => address),
        );
        const problems = new Map(done.failed.map(({ written, message }) => [written, message]));
        const isDone = new Set(
          batch.map(({ written }) => written).filter((written) => !problems.has(written)),
        );
        setCreated((count) => count + done.created.length);
        setPasted(
          (now) =>
            now && {
              ...now,
              found: [...now.found, ...done.found, ...done.created],
              ambiguous: [...now.ambiguous, ...done.ambiguous],
              missing: now.missing
                .filter(({ written }) => !isDone.has(written))
                .map((one) => ({ ...one, problem: problems.get(one.written) ?? one.problem })),
            },
        );
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: contactKeys.contacts }),
  });

  return { pasted, created, lookingUp, creating };
}
