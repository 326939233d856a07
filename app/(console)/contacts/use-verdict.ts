'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { ReadError } from '@/app/data/read-data';
import { internationalPhone } from '@/lib/contract/phone';
import type { ContactVerdict } from '@/lib/contract/verdict';
import { usePhoneCountry } from '../console-providers';
import { useService } from '../service-provider';
import { type ContactValues, meantValues, upsertBody } from './contact-form-values';
import { judgeable, verdictOptions } from './contact-verdict';
import { useTyped } from './use-typed';

export interface FormVerdict {
  /** `null` where there is none: nothing to judge yet, or it could not be had. */
  verdict: ContactVerdict | null;
  checking: boolean;
  failed: boolean;
  /** Whether it was made from a copy, of which the service may know better. */
  fromCopy: boolean;
  /** The stored form of a phone number as it is typed, where it is known. */
  storedPhone(typed: string): string | null;
  /**
   * What a save of these values can rely on: the version of the contact that the verdict named, `null` when it said
   * that there is none, `undefined` where it says nothing of them that is certain.
   */
  expected(values: ContactValues): string | null | undefined;
  /** What was said of exactly these values, by who saves them; `null` where that was not told yet. */
  saidOf(values: ContactValues): ContactVerdict | null;
  /** Takes a newer verdict on these values, which came along with something else. */
  adopt(values: ContactValues, verdict: ContactVerdict): void;
}

/** What saving will do, asked for while somebody types. */
export function useVerdict(form: UseFormReturn<ContactValues>, wanted: boolean): FormVerdict {
  const queryClient = useQueryClient();
  const { lacking, connection } = useService();
  const fromCopy = Boolean(connection?.mirror);
  const country = usePhoneCountry();
  const [body, setBody] = useTyped(form, wanted && !lacking.previewContact, (values) =>
    judgeable(meantValues(values, country)),
  );
  const { data, error, isFetching, isPlaceholderData } = useQuery(verdictOptions(body));
  const verdict = (body && data) ?? null;
  return {
    verdict,
    checking: body !== null && isFetching,
    failed: body !== null && error instanceof ReadError && error.temporary,
    fromCopy,
    storedPhone: (typed) =>
      (!isPlaceholderData && body?.phone === internationalPhone(typed, country) && verdict?.phone) || null,
    expected(values) {
      if (!body || !verdict || verdict.outcome === 'conflict' || isPlaceholderData || fromCopy)
        return undefined;
      // Who is meant follows from these two alone.
      const { email, phone } = upsertBody(values);
      return email === body.email && phone === body.phone ? verdict.etag : undefined;
    },
    saidOf: (values) =>
      !isPlaceholderData && !fromCopy && JSON.stringify(body) === JSON.stringify(upsertBody(values))
        ? verdict
        : null,
    adopt(values, newer) {
      const judged = upsertBody(values);
      queryClient.setQueryData(verdictOptions(judged).queryKey, newer);
      setBody(judged);
    },
  };
}
