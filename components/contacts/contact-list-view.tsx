import type { UseQueryResult } from '@tanstack/react-query';
import { Keyboard } from 'lucide-react';
import dynamic from 'next/dynamic';
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { HeaderCheckbox } from '@/components/data-table/data-table-head';
import type { listParameters } from '@/components/data-table/list-state';
import { lastPage, PagingBar } from '@/components/data-table/paging-bar';
import { SearchBox } from '@/components/data-table/search-box';
import { type Selection, useSelection } from '@/components/data-table/selection';
import type { TableView } from '@/components/data-table/table-view';
import type { useListState } from '@/components/data-table/use-list-state';
import { findRow, focusRow, isFree, useTableKeys } from '@/components/data-table/use-table-keys';
import { CallError } from '@/components/hooks/call-error';
import { holdKeys } from '@/components/hooks/hold-keys';
import { useOfferCommands } from '@/components/hooks/page-commands';
import { useDocumentKeys } from '@/components/hooks/use-document-keys';
import { contactName } from '@/components/text/contact-name';
import { formatCount, formatTotal, spokenTotal } from '@/components/text/format-count';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { NoMatches } from '@/components/ui/empty-state';
import { focusMain } from '@/components/ui/focus-main';
import { ReadFailed, RefreshFailed } from '@/components/ui/read-failed';
import type { Contact } from '@/lib/contract/contact';
import type { PageMeta } from '@/lib/contract/page';
import type { Page } from './contact-queries';
import { listPlace } from './list-place';

const KeysDialog = dynamic(() => import('@/components/data-table/keys-dialog').catch(chunkLoadFailed));

interface ListViewProps<Row extends Contact> {
  caption: string;
  /** "contact" */
  itemName: string;
  /** "Contacts" */
  collectionName: string;
  columns: readonly Column<Row>[];
  list: UseQueryResult<Page<Row>>;
  params: ReturnType<typeof useListState<typeof listParameters>>;
  filtered: boolean;
  onClear(): void;
  sort?: string;
  onSort?(sort: string): void;
  view: TableView;
  onView(values: Partial<TableView>): void;
  /** Changes the width of a column, `null` to its default. Absent if widths are fixed. */
  onWidth?(id: string, width: number | null): void;
  selection: Selection;
  /** Whether rows can be selected. */
  selects: boolean;
  allSelected?: boolean;
  /** Id of the row that is open beside the list. */
  sideId?: string | null;
  /** Opens a row beside the list; `null` closes it. Absent if rows do not open. */
  onSide?(id: string | null): void;
  /** Shown next to the search box, in a row that does not wrap. */
  toolbar?: ReactNode;
  /** Shown below the toolbar, in a row of its own. */
  filters?: ReactNode;
  /** Shown below the toolbar. */
  note?: ReactNode;
  /** Shown between the table and the paging bar. */
  tray?: ReactNode;
  /** Shown if the list is empty. */
  empty: ReactNode;
  /** Shown if no row matches, instead of a button that clears the filters. */
  noMatches?: ReactNode;
  /** Offered if a search matches nothing. */
  instead?: ReactNode;
  /** Shown if the service refuses the filter or sort; absent where it does not. */
  refusal?: ReactNode;
}

type Total = Pick<PageMeta, 'total' | 'totalIsExact'>;

interface ListTotalProps {
  meta: Total | undefined;
  /** All contacts, if the list is filtered and they are counted. */
  all?: Total | undefined;
}

/** The total of a list, beside its title: "3,004", "31 of 3,004". */
export function ListTotal({ meta, all }: ListTotalProps) {
  return meta && (meta.total > 0 || all) ? (
    <span className="text-muted">
      {formatTotal(meta)}
      {all ? ` of ${formatTotal(all)}` : null}
    </span>
  ) : null;
}

