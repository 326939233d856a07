import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { requireStaff } from '@/app/server/session';
import { toFilter } from '@/components/contacts/contact-list-state';
import { allContactsOptions } from '@/components/contacts/contact-queries';
import { allSegments } from '@/components/segments/use-segments';
import { ImportDrop } from '../import/import-drop';
import { AllContacts } from './list/contacts-table';
import { loadContactList } from './list/load-contact-list';

export const metadata: Metadata = { title: 'Contacts' };

/** The contact table, with its first rows in the HTML unless it is filtered by days. */
export default async function ContactsPage({ searchParams }: PageProps<'/contacts'>) {
  const signedIn = await requireStaff('contacts:read');
  const { state, view, read } = await loadContactList(signedIn, searchParams);
  return (
    <Prefetched
      signedIn={signedIn}
      reads={[read, Object.keys(toFilter(state)).length > 0 && allContactsOptions, allSegments]}
    >
      <AllContacts initialView={view} />
      <ImportDrop />
    </Prefetched>
  );
}
