'use client';

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { CopyCheck, Merge, ScanSearch, X } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type CSSProperties, Fragment, useEffect, useRef, useState } from 'react';
import { allContactsOptions, dropDuplicates, duplicatesOptions } from '@/components/contacts/contact-queries';
import { DoNotContactMark } from '@/components/contacts/do-not-contact-mark';
import { labelOfField } from '@/components/contacts/field-words';
import { useFieldsByName, useOwnFields } from '@/components/contacts/own-fields';
import { isShortcut } from '@/components/data-table/use-table-keys';
import type { CallError } from '@/components/hooks/call-error';
import { useDocumentKeys } from '@/components/hooks/use-document-keys';
import { useOperation } from '@/components/hooks/use-operation';
import { contactName } from '@/components/text/contact-name';
import { formatCount } from '@/components/text/format-count';
import { Avatar } from '@/components/ui/avatar';
import { BackLink } from '@/components/ui/back-link';
import { BreakableText } from '@/components/ui/breakable-text';
import { Button, type ButtonLook } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { EmptyState } from '@/components/ui/empty-state';
import { IconButton } from '@/components/ui/icon-button';
import { Kbd } from '@/components/ui/kbd';
import { Link } from '@/components/ui/link';
import { NarrowPage, PageHeader } from '@/components/ui/page-header';
import { PendingLines } from '@/components/ui/pending-boundary';
import { ReadFailed } from '@/components/ui/read-failed';
import { RelativeTime } from '@/components/ui/relative-time';
import { ShowEarlier } from '@/components/ui/show-earlier';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import type { Duplicate, DuplicateReason } from '@/lib/contract/duplicate';
import { differingFields, isOfName, valueWords } from '../merge/merge-choices';
import { groupPairs } from './group-pairs';

const MergeDialog = dynamic(() => import('../merge/merge-dialog').catch(chunkLoadFailed));
const NoContacts = dynamic(() => import('../list/no-contacts').catch(chunkLoadFailed));

/** Interval of polling during a search. */
const LOOK_MILLISECONDS = 1_000;

const reasonWords: Record<DuplicateReason, string> = {
  mailbox: 'Same mailbox',
  phone: 'Same phone',
  'name-phone': 'Same name and phone ending',
  'name-company': 'Same name and company',
  'name-domain': 'Same name and email domain',
};

type Group = readonly Duplicate[];

const isOf = (pair: Duplicate, id: string) => pair.contact.id === id || pair.other.id === id;

/** The contacts of a group, each once. */
const toContacts = (group: Group): Contact[] => [
  ...new Map(group.flatMap(({ contact, other }) => [contact, other]).map((one) => [one.id, one])).values(),
];

