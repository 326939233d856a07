import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { Building2, LoaderCircle, Search, Tags, User, UserPlus, X } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { memo, type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { companyCountsOptions, contactSuggestionsOptions } from '@/components/contacts/contact-queries';
import { typedContact } from '@/components/contacts/typed-contact';
import { holdKeys, isPageOpen } from '@/components/hooks/hold-keys';
import type { Command } from '@/components/hooks/page-commands';
import { useCan, useMay } from '@/components/hooks/use-can';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import { type ListKeyEvent, useFoundList } from '@/components/hooks/use-found-list';
import { contactLines, contactName } from '@/components/text/contact-name';
import { formatCountOf, formatTotal } from '@/components/text/format-count';
import { cn } from '@/components/ui/cn';
import { ErrorText } from '@/components/ui/error-text';
import { Kbd } from '@/components/ui/kbd';
import { Link } from '@/components/ui/link';
import type { ValueCounts } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import { type CommandGroup, matchCommands } from './match-commands';
import { useRecentContacts } from './recent-contacts';
import { SegmentDialog, useCommands } from './use-commands';

/** Most contacts above the commands, so that both are seen at once. */
const MOST_RECENT = 4;

interface CommandMenuProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Shows the dialog of a command; `null` closes it. */
  onOpenDialog(dialog: ReactElement | null): void;
}

