import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities, pageTimeout } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { historyOptions } from '@/components/activity/activity-state';
import { notesOptions } from '@/components/contacts/contact-queries';
import { readOptions } from '@/components/hooks/use-read';
import { allSegments } from '@/components/segments/use-segments';
import { contactName } from '@/components/text/contact-name';
import { uuid } from '@/lib/contract/text';
import { ContactView } from '../record/contact-view';

/** Reads the contact once for title and page; `null` if it does not exist. `current` is `null` if the read failed. */
const loadContact = cache(async (givenId: string) => {
  const signedIn = await requireStaff('contacts:read');
  const id = uuid.safeParse(givenId).data;
  if (id === undefined) return null;
  const result = await signedIn.call('getContact', { id }, { signal: pageTimeout() }).catch(() => null);
  if (result && !result.ok && result.error.code === 'NOT_FOUND') return null;
  // The browser repeats reads that failed or timed out, and shows their errors.
  const current = result?.ok ? { data: result.data, etag: result.etag } : null;
  return { id, signedIn, current };
});

/** Title of the page: the contact's name, "Contact not found", or "Contact" if the read failed. */
export async function generateMetadata({ params }: PageProps<'/contacts/[id]'>): Promise<Metadata> {
  const loaded = await loadContact((await params).id);
  if (!loaded) return { title: 'Contact not found' };
  return { title: loaded.current ? contactName(loaded.current.data) : 'Contact' };
}

/** The page of a contact. Redirects from the id of a merged contact to the contact that stayed. */
export default async function ContactPage({ params }: PageProps<'/contacts/[id]'>) {
  const loaded = await loadContact((await params).id);
  if (!loaded) notFound();
  const { id, signedIn, current } = loaded;
  // The contact was merged into another one.
  if (current && current.data.id !== id) redirect(`/contacts/${current.data.id}`);
  const can = capabilities();
  return (
    <Prefetched
      signedIn={signedIn}
      known={current ? [[readOptions('getContact', { id }).queryKey, current]] : []}
      reads={[
        allSegments,
        can.listRedemptions && readOptions('listRedemptions', { id }),
        can.listActivity && historyOptions(id),
        can.listActivity && can.listNotes && notesOptions(id),
      ]}
    >
      <ContactView id={id} />
    </Prefetched>
  );
}
