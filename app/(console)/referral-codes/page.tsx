import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { readOptions } from '@/components/hooks/use-read';
import { allSegments } from '@/components/segments/use-segments';
import { NotOffered } from '@/components/ui/not-offered';
import { CodeList } from './code-list';

export const metadata: Metadata = { title: 'Referral codes' };

/** The referral codes, unless the service does not offer them. */
export default async function ReferralCodesPage() {
  const signedIn = await requireStaff('contacts:read');
  if (!capabilities().listReferralCodes)
    return <NotOffered title="Referral codes" operation="listReferralCodes" />;
  return (
    <Prefetched signedIn={signedIn} reads={[readOptions('listReferralCodes', {}), allSegments]}>
      <CodeList />
    </Prefetched>
  );
}
