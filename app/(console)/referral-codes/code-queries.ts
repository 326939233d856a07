import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { CodeRedemption, ReferralCode } from '@/lib/contract/referral-code';
import { contactKeys } from '../contacts/contact-queries';
import type { VersionedContact } from '../contacts/form/contact-save';

/** Key prefix of all queries of referral codes. */
const codes = ['referral-codes'] as const;

/** All referral codes, latest first. */
export function codeListOptions() {
  return queryOptions({
    queryKey: [...codes, 'list'],
    queryFn: async ({ signal }) =>
      (await readData<{ data: ReferralCode[] }>('/data/referral-codes', signal)).data,
    // Redeemed in many places.
    staleTime: 0,
  });
}

interface RedemptionsPage {
  data: CodeRedemption[];
  meta: { next: string | null };
}

/** Who redeemed a code, latest first, page after page. */
export function codeRedemptionsOptions(id: string) {
  return infiniteQueryOptions({
    queryKey: [...codes, 'redemptions', id],
    queryFn: ({ signal, pageParam }) =>
      readData<RedemptionsPage>(`/data/referral-codes/${id}/redemptions${pageParam}`, signal),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => (meta.next ? `?after=${meta.next}` : null),
    staleTime: 0,
  });
}

/** The contact who refers others by a code; read once. */
export function referrerOptions(id: string) {
  return queryOptions({
    queryKey: [...contactKeys.contacts, 'referrer', id],
    queryFn: async ({ signal }) =>
      (await readData<{ data: VersionedContact }>(`/data/contacts/${id}`, signal)).data.contact,
    staleTime: 300_000,
  });
}

/** Refetches the codes after a change. */
export function refreshCodes(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: codes });
}
