import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import { contactLines, contactName } from '@/components/text/contact-name';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import type { Contact } from '@/lib/contract/contact';
import { contactSuggestionsOptions } from './contact-queries';

interface FindContactProps {
  /** Id of a contact to leave out. */
  except?: string;
  /** Contacts to choose from before anything is typed, each group with a heading. */
  suggested?: readonly { title: string; contacts: readonly Contact[] }[];
  /** Whether more of them are being read. */
  loading?: boolean;
  onFound(id: string): void;
}

/** A search field with matching contacts, each with its email, phone and company, to choose one. */
export function FindContact({ except, suggested = [], loading = false, onFound }: FindContactProps) {
  const [typed, setTyped] = useState('');
  const words = useDebouncedValue(typed.trim(), 150);
  const { data, error, isFetching } = useQuery(contactSuggestionsOptions(words));
  const found = words ? (data?.data ?? []).filter(({ id }) => id !== except) : [];
  return (
    <>
      <Input
        type="search"
        aria-label="Find a contact"
        placeholder="Name, email, phone or company"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed.trim() ? (
        found.length === 0 && isFetching ? (
          <ChoicesSkeleton />
        ) : (
          <ContactChoices label="Contacts" contacts={found} onChoose={onFound} />
        )
      ) : (
        suggested.map(({ title, contacts }) =>
          contacts.length > 0 ? (
            <section key={title} className="-mx-2.5">
              <h3 aria-hidden className="px-2.5 pt-3 pb-1 text-xs font-medium text-muted">
                {title}
              </h3>
              <ContactChoices label={title} contacts={contacts} onChoose={onFound} />
            </section>
          ) : null,
        )
      )}
      {loading && !typed.trim() ? <ChoicesSkeleton /> : null}
      <p role="status" className="px-1 text-sm text-muted empty:hidden">
        {error ? error.message : words && !isFetching && found.length === 0 ? 'No contact found' : ''}
      </p>
    </>
  );
}

/** Placeholder of contacts to choose from. */
export const ChoicesSkeleton = () => (
  <div role="status" className="pt-2">
    <span className="sr-only">Loading contacts…</span>
    {['w-2/5', 'w-1/3', 'w-1/2'].map((width) => (
      <div key={width} className="flex h-12 items-center gap-2.5">
        <Skeleton className="size-7! shrink-0 rounded-full!" />
        <span className="flex flex-1 flex-col gap-2">
          <Skeleton className={width} />
          <Skeleton className="h-2! w-3/5" />
        </span>
      </div>
    ))}
  </div>
);

interface ContactChoicesProps {
  label: string;
  contacts: readonly Contact[];
  onChoose(id: string): void;
}

function ContactChoices({ label, contacts, onChoose }: ContactChoicesProps) {
  return (
    <ul aria-label={label}>
      {contacts.map((contact) => {
        const name = contactName(contact);
        return (
          <li key={contact.id}>
            <Button
              variant="ghost"
              className="h-auto! w-full justify-start! gap-2.5! px-2.5! py-1.5 text-left whitespace-normal!"
              onClick={() => onChoose(contact.id)}
            >
              <Avatar id={contact.id} name={name} />
              <span className="min-w-0">
                <span dir="auto" className="line-clamp-1 wrap-anywhere">
                  {name}
                </span>
                <span
                  dir="auto"
                  className="line-clamp-2 text-xs font-normal wrap-anywhere text-muted empty:hidden"
                >
                  {contactLines(contact, contact.contact.company).map((line, index, { length }) => (
                    <Fragment key={line}>
                      <span className={line.startsWith('+') ? 'whitespace-nowrap' : undefined}>{line}</span>
                      {index < length - 1 ? '\u00a0· ' : null}
                    </Fragment>
                  ))}
                </span>
              </span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
