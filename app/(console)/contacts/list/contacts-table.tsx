'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Merge, Plus, SlidersHorizontal } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useSearchParams } from 'next/navigation';
import { createParser, useQueryState } from 'nuqs';
import { lazy, type ReactNode, startTransition } from 'react';
import { contactOrders } from '@/components/contacts/contact-columns';
import {
  type ContactListState,
  contactListParameters,
  type FixedFilter,
  filterWords,
  getConditions,
  toFilter,
  toListQuery,
  toUrlFilter,
} from '@/components/contacts/contact-list-state';
import { ListTotal, ListView } from '@/components/contacts/contact-list-view';
import { allContactsOptions, contactListOptions } from '@/components/contacts/contact-queries';
import { SegmentsById, useSegmentsById } from '@/components/contacts/contact-segments';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { typedContact } from '@/components/contacts/typed-contact';
import { useConsole } from '@/components/contacts/use-console';
import { defaultColumns, useContactDisplay } from '@/components/contacts/use-contact-display';
import { findInvalidParameters, IgnoredParameters } from '@/components/data-table/ignored-parameters';
import { isSameFilter, useSelection } from '@/components/data-table/selection';
import type { TableView } from '@/components/data-table/table-view';
import { useListState } from '@/components/data-table/use-list-state';
import { leavePage } from '@/components/hooks/leave-page';
import { useConnection, useMay } from '@/components/hooks/use-can';
import { Button } from '@/components/ui/button';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { cn } from '@/components/ui/cn';
import { focusMain } from '@/components/ui/focus-main';
import { LazyOnPress } from '@/components/ui/lazy-on-press';
import { ButtonLink } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { ExportButton } from '../../exports/export-button';
import { type ExportedList, ExportedListContext } from '../../exports/exported-list';
import { useShownView } from '../../views/shown-view';
import { SaveView, ViewButton } from '../../views/view-button';
import { ContactSelectionBar } from './contact-selection-bar';
import { FilterButton } from './filter-button';
import { ListTitle } from './list-title';
import { SelectAllMatching } from './select-all-matching';

/** Loaded where there are filters, and with the popup that adds the first. */
const FilterPills = dynamic(() => import('./filter-pills').catch(chunkLoadFailed));
const MissingField = dynamic(() => import('./missing-field').catch(chunkLoadFailed));
const ContactSide = dynamic(() => import('../record/contact-side').catch(chunkLoadFailed));
const ReplicaSummary = dynamic(() =>
  import('../../settings/connection/replica-status').then(
    (one) => ({ default: one.ReplicaSummary }),
    chunkLoadFailed,
  ),
);
const RuleProblem = dynamic(() => import('@/components/contacts/rule-problem').catch(chunkLoadFailed));
const NoContacts = dynamic(() => import('./no-contacts').catch(chunkLoadFailed));
const DisplayMenu = lazy(() => import('@/components/data-table/display-menu').catch(chunkLoadFailed));

const displayButton = (
  <Button>
    <SlidersHorizontal aria-hidden className="text-muted @max-xl:hidden" />
    Display
  </Button>
);

/** Id of the contact that is open beside the table. */
const parseSide = createParser({
  parse: (text) => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) ? text : null),
  serialize: (id: string) => id,
});

/**
 * The contacts that the URL asks for, with how to show them; only those of a segment or code if `fixed`.
 *
 * @param initialView Preferences that the server read from the cookie.
 */
export function useContactList(initialView: TableView, fixed?: FixedFilter) {
  const params = useListState(contactListParameters);
  const query = { ...params.state, ...fixed };
  const display = useContactDisplay(initialView, params);
  const options = contactListOptions(query, display.include);
  const list = useQuery({ ...options, placeholderData: keepPreviousData });
  const filter = toFilter(query);
  return { params, query, display, list, filter, filtered: Object.keys(filter).length > (fixed ? 1 : 0) };
}

