import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { allContactsOptions, duplicatesOptions } from '@/components/contacts/contact-queries';
import { NotOffered } from '@/components/ui/not-offered';
import { DuplicateList } from './duplicate-list';

export const metadata: Metadata = { title: 'Likely duplicates' };

/** Likely duplicates, for those who may write contacts, unless the service does not offer them. */
export default async function DuplicatesPage() {
  const signedIn = await requireStaff('contacts:write');
  if (!capabilities().listDuplicates)
    return <NotOffered title="Likely duplicates" operation="listDuplicates" />;
  return (
    <Prefetched signedIn={signedIn} reads={[duplicatesOptions, allContactsOptions]}>
      <DuplicateList />
    </Prefetched>
  );
}
