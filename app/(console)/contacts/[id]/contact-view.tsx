'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { toast } from 'sonner';
import { SaveKeys } from '@/components/form/save-keys';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { useMay } from '../../console-providers';
import { segmentKeys } from '../../segments/segment-queries';
import { useCreateSegment } from '../../segments/use-create-segment';
import { ContactForm } from '../contact-form';
import { contactName } from '../contact-name';
import { contactKeys } from '../contact-queries';
import type { VersionedContact } from '../contact-save';
import { ContactAside } from './contact-aside';
import { ContactDetails } from './contact-details';
import { ContactHistory } from './contact-history';
import { contactOptions } from './contact-page-queries';
import { DeleteContactDialog } from './delete-contact-dialog';

/** A contact: its fields (a form for those who may write), what surrounds it, and its history. */
export function ContactView({ id }: { id: string }) {
  const mayWrite = useMay('contacts:write');
  const mayDelete = useMay('contacts:delete');
  const mayCreateSegments = useMay('segments:write');
  const mayReadActivity = useMay('activity:read');
  const queryClient = useQueryClient();
  const createSegment = useCreateSegment();
  const [deleting, setDeleting] = useState(false);
  const { data: current } = useQuery(contactOptions(id));
  if (!current) return null;
  const { contact } = current;

  function saved(kind: 'created' | 'updated' | 'unchanged', next: VersionedContact) {
    if (kind === 'unchanged') return toast.info('Nothing has changed, so nothing was saved.');
    queryClient.setQueryData(contactOptions(id).queryKey, next);
    void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
    void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });
    return toast.success(`Updated ${contactName(next.contact)}`);
  }

  return (
    <div>
      <nav aria-label="Breadcrumb" className="px-4 pt-3 text-sm md:px-6">
        <Link href="/contacts" className="text-muted underline-offset-2 hover:text-ink hover:underline">
          Contacts
        </Link>
      </nav>
      <PageHeader
        title={contactName(contact)}
        description={subtitle(current)}
        actions={
          mayDelete ? (
            <Button onClick={() => setDeleting(true)}>
              <Trash2 aria-hidden /> Delete
            </Button>
          ) : undefined
        }
      />
      <div className="grid gap-x-10 gap-y-8 px-4 pb-12 md:px-6 xl:grid-cols-[minmax(0,42rem)_minmax(0,20rem)] xl:grid-rows-[auto_1fr]">
        <section aria-label="Details" className="min-w-0">
          {mayWrite ? (
            <ContactForm
              current={current}
              onCreateSegment={mayCreateSegments ? createSegment : undefined}
              onSaved={saved}
              actions={({ dirty, saving, discard }) => (
                <div className="flex flex-wrap items-center gap-2 pt-2">
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
            />
          ) : (
            <ContactDetails contact={contact} />
          )}
        </section>
        <ContactAside contact={contact} />
        {mayReadActivity ? <ContactHistory id={id} /> : null}
      </div>
      {deleting ? <DeleteContactDialog contact={contact} onClose={() => setDeleting(false)} /> : null}
    </div>
  );
}

function subtitle({ contact: { contact } }: VersionedContact): string | undefined {
  return [contact.jobtitle, contact.company].filter(Boolean).join(' at ') || undefined;
}
