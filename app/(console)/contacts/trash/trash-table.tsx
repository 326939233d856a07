'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArchiveRestore, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { CONTACTS_VIEW } from '@/components/contacts/contact-list-state';
import { ListTotal, ListView } from '@/components/contacts/contact-list-view';
import { trashListOptions } from '@/components/contacts/contact-queries';
import { listParameters } from '@/components/data-table/list-state';
import { type Selected, Selection } from '@/components/data-table/selection';
import { SelectionTray } from '@/components/data-table/selection-tray';
import type { TableView } from '@/components/data-table/table-view';
import { useListState } from '@/components/data-table/use-list-state';
import { useTableView } from '@/components/data-table/use-table-view';
import { useCan, useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { BackLink } from '@/components/ui/back-link';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { EmptyState } from '@/components/ui/empty-state';
import { focusMain } from '@/components/ui/focus-main';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { LargeDeletions } from './large-deletions';
import { SelectAllTrashed } from './select-all-trashed';
import { trashColumns } from './trash-columns';
import { useRestore } from './use-restore';

const PurgeDialog = dynamic(() => import('./purge-dialog').catch(chunkLoadFailed));

/** Deleted contacts, with Restore and Delete forever. The view is shared with the contact table. */
export function TrashTable({ initialView }: { initialView: TableView }) {
  const [view, changeView] = useTableView(CONTACTS_VIEW, initialView);
  const params = useListState(listParameters);
  const { query, typing, search } = params;
  const list = useQuery({ ...trashListOptions(query), placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = list;
  const may = useMay();
  const mayRestore = useCan('restoreContacts');
  const { data: deletedSegments = [] } = useRead(
    'listDeletedSegments',
    {},
    { enabled: may('restoreSegment') },
  );
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
        aside={<ListTotal meta={data?.meta} />}
      />
      <ListView
        caption="Deleted contacts, latest deletion first"
        itemName="deleted contact"
        collectionName="The trash"
        columns={trashColumns}
        list={list}
        params={params}
        filtered={words !== ''}
        onClear={clear}
        view={view}
        onView={changeView}
        selection={selection}
        selects={mayRestore}
        note={
          <>
            {mayRestore && may('listBulkChanges') ? <LargeDeletions /> : null}
            {deletedSegments.length > 0 ? (
              <p className="px-4 pb-3 text-sm md:px-6">
                {formatCountOf(deletedSegments.length, 'deleted segment')} can be restored under{' '}
                <Link href="/segments" className="text-accent underline underline-offset-2">
                  Segments
                </Link>
                .
              </p>
            ) : null}
          </>
        }
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
              <Button variant="ghost" size="sm" onClick={() => setPurging(selection.snapshot)}>
                <Trash2 aria-hidden className="text-danger max-sm:hidden" />
                Delete forever
              </Button>
            ) : null}
          </SelectionTray>
        }
        empty={
          <EmptyState
            icon={Trash2}
            title={deletedSegments.length > 0 ? 'No deleted contacts' : 'The trash is empty'}
          >
            <p>Deleted contacts can be restored from here.</p>
          </EmptyState>
        }
      />
      {purging ? (
        <PurgeDialog selected={purging} selection={selection} onClose={() => setPurging(null)} />
      ) : null}
    </div>
  );
}
