'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTable } from '@tanstack/react-table';
import dynamic from 'next/dynamic';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useOfferKeys } from '@/app/(console)/command-menu/page-commands';
import { useContactSelection, useOffered } from '@/app/(console)/console-providers';
import { ReadFailed } from '@/app/(console)/read-failed';
import { segmentListOptions } from '@/app/(console)/segments/segment-queries';
import { useService } from '@/app/(console)/service-provider';
import { useSightings } from '@/app/(console)/use-sightings';
import { DataTable } from '@/components/data-table/data-table';
import { formatCount, spokenTotal } from '@/components/data-table/format-count';
import { pageName } from '@/components/data-table/page-steps';
import { PagingBar } from '@/components/data-table/paging-bar';
import { RefreshFailed } from '@/components/data-table/refresh-failed';
import { useSelectedCount } from '@/components/data-table/selection';
import { TableArea } from '@/components/data-table/table-area';
import { features } from '@/components/data-table/table-features';
import type { TableView } from '@/components/data-table/table-view';
import { focusRow, useTableKeys } from '@/components/data-table/use-table-keys';
import { useTableView } from '@/components/data-table/use-table-view';
import { focusMain } from '@/components/ui/focus-main';
import type { Contact } from '@/lib/contract/contact';
import { contactName } from '../contact-name';
import { contactListOptions } from '../contact-queries';
import { Sightings } from '../record/contact-sighting';
import { contactColumns, contactColumnsOfCopy } from './columns';
import { CONTACTS_VIEW } from './contact-columns-view';
import { filterOf, filterWords, narrowingOf } from './contact-filter';
import { type ContactListState, isFiltered, pageSizes } from './contact-list-state';
import { SegmentsById } from './contact-segments';
import { ContactsHeader } from './contacts-header';
import { NoContacts, NoMatch, NothingOnPage } from './contacts-table-states';
import { ContactsToolbar } from './contacts-toolbar';
import { CopyStatus } from './copy-status';
import { LoadSampleData } from './load-sample-data';
import { sortFromTable, sortToTable } from './sort-order';
import { useContactList } from './use-contact-list';
import { useContactListState } from './use-contact-list-state';

// The table is not to wait for them.
const ContactSelectionBar = dynamic(() => import('./contact-selection-bar'));
const KeysDialog = dynamic(() => import('@/components/data-table/keys-dialog'));

const noContacts: Contact[] = [];

interface ContactsTableProps {
  /** What the server read from the cookie. */
  initialView: TableView;
  /** Whether sample data can be loaded here. */
  sampleData: boolean;
}

