import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import dynamic from 'next/dynamic';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Columns, DataTable } from '@/components/data-table/data-table';
import { formatCount, spokenTotal } from '@/components/data-table/format-count';
import type { pageSizes } from '@/components/data-table/list-state';
import { lastPage } from '@/components/data-table/pages';
import { PagingBar } from '@/components/data-table/paging-bar';
import { RefreshFailed } from '@/components/data-table/refresh-failed';
import { SearchBox } from '@/components/data-table/search-box';
import { type Selection, useSelection } from '@/components/data-table/selection';
import type { TableView } from '@/components/data-table/table-view';
import { focusRow, rowOf, useTableKeys } from '@/components/data-table/use-table-keys';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { focusMain } from '@/components/ui/focus-main';
import type { PageMeta } from '@/lib/contract/page';
import { useOfferKeys } from './command-menu/page-commands';
import { leaveList, listPlace } from './list-place';
import { ReadFailed } from './read-failed';

const KeysDialog = dynamic(() => import('@/components/data-table/keys-dialog'));

export interface Page<Row> {
  data: Row[];
  meta: PageMeta;
}

interface ListViewProps<Row extends { id: string }> {
  caption: string;
  /** "contact" */
  noun: string;
  /** "Contacts" */
  what: string;
  columns: Columns<Row>;
  labelOf(row: Row): string;
  list: UseQueryResult<Page<Row>>;
  state: { search: string; size: number };
  /** The search is being debounced. */
  typing: boolean;
  filtered: boolean;
  onSearch(words: string): void;
  onPage(page: number): void;
  onSize(size: (typeof pageSizes)[number]): void;
  onClear(): void;
  sort?: string;
  onSort?(sort: string): void;
  view: TableView;
  onView(values: Partial<TableView>): void;
  selection: Selection;
  /** Whether rows can be selected. */
  selects: boolean;
  allSelected?: boolean;
  /** Whether rows are links. */
  opens?: boolean;
  /** Id of the row that is open beside the list. */
  sideId?: string | null;
  /** Opens a row there; `null` closes. Absent if rows open only as pages. */
  onSide?(id: string | null): void;
  /** Next to the search box. */
  toolbar?: ReactNode;
  /** Below the toolbar. */
  note?: ReactNode;
  /** Overlays the end of the table. */
  tray?: ReactNode;
  /** Shown if the list is empty. */
  empty: ReactNode;
}

/** A paged list with search, table and selection, and its loading, empty, no-match and error states. */
export function ListView<Row extends { id: string }>(props: ListViewProps<Row>) {
  const { labelOf, view, onView, selection, selects, allSelected = false, opens = false, noun } = props;
  const { isPlaceholderData, refetch } = props.list;
  // Rendering a hundred rows must not block keys and clicks.
  const data = useDeferredValue(props.list.data);
  const error = useDeferredValue(props.list.error);
  const stale = isPlaceholderData || props.typing || props.list.data !== data;
  const rows = useMemo(
    () => (data?.data ?? []).map((row) => ({ id: row.id, label: labelOf(row) })),
    [data, labelOf],
  );
  const [helping, setHelping] = useState(false);
  useOfferKeys(setHelping);
  const searchRef = useRef<HTMLInputElement>(null);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const area = usePlace(bodyRef, rows, view.keys);
  useRowAtSide(bodyRef, props.sideId ?? null);
  useTableKeys({
    enabled: view.keys,
    bodyRef,
    searchRef,
    rows,
    selection: selects && !stale ? selection : null,
    covered: allSelected ? rows : undefined,
    meta: stale ? undefined : data?.meta,
    onPage: props.onPage,
    sideId: props.sideId,
    onSide: props.onSide,
    onHelp: () => setHelping(true),
  });
  const [first] = rows;
  const onLeaveSearch = useCallback(() => {
    if (first && bodyRef.current) focusRow(bodyRef.current, first.id);
  }, [first]);

  // Hide search, selection and paging.
  if (data?.meta.total === 0 && !props.filtered && !props.typing)
    return (
      <>
        {props.note}
        {props.empty}
      </>
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
        <SearchBox
          label={props.what === 'Contacts' ? 'Search contacts' : `Search ${props.what.toLowerCase()}`}
          value={props.state.search}
          onSearch={props.onSearch}
          busy={stale && !error}
          inputRef={searchRef}
          onLeave={onLeaveSearch}
          slash={view.keys}
        />
        {props.toolbar}
      </div>
      {props.note}
      <div
        ref={area}
        className="flex min-h-0 flex-1 flex-col scroll-pt-9 scroll-pb-14 border-t border-line md:overflow-y-auto print:overflow-visible!"
      >
        {error && !data ? (
          <ReadFailed
            what={props.what}
            error={error}
            onRetry={() => refetch()}
            onClear={props.filtered ? props.onClear : undefined}
          />
        ) : data && rows.length === 0 ? (
          <NoRows {...props} meta={data.meta} />
        ) : (
          <DataTable
            caption={props.caption}
            columns={props.columns}
            rows={data?.data}
            labelOf={labelOf}
            sort={props.sort}
            onSort={props.onSort}
            hidden={view.hidden}
            density={view.density}
            selection={selects ? selection : null}
            allSelected={allSelected}
            stale={stale}
            bodyRef={bodyRef}
            sideId={props.sideId}
            onSide={props.onSide}
          />
        )}
        {props.tray}
      </div>
      {data?.meta.total === 0 ? null : (
        <PagingBar
          meta={data?.meta}
          shown={rows.length}
          size={props.state.size}
          onSize={props.onSize}
          onPage={props.onPage}
          problem={error && data ? <RefreshFailed message={error.message} onRetry={() => refetch()} /> : null}
        />
      )}
      <p role="status" className="sr-only">
        {data
          ? stale
            ? null
            : `${spokenTotal(data.meta, noun)}${props.filtered ? ' found' : ''}, page ${formatCount(data.meta.page)}.`
          : error
            ? null
            : `Loading ${props.what.toLowerCase()} …`}
      </p>
      {/* Separate live regions: each is announced as a whole. */}
      <SelectedCount selection={selection} />
      {helping ? (
        <KeysDialog
          open
          onOpenChange={setHelping}
          opens={opens}
          enabled={view.keys}
          onEnabledChange={(keys) => onView({ keys })}
        />
      ) : null}
    </>
  );
}

