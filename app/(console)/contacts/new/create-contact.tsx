'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { leavePage } from '@/components/form/leave-page';
import { SaveKeys } from '@/components/form/save-keys';
import { BackLink } from '@/components/ui/back-link';
import { Button, buttonClasses } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { toast } from '@/components/ui/toast';
import { useReturnTo } from '@/components/ui/use-return-to';
import { contactName } from '../contact-name';
import { ContactForm } from '../form/contact-form';
import type { Saved } from '../form/contact-save';

export function CreateContact() {
  const router = useRouter();
  const list = useReturnTo('/contacts');

  function tell({ kind, contact }: Saved) {
    const name = contactName(contact);
    if (kind === 'created') toast.success(`Created ${name}`);
    else if (kind === 'saved') toast.success(`Saved ${name}`);
    else if (kind === 'unchanged' || kind === 'already') toast.info(`No changes to ${name}`);
    else
      toast.info(`Updated the existing contact ${name}`, {
        action: {
          label: 'What changed',
          onClick: () => leavePage(() => router.push(`/contacts/${contact.id}#history`)),
        },
      });
  }

  return (
    <div className="mx-auto w-full max-w-[68rem]">
      <PageHeader back={<BackLink to="/contacts" label="Back to contacts" />} title="Add contact" />
      <div className="px-4 pb-12 md:px-6">
        <ContactForm
          onSaved={tell}
          onDone={({ contact }) => router.push(`/contacts/${contact.id}`)}
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
          {({ sheet, preview }) => (
            <div className="grid grid-cols-1 gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,42rem)_minmax(0,20rem)]">
              {sheet}
              <div className="self-start xl:sticky xl:top-4 xl:bottom-4">{preview}</div>
            </div>
          )}
        </ContactForm>
      </div>
    </div>
  );
}