/** The contact table with everything around it. */
export function ContactsTable({ initialView, sampleData }: ContactsTableProps) {
  const queryClient = useQueryClient();
  // On the way while all of this is rendered for it.
  const askFor = useCallback(
    (next: ContactListState) => void queryClient.prefetchQuery(contactListOptions(next)),
    [queryClient],
  );
  const { state, change, goTo, isPending } = useContactListState(askFor);
  const [view, changeView] = useTableView(CONTACTS_VIEW, initialView);
  const { data, error, isPlaceholderData, isFetching, isCounting, refetch } = useContactList(state);
  const { data: segments } = useQuery(segmentListOptions());
  const segmentsById = useMemo(() => new Map(segments?.map((each) => [each.id, each])), [segments]);

  const mayDelete = useOffered('contacts:delete', 'deleteContacts');
  const mayChangeMany = useOffered('contacts:write', 'createBulkChange');
  const allSelected = useContactSelection();
  const selection = mayDelete || mayChangeMany ? allSelected : null;
  const selectedCount = useSelectedCount(allSelected);
  // From the first one on: a dialog may still be open when none is selected any more.
  const [selects, setSelects] = useState(false);
  if (selectedCount > 0 && !selects) setSelects(true);
  const [helping, setHelping] = useState(false);

  const searchRef = useRef<HTMLInputElement>(null);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const contacts = data?.data ?? noContacts;
  const rows = useMemo(
    () => contacts.map((contact) => ({ id: contact.id, label: contactName(contact) })),
    [contacts],
  );
  const filter = useMemo(
    () => filterOf({ search: state.search, segment: state.segment, segmentMatch: state.segmentMatch }),
    [state.search, state.segment, state.segmentMatch],
  );
  // Rows of the state before are of the filter before.
  useLayoutEffect(() => {
    if (!isPlaceholderData) allSelected.show({ filter, rows });
  }, [allSelected, filter, rows, isPlaceholderData]);
  useLayoutEffect(() => () => allSelected.show(null), [allSelected]);
  const mirror = useService().connection?.mirror ?? null;
  const sightings = useSightings(contacts.map(({ id }) => id));

  const sorting = useMemo(() => sortToTable(state.sort), [state.sort]);
  const columnVisibility = useMemo(
    () => Object.fromEntries(view.hidden.map((id) => [id, false])),
    [view.hidden],
  );
  const table = useTable({
    features,
    columns: mirror ? contactColumnsOfCopy : contactColumns,
    data: contacts,
    getRowId: (contact) => contact.id,
    manualSorting: true,
    state: { sorting, columnVisibility },
    onSortingChange: (update) =>
      change({ sort: sortFromTable(typeof update === 'function' ? update(sorting) : update) }),
  });

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

  const filtered = isFiltered(state);
  // Of the rows that are shown, which may still be those of the state before.
  const found = useRef(filtered);
  if (!isPlaceholderData) found.current = filtered;
  const clear = () => {
    change(narrowingOf({}));
    focusMain();
  };
  let instead: React.ReactNode = null;
  if (error && !data)
    instead = (
      <ReadFailed
        what="Contacts"
        error={error}
        onRetry={() => refetch()}
        onClear={filtered ? clear : undefined}
        onFirstPage={state.cursor ? () => goTo(1, null, 'replace') : undefined}
      />
    );
  else if (data && contacts.length === 0 && data.meta.total > 0)
    instead = <NothingOnPage meta={data.meta} goTo={goTo} />;
  else if (data && contacts.length === 0)
    instead = filtered ? (
      <NoMatch onClear={clear}>Try fewer words, or other segments.</NoMatch>
    ) : (
      <NoContacts>{sampleData ? <LoadSampleData /> : null}</NoContacts>
    );

  return (
    <SegmentsById value={segmentsById}>
      <Sightings value={sightings}>
        <div className="flex min-h-0 flex-1 flex-col md:relative">
          <ContactsHeader ref={headingRef} meta={data?.meta} filtered={found.current} />
          <ContactsToolbar
            state={state}
            isPending={isPending}
            change={change}
            view={view}
            changeView={changeView}
            onClear={clear}
            busy={isFetching && isPlaceholderData}
            searchRef={searchRef}
            onLeaveSearch={() => {
              const [first] = contacts;
              if (first && bodyRef.current) focusRow(bodyRef.current, first.id);
            }}
            onHelp={() => setHelping(true)}
          />
          {mirror ? <CopyStatus mirror={mirror} /> : null}
          <TableArea selected={selectedCount > 0}>
            <DataTable
              table={table}
              caption="Contacts"
              selection={selection}
              labelOf={contactName}
              density={view.density}
              stale={isPlaceholderData}
              bodyRef={bodyRef}
              loading={data || error ? null : 'Loading contacts …'}
            >
              {instead}
            </DataTable>
          </TableArea>
          {selects ? (
            <ContactSelectionBar
              selection={allSelected}
              offered={selection !== null}
              listed={
                data
                  ? {
                      rows,
                      filter,
                      words: filterWords(filter, segmentsById),
                      meta: data.meta,
                      stale: isPlaceholderData,
                      counting: isCounting,
                    }
                  : null
              }
              onShow={(matching) => change(narrowingOf(matching))}
              headingRef={headingRef}
            />
          ) : null}
          <PagingBar
            meta={data?.meta}
            shown={contacts.length}
            stale={isPlaceholderData}
            size={state.size}
            sizes={pageSizes}
            onSize={(size) => change({ size: size as (typeof pageSizes)[number] })}
            onPage={goTo}
            onApproach={(page, cursor) => askFor({ ...state, page, cursor: cursor ?? '' })}
            problem={
              error && data ? <RefreshFailed message={error.message} onRetry={() => refetch()} /> : null
            }
          />
          <p role="status" className="sr-only">
            {/* Once, when their number is known. */}
            {data && !isPlaceholderData && !isCounting
              ? `${spokenTotal(data.meta, 'contact')}${filtered ? ' found' : ''}, ${pageName(data.meta)}.`
              : null}
          </p>
          {/* Each by itself: a region is read out as a whole. */}
          <p role="status" className="sr-only">
            {selectedCount > 0 ? `${formatCount(selectedCount)} selected.` : null}
          </p>
        </div>
        {helping ? (
          <KeysDialog
            open
            onOpenChange={setHelping}
            opens
            enabled={view.keys}
            onEnabledChange={(keys) => changeView({ keys })}
          />
        ) : null}
      </Sightings>
    </SegmentsById>
  );
}
