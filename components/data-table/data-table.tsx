import { type ColumnDef, FlexRender, type Row as TableRow, useTable } from '@tanstack/react-table';
import { type MouseEvent, memo, type ReactNode, type Ref, useId, useMemo, useRef } from 'react';
import { holdKeys, watchSide } from '@/components/hooks/hold-keys';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { Skeleton } from '@/components/ui/skeleton';
import { ColumnEdge, HeaderCheckbox, SortButton, toAriaSort, widthStyle } from './data-table-head';
import { type Selectable, Selection, useSelection } from './selection';
import { features } from './table-features';
import { useOneTabStop } from './use-one-tab-stop';

// oxlint-disable-next-line typescript/no-explicit-any -- each column has values of its own type
export type Columns<Row extends { id: string }> = readonly ColumnDef<typeof features, Row, any>[];

interface DataTableProps<Row extends { id: string }> {
  /** Accessible name of the table. */
  caption: string;
  columns: Columns<Row>;
  /** `undefined` while loading. */
  rows: readonly Row[] | undefined;
  /** Accessible name of a row that can be selected. */
  labelOf?(row: Row): string;
  /** Id of the sorted column, prefixed with - for descending. */
  sort?: string;
  onSort?(sort: string): void;
  /** Widths in pixels, by id, of columns that do not have their default width. */
  widths?: Record<string, number>;
  /** Changes the width of a column, `null` to its default. Absent if widths are fixed. */
  onWidth?(id: string, width: number | null): void;
  density?: 'comfortable' | 'compact';
  /** Absent or `null` if rows cannot be selected. */
  selection?: Selection | null;
  /** Whether all matches are selected, and with them all rows. */
  allSelected?: boolean;
  /** Whether the next rows are loading and `rows` are the previous ones. */
  stale?: boolean;
  bodyRef?: Ref<HTMLTableSectionElement>;
  /** Keyboard help for screen readers. If present, the table is one Tab stop. */
  keys?: string;
  /** Id of the row that is open beside the table. */
  sideId?: string | null;
  /** Opens a row beside the table. Absent if rows open only as pages. */
  onSide?(id: string): void;
}

const noRows: readonly never[] = [];
const noWidths: Record<string, number> = {};
/** Shows the label as header in columns without their own `header`. */
const defaultColumn = {
  header: ({ column }: { column: { columnDef: { meta?: { label: string } } } }) =>
    column.columnDef.meta?.label,
};
const nothing = new Selection();

