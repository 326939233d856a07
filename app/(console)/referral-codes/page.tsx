import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { NotOffered } from '../not-offered';
import { segmentListOptions } from '../segments/segment-queries';
import { CodeList } from './code-list';
import { codeListOptions } from './code-queries';

export const metadata: Metadata = { title: 'Referral codes' };

export default async function ReferralCodesPage() {
  const signedIn = await requireStaff('contacts:read');
  if (!capabilities().listReferralCodes)
    return <NotOffered title="Referral codes" operation="listReferralCodes" />;
  return (
    <Prefetched
      signedIn={signedIn}
      load={(queries) => [
        queries.prefetchQuery(codeListOptions),
        queries.prefetchQuery(segmentListOptions()),
      ]}
    >
      <CodeList />
    </Prefetched>
  );
}