/** A component of its own: selecting a row must not render the list again. */
function SelectedCount({ selection }: { selection: Selection }) {
  const count = useSelection(selection, (one) => one.count);
  return (
    <p role="status" className="sr-only">
      {count > 0 ? `${formatCount(count)} selected.` : null}
    </p>
  );
}

function NoRows<Row extends { id: string }>({
  meta,
  onPage,
  onClear,
}: ListViewProps<Row> & { meta: PageMeta }) {
  // Rows were deleted since, so this page is past the last one.
  if (meta.total > 0)
    return (
      <EmptyState
        icon={SearchX}
        title="This page is empty"
        actions={<Button onClick={() => onPage(lastPage(meta))}>Last page</Button>}
      />
    );
  return (
    <EmptyState icon={SearchX} title="No matches" actions={<Button onClick={onClear}>Clear filters</Button>}>
      <p>Try fewer words or other filters.</p>
    </EmptyState>
  );
}

/** Returns to the place where the list was left, and remembers it when a row is opened. */
function usePlace(
  bodyRef: RefObject<HTMLTableSectionElement | null>,
  rows: readonly { id: string }[],
  keys: boolean,
): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const onLeave = useEffectEvent((row: string) =>
    leaveList({
      address: addressOf(window),
      scrollTop: ref.current?.scrollTop ?? 0,
      row,
      rows: rows.map(({ id }) => id),
      keys,
    }),
  );
  useLayoutEffect(() => {
    const area = ref.current;
    const left = listPlace();
    if (area && bodyRef.current && left?.address === addressOf(window)) {
      area.scrollTop = left.scrollTop;
      focusRow(bodyRef.current, left.row);
    }
    const leave = ({ target }: Event) => {
      // Selecting a row leaves nothing, and must not wait for the layout that `scrollTop` asks for.
      if (target instanceof HTMLInputElement) return;
      const row = (target as Element).closest<HTMLElement>('tr[data-row]')?.dataset.row;
      if (row) onLeave(row);
    };
    area?.addEventListener('click', leave, { capture: true });
    return () => area?.removeEventListener('click', leave, { capture: true });
  }, [bodyRef]);
  return ref;
}

/** Keeps the row that is open at the side in sight, and focuses it once that is closed. */
function useRowAtSide(bodyRef: RefObject<HTMLTableSectionElement | null>, id: string | null): void {
  const before = useRef(id);
  useEffect(() => {
    const body = bodyRef.current;
    if (id && body) rowOf(body, id)?.scrollIntoView({ block: 'nearest' });
    else if (before.current) {
      focusMain();
      if (body) focusRow(body, before.current);
    }
    before.current = id;
  }, [bodyRef, id]);
}

const addressOf = ({ location }: Window): string => location.pathname + location.search;