/** Contacts that are likely the same person, best first, to merge or tell apart by mouse or keyboard. */
export function DuplicateList() {
  const queryClient = useQueryClient();
  const pages = useInfiniteQuery({
    ...duplicatesOptions,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.meta.searching ? LOOK_MILLISECONDS : false),
  });
  const { mutate: search } = useOperation('searchDuplicates', {
    onError: (error) => toast.failed('Could not check for duplicates', error, () => search({})),
  });
  const { mutateAsync: tellApart } = useOperation('updateDuplicate');
  const [merging, setMerging] = useState<Group | null>(null);
  const listRef = useRef<HTMLUListElement>(null);
  /** Index of a group that was removed from the list, so that the next one gets the focus. */
  const leaving = useRef<number | null>(null);
  const { data: all } = useQuery(allContactsOptions);
  const isNobody = all?.meta.total === 0;
  const { searching = false, searchedAt = null } = pages.data?.pages[0]?.meta ?? {};
  const groups = groupPairs((pages.data?.pages ?? []).flatMap((page) => page.data));

  const buttons = () => [...(listRef.current?.querySelectorAll<HTMLElement>('[data-merge]') ?? [])];
  const focused = () =>
    buttons().findIndex((button) => button.closest('li')?.contains(document.activeElement));
  /** Removes pairs from the list until the list is read again. */
  function leave(pairs: Group) {
    leaving.current = groups.findIndex((group) => group.includes(pairs[0] as Duplicate));
    dropDuplicates(queryClient, (one) => pairs.includes(one));
  }
  const count = groups.length;
  useEffect(() => {
    const place = leaving.current;
    if (place === null || merging) return;
    leaving.current = null;
    const all = listRef.current?.querySelectorAll<HTMLElement>('[data-merge]');
    all?.[Math.min(place, count - 1)]?.focus();
  }, [count, merging, leaving, listRef]);

  /** Tells that pairs are not the same person, with Undo; `dismissed` false takes that back. */
  async function dismiss(pairs: Group, dismissed = true): Promise<void> {
    if (dismissed) leave(pairs);
    try {
      for (const { contact, other } of pairs)
        await tellApart({ body: { ids: [contact.id, other.id], dismissed } });
      if (dismissed)
        toast.success(`Marked as ${pairs.length > 1 ? 'different' : 'two'} people`, {
          action: { label: 'Undo', onClick: () => void dismiss(pairs, false) },
        });
    } catch (error) {
      toast.failed('Could not save that', error as CallError, () => void dismiss(pairs, dismissed));
    }
  }

  useDocumentKeys((event) => {
    if (!isShortcut(event) || groups.length === 0) return;
    const key = event.key.toLowerCase();
    const current = focused();
    const group = groups[current];
    if (key === 'j' || key === 'k') {
      const next = current + (key === 'j' ? 1 : current < 0 ? 1 : -1);
      buttons()[Math.max(0, Math.min(groups.length - 1, next))]?.focus();
    } else if (key === 'm' && group) setMerging(group);
    else if (key === 'n' && group) void dismiss(group);
    else return;
    event.preventDefault();
  });

  const again = (variant: ButtonLook['variant']) => (
    <Button variant={variant} pending={searching} onClick={() => search({})}>
      {searching ? (
        // Without the word it fits beside the title.
        <span className="max-sm:sr-only">Checking…</span>
      ) : searchedAt ? (
        'Check again'
      ) : (
        'Check now'
      )}
    </Button>
  );
  return (
    <NarrowPage>
      <PageHeader
        back={<BackLink to="/contacts" label="Back to contacts" />}
        title="Likely duplicates"
        aside={
          groups.length > 0 && !pages.hasNextPage ? (
            <span className="text-muted">{formatCount(groups.length)}</span>
          ) : null
        }
        description={
          searchedAt && !isNobody ? (
            <>
              Last checked <RelativeTime at={searchedAt} />
            </>
          ) : null
        }
        actions={groups.length > 0 ? again('secondary') : null}
      />
      {pages.data ? null : pages.error ? (
        <ReadFailed collectionName="Duplicates" error={pages.error} onRetry={() => pages.refetch()} />
      ) : (
        <div role="status">
          <span className="sr-only">Loading…</span>
          <PendingLines />
        </div>
      )}
      {pages.data && groups.length === 0 ? (
        isNobody ? (
          <NoContacts />
        ) : searching ? (
          <EmptyState icon={ScanSearch} title="Checking for duplicates…">
            <p role="status">Comparing names, emails and phones.</p>
          </EmptyState>
        ) : (
          <EmptyState
            icon={CopyCheck}
            title={searchedAt ? 'No likely duplicates' : 'Not checked yet'}
            actions={again('primary')}
          >
            {searchedAt ? null : 'Find contacts that may be the same person.'}
          </EmptyState>
        )
      ) : null}
      {groups.length > 0 ? (
        <div className="flex flex-col gap-3 px-4 pb-12 md:px-6">
          <p className="flex items-center justify-end gap-1.5 text-xs text-muted *:not-first:ml-2 max-sm:hidden">
            <Kbd>j</Kbd> next <Kbd>k</Kbd> previous <Kbd>m</Kbd> merge <Kbd>n</Kbd> different people
          </p>
          <ul ref={listRef} aria-label="Likely duplicates" className="flex flex-col gap-3">
            {groups.map((group) => (
              <GroupCard
                key={group[0]?.contact.id}
                group={group}
                onMerge={() => setMerging(group)}
                onDismiss={(pairs) => void dismiss(pairs)}
              />
            ))}
          </ul>
          <ShowEarlier pages={pages} label="Show more" />
        </div>
      ) : null}
      {merging ? (
        <MergeDialog
          stays={toContacts(merging)[0]?.id ?? ''}
          goes={toContacts(merging)
            .slice(1)
            .map(({ id }) => id)}
          onMerged={() => leave(merging)}
          onClose={() => setMerging(null)}
        />
      ) : null}
    </NarrowPage>
  );
}

