'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTable } from '@tanstack/react-table';
import { ArchiveRestore, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useCallback, useRef, useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { focusAfter } from '@/components/data-table/focus-after';
import { formatCount, spokenTotal } from '@/components/data-table/format-count';
import { PagingBar } from '@/components/data-table/paging-bar';
import { RefreshFailed } from '@/components/data-table/refresh-failed';
import { SearchBox } from '@/components/data-table/search-box';
import { type Selected, Selection, useSelected } from '@/components/data-table/selection';
import { SelectionTray } from '@/components/data-table/selection-tray';
import { TableArea } from '@/components/data-table/table-area';
import { features } from '@/components/data-table/table-features';
import type { TableView } from '@/components/data-table/table-view';
import { focusRow, useTableKeys } from '@/components/data-table/use-table-keys';
import { useTableView } from '@/components/data-table/use-table-view';
import { useUrlState } from '@/components/data-table/use-url-state';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { focusMain } from '@/components/ui/focus-main';
import type { TrashedContact } from '@/lib/contract/trash';
import { useOfferKeys } from '../../command-menu/page-commands';
import { useOffered } from '../../console-providers';
import { ReadFailed } from '../../read-failed';
import { useService } from '../../service-provider';
import { contactName } from '../contact-name';
import { trashListOptions } from '../contact-queries';
import { CONTACTS_VIEW } from '../list/contact-columns-view';
import { pageSizes } from '../list/contact-list-state';
import { NoMatch, NothingOnPage } from '../list/contacts-table-states';
import { LargeDeletions } from './large-deletions';
import { SelectAllTrashed } from './select-all-trashed';
import { trashColumns } from './trash-columns';
import { TrashHeader } from './trash-header';
import { type TrashListState, trashListParameters } from './trash-list-state';
import { useRestore } from './use-restore';

const PurgeDialog = dynamic(() => import('./purge-dialog'));
const KeysDialog = dynamic(() => import('@/components/data-table/keys-dialog'));

const noContacts: TrashedContact[] = [];

interface TrashTableProps {
  /** What the server read from the cookie: single keys are on or off in both tables of contacts. */
  initialView: TableView;
}

/** What was deleted, with the way back, and for some the way out. */
export function TrashTable({ initialView }: TrashTableProps) {
  const [view, changeView] = useTableView(CONTACTS_VIEW, initialView);
  const queryClient = useQueryClient();
  const askFor = useCallback(
    (next: TrashListState) => void queryClient.prefetchQuery(trashListOptions(next)),
    [queryClient],
  );
  const [state, setState, isPending] = useUrlState(trashListParameters, askFor);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(trashListOptions(state));
  const { lacking } = useService();
  const mayRestore = useOffered('contacts:delete', 'restoreContacts');
  const mayPurge = useOffered('contacts:purge', 'purgeContacts');
  const [ownSelection] = useState(() => new Selection());
  const selection = mayRestore ? ownSelection : null;
  const selectedCount = useSelected(ownSelection).size;
  const { restore, restored } = useRestore();
  const [helping, setHelping] = useState(false);
  const [purging, setPurging] = useState<Selected | null>(null);

  const searchRef = useRef<HTMLInputElement>(null);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const contacts = data?.data ?? noContacts;

  const table = useTable({
    features,
    columns: trashColumns,
    data: contacts,
    getRowId: (contact) => contact.id,
    manualSorting: true,
  });
  const rows = contacts.map((contact) => ({ id: contact.id, label: contactName(contact) }));
  const goTo = (page: number, cursor: string | null, history?: 'push' | 'replace') =>
    setState({ page, cursor: cursor ?? '' }, history);
  useTableKeys({
    enabled: view.keys,
    bodyRef,
    searchRef,
    rows,
    selection: isPlaceholderData ? null : selection,
    meta: isPlaceholderData ? undefined : data?.meta,
    onPage: goTo,
    onHelp: () => setHelping(true),
  });
  useOfferKeys(setHelping);

  const searchFor = (search: string) => setState({ search, page: 1, cursor: '' }, 'replace');
  const clear = () => {
    searchFor('');
    focusMain();
  };
  const restoreSelected = async () => {
    const restored = await restore([...ownSelection.snapshot]);
    ownSelection.drop(restored);
    headingRef.current?.focus();
  };

  // Of the rows that are shown, which may still be those of the search before.
  const found = useRef(false);
  if (!isPlaceholderData) found.current = state.search.trim() !== '';
  let instead: React.ReactNode = null;
  if (error && !data)
    instead = (
      <ReadFailed
        what="The trash"
        error={error}
        onRetry={() => refetch()}
        onFirstPage={state.cursor ? () => goTo(1, null, 'replace') : undefined}
      />
    );
  else if (data && contacts.length === 0 && data.meta.total > 0)
    instead = <NothingOnPage meta={data.meta} goTo={goTo} />;
  else if (data && contacts.length === 0)
    instead = state.search.trim() ? (
      <NoMatch onClear={clear}>Try fewer words.</NoMatch>
    ) : (
      <EmptyState icon={Trash2} title="The trash is empty">
        <p>Deleted contacts wait here before they are gone forever.</p>
      </EmptyState>
    );

  return (
    <div className="flex min-h-0 flex-1 flex-col md:relative">
      <TrashHeader ref={headingRef} meta={data?.meta} found={found.current} />
      {mayRestore && !lacking.listBulkChanges ? <LargeDeletions /> : null}
      <div className="px-4 pb-3 md:px-6">
        <SearchBox
          label="Search the trash"
          value={state.search}
          isPending={isPending}
          onSearch={searchFor}
          busy={isFetching && isPlaceholderData}
          inputRef={searchRef}
          onLeave={() => {
            const [first] = contacts;
            if (first && bodyRef.current) focusRow(bodyRef.current, first.id);
          }}
          slash={view.keys}
        />
      </div>
      <TableArea selected={selectedCount > 0}>
        <DataTable
          table={table}
          caption="Deleted contacts, latest deletion first"
          selection={selection}
          labelOf={contactName}
          density="comfortable"
          stale={isPlaceholderData}
          bodyRef={bodyRef}
          loading={data || error ? null : 'Loading the trash …'}
        >
          {instead}
        </DataTable>
      </TableArea>
      {selection ? (
        <SelectionTray
          selection={selection}
          noun="contact"
          more={
            data ? (
              <SelectAllTrashed
                key={state.search.trim()}
                selection={selection}
                rows={rows}
                search={state.search.trim()}
                meta={data.meta}
                stale={isPlaceholderData}
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
      ) : null}
      <PagingBar
        meta={data?.meta}
        shown={contacts.length}
        stale={isPlaceholderData}
        size={state.size}
        sizes={pageSizes}
        onSize={(size) =>
          setState({ size: size as (typeof pageSizes)[number], page: 1, cursor: '' }, 'replace')
        }
        onPage={goTo}
        onApproach={(page, cursor) => askFor({ ...state, page, cursor: cursor ?? '' })}
        problem={error && data ? <RefreshFailed message={error.message} onRetry={() => refetch()} /> : null}
      />
      <p role="status" className="sr-only">
        {data && !isPlaceholderData ? `${spokenTotal(data.meta, 'deleted contact')}.` : null}
      </p>
      <p role="status" className="sr-only">
        {selectedCount > 0 ? `${formatCount(selectedCount)} selected.` : null}
      </p>
      {helping ? (
        <KeysDialog
          open
          onOpenChange={setHelping}
          opens={false}
          enabled={view.keys}
          onEnabledChange={(keys) => changeView({ keys })}
        />
      ) : null}
      {purging ? (
        <PurgeDialog
          selected={purging}
          selection={ownSelection}
          onClose={() => setPurging(null)}
          finalFocus={focusAfter(ownSelection, headingRef)}
        />
      ) : null}
    </div>
  );
}
