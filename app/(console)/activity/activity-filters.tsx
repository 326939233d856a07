import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { daysInWords } from '@/components/data-table/days';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Popover, PopoverPopup, PopoverTrigger } from '@/components/ui/popover';
import { useDebouncedValue } from '@/components/ui/use-debounced-value';
import { contactName } from '../contacts/contact-name';
import { contactSuggestionsOptions } from '../contacts/contact-queries';
import { actorsOptions } from './activity-queries';
import { type ActivityState, actorKinds, kinds } from './activity-state';
import { FilterPill, MenuFilter } from './filter-pill';

interface FiltersProps {
  state: ActivityState;
  contactName: string | undefined;
  actorName: string | undefined;
  onChange(state: Partial<ActivityState>): void;
}

const withoutEmail = (name: string) => name.replace(/ <[^>]*>$/, '');

const choicesOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export function ActivityFilters({ state, contactName, actorName = 'somebody else', onChange }: FiltersProps) {
  const { by, kind, contact } = state;
  const [asked, setAsked] = useState(by !== '' && !(by in actorKinds));
  const { data: actors = [] } = useQuery({ ...actorsOptions(), enabled: asked });
  const named = (of: 'staff' | 'token') =>
    actors
      .filter((actor) => actor.kind === of)
      .map(({ id, name }) => ({ value: id ?? '', label: withoutEmail(name) }));
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      <MenuFilter
        label="By"
        value={by}
        otherwise={withoutEmail(actorName)}
        groups={[
          { choices: choicesOf(actorKinds) },
          ...(named('staff').length > 0 ? [{ label: 'People', choices: named('staff') }] : []),
          ...(named('token').length > 0 ? [{ label: 'API tokens', choices: named('token') }] : []),
        ]}
        onChange={(value) => onChange({ by: value })}
        onOpen={() => setAsked(true)}
      />
      <MenuFilter
        label="Kind"
        verb="is"
        value={kind ?? ''}
        groups={[{ choices: choicesOf(kinds) }]}
        onChange={(value) => onChange({ kind: (value || null) as ActivityState['kind'] })}
      />
      <ContactFilter
        words={contact && `is ${contactName ?? 'one'}`}
        onChange={(id) => onChange({ contact: id })}
      />
      <TimeFilter state={state} onChange={onChange} />
    </div>
  );
}

function ContactFilter({ words, onChange }: { words: string; onChange(id: string): void }) {
  const [open, setOpen] = useState(false);
  return (
    <FilterPill label="Contact" words={words} onClear={() => onChange('')}>
      {(trigger) => (
        <Popover open={open} onOpenChange={setOpen}>
          <PopoverTrigger render={trigger} />
          <PopoverPopup aria-label="Filter by contact" className="flex w-72 flex-col gap-1 p-2">
            <FindContact
              onFound={(id) => {
                onChange(id);
                setOpen(false);
              }}
            />
          </PopoverPopup>
        </Popover>
      )}
    </FilterPill>
  );
}

function FindContact({ onFound }: { onFound(id: string): void }) {
  const [typed, setTyped] = useState('');
  const words = useDebouncedValue(typed.trim(), 150);
  const { data, error, isFetching } = useQuery(contactSuggestionsOptions(words));
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
        {(words ? (data?.data ?? []) : []).map((contact) => (
          <li key={contact.id}>
            <Button variant="ghost" className="w-full justify-start!" onClick={() => onFound(contact.id)}>
              <span dir="auto" className="truncate">
                {contactName(contact)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="px-1 text-sm text-muted empty:hidden">
        {error ? error.message : words && !isFetching && data?.data.length === 0 ? 'No contact found' : ''}
      </p>
    </>
  );
}

function TimeFilter({ state: { from, to }, onChange }: Pick<FiltersProps, 'state' | 'onChange'>) {
  return (
    <FilterPill label="Time" words={daysInWords(from, to)} onClear={() => onChange({ from: '', to: '' })}>
      {(trigger) => (
        <Popover>
          <PopoverTrigger render={trigger} />
          <PopoverPopup aria-label="Filter by time" className="flex w-60 flex-col gap-3 p-3">
            <Field label="From">
              <Input
                type="date"
                value={from}
                max={to}
                onChange={({ target }) => onChange({ from: target.value })}
              />
            </Field>
            <Field label="To">
              <Input
                type="date"
                value={to}
                min={from}
                onChange={({ target }) => onChange({ to: target.value })}
              />
            </Field>
          </PopoverPopup>
        </Popover>
      )}
    </FilterPill>
  );
}
