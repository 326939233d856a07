import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import { contactLines, contactName } from '@/components/text/contact-name';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import type { Contact } from '@/lib/contract/contact';
import { contactSuggestionsOptions } from './contact-queries';

interface FindContactProps {
  /** Id of a contact to leave out. */
  except?: string;
  /** Contacts to choose from before anything is typed, each group with a heading. */
  suggested?: readonly { title: string; contacts: readonly Contact[] }[];
  onFound(id: string): void;
}

/** A search field with matching contacts, each with its email, phone and company, to choose one. */
export function FindContact({ except, suggested = [], onFound }: FindContactProps) {
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
        <ContactChoices label="Contacts" contacts={found} onChoose={onFound} />
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
      <p role="status" className="px-1 text-sm text-muted empty:hidden">
        {error ? error.message : words && !isFetching && found.length === 0 ? 'No contact found' : ''}
      </p>
    </>
  );
}

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