interface ContactsTableProps {
  contacts: ReturnType<typeof useContactList>;
  /** Shows only the contacts of a segment or code, below the heading of its page. */
  within?: { filter: FixedFilter; title: string; empty: ReactNode };
}

/** The page of all contacts. */
export const AllContacts = ({ initialView }: { initialView: TableView }) => (
  <ContactsTable contacts={useContactList(initialView)} />
);

/** The contact table with everything around it. */
export function ContactsTable({ contacts, within }: ContactsTableProps) {
  const { params, query, list, filter, filtered } = contacts;
  const { state, typing, change } = params;
  const fixed = within?.filter;
  const { view, display, offered, columns, changeView, changeWidth } = contacts.display;
  const { data, isPlaceholderData } = list;
  const segmentsById = useSegmentsById();
  const otherSegments = useSegmentsById(fixed && 'segment' in fixed ? fixed.segment[0] : undefined);

  const replica = useConnection()?.replica;
  const may = useMay();
  const mayExport = may('exportContacts');
  const selects = mayExport || may('createBulkChange');
  const { selection } = useConsole();
  const all = useSelection(selection, (one) => one.all);
  const fields = useFieldsByName();
  const words = filterWords(filter, segmentsById, fields);
  const narrowed = state.import !== '' || getConditions(state, segmentsById, fields, fixed).length > 0;
  const { query: viewQuery, view: shownView, edited } = useShownView();
  const ignored = findInvalidParameters(contactListParameters, useSearchParams());
  const viewButton = within || state.rule || ignored.length > 0 ? null : <ViewButton display={display} />;
  const hasPills = narrowed || (!within && (edited || state.rule !== null));
  const broken = filter.segmentId?.map((id) => segmentsById.get(id)).find((one) => one?.ruleProblem);
  // Whether the list is empty because of it.
  const isNobody =
    data?.meta.total === 0 &&
    (filter.segmentMatch === 'all' || (filter.segmentId?.length === 1 && filter.segmentMatch !== 'none'));
  const problem = broken && <RuleProblem segment={broken} place={isNobody ? 'page' : 'list'} />;
  const everybody = useQuery({ ...allContactsOptions, enabled: filtered && !within });

  const [sideId, setSideId] = useQueryState('contact', parseSide);
  /**
   * Opens a contact beside the table, or closes it; focuses the one that is already open. Asks first if changes would be
   * lost.
   */
  function changeSide(id: string | null) {
    if (id === sideId) document.getElementById('side')?.focus();
    else leavePage(() => void setSideId(id));
  }
  const exported = { sort: state.sort, columns: columns.flatMap(({ id }) => id ?? []).slice(1) };
  const clear = () => {
    change(toUrlFilter({}));
    focusMain();
  };
  return (
    <ListContext segmentsById={otherSegments} exported={exported}>
      <div className="flex min-h-0 flex-1">
        <div className={cn('flex min-h-0 min-w-0 flex-1 flex-col', sideId && 'beside')}>
          {within ? null : (
            <PageHeader
              title={<ListTitle filter={filter} rule={state.rule} />}
              aside={<ListTotal meta={data?.meta} all={filtered ? everybody.data?.meta : undefined} />}
              actions={
                <>
                  {may('listDuplicates', 'mergeContacts') && data && data.meta.total > 1 && !state.rule ? (
                    <ButtonLink
                      href="/contacts/duplicates"
                      variant="ghost"
                      className={cn(filtered && 'max-sm:hidden')}
                    >
                      <Merge aria-hidden className="text-muted max-sm:hidden" /> Duplicates
                    </ButtonLink>
                  ) : null}
                  {may('upsertContact') && !(data?.meta.total === 0 && !filtered) && !state.rule ? (
                    <ButtonLink href="/contacts/new" aria-keyshortcuts="c" variant="primary">
                      <Plus aria-hidden />
                      <span>
                        Add<span className="max-sm:sr-only"> contact</span>
                      </span>
                    </ButtonLink>
                  ) : null}
                </>
              }
            />
          )}
          <ListView
            caption={within ? `Contacts in ${within.title}` : 'Contacts'}
            itemName="contact"
            collectionName="Contacts"
            columns={columns}
            list={list}
            params={params}
            filtered={filtered}
            onClear={clear}
            sort={state.sort}
            // In a transition, so that the button responds before a hundred rows are rendered.
            onSort={(sort) => startTransition(() => change({ sort: sort as ContactListState['sort'] }))}
            view={view}
            onView={changeView}
            onWidth={changeWidth}
            selection={selection}
            selects={selects}
            allSelected={all !== null && isSameFilter(all.filter, filter)}
            sideId={sideId}
            onSide={changeSide}
            toolbar={
              <>
                <FilterButton state={state} onChange={change} fixed={fixed} />
                {hasPills ? null : viewButton}
                <div className="ml-auto flex gap-2 print:hidden">
                  {mayExport ? <ExportButton filter={filter} words={words} meta={data?.meta} /> : null}
                  <LazyOnPress face={displayButton}>
                    <DisplayMenu
                      trigger={displayButton}
                      columns={offered.slice(1)}
                      shown={display.columns}
                      defaults={defaultColumns}
                      density={view.density}
                      onChange={changeView}
                      onWidth={changeWidth}
                      orders={contactOrders(offered)}
                      order={state.sort}
                      onOrder={(sort) => change({ sort: sort as ContactListState['sort'] })}
                    >
                      {within || viewQuery ? null : <SaveView display={display} />}
                    </DisplayMenu>
                  </LazyOnPress>
                </div>
              </>
            }
            filters={
              hasPills ? (
                <FilterPills
                  state={state}
                  onChange={change}
                  fixed={fixed}
                  filter={filter}
                  onClear={narrowed ? clear : undefined}
                  viewButton={viewButton}
                  editedRule={state.rule}
                  isView={shownView !== undefined}
                />
              ) : null
            }
            note={
              <>
                <IgnoredParameters parameters={contactListParameters} />
                {replica ? (
                  <div className="px-4 pb-2 text-sm text-muted md:px-6">
                    <ReplicaSummary replica={replica} />
                  </div>
                ) : null}
                {isNobody ? null : problem}
              </>
            }
            tray={
              selects ? (
                <ContactSelectionBar
                  selection={selection}
                  more={
                    data && !isPlaceholderData && !typing ? (
                      <SelectAllMatching
                        selection={selection}
                        contacts={data.data}
                        filter={filter}
                        words={words}
                        meta={data.meta}
                      />
                    ) : null
                  }
                />
              ) : null
            }
            empty={(isNobody && problem) || (within ? within.empty : <NoContacts />)}
            noMatches={isNobody ? problem : undefined}
            instead={
              within || !may('upsertContact') ? null : (
                <ButtonLink
                  href={`/contacts/new?${typedContact(state.search.trim())}`}
                  className="max-w-full"
                >
                  <span className="truncate">Add contact “{state.search.trim()}”</span>
                </ButtonLink>
              )
            }
            refusal={<MissingField state={state} list={list} onChange={change} onClear={clear} />}
          />
        </div>
        {sideId ? (
          <ContactSide
            id={sideId}
            list={JSON.stringify(toListQuery(query))}
            rows={isPlaceholderData ? [] : (data?.data ?? [])}
            keys={view.keys}
            onSide={changeSide}
            onGone={() => void setSideId(null)}
          />
        ) : null}
      </div>
    </ListContext>
  );
}

interface ListContextProps {
  segmentsById: ReturnType<typeof useSegmentsById>;
  exported: ExportedList;
  children: ReactNode;
}

/** What cells and dialogs know of the list. */
const ListContext = ({ segmentsById, exported, children }: ListContextProps) => (
  <SegmentsById value={segmentsById}>
    <ExportedListContext value={exported}>{children}</ExportedListContext>
  </SegmentsById>
);