/** A paged list of contacts with search, table and selection, and its loading, empty, no-match and error states. */
export function ListView<Row extends Contact>(props: ListViewProps<Row>) {
  const { view, onView, selection, selects, allSelected = false, itemName } = props;
  const { state, words, typing, change, search, replacePage } = props.params;
  const onPage = (page: number) => change({ page });
  const { isPlaceholderData, refetch } = props.list;
  // Deferred, so that rendering a hundred rows does not block keys and clicks; the first rows appear with their count.
  const data = useDeferredValue(props.list.data) ?? props.list.data;
  const error = useDeferredValue(props.list.error);
  const stale = isPlaceholderData || typing || props.list.data !== data;
  const failed = data ? null : error;
  const refused = props.refusal && failed instanceof CallError && failed.status === 400;
  const isSearch = !props.filters && state.search !== '';
  const rows = useMemo(
    () => (data?.data ?? []).map((row) => ({ id: row.id, label: contactName(row) })),
    [data],
  );
  const [helping, setHelping] = useState(false);
  const onHelp = () => setHelping(true);
  useOfferCommands('More', [
    { id: 'keys', label: 'Keyboard shortcuts', also: 'help', icon: Keyboard, shortcut: '?', run: onHelp },
  ]);
  const searchRef = useRef<HTMLInputElement>(null);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const place = usePlace(bodyRef, rows, view.keys);
  useRowAtSide(bodyRef, props.sideId ?? null);
  useTableKeys({
    enabled: view.keys,
    bodyRef,
    searchRef,
    rows,
    selection: selects && !stale ? selection : null,
    covered: allSelected ? rows : undefined,
    meta: stale ? undefined : data?.meta,
    onPage,
    sideId: props.sideId,
    onSide: props.onSide,
    onHelp,
  });
  // Ctrl+A selects the page. While other rows are on their way, it and the keys after it wait for them.
  const selectsPage = useRef(false);
  useDocumentKeys((event) => {
    const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!selects || !isAll || !isFree(event)) return;
    event.preventDefault();
    selectsPage.current = stale;
    if (stale) holdKeys(() => !selectsPage.current);
    else selection.set(rows, true, allSelected ? rows : undefined);
  });
  useEffect(() => {
    if (!selectsPage.current || stale) return;
    selectsPage.current = false;
    selection.set(rows, true, allSelected ? rows : undefined);
  });
  // The page of the URL may no longer exist after deletions. Show the last page instead.
  const last = data && rows.length === 0 && data.meta.total > 0 ? lastPage(data.meta) : state.page;
  useEffect(() => {
    if (!stale && last < state.page) replacePage(last);
  });
  const [first] = rows;
  const onLeaveSearch = useCallback(() => {
    if (first && bodyRef.current) focusRow(bodyRef.current, first.id);
  }, [first]);

  // An empty list hides search, selection and paging.
  if (data?.meta.total === 0 && !props.filtered && !stale)
    return (
      <>
        {props.note}
        {props.empty}
      </>
    );
  return (
    <>
      {/* Painted after the rows, which the browser would layer again for the search's turning icon. */}
      <div className="@container relative z-1 flex items-center gap-2 px-4 pb-2 md:px-6 md:pb-3">
        {selects && rows.length > 0 ? (
          // On narrow screens, instead of the table's head.
          <span className="-mr-0.5 -ml-1.5 md:hidden print:hidden">
            <HeaderCheckbox rows={rows} selection={selection} allSelected={allSelected} stale={stale} />
          </span>
        ) : null}
        <SearchBox
          label={`Search ${props.collectionName.toLowerCase()}`}
          value={words}
          onSearch={search}
          busy={stale && !error}
          inputRef={searchRef}
          onLeave={onLeaveSearch}
          slash={view.keys}
          className="min-w-0 flex-1 md:w-auto md:max-w-72"
        />
        {props.toolbar}
      </div>
      {props.filters}
      {props.note}
      <div
        {...place}
        className="flex min-h-0 flex-1 flex-col scroll-pt-9 border-t border-line max-md:not-print:[&_thead]:hidden md:overflow-y-auto lg:[&_.text-cell:last-child]:pr-6 print:overflow-visible!"
      >
        {refused ? (
          props.refusal
        ) : (
          <DataTable<Row>
            caption={props.caption}
            columns={props.columns}
            rows={failed ? noRows : last < state.page ? undefined : data?.data}
            labelOf={contactName}
            sort={props.sort}
            onSort={props.onSort}
            widths={props.onWidth && view.widths}
            onWidth={props.onWidth}
            density={view.density}
            selection={selects ? selection : null}
            allSelected={allSelected}
            stale={stale && !failed}
            bodyRef={bodyRef}
            keys={`Arrow keys move${selects ? ', Space selects' : ''}.`}
            sideId={props.sideId}
            onSide={props.onSide}
          />
        )}
        {failed && !refused ? (
          <ReadFailed collectionName={props.collectionName} error={failed} onRetry={() => refetch()} />
        ) : null}
        {data && rows.length === 0 && last === state.page
          ? (props.noMatches ?? (
              <NoMatches
                what={props.filters ? undefined : 'search'}
                title={
                  isSearch ? (
                    <>
                      No {itemName}s match “<bdi>{state.search}</bdi>”
                    </>
                  ) : undefined
                }
                onClear={props.onClear}
                action={isSearch ? props.instead : null}
              />
            ))
          : null}
      </div>
      {props.tray}
      {data?.meta.total === 0 || failed ? null : (
        <PagingBar
          meta={data?.meta}
          shown={rows.length}
          size={state.size}
          onSize={(size) => change({ size })}
          onPage={onPage}
          problem={error ? <RefreshFailed error={error} onRetry={() => refetch()} /> : null}
        />
      )}
      <p role="status" className="sr-only">
        {data
          ? stale
            ? null
            : `${spokenTotal(data.meta, itemName)}${props.filtered ? ' found' : ''}, page ${formatCount(data.meta.page)}.`
          : error
            ? null
            : `Loading ${props.collectionName.toLowerCase()}…`}
      </p>
      {/* A live region is announced as a whole, so the count has its own. */}
      <SelectedCount selection={selection} />
      {helping ? (
        <KeysDialog
          onClose={() => setHelping(false)}
          opens={props.onSide !== undefined}
          enabled={view.keys}
          onEnabledChange={(keys) => onView({ keys })}
        />
      ) : null}
    </>
  );
}

