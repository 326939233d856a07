'use client';

import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { LoaderCircle, Search, User } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { countOf } from '@/components/data-table/format-count';
import { cn } from '@/components/ui/cn';
import { withSignIn } from '@/components/ui/signed-out';
import type { Contact } from '@/lib/contract/contact';
import { contactName } from '../contacts/contact-name';
import { COMMAND_MENU } from './command-menu-name';
import { matchCommands } from './match-commands';
import { type Command, type CommandGroup, useCommands } from './use-commands';
import { useFoundContacts } from './use-found-contacts';

interface CommandMenuProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  onAddSegment(): void;
}

/** Goes to pages and contacts, and does what can be done from anywhere: type, arrows, Enter. */
export default function CommandMenu({ open, onOpenChange, onAddSegment }: CommandMenuProps) {
  const pathname = usePathname();
  const before = useRef(pathname);
  // However the page was left.
  useEffect(() => {
    if (before.current !== pathname) onOpenChange(false);
    before.current = pathname;
  }, [pathname, onOpenChange]);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center overflow-hidden p-4 sm:pt-[12vh]">
          <Dialog.Popup
            aria-label={COMMAND_MENU}
            className="flex max-h-[min(32rem,100%)] w-full max-w-xl flex-col overflow-hidden rounded-xl bg-raised text-base text-ink shadow-dialog outline-none transition-[opacity,scale] duration-100 data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
            <Commands onClose={() => onOpenChange(false)} onAddSegment={onAddSegment} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Lives as long as the menu is open, so that it opens without the words of the time before. */
function Commands({ onClose, onAddSegment }: { onClose(): void; onAddSegment(): void }) {
  const [query, setQuery] = useState('');
  const [isEntered, setEntered] = useState(false);
  const [opener] = useState(() => document.activeElement);
  const words = query.trim();
  const { contacts, pending, error } = useFoundContacts(words);
  const groups = matchCommands(useCommands({ onAddSegment }), words);
  const none = words !== '' && !pending && !error && contacts.length === 0;
  if (contacts.length > 0) groups.push({ value: 'Contacts', items: contacts.map(commandOf) });
  if (words)
    groups.push({
      value: 'Search',
      items: [
        {
          id: 'search',
          label: `All contacts with “${words}”`,
          icon: Search,
          href: `/contacts?${new URLSearchParams({ search: words })}`,
        },
      ],
    });

  // What a command opens gives the focus back to what has it then: not to the field of a menu that is gone.
  const perform = (run: () => void) => {
    flushSync(onClose);
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    run();
  };

  // Whoever means a contact and knows its name does not wait for it to be found. A command is there at once.
  const isFirstToCome = pending && groups[0]?.value === 'Search';
  const entered = isEntered && !pending ? groups[0]?.items[0]?.id : undefined;

  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={query}
      onValueChange={(value, { reason }) => {
        // An item that is chosen is not to be written into the field.
        if (reason === 'item-press') return;
        setQuery(value);
        setEntered(false);
      }}
      itemToStringValue={(command: Command) => command.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2 border-b border-line px-3">
        {pending ? (
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-muted" />
        ) : (
          <Search aria-hidden className="size-4 shrink-0 text-muted" />
        )}
        <Autocomplete.Input
          aria-label="Search contacts, pages and commands"
          placeholder="Search or go to …"
          maxLength={200}
          spellCheck={false}
          onKeyDown={(event) => {
            // While a word is composed, Enter is for the input method.
            const waits = event.key === 'Enter' && !event.nativeEvent.isComposing && isFirstToCome;
            setEntered(waits);
            if (waits) event.preventBaseUIHandler();
          }}
          className="h-11 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        <Dialog.Close className="rounded-sm border border-line bg-surface px-1.5 text-xs leading-6 text-muted hover:bg-hover hover:text-ink">
          Esc<span className="sr-only">: close</span>
        </Dialog.Close>
      </div>
      <Autocomplete.Status className={none ? 'px-3 pt-2.5 text-sm text-muted' : 'sr-only'}>
        {pending
          ? 'Searching …'
          : none
            ? 'No contacts found'
            : words
              ? `${countOf(contacts.length, 'contact')} found`
              : null}
      </Autocomplete.Status>
      {error ? (
        <p role="alert" className="px-4 pt-2 text-sm text-danger">
          {withSignIn(error.message)}
        </p>
      ) : null}
      <Autocomplete.List
        aria-label="Results"
        className="min-h-0 flex-1 scroll-py-1 overflow-y-auto overscroll-contain p-1"
      >
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-1">
            <Autocomplete.GroupLabel className="px-2 py-1.5 text-xs font-medium text-muted">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Item
                  key={command.id}
                  command={command}
                  isEntered={command.id === entered}
                  onClose={onClose}
                  perform={perform}
                />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

interface ItemProps {
  command: Command;
  /** Whether Enter was pressed for it before it was there. */
  isEntered: boolean;
  onClose(): void;
  /** Closes the menu, and runs. */
  perform(run: () => void): void;
}

function Item({ command, isEntered, onClose, perform }: ItemProps) {
  const { label, detail, icon: Icon, href, run } = command;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isEntered) ref.current?.click();
  }, [isEntered]);
  return (
    <Autocomplete.Item
      ref={ref}
      value={command}
      // A real link: another tab, and the question about unsaved changes, come with it.
      render={href ? <Link href={href} prefetch={false} /> : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return;
        if (run) perform(run);
        else onClose();
      }}
      className="flex min-h-9 items-center gap-2.5 rounded-md px-2 outline-none select-none data-highlighted:bg-hover"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className={cn('truncate', detail && 'max-w-[45%] shrink-0 sm:max-w-3/4')}>{label}</span>
      {detail ? <span className="ml-auto min-w-0 truncate pl-2 text-sm text-muted">{detail}</span> : null}
    </Autocomplete.Item>
  );
}

function commandOf(contact: Contact): Command {
  const label = contactName(contact);
  const details = [contact.email, contact.phone, contact.contact.company];
  return {
    id: contact.id,
    label,
    detail: details.find((detail) => detail && detail !== label) ?? undefined,
    icon: User,
    href: `/contacts/${contact.id}`,
  };
}
