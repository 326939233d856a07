import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { unwrap } from '@/app/data/unwrap';
import { capabilities, pagePatience } from '@/app/service-view';
import { requireStaff } from '@/app/session';
import { NotOffered } from '../not-offered';
import { segmentListOptions } from '../segments/segment-queries';
import { CodeList } from './code-list';
import { codeListOptions } from './code-queries';

export const metadata: Metadata = { title: 'Referral codes' };

export default async function ReferralCodesPage() {
  const { client } = await requireStaff('contacts:read');
  if (!capabilities().listReferralCodes)
    return <NotOffered title="Referral codes" operation="listReferralCodes" />;
  const queryClient = new QueryClient();
  const signal = pagePatience();
  await Promise.all([
    queryClient.prefetchQuery({
      ...codeListOptions(),
      queryFn: async () => unwrap(await client.call('listReferralCodes', { signal })).data,
    }),
    queryClient.prefetchQuery({
      ...segmentListOptions(),
      queryFn: async () =>
        unwrap(await client.call('listSegments', { query: { include: 'contactCount' }, signal })).data,
    }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <CodeList />
    </HydrationBoundary>
  );
}
