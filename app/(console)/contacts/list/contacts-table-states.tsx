'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus, SearchX, Users } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useEffect, useRef } from 'react';
import { useMay, useOffered } from '@/app/(console)/console-providers';
import { useService } from '@/app/(console)/service-provider';
import { isStranger, notSoFar } from '@/app/(console)/service-queries';
import { formatTotal } from '@/components/data-table/format-count';
import { lastPage } from '@/components/data-table/page-steps';
import { readUrl } from '@/components/data-table/url-state';
import { Button, buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import type { PageMeta } from '@/lib/contract/page';
import { trashListOptions } from '../contact-queries';
import { trashListParameters } from '../trash/trash-list-state';

const wholeTrash = readUrl(trashListParameters, new URLSearchParams());

/** There is no contact at all. */
export function NoContacts({ children }: { children?: ReactNode }) {
  const mayWrite = useMay('contacts:write');
  const offered = useOffered('contacts:write', 'upsertContact');
  const { connection, lacking } = useService();
  const mirror = connection?.mirror;
  const stranger = connection !== null && isStranger(connection);
  const { data: trash } = useQuery({
    ...trashListOptions(wholeTrash),
    enabled: !lacking.listTrash && !mirror,
  });
  const deleted = trash?.meta;
  return (
    <EmptyState
      icon={Users}
      title={
        stranger
          ? 'Nothing is known of the contacts yet'
          : mirror?.fillable && !mirror.completeAt
            ? 'No contacts read yet'
            : deleted?.total
              ? 'No contacts'
              : 'No contacts yet'
      }
      actions={
        offered && !stranger ? (
          <>
            <Link href="/contacts/new" className={buttonClasses({ variant: 'primary' })}>
              <Plus aria-hidden />
              Add contact
            </Link>
            {children}
            {deleted?.total ? (
              <Link href="/contacts/trash" className={buttonClasses()}>
                Look in the trash
              </Link>
            ) : null}
          </>
        ) : null
      }
    >
      {deleted?.total ? (
        <p>
          {formatTotal(deleted)} {deleted.total === 1 ? 'is' : 'are'} in the trash, and can be restored from
          there.
        </p>
      ) : mirror ? (
        <p>
          {stranger
            ? `The contacts service ${notSoFar(connection)}. Its contacts appear here as soon as they are read.`
            : mirror.fillable
              ? 'The contacts of the service appear here as soon as they are read.'
              : 'Those that are added or changed here appear here.'}
        </p>
      ) : mayWrite ? (
        <p>Add the first one, or let another program send them through the API.</p>
      ) : (
        <p>As soon as somebody adds contacts, they appear here.</p>
      )}
    </EmptyState>
  );
}

/** There are contacts, but none like that. */
export function NoMatch({ onClear, children }: { onClear(): void; children: ReactNode }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No contact matches"
      actions={<Button onClick={onClear}>Clear filters</Button>}
    >
      <p>{children}</p>
    </EmptyState>
  );
}

interface NothingOnPageProps {
  meta: PageMeta;
  goTo(page: number, cursor: string | null, history?: 'push' | 'replace'): void;
}

/** The page is behind the last one, because rows were deleted since: leads to what is the last one now. */
export function NothingOnPage({ meta, goTo }: NothingOnPageProps) {
  const target = useRef(lastPage(meta));
  const go = useRef(goTo);
  useEffect(() => go.current(...target.current, 'replace'), []);
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing on this page any more"
      actions={<Button onClick={() => goTo(1, null)}>First page</Button>}
    />
  );
}