/** Finds pages, contacts and commands. */
export default function CommandMenu({ open, onOpenChange, onOpenDialog }: CommandMenuProps) {
  // Whether a command ran. It then controls the focus.
  const runs = useRef(false);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        runs.current = false;
        onOpenChange(next);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center overflow-hidden p-4 sm:pt-[12vh]">
          <Dialog.Popup
            aria-label="Command menu"
            finalFocus={() => !runs.current}
            className="flex max-h-[min(31rem,100%)] w-full max-w-xl flex-col overflow-hidden rounded-xl bg-raised text-base text-ink shadow-dialog outline-none transition-[opacity,scale] duration-100 data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
            <Commands
              onOpenDialog={onOpenDialog}
              onClose={(running) => {
                runs.current = running;
                onOpenChange(false);
              }}
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface CommandsProps {
  /** Shows the dialog of a command; `null` closes it. */
  onOpenDialog(dialog: ReactElement | null): void;
  /** `running`: whether a command runs instead of opening a page. */
  onClose(running: boolean): void;
}

/**
 * Search field and results: commands, viewed contacts, and contacts that match. Mounted only while the menu is open, so
 * that each opening starts with an empty search.
 */
function Commands({ onOpenDialog, onClose }: CommandsProps) {
  const [opener] = useState(() => document.activeElement);
  const onChoose = useCallback(
    ({ run, href }: Command) => {
      if (href) holdKeys(() => isPageOpen(new URL(href, window.location.href).pathname));
      flushSync(() => onClose(run !== undefined));
      // Return the focus first, so that a dialog opened by the command can restore it later.
      if (run && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      run?.();
    },
    [onClose, opener],
  );
  const [query, setQuery] = useState('');
  /** Whether Enter was pressed before contacts were found, so that it opens the first one. */
  const [entered, setEntered] = useState(false);
  const words = query.trim();
  const searched = useDebouncedValue(words, 120);
  const { data: found, error } = useQuery(contactSuggestionsOptions(searched));
  // Hide contacts of the previous search, so that Enter does not open one.
  const contacts = searched === words ? found : undefined;
  const mayCount = useCan('countContactValues');
  const { data: counted } = useQuery({
    ...companyCountsOptions(searched),
    enabled: mayCount && searched.length > 1,
  });
  const isFound = contacts !== undefined && contacts.data.length > 0;
  const pending = words !== '' && !contacts && !error;
  const [, shown] = /^\/contacts\/([\da-f-]{36})$/.exec(usePathname()) ?? [];
  const recent = useRecentContacts(shown);
  const may = useMay();
  const groups = matchCommands(useCommands({ words, onOpen: onOpenDialog }), words);
  if (words === '' && recent.length > 0)
    groups.unshift({ value: 'Recently viewed', items: recent.slice(0, MOST_RECENT).map(toContactCommand) });
  if (isFound) groups.push({ value: 'Contacts', items: contacts.data.map(toContactCommand) });
  const companies = contacts ? (counted?.values ?? []) : [];
  if (companies.length > 0) groups.push({ value: 'Companies', items: companies.map(toCompanyCommand) });
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const total =
    contacts && contacts.meta.total > contacts.data.length ? ` ${formatTotal(contacts.meta)}` : '';
  const search = (label: string): Command => {
    return { id: 'search', label, icon: Search, href: `/contacts?${new URLSearchParams({ search: words })}` };
  };
  const add: Command | false = may('upsertContact') && {
    id: 'add-typed-contact',
    label: `Add contact “${words}”`,
    icon: UserPlus,
    href: `/contacts/new?${typedContact(words)}`,
  };
  const createSegment: Command | false = may('createSegment') && {
    id: 'add-typed-segment',
    label: `Create segment “${words}”`,
    icon: Tags,
    run: () => onOpenDialog(<SegmentDialog title={words} onClose={() => onOpenDialog(null)} />),
  };
  // The same while searching as without matches, so that Enter keeps its meaning.
  const others: (Command | false)[] = [
    search(isFound ? `All${total} contacts with “${words}”` : `Search contacts for “${words}”`),
    count === 0 && createSegment,
    add,
  ];
  if (words && (count === 0 || !(contacts && contacts.data.length === 0)))
    groups.push({ value: 'Search', items: others.filter((one) => one !== false) });
  const { list, onWords, keep } = useFoundList(query, setQuery);
  const { ref: listRef } = list;
  useEffect(() => {
    if (!entered || pending) return;
    setEntered(false);
    if (isFound) listRef.current?.querySelector<HTMLElement>('[role=option]')?.click();
    else holdKeys(() => true);
  }, [entered, pending, isFound, listRef]);
  /** Waits for contacts if nothing else matches. */
  function onKeyDown(event: ListKeyEvent) {
    if (keep(event) || event.key !== 'Enter' || event.nativeEvent.isComposing || !pending || count > 0)
      return;
    event.preventBaseUIHandler();
    setEntered(true);
    holdKeys(() => false);
  }
  const Icon = pending ? LoaderCircle : Search;
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      onValueChange={onWords}
      itemToStringValue={(command: Command) => command.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Icon aria-hidden className={cn('size-4 shrink-0 text-muted', pending && 'animate-spin')} />
        <Autocomplete.Input
          onKeyDown={onKeyDown}
          aria-label="Search contacts, pages and commands"
          placeholder="Search or go to…"
          dir="auto"
          maxLength={200}
          spellCheck={false}
          className="h-11 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        <Dialog.Close className="rounded-sm border border-line bg-surface px-1.5 text-xs leading-6 text-muted hover:bg-hover hover:text-ink">
          <span className="pointer-coarse:hidden">Esc</span>
          <X aria-hidden className="size-4 not-pointer-coarse:hidden" />
          <span className="sr-only">: close</span>
        </Dialog.Close>
      </div>
      <Autocomplete.Status
        className={count === 0 && !error ? 'px-3 pt-3 pb-1 text-sm text-muted' : 'sr-only'}
      >
        {pending ? 'Searching…' : count === 0 ? 'No matches' : words ? formatCountOf(count, 'result') : null}
      </Autocomplete.Status>
      {error ? (
        <p role="alert" className="px-4 pt-2 text-sm text-danger">
          <ErrorText error={error} />
        </p>
      ) : null}
      <Autocomplete.List
        {...list}
        aria-label="Results"
        className="fading-end min-h-0 flex-1 scroll-pt-1 overflow-y-auto overscroll-contain p-1 empty:p-0"
      >
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-1">
            <Autocomplete.GroupLabel
              className={count === 0 ? 'sr-only' : 'px-2 py-1.5 text-xs font-medium text-muted'}
            >
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => <CommandItem key={command.id} command={command} onChoose={onChoose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

interface CommandItemProps {
  command: Command;
  onChoose(command: Command): void;
}

/** A result: a link if it opens a page. A press with Ctrl or ⌘ keeps the menu open. */
const CommandItem = memo(function CommandItem({ command, onChoose }: CommandItemProps) {
  const { label, detail, icon: Icon, href, shortcut } = command;
  /** On phones, its address stands under the name. */
  const isContact = Icon === User;
  return (
    <Autocomplete.Item
      value={command}
      // A real link supports new tabs and the unsaved-changes dialog.
      render={href ? <Link href={href} /> : undefined}
      onClick={(event) => {
        if (!event.metaKey && !event.ctrlKey) onChoose(command);
      }}
      className="flex min-h-9 items-center gap-2.5 rounded-md px-2 outline-none select-none data-highlighted:bg-hover"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className={cn('flex min-w-0 flex-1 gap-x-2', isContact && 'max-sm:flex-col max-sm:py-1')}>
        <span dir="auto" className={cn('truncate text-left', detail && 'sm:max-w-3/4 sm:shrink-0')}>
          {label}
        </span>
        {detail ? (
          <span className={cn('truncate text-sm text-muted', isContact ? 'sm:ml-auto' : 'ml-auto')}>
            {detail}
          </span>
        ) : null}
      </span>
      {shortcut ? (
        <span aria-hidden className="ml-auto flex gap-1 max-sm:hidden">
          {shortcut.split(' ').map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      ) : null}
    </Autocomplete.Item>
  );
});

/** The command that opens a contact; its detail is the first of email, phone and company that is not its name. */
function toContactCommand(contact: Contact): Command {
  return {
    id: contact.id,
    label: contactName(contact),
    detail: contactLines(contact, contact.contact.company)[0],
    icon: User,
    href: `/contacts/${contact.id}`,
  };
}

/** The command that lists the contacts of a company. */
const toCompanyCommand = ({ value: company, count }: ValueCounts['values'][number]): Command => ({
  id: `company ${company}`,
  label: company,
  detail: formatCountOf(count, 'contact'),
  icon: Building2,
  href: `/contacts?${new URLSearchParams({ company })}`,
});