interface GroupProps {
  group: Group;
  onMerge(): void;
  /** Tells apart the contacts of these pairs. */
  onDismiss(pairs: Group): void;
}

/** Labels stand above the values on narrow screens, else at their left. */
const rowClasses =
  'grid grid-cols-[repeat(var(--contacts),minmax(6rem,1fr))] gap-x-4 px-3 py-0.5 @lg:grid-cols-[9rem_repeat(var(--contacts),minmax(8rem,1fr))]';

/** Contacts, why they may be the same person or not, what differs, and buttons to merge them or tell them apart. */
function GroupCard({ group, onMerge, onDismiss }: GroupProps) {
  const contacts = toContacts(group);
  const ownFields = useFieldsByName();
  const differing = differingFields(contacts, ownFields).filter((field) => !isOfName(field));
  const reasons = new Set(group.flatMap((pair) => pair.reasons));
  const differentIds = useOwnFields().filter(
    ({ key, type }) =>
      type === 'id' && new Set(contacts.flatMap(({ fields }) => fields?.[key] ?? [])).size > 1,
  );
  return (
    <li className="@container rounded-lg border border-line focus-within:border-accent focus-within:ring-1 focus-within:ring-accent">
      <p className="border-b border-line px-3 py-2 text-sm font-medium">
        {[...reasons].map((reason) => reasonWords[reason]).join(' · ')}
        {differentIds.map(({ key, label }) => (
          <Fragment key={key}>
            {' · '}
            <span className="text-warning">
              Different <bdi>{label}</bdi>
            </span>
          </Fragment>
        ))}
      </p>
      <div className="overflow-x-auto py-1">
        <table
          aria-label="What differs"
          style={{ '--contacts': contacts.length } as CSSProperties}
          className="block text-sm"
        >
          <thead className="block">
            <tr className={rowClasses}>
              <td className="@max-lg:hidden" />
              {contacts.map((contact) => (
                <GroupContact
                  key={contact.id}
                  contact={contact}
                  onDismiss={
                    contacts.length > 2
                      ? () => onDismiss(group.filter((pair) => isOf(pair, contact.id)))
                      : undefined
                  }
                />
              ))}
            </tr>
          </thead>
          <tbody className="block">
            {differing.map((field) => (
              <tr key={field} className={rowClasses}>
                <th
                  scope="row"
                  dir="auto"
                  className="col-span-full text-left font-normal wrap-anywhere text-muted @max-lg:text-xs @lg:col-span-1"
                >
                  {labelOfField(field, ownFields) ?? field}
                </th>
                {contacts.map((contact) => (
                  <td key={contact.id} dir="auto" className="text-left wrap-anywhere">
                    <BreakableText text={valueWords(contact, field, ownFields)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line px-3 py-2">
        <Button size="sm" variant="ghost" onClick={() => onDismiss(group)}>
          Different people
        </Button>
        <Button size="sm" data-merge onClick={onMerge}>
          <Merge aria-hidden className="text-muted" />{' '}
          {contacts.length > 2 ? `Merge ${contacts.length}…` : 'Merge…'}
        </Button>
      </div>
    </li>
  );
}

interface GroupContactProps {
  contact: Contact;
  onDismiss: (() => void) | undefined;
}

/** The head of a contact's column: a link, and a button that takes the contact out of the group. */
function GroupContact({ contact, onDismiss }: GroupContactProps) {
  const name = contactName(contact);
  return (
    <th scope="col" className="flex min-w-0 items-center gap-2.5 text-left font-normal">
      <Avatar id={contact.id} name={name} />
      <Link
        href={`/contacts/${contact.id}`}
        dir="auto"
        className="min-w-0 py-0.5 font-medium wrap-anywhere hover:underline"
      >
        {name}
      </Link>
      <DoNotContactMark contact={contact} className="-ml-1" />
      {onDismiss ? (
        <IconButton
          icon={X}
          size="icon-sm"
          label={`${name} is someone else`}
          title="Someone else"
          className="ml-auto"
          onClick={onDismiss}
        />
      ) : null}
    </th>
  );
}
