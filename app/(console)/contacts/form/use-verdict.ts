'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { usePhoneCountry } from '@/app/(console)/console-providers';
import { useCapabilities } from '@/app/(console)/service-provider';
import { ReadError } from '@/app/data/read-data';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import { compactPhone, internationalPhone } from '@/lib/contract/phone';
import { contactKeys } from '../contact-queries';
import { type ContactValues, meantValues, upsertBody } from './contact-form-values';
import { isBegun, type Judged, judgeable, verdictOptions } from './contact-verdict';
import { useTyped } from './use-typed';

export interface FormVerdict {
  /** `null` where there is no verdict: nothing to judge yet, or it could not be had. */
  judged: Judged | null;
  verdict: ContactPreview | null;
  checking: boolean;
  /** Why it could not be had. */
  failure: ReadError | null;
  /** Whether there is an email or phone to judge, once the other fields can be saved. */
  begun: boolean;
  /** The stored form of a phone number as it is typed, where it is known. */
  storedPhone(typed: string): string | null;
  /**
   * What a save has to hold to, be it of values that there is no verdict on yet: the version of the contact that is said
   * to be updated, `null` as long as none is. `undefined` where it is not for the form to say.
   */
  expected: string | null | undefined;
  /** What was said of exactly these values, by who saves them; `null` where that was not told yet. */
  saidOf(values: ContactValues): ContactPreview | null;
  /** Takes a newer verdict on these values, which came along with something else. */
  adopt(values: ContactValues, verdict: ContactPreview): void;
  /** Asks anew: what was said is not what saving led to. */
  askAgain(): void;
  /** Says no more of what was typed: it is saved. */
  forget(): void;
}

/** What saving will do, asked for while somebody types. */
export function useVerdict(form: UseFormReturn<ContactValues>, wanted: boolean): FormVerdict {
  const queryClient = useQueryClient();
  const can = useCapabilities();
  const country = usePhoneCountry();
  const [typed, setTyped] = useTyped(form, wanted && can.previewContact, (values) => {
    const meant = meantValues(values, country);
    return { body: judgeable(meant), begun: isBegun(meant) };
  });
  const body = typed?.body ?? null;
  const { data, error, isFetching } = useQuery(verdictOptions(body));
  const judged = (body && data) ?? null;
  const verdict = judged?.verdict ?? null;
  const failure = body !== null && error instanceof ReadError ? error : null;
  return {
    judged,
    verdict,
    checking: body !== null && isFetching,
    failure,
    begun: typed?.begun ?? false,
    storedPhone: (typed) =>
      (judged?.of.phone === compactPhone(internationalPhone(typed, country)) && verdict?.phone) || null,
    expected: !can.previewContact || (failure?.temporary && !verdict) ? undefined : (verdict?.etag ?? null),
    saidOf: (values) => (JSON.stringify(judged?.of) === JSON.stringify(upsertBody(values)) ? verdict : null),
    adopt(values, newer) {
      const of = upsertBody(values);
      queryClient.setQueryData(verdictOptions(of).queryKey, { of, verdict: newer });
      setTyped({ body: of, begun: true });
    },
    askAgain: () => void queryClient.invalidateQueries({ queryKey: contactKeys.verdicts }),
    forget: () => setTyped(null),
  };
}
