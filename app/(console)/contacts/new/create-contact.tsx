'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { parseTypedContact } from '@/components/contacts/typed-contact';
import { leavePage } from '@/components/hooks/leave-page';
import { contactName } from '@/components/text/contact-name';
import { BackLink } from '@/components/ui/back-link';
import { NarrowPage, PageHeader } from '@/components/ui/page-header';
import { toast } from '@/components/ui/toast';
import type { PhoneCountry } from '@/lib/contract/phone';
import { ContactForm } from '../form/contact-form';
import type { Saved } from '../form/contact-save';

/** The page that adds a contact, with values from the URL. Opens the saved contact, which may be an existing one. */
export function CreateContact({ countries }: { countries: readonly PhoneCountry[] }) {
  const router = useRouter();
  const [typed] = useState(useSearchParams());

  function showSaved({ kind, contact }: Saved) {
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
    <NarrowPage>
      <ContactForm
        countries={countries}
        typed={parseTypedContact(typed)}
        onSaved={showSaved}
        onDone={({ contact }) => router.push(`/contacts/${contact.id}`)}
      >
        {({ title, sheet, preview }) => (
          <>
            <PageHeader back={<BackLink to="/contacts" label="Back to contacts" />} title={title} />
            <div className="grid grid-cols-1 gap-x-10 gap-y-6 px-4 pb-12 md:px-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
              {sheet}
              <div className="self-start xl:sticky xl:top-4 xl:bottom-4">{preview}</div>
            </div>
          </>
        )}
      </ContactForm>
    </NarrowPage>
  );
}
