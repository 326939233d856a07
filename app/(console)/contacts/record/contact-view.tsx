'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { notFound } from 'next/navigation';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMay, useOffered } from '@/app/(console)/console-providers';
import { ReadFailed } from '@/app/(console)/read-failed';
import { useCapabilities } from '@/app/(console)/service-provider';
import { useStaleNotice } from '@/app/(console)/use-stale-notice';
import { ReadError } from '@/app/data/read-data';
import { SaveKeys } from '@/components/form/save-keys';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { toast } from '@/components/ui/toast';
import { contactName } from '../contact-name';
import { ContactForm } from '../form/contact-form';
import type { Saved, VersionedContact } from '../form/contact-save';
import { ContactAside } from './contact-aside';
import { ContactDetails } from './contact-details';
import { ContactHistory } from './contact-history';
import { contactOptions } from './contact-page-queries';
import { DeleteContactDialog } from './delete-contact-dialog';
import { useUndoUpdate } from './use-undo-update';

export function ContactView({ id }: { id: string }) {
  const mayWrite = useOffered('contacts:write', 'updateContact');
  const mayDelete = useOffered('contacts:delete', 'deleteContact');
  const mayReadActivity = useMay('activity:read');
  const can = useCapabilities();
  // An open form stays open if the service goes down, to keep what was typed.
  const [form, setForm] = useState(mayWrite);
  if (mayWrite && !form) setForm(true);
  const queryClient = useQueryClient();
  const undoUpdate = useUndoUpdate();
  const undone = useRef(0);
  const [deleting, setDeleting] = useState(false);
  const { data: current, error, refetch } = useQuery(contactOptions(id));
  const gone = error instanceof ReadError && error.status === 404;
  // If the contact was deleted while typing, the form stays and says so.
  if (gone && !(form && current)) notFound();
  const name = current && contactName(current.contact);
  useEffect(() => {
    if (name) document.title = `${name} · Roster`;
  }, [name]);
  useStaleNotice(name, gone ? null : error, refetch);
  const back = <BackLink to="/contacts" label="Back to contacts" />;
  if (!current)
    return error ? (
      <ReadFailed what="The contact" error={error} onRetry={() => refetch()} />
    ) : (
      <>
        <PageHeader back={back} title="Contact" />
        <p role="status" className="px-4 text-muted md:px-6">
          Loading the contact …
        </p>
      </>
    );
  const { contact } = current;

  function saved(outcome: Saved, before: VersionedContact | undefined) {
    if (outcome.kind === 'unchanged') return toast.info('No changes');
    const next = { contact: outcome.contact, etag: outcome.etag };
    queryClient.setQueryData(contactOptions(id).queryKey, next);
    const name = contactName(next.contact);
    if (outcome.kind === 'already') return toast.info(`Already saved: ${name} is up to date`);
    return toast.success(outcome.kind === 'saved' ? `Saved ${name}` : `Updated ${name}`, {
      // Replaces the previous toast, whose undo is out of date.
      id: `updated-${id}-${undone.current}`,
      action: before && {
        label: 'Undo',
        onClick: () => {
          // Use a new id: this toast is closing.
          undone.current += 1;
          undoUpdate({ before: before.contact, saved: next });
        },
      },
    });
  }

  const aside = <ContactAside contact={contact} />;
  const history = mayReadActivity && can.listActivity ? <ContactHistory id={id} /> : null;
  const layout = (details: ReactNode, preview?: ReactNode) => (
    <div className="grid gap-x-10 gap-y-8 px-4 pb-12 md:px-6 xl:grid-cols-[minmax(0,42rem)_minmax(0,20rem)] xl:grid-rows-[auto_1fr]">
      <section aria-label="Details" className="min-w-0">
        {details}
      </section>
      {/* Last, to keep the fields still while typing. */}
      <div className="flex min-w-0 flex-col gap-6 xl:row-span-2">
        {aside}
        {preview}
      </div>
      {history}
    </div>
  );
  return (
    <div className="max-w-[67.5rem]">
      <PageHeader
        back={back}
        title={<bdi>{contactName(contact)}</bdi>}
        description={subtitle(current)}
        actions={
          mayDelete ? (
            <Button onClick={() => setDeleting(true)}>
              <Trash2 aria-hidden /> <span className="max-sm:sr-only">Delete</span>
            </Button>
          ) : undefined
        }
      />
      {form ? (
        <ContactForm
          current={current}
          gone={gone}
          onSaved={saved}
          actions={({ dirty, saving, discard }) => (
            <div className="flex flex-wrap items-center gap-2">
              <Button type="submit" variant="primary" pending={saving}>
                Update contact
              </Button>
              {dirty ? (
                <Button variant="ghost" onClick={discard}>
                  Discard changes
                </Button>
              ) : null}
              <SaveKeys />
            </div>
          )}
        >
          {({ sheet, preview }) => layout(sheet, preview)}
        </ContactForm>
      ) : (
        layout(<ContactDetails contact={contact} />)
      )}
      {deleting ? <DeleteContactDialog contact={contact} onClose={() => setDeleting(false)} /> : null}
    </div>
  );
}

/** Clamped; the fields have the full text. */
function subtitle({ contact: { contact } }: VersionedContact): ReactNode {
  const words = [contact.jobtitle, contact.company].filter(Boolean).join(' at ');
  return (
    words && (
      <span dir="auto" className="line-clamp-2">
        {words}
      </span>
    )
  );
}
