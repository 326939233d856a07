import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import { contactLines, contactName } from '@/components/text/contact-name';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { contactSuggestionsOptions } from './contact-queries';

interface FindContactProps {
  /** Id of a contact to leave out. */
  except?: string;
  onFound(id: string): void;
}

/** A search field with matching contacts, each with its email, phone and company, to choose one. */
export function FindContact({ except, onFound }: FindContactProps) {
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
      <ul aria-label="Contacts">
        {found.map((contact) => {
          const name = contactName(contact);
          return (
            <li key={contact.id}>
              <Button
                variant="ghost"
                className="h-auto! w-full justify-start! py-1.5 text-left"
                onClick={() => onFound(contact.id)}
              >
                <Avatar id={contact.id} name={name} />
                <span className="min-w-0">
                  <span dir="auto" className="block truncate">
                    {name}
                  </span>
                  <span
                    dir="auto"
                    className="line-clamp-2 text-xs font-normal wrap-anywhere text-muted empty:hidden"
                  >
                    {contactLines(contact, contact.contact.company).join(' · ')}
                  </span>
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
      <p role="status" className="px-1 text-sm text-muted empty:hidden">
        {error ? error.message : words && !isFetching && found.length === 0 ? 'No contact found' : ''}
      </p>
    </>
  );
}
