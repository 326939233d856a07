'use client';

import { useQuery } from '@tanstack/react-query';
import { ArchiveRestore, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { formatCount, formatTotal } from '@/components/data-table/format-count';
import { listParameters } from '@/components/data-table/list-state';
import { type Selected, Selection } from '@/components/data-table/selection';
import { SelectionTray } from '@/components/data-table/selection-tray';
import type { TableView } from '@/components/data-table/table-view';
import { useListState } from '@/components/data-table/use-list-state';
import { useTableView } from '@/components/data-table/use-table-view';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { focusMain } from '@/components/ui/focus-main';
import { PageHeader } from '@/components/ui/page-header';
import { useOffered } from '../../console-providers';
import { ListView } from '../../list-view';
import { useCapabilities } from '../../service-provider';
import { contactName } from '../contact-name';
import { trashListOptions } from '../contact-queries';
import { CONTACTS_VIEW } from '../list/contact-list-state';
import { LargeDeletions } from './large-deletions';
import { SelectAllTrashed } from './select-all-trashed';
import { trashColumns } from './trash-columns';
import { useRestore } from './use-restore';

const PurgeDialog = dynamic(() => import('./purge-dialog'));

interface TrashTableProps {
  /** Preferences from the cookie, shared with the contact table. */
  initialView: TableView;
}

/** Deleted contacts, with Restore and Delete forever. */
export function TrashTable({ initialView }: TrashTableProps) {
  const [view, changeView] = useTableView(CONTACTS_VIEW, initialView);
  const { state, query, typing, change, search } = useListState(listParameters);
  const list = useQuery(trashListOptions(query));
  const { data, isPlaceholderData } = list;
  const can = useCapabilities();
  const mayRestore = useOffered('contacts:delete', 'restoreContacts');
  const mayPurge = useOffered('contacts:purge', 'purgeContacts');
  const [selection] = useState(() => new Selection());
  const { restore, restored } = useRestore();
  const [purging, setPurging] = useState<Selected | null>(null);
  const words = query.search.trim();

  const restoreSelected = async () => {
    selection.drop(await restore([...selection.snapshot]));
    focusMain();
  };
  const clear = () => {
    search('');
    focusMain();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        back={<BackLink to="/contacts" label="Back to contacts" />}
        title="Trash"
        aside={
          data && data.meta.total > 0 ? (
            <span className="text-muted">
              {formatTotal(data.meta)}
              {words ? ' found' : ''}
            </span>
          ) : null
        }
      />
      <ListView
        caption="Deleted contacts, latest deletion first"
        noun="deleted contact"
        what="The trash"
        columns={trashColumns}
        labelOf={contactName}
        list={list}
        state={state}
        typing={typing}
        filtered={words !== ''}
        onSearch={search}
        onPage={(page) => change({ page })}
        onSize={(size) => change({ size })}
        onClear={clear}
        view={view}
        onView={changeView}
        selection={selection}
        selects={mayRestore}
        note={mayRestore && can.listBulkChanges ? <LargeDeletions /> : null}
        tray={
          <SelectionTray
            selection={selection}
            noun="contact"
            more={
              data ? (
                <SelectAllTrashed
                  key={words}
                  selection={selection}
                  rows={data.data.map((contact) => ({ id: contact.id, label: contactName(contact) }))}
                  search={words}
                  meta={data.meta}
                  stale={isPlaceholderData || typing}
                />
              ) : null
            }
          >
            <Button variant="ghost" size="sm" pending={restored !== null} onClick={restoreSelected}>
              {restored === null ? <ArchiveRestore aria-hidden className="text-muted max-sm:hidden" /> : null}
              {restored ? `${formatCount(restored)} restored` : 'Restore'}
            </Button>
            {mayPurge ? (
              <Button variant="ghost" size="sm" onClick={() => setPurging(selection.snapshot)}>
                <Trash2 aria-hidden className="text-danger max-sm:hidden" />
                Delete forever
              </Button>
            ) : null}
          </SelectionTray>
        }
        empty={
          <EmptyState icon={Trash2} title="The trash is empty">
            <p>Deleted contacts stay here before they are deleted forever.</p>
          </EmptyState>
        }
      />
      {purging ? (
        <PurgeDialog
          selected={purging}
          selection={selection}
          onClose={() => setPurging(null)}
          finalFocus={byDefault}
        />
      ) : null}
    </div>
  );
}

const byDefault = { current: null };
