'use client';

import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { leavePage } from '@/components/form/leave-page';
import { SaveKeys } from '@/components/form/save-keys';
import { BackLink } from '@/components/ui/back-link';
import { Button, buttonClasses } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { toast } from '@/components/ui/toast';
import { useReturnTo } from '@/components/ui/use-return-to';
import { useOffered } from '../../console-providers';
import { useCreateSegment } from '../../segments/use-create-segment';
import { contactName } from '../contact-name';
import { contactKeys } from '../contact-queries';
import { ContactForm } from '../form/contact-form';
import type { SaveReport } from '../form/use-contact-form';

/** The page that adds a contact, or updates the one that is there already. */
export function CreateContact() {
  const mayCreateSegments = useOffered('segments:write', 'createSegment');
  const router = useRouter();
  const queryClient = useQueryClient();
  const createSegment = useCreateSegment();
  const list = useReturnTo('/contacts');

  function show({ kind, saved: { contact }, foretold, here }: SaveReport) {
    void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
    const path = `/contacts/${contact.id}`;
    // Who has gone on to another page is not taken from there.
    const open = { label: 'Open', onClick: () => leavePage(() => router.push(path)) };
    const action = here ? undefined : open;
    if (kind === 'created') toast.success(`Created ${contactName(contact)}`, { action });
    else if (kind === 'saved') toast.success(`Saved ${contactName(contact)}`, { action });
    else if (kind === 'unchanged')
      toast.info(`Nothing has changed: ${contactName(contact)} is like this already`, { action });
    else if (kind === 'already')
      toast.info(`Saved already: ${contactName(contact)} is like this`, { action });
    else
      toast.info(`Updated the existing contact ${contactName(contact)}`, {
        description: foretold
          ? 'Blank fields were left as they are.'
          : 'A contact with this email or phone was there already. Blank fields were left as they are.',
        action: {
          label: 'What changed',
          onClick: () => leavePage(() => router.push(`${path}#history`)),
        },
      });
    if (here) router.push(path);
  }

  return (
    <div>
      <PageHeader back={<BackLink to="/contacts" label="Back to contacts" />} title="Add contact" />
      {/* Once something was refused there is more to scroll: what is said above the buttons is not to push them down. */}
      <div className="px-4 pb-12 md:px-6 max-xl:has-data-refused:pb-[40dvh]">
        <ContactForm
          onCreateSegment={mayCreateSegments ? createSegment : undefined}
          onSaved={show}
          actions={({ saving, updates }) => (
            <div className="flex flex-wrap items-center gap-2">
              <Button type="submit" variant="primary" pending={saving} className="min-w-34">
                {updates ? 'Update contact' : 'Create contact'}
              </Button>
              <Link href={list} prefetch={false} className={buttonClasses({ variant: 'ghost' })}>
                Cancel
              </Link>
              <SaveKeys />
            </div>
          )}
        >
          {({ sheet, refusal, verdict }) => (
            <div className="grid grid-cols-1 gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,42rem)_minmax(0,20rem)]">
              {sheet}
              <div className="flex min-w-0 flex-col gap-4 self-start max-xl:hidden xl:sticky xl:top-4">
                {refusal}
                {verdict}
              </div>
            </div>
          )}
        </ContactForm>
      </div>
    </div>
  );
}