/** A native table. A click on a row follows the row's `data-row-link`. */
export function DataTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  labelOf,
  sort = '',
  onSort,
  widths = noWidths,
  onWidth,
  density = 'comfortable',
  selection = null,
  allSelected = false,
  stale = false,
  bodyRef,
  keys,
  sideId = null,
  onSide,
}: DataTableProps<Row>) {
  const sorting = useMemo(
    () => (sort ? [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }] : []),
    [sort],
  );
  const table = useTable({
    features,
    columns,
    defaultColumn,
    data: rows ?? noRows,
    getRowId: (row) => row.id,
    manualSorting: true,
    enableSorting: onSort !== undefined,
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange: (update) => {
      const [first] = typeof update === 'function' ? update(sorting) : update;
      if (first) onSort?.(`${first.desc ? '-' : ''}${first.id}`);
    },
  });
  const selectable = useMemo(
    () => (rows ?? noRows).map((row) => ({ id: row.id, label: labelOf?.(row) ?? '' })),
    [rows, labelOf],
  );
  const shownColumns = table.getAllLeafColumns();
  const shownIds = shownColumns.map(({ id }) => id).join();

  const tableRef = useRef<HTMLTableElement>(null);
  const id = useId();
  useOneTabStop(tableRef, keys ? `${id}-selected` : null, rows, shownIds);

  /** Selects a row, or with `range` all from the last one chosen; nothing while `stale`. */
  function select(item: Selectable, on: boolean, range: boolean) {
    const covered = allSelected ? selectable : undefined;
    if (stale) return;
    if (range) selection?.extend(selectable, item.id, covered);
    else selection?.set([item], on, covered);
  }

  /** A click on a row opens it; with Shift, it opens it at the side, or extends the selection where rows have none. */
  function onClick(event: MouseEvent) {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('tr[data-row]');
    const item = selectable.find(({ id }) => id === row?.dataset.row);
    if (!row || !item) return;
    if (target instanceof HTMLInputElement) return select(item, target.checked, event.shiftKey);
    if (onSide && hasRoom() && (target.closest('.side-button') || isShiftClick(event))) {
      window.getSelection()?.removeAllRanges();
      openAtSide.remember(true);
      return onSide(item.id);
    }
    if (target.closest('a, button, input, label')) return;
    if (event.shiftKey && selection) {
      window.getSelection()?.removeAllRanges();
      return select(item, true, true);
    }
    // Ignore clicks that end a text selection.
    if (window.getSelection()?.toString()) return;
    const link = row.querySelector<HTMLAnchorElement>('[data-row-link]');
    if (link && (event.metaKey || event.ctrlKey)) window.open(link.href, '_blank', 'noopener');
    else link?.click();
  }

  /** On wide screens, Enter opens a row at the side; so does a click if the mouse did so last. */
  function onClickCapture(event: MouseEvent) {
    const row = (event.target as HTMLElement)
      .closest('[data-row-link]')
      ?.closest<HTMLElement>('tr[data-row]');
    const isKey = event.nativeEvent.isTrusted && event.detail === 0;
    const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const isAtSide = isKey || sideId || openAtSide.isRemembered();
    if (!onSide || !row?.dataset.row || !hasRoom()) return;
    // The browser would open a new window.
    if (isShiftClick(event)) event.preventDefault();
    if (isModified || !isAtSide) return;
    event.preventDefault();
    event.stopPropagation();
    if (isKey) holdKeys(watchSide());
    onSide(row.dataset.row);
  }

  const sorted = table.getFlatHeaders().find(({ column }) => column.getIsSorted())?.column;
  return (
    <>
      <table
        ref={tableRef}
        className={cn('data-table', density === 'compact' && 'compact')}
        aria-busy={stale || !rows}
        aria-describedby={keys ? `${id}-keys` : undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-12 z-10 bg-canvas md:top-0">
          <tr className="h-9">
            {selection ? (
              <th scope="col" className="check-cell">
                <HeaderCheckbox
                  rows={selectable}
                  selection={selection}
                  allSelected={allSelected}
                  stale={stale}
                />
              </th>
            ) : null}
            {table.getFlatHeaders().map((header, index) => (
              <th
                key={header.id}
                scope="col"
                data-column={header.id}
                style={widthStyle(widths[header.id])}
                className={cn(
                  'text-cell',
                  index === 0 && !selection && 'edge-cell',
                  header.column.columnDef.meta?.className,
                )}
                aria-sort={toAriaSort(header.column.getIsSorted())}
              >
                {header.column.getCanSort() ? (
                  <SortButton
                    sorted={header.column.getIsSorted()}
                    onClick={() => header.column.toggleSorting()}
                  >
                    <FlexRender header={header} />
                  </SortButton>
                ) : (
                  <span className="block truncate">
                    <FlexRender header={header} />
                  </span>
                )}
                {onWidth ? <ColumnEdge onWidth={(width) => onWidth(header.id, width)} /> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={bodyRef} onClick={onClick} onClickCapture={onClickCapture}>
          {rows
            ? table
                .getRowModel()
                .rows.map((row, index) => (
                  <Row
                    key={row.id}
                    row={row}
                    label={selectable[index]?.label ?? ''}
                    selection={selection}
                    covered={allSelected}
                    opens={onSide !== undefined}
                    open={row.id === sideId}
                    widths={widths}
                    columns={columns}
                  />
                ))
            : skeletonWidths.map((width, index) => (
                <tr key={index} aria-hidden className="data-row">
                  {selection ? <td className="check-cell" /> : null}
                  {shownColumns.map(({ id, columnDef }) => (
                    <td
                      key={id}
                      style={widthStyle(widths[id])}
                      className={cn('text-cell', columnDef.meta?.className)}
                    >
                      <Skeleton className={width} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
        {keys ? (
          <tfoot hidden>
            <tr>
              <td id={`${id}-keys`}>{keys}</td>
              <td id={`${id}-selected`}>Selected</td>
            </tr>
          </tfoot>
        ) : null}
      </table>
      {/* Screen readers do not announce a change of aria-sort by themselves. */}
      <p role="status" className="sr-only">
        {sorted && !stale
          ? `Sorted by ${sorted.columnDef.meta?.label.toLowerCase()}, ${toOrder(sorted, sorted.getIsSorted() === 'asc')}.`
          : null}
      </p>
    </>
  );
}

const isShiftClick = (event: MouseEvent) =>
  event.shiftKey && !event.metaKey && !event.ctrlKey && !event.altKey;

/** Whether a click opens a row at the side: as the person did by the mouse last. */
export const openAtSide = {
  isRemembered: () => localStorage.getItem('open-at-side') === 'yes',
  remember: (on: boolean) => localStorage.setItem('open-at-side', on ? 'yes' : 'no'),
};

/** The words of the column, or "A to Z"; "newest first" for columns of times, which sort descending first. */
function toOrder(
  {
    columnDef: { meta, sortDescFirst },
  }: { columnDef: { meta?: { orders?: readonly [string, string] }; sortDescFirst?: boolean } },
  isAscending: boolean,
) {
  if (meta?.orders) return meta.orders[isAscending ? 0 : 1];
  if (sortDescFirst) return isAscending ? 'oldest first' : 'newest first';
  return isAscending ? 'A to Z' : 'Z to A';
}

const hasRoom = () => window.matchMedia('(width >= 64rem)').matches;

/** Widths of the placeholder rows. */
const skeletonWidths = Array.from({ length: 3 }, () => ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4']).flat();

interface CellsProps<R extends { id: string }> {
  row: TableRow<typeof features, R>;
  widths: Record<string, number>;
  /** Renders the cells again when other columns are shown. */
  columns: Columns<R>;
  /** Whether rows can be selected. */
  selects: boolean;
  /** Whether rows open at the side. */
  opens: boolean;
}

interface RowProps<R extends { id: string }> extends Omit<CellsProps<R>, 'selects'> {
  label: string;
  selection: Selection | null;
  /** Whether the row is selected because all matches are. */
  covered: boolean;
  /** Whether the row is open beside the table. */
  open: boolean;
}

/** A row with its checkbox. Rendered as `Row`. */
function UnmemoizedRow<R extends { id: string }>({
  row,
  label,
  selection,
  covered,
  open,
  ...cells
}: RowProps<R>) {
  const selected =
    useSelection(selection ?? nothing, (one) => one.has(row.id)) || (covered && selection !== null);
  return (
    <tr
      data-row={row.id}
      data-selected={selected || undefined}
      data-open={open || undefined}
      className="data-row"
    >
      {selection ? (
        <td className="check-cell">
          {/* The table's click listener handles changes, because only a click event tells about Shift. */}
          <Checkbox aria-label={`Select ${label}`} checked={selected} onChange={() => {}} />
        </td>
      ) : null}
      <Cells {...cells} row={row} selects={selection !== null} />
    </tr>
  );
}

/** The cells of a row, of which the first is its header. Rendered as `Cells`. */
function UnmemoizedCells<R extends { id: string }>({
  row,
  widths,
  selects,
  opens,
}: CellsProps<R>): ReactNode {
  return row.getAllCells().map((cell, index) => {
    const Cell = index === 0 ? 'th' : 'td';
    return (
      <Cell
        key={cell.id}
        scope={index === 0 ? 'row' : undefined}
        style={widthStyle(widths[cell.column.id])}
        className={cn(
          'text-cell',
          index === 0 && !selects && 'edge-cell',
          index === 0 && opens && 'relative',
          cell.column.columnDef.meta?.className,
        )}
      >
        <FlexRender cell={cell} />
        {index === 0 && opens ? (
          <span aria-hidden title="Open at the side (Enter or Shift+click)" className="side-button" />
        ) : null}
      </Cell>
    );
  });
}

/**
 * Compares the props of memoized rows, a row by its data and index, so that selecting all rows does not render their cells
 * again.
 */
function isSame<P extends { row: { original: unknown; index: number } }>(one: P, other: P): boolean {
  if (one.row.original !== other.row.original || one.row.index !== other.row.index) return false;
  return (Object.keys(one) as (keyof P)[]).every((name) => name === 'row' || one[name] === other[name]);
}
const Cells = memo(UnmemoizedCells, isSame) as typeof UnmemoizedCells;
const Row = memo(UnmemoizedRow, isSame) as typeof UnmemoizedRow;