/**
 * Tells screen readers the number selected. A separate component, so that selecting a row does not render the list again.
 */
function SelectedCount({ selection }: { selection: Selection }) {
  const count = useSelection(selection, (one) => one.count);
  return (
    <p role="status" className="sr-only">
      {count > 0 ? `${formatCount(count)} selected.` : null}
    </p>
  );
}

/**
 * Restores scroll position and focus where the list was left. Returns props that store them when a row is opened, with
 * `keys`, whether single-key shortcuts are on.
 */
function usePlace(
  bodyRef: RefObject<HTMLTableSectionElement | null>,
  rows: readonly { id: string }[],
  keys: boolean,
) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: left } = listPlace;
    if (ref.current && bodyRef.current && left?.address === getAddress(window)) {
      ref.current.scrollTop = left.scrollTop;
      focusRow(bodyRef.current, left.row);
    }
  }, [bodyRef]);
  const onClick = ({ target, currentTarget }: MouseEvent) => {
    // Selecting a row does not leave the list, and reading `scrollTop` would force a slow layout.
    if (target instanceof HTMLInputElement) return;
    const row = (target as Element).closest<HTMLElement>('tr[data-row]')?.dataset.row;
    if (!row) return;
    const { scrollTop } = currentTarget;
    listPlace.current = { address: getAddress(window), scrollTop, row, rows: rows.map(({ id }) => id), keys };
  };
  return { ref, onClick };
}

/** Keeps the row that is open at the side visible, and focuses it once the side is closed. */
function useRowAtSide(bodyRef: RefObject<HTMLTableSectionElement | null>, id: string | null): void {
  const before = useRef(id);
  useEffect(() => {
    const body = bodyRef.current;
    if (id && body) findRow(body, id)?.scrollIntoView({ block: 'nearest' });
    else if (before.current) {
      focusMain();
      if (body) focusRow(body, before.current);
    }
    before.current = id;
  }, [bodyRef, id]);
}

const noRows: readonly never[] = [];

const getAddress = ({ location }: Window): string => location.pathname + location.search;
