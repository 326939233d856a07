import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { codeState } from '@/app/(console)/referral-codes/code-state';
import { companyCountsOptions } from '@/components/contacts/contact-queries';
import { useCan } from '@/components/hooks/use-can';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import { useRead } from '@/components/hooks/use-read';
import type { Suggestion } from '@/components/pickers/suggest-input';
import { useSegments } from '@/components/segments/use-segments';
import { joinWords } from '@/components/text/contact-name';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import type { ReferralCode } from '@/lib/contract/referral-code';

/**
 * Companies of other contacts that contain the typed text, the most frequent first; the same array for the same ones. None for
 * the `saved` company.
 */
export function useCompanies(typed: string, saved: string): Suggestion[] {
  const isOffered = useCan('countContactValues');
  const wanted = typed.trim() === saved ? '' : typed.trim();
  const text = useDebouncedValue(wanted, 150);
  const { data } = useQuery({ ...companyCountsOptions(text), enabled: isOffered && text.length > 1 });
  const values = wanted.length < 2 ? undefined : data?.values;
  return useMemo(
    () => (values ?? []).map(({ value, count }) => ({ value, detail: formatCount(count) })),
    [values],
  );
}

/** Codes that can be redeemed and contain the typed text, with what they do; `known` is the code typed in full. */
export function useCodes(
  typed: string,
  enabled = true,
): { codes: Suggestion[]; known: Suggestion | undefined } {
  const isOffered = useCan('listReferralCodes');
  const { data: all = [] } = useRead('listReferralCodes', {}, { enabled: isOffered && enabled });
  const { data: segments = [] } = useSegments();
  const text = typed.trim().toLowerCase();
  const codes = all
    .filter((code) => codeState(code) === 'Active')
    .map((code) => ({ value: code.code, label: code.label ?? '', detail: describeCode(code, segments) }));
  return {
    codes: codes.filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(text)),
    known: codes.find(({ value }) => value.toLowerCase() === text),
  };
}

/** "Spring campaign, adds Lead, 3 left" */
export function describeCode(
  { label, segmentIds, maxRedemptions, redemptionCount }: ReferralCode,
  segments: readonly { id: string; title: string }[],
): string {
  const titles = segments.filter(({ id }) => segmentIds.includes(id)).map(({ title }) => title);
  return [
    label,
    titles.length > 0 && `adds ${joinWords(titles)}`,
    maxRedemptions !== null && `${formatCountOf(maxRedemptions - redemptionCount, 'use')} left`,
  ]
    .filter(Boolean)
    .join(', ');
}
