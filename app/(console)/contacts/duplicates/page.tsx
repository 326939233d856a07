import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { NotOffered } from '../../not-offered';
import { duplicatesOptions } from '../contact-queries';
import { DuplicateList } from './duplicate-list';

export const metadata: Metadata = { title: 'Likely duplicates' };

export default async function DuplicatesPage() {
  const signedIn = await requireStaff('contacts:write');
  if (!capabilities().listDuplicates)
    return <NotOffered title="Likely duplicates" operation="listDuplicates" />;
  return (
    <Prefetched signedIn={signedIn} reads={[duplicatesOptions]}>
      <DuplicateList />
    </Prefetched>
  );
}
