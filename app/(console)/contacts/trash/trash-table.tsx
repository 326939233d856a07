'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArchiveRestore, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryState } from 'nuqs';
import { useMemo, useState } from 'react';
import { CONTACTS_VIEW } from '@/components/contacts/contact-list-state';
import { ListView } from '@/components/contacts/contact-list-view';
import { trashListOptions } from '@/components/contacts/contact-queries';
import { listParameters } from '@/components/data-table/list-state';
import type { Selected, Selection } from '@/components/data-table/selection';
import { SelectionTray } from '@/components/data-table/selection-tray';
import type { TableView } from '@/components/data-table/table-view';
import { useListState } from '@/components/data-table/use-list-state';
import { useTableView } from '@/components/data-table/use-table-view';
import { useCan, useMay } from '@/components/hooks/use-can';
import { contactName } from '@/components/text/contact-name';
import { formatCount } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { EmptyState } from '@/components/ui/empty-state';
import { focusMain } from '@/components/ui/focus-main';
import type { TrashedContact } from '@/lib/contract/trash';
import { LargeDeletions } from './large-deletions';
import { SelectAllTrashed } from './select-all-trashed';
import { RestoreButton, restoreColumn, trashColumns } from './trash-columns';
import { useRestore } from './use-restore';

const TrashedContactDialog = dynamic(() => import('./trashed-contact-dialog').catch(chunkLoadFailed));
const PurgeDialog = dynamic(() => import('./purge-dialog').catch(chunkLoadFailed));

/** Deleted contacts, with Restore and Delete forever. The view is shared with the contact table. */
export function TrashTable({ initialView, selection }: { initialView: TableView; selection: Selection }) {
  const [view, changeView] = useTableView(CONTACTS_VIEW, initialView);
  const params = useListState(listParameters);
  const { state: query, typing, search } = params;
  const list = useQuery({ ...trashListOptions(query), placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = list;
  const may = useMay();
  const mayRestore = useCan('restoreContacts');
  const { restore, restored } = useRestore();
  const [purging, setPurging] = useState<Selected | null>(null);
  const [openId, setOpenId] = useQueryState('contact', { history: 'push' });
  const columns = useMemo(
    () => [
      ...trashColumns((id) => void setOpenId(id)),
      ...(mayRestore
        ? [restoreColumn((contact: TrashedContact) => <RestoreContact contact={contact} />)]
        : []),
    ],
    [setOpenId, mayRestore],
  );
  const open = data?.data.find(({ id }) => id === openId);
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
    <>
      <ListView
        caption="Deleted contacts, latest deletion first"
        itemName="deleted contact"
        collectionName="The trash"
        columns={columns}
        list={list}
        params={params}
        filtered={words !== ''}
        onClear={clear}
        view={view}
        onView={changeView}
        selection={selection}
        selects={mayRestore}
        note={mayRestore && may('listBulkChanges') ? <LargeDeletions /> : null}
        tray={
          <SelectionTray
            selection={selection}
            itemName="contact"
            more={
              data ? (
                <SelectAllTrashed
                  key={words}
                  selection={selection}
                  rows={data.data}
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
            {may('purgeContacts') ? (
              <Button
                variant="ghost"
                size="sm"
                onClick={() => setPurging(selection.snapshot)}
                className="text-danger!"
              >
                <Trash2 aria-hidden className="max-sm:hidden" />
                Delete forever
              </Button>
            ) : null}
          </SelectionTray>
        }
        empty={
          <EmptyState icon={Trash2} title="No deleted contacts">
            <p>Deleted contacts can be restored within 30 days.</p>
          </EmptyState>
        }
      />
      {open ? (
        <TrashedContactDialog
          contact={open}
          onRestore={mayRestore ? () => void restore([[open.id, contactName(open)]]) : undefined}
          onPurge={
            may('purgeContacts') ? () => setPurging(new Map([[open.id, contactName(open)]])) : undefined
          }
          onClose={() => void setOpenId(null)}
        />
      ) : null}
      {purging ? (
        <PurgeDialog
          contacts={{ selected: purging, all: null }}
          selection={selection}
          onClose={() => setPurging(null)}
        />
      ) : null}
    </>
  );
}

/** Restores the contact of a row. */
function RestoreContact({ contact }: { contact: TrashedContact }) {
  const { restore, restored } = useRestore();
  const name = contactName(contact);
  return (
    <RestoreButton
      name={name}
      pending={restored !== null}
      onClick={() => void restore([[contact.id, name]])}
    />
  );
}
