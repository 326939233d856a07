'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import dynamic from 'next/dynamic';
import { notFound, useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { VersionedContact } from '@/components/contacts/contact-queries';
import { cacheContact, contactOptions } from '@/components/contacts/contact-queries';
import { fieldLabels } from '@/components/contacts/field-labels';
import { fieldValueWords, selectedOptions, withoutProtocol } from '@/components/contacts/field-words';
import { useOwnFields } from '@/components/contacts/own-fields';
import { CallError } from '@/components/hooks/call-error';
import { useCan } from '@/components/hooks/use-can';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { useReturnTo } from '@/components/hooks/use-return-to';
import { useSegments } from '@/components/segments/use-segments';
import { contactName } from '@/components/text/contact-name';
import { exactTime } from '@/components/text/relative-time';
import { BackLink } from '@/components/ui/back-link';
import { BreakableText } from '@/components/ui/breakable-text';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { cn } from '@/components/ui/cn';
import { EmptyState } from '@/components/ui/empty-state';
import { NarrowPage, PageHeader } from '@/components/ui/page-header';
import { ReadFailed, useStaleNotice } from '@/components/ui/read-failed';
import { SegmentChip } from '@/components/ui/segment-chip';
import { Skeleton } from '@/components/ui/skeleton';
import { toast } from '@/components/ui/toast';
import { WebLink } from '@/components/ui/web-link';
import { type Contact } from '@/lib/contract/contact';
import { contactFields } from '@/lib/contract/contact-fields';
import { useRememberContact } from '../../command-menu/recent-contacts';
import { ContactForm } from '../form/contact-form';
import { toFormValues } from '../form/contact-form-values';
import type { Saved } from '../form/contact-save';
import { ContactAside } from './contact-aside';
import { ContactHeader } from './contact-header';
import { ContactHistory } from './contact-history';
import { DeleteContactDialog } from './delete-contact-dialog';
import { FormerAddresses } from './former-addresses';
import { PeopleLink } from './people-link';
import { toUndo, useUndoUpdate } from './use-undo-update';

const RuleSegments = dynamic(() => import('./rule-segments').catch(chunkLoadFailed));

/** All fields except the name, which is in the header. */
const shownFields = contactFields.filter((field) => field !== 'firstname' && field !== 'lastname');

/** A contact on its page, or beside a list if `onLeave` is given, which is called after a deletion. */
export function ContactView({ id, onLeave }: { id: string; onLeave?(): void }) {
  const beside = onLeave !== undefined;
  const mayWrite = useCan('updateContact');
  const mayDelete = useCan('deleteContact');
  const hasHistory = useCan('listActivity');
  // An open form stays open if the service goes down, which keeps typed text.
  const [form, setForm] = useState(mayWrite);
  if (mayWrite && !form) setForm(true);
  const router = useRouter();
  const list = useReturnTo('/contacts');
  const queryClient = useQueryClient();
  const undoUpdate = useUndoUpdate();
  const undone = useRef(0);
  const [deleting, setDeleting] = useState(false);
  const hasOwnFields = useOwnFields().length > 0;
  const { data: current, error, refetch } = useQuery(contactOptions(id));
  const gone = error instanceof CallError && error.code === 'NOT_FOUND';
  // If the contact is deleted while the form is open, the form stays and says so.
  const isLost = gone && !(form && current);
  if (isLost && !beside) notFound();
  const name = current && contactName(current.contact);
  useEffect(() => {
    if (name && !beside) document.title = `${name} · Roster`;
  }, [name, beside]);
  useRememberContact(current?.contact.id);
  useStaleNotice(name, gone ? null : error, refetch);
  if (isLost)
    return (
      <EmptyState icon={UserX} title="Contact not found">
        It may have been deleted, or the address may be wrong.
      </EmptyState>
    );
  if (!current)
    return error ? (
      <ReadFailed collectionName="The contact" error={error} onRetry={() => refetch()} />
    ) : (
      <NarrowPage>
        {beside ? null : (
          <PageHeader back={<BackLink to="/contacts" label="Back to contacts" />} title="Contact" />
        )}
        <p role="status" className="sr-only">
          Loading the contact…
        </p>
        <div className="flex flex-col gap-6 px-4 pt-3 md:px-6">
          <Skeleton className="h-6 w-1/2" />
          {['w-3/4', 'w-2/5', 'w-3/5', 'w-2/3'].map((width) => (
            <Skeleton key={width} className={width} />
          ))}
        </div>
      </NarrowPage>
    );
  const { contact } = current;

  function showSaved(outcome: Saved, before: VersionedContact | undefined) {
    if (outcome.kind === 'unchanged') return toast.info('No changes');
    const next = { contact: outcome.contact, etag: outcome.etag };
    cacheContact(queryClient, next);
    const name = contactName(next.contact);
    if (outcome.kind === 'already') return toast.info(`Already saved: ${name} is up to date`);
    return toast.success(outcome.kind === 'saved' ? `Saved ${name}` : `Updated ${name}`, {
      // The same id replaces the previous toast, whose undo is out of date.
      id: `updated-${id}-${undone.current}`,
      action: before && {
        label: 'Undo',
        onClick: () => {
          // The next toast needs a new id, because this one is closing.
          undone.current += 1;
          undoUpdate(toUndo(before.contact, next));
        },
      },
    });
  }

  // Made once, so that typing in the form does not render them.
  const onDelete = mayDelete ? () => setDeleting(true) : undefined;
  const aside = <ContactAside contact={contact} />;
  const history = hasHistory ? <ContactHistory contact={contact} /> : null;
  const header = (name: ReactNode) => (
    <ContactHeader contact={contact} beside={beside} onDelete={onDelete}>
      {name}
    </ContactHeader>
  );
  const layout = (details: ReactNode) => (
    <div
      className={cn(
        hasOwnFields && 'sm:[--label:8.5rem]',
        'mx-auto grid w-full max-w-[68rem] gap-x-10 gap-y-8 px-4 pb-12 md:px-6 [&_:is(a,button,input,textarea)]:scroll-mb-48',
        beside || !hasHistory ? 'grid-cols-[minmax(0,1fr)]' : 'lg:grid-cols-[25rem_minmax(0,1fr)]',
      )}
    >
      <div className="flex min-w-0 flex-col gap-0.5">
        <section aria-label="Details" tabIndex={-1} className="outline-none">
          {details}
        </section>
        {aside}
      </div>
      {history}
    </div>
  );
  return (
    <div className="flex min-h-0 grow flex-col">
      {form ? (
        <ContactForm current={current} gone={gone} onSaved={showSaved}>
          {({ sheet, name, bar }) => (
            <>
              {header(name)}
              {layout(sheet)}
              {bar}
            </>
          )}
        </ContactForm>
      ) : (
        <>
          {header(null)}
          {layout(<ContactDetails contact={contact} />)}
        </>
      )}
      {deleting ? (
        <DeleteContactDialog
          contact={contact}
          onDeleted={onLeave ?? (() => router.push(list))}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </div>
  );
}

/** The fields, read-only, without own ones that are empty. */
function ContactDetails({ contact }: { contact: Contact }) {
  const { data: segments = [] } = useSegments();
  const isHydrated = useHydrated();
  const values = toFormValues(contact);
  const fields = useOwnFields();
  return (
    <dl className="properties">
      {shownFields.map((field) => (
        <div key={field} className="min-h-8">
          <dt className="text-sm text-muted">{fieldLabels[field]}</dt>
          <dd dir="auto" className="px-[11px] py-1.5 text-left wrap-anywhere">
            {values[field] ? <BreakableText text={values[field]} /> : <span className="text-muted">–</span>}
          </dd>
          {field === 'company' && values[field] ? (
            <dd>
              <PeopleLink company={values[field]} />
            </dd>
          ) : null}
          {field === 'email' ? (
            <dd>
              <FormerAddresses id={contact.id} />
            </dd>
          ) : null}
        </div>
      ))}
      <div className="min-h-8">
        <dt className="text-sm text-muted">{fieldLabels.segmentIds}</dt>
        <dd className="flex flex-wrap gap-1 px-[11px] py-1.5">
          {contact.segments.length === 0 ? <span className="text-muted">–</span> : null}
          {segments.map(({ id, title, color }) => {
            const assigned = contact.segments.find(({ segmentId }) => segmentId === id);
            return assigned ? (
              <span
                key={id}
                title={isHydrated ? `Added ${exactTime(assigned.assignedAt)}` : undefined}
                className="flex max-w-full"
              >
                <SegmentChip title={title} color={color} className="max-w-full!" />
              </span>
            ) : null;
          })}
        </dd>
      </div>
      {segments.some(({ rule }) => rule) ? (
        <div className="min-h-8">
          <dt className="text-sm text-muted">By rule</dt>
          <dd>
            <RuleSegments id={contact.id} />
          </dd>
        </div>
      ) : null}
      {fields.map((field) => {
        const value = contact.fields?.[field.key];
        if (value === undefined) return null;
        return (
          <div key={field.key} className="min-h-8">
            <dt className="text-sm text-muted">{field.label}</dt>
            <dd dir="auto" className="flex flex-wrap gap-1 px-[11px] py-1.5 text-left wrap-anywhere">
              {field.options ? (
                selectedOptions(field, value).map(({ id, ...chip }) => <SegmentChip key={id} {...chip} />)
              ) : field.type === 'link' ? (
                <WebLink href={String(value)} className="text-accent underline-offset-2 hover:underline">
                  <BreakableText text={withoutProtocol(String(value))} />
                </WebLink>
              ) : (
                fieldValueWords(field, value)
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
