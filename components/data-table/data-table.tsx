import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  useId,
  useMemo,
  useRef,
} from 'react';
import { holdKeys, watchSide } from '@/components/hooks/hold-keys';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { Skeleton } from '@/components/ui/skeleton';
import type { Column } from './columns';
import { ColumnEdge, HeaderCheckbox, SortButton, widthStyle } from './data-table-head';
import { type Selectable, Selection, useSelection } from './selection';
import { useOneTabStop } from './use-one-tab-stop';

interface DataTableProps<Row extends { id: string }> {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly Column<Row>[];
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

/** Most columns that fit the width of most screens. With more, the table scrolls sideways. */
const MOST_BESIDE = 8;

const noRows: readonly never[] = [];
const noWidths: Record<string, number> = {};
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
  const selectable = useMemo(
    () => (rows ?? noRows).map((row) => ({ id: row.id, label: labelOf?.(row) ?? '' })),
    [rows, labelOf],
  );
  const shownIds = columns.map(({ id }) => id).join();

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

  const [sortedId, direction] = sort.startsWith('-')
    ? [sort.slice(1), 'descending' as const]
    : [sort, 'ascending' as const];
  const sorted = onSort && columns.find(({ id }) => id === sortedId);
  return (
    <>
      <table
        ref={tableRef}
        className={cn(
          'data-table',
          density === 'compact' && 'compact',
          columns.length > MOST_BESIDE && 'wide-table',
        )}
        style={{ '--columns': columns.length } as CSSProperties}
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
            {columns.map((column, index) => (
              <th
                key={column.id}
                scope="col"
                data-column={column.id}
                style={widthStyle(widths[column.id])}
                className={cn('text-cell', index === 0 && !selection && 'edge-cell', column.className)}
                aria-sort={column === sorted ? direction : undefined}
              >
                {onSort && column.orders ? (
                  <SortButton
                    label={column.label}
                    sorted={column === sorted ? direction : undefined}
                    onClick={() => onSort(nextSort(column, sort))}
                  />
                ) : (
                  <span
                    dir="auto"
                    title={column.labelHidden ? undefined : column.label}
                    className={column.labelHidden ? 'sr-only' : 'block truncate'}
                  >
                    {column.label}
                  </span>
                )}
                {onWidth ? <ColumnEdge onWidth={(width) => onWidth(column.id, width)} /> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={bodyRef} onClick={onClick} onClickCapture={onClickCapture}>
          {rows
            ? rows.map((row, index) => (
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
                  {selection ? (
                    <td className="check-cell">
                      <span className="checkbox opacity-50" />
                    </td>
                  ) : null}
                  {columns.map(({ id, className, skeleton = (bar) => bar }, cell) => {
                    const Cell = cell === 0 ? 'th' : 'td';
                    return (
                      <Cell key={id} style={widthStyle(widths[id])} className={cn('text-cell', className)}>
                        {skeleton(<Skeleton className={width} />)}
                      </Cell>
                    );
                  })}
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
        {sorted?.orders && !stale
          ? `Sorted by ${sorted.label.toLowerCase()}, ${sorted.orders[direction === 'ascending' ? 0 : 1]}.`
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

/** The order after a click on a column: its first one, or the other one if the column is sorted. */
function nextSort({ id, startsDescending }: Column<never>, sort: string): string {
  if (sort === id) return `-${id}`;
  return sort === `-${id}` || !startsDescending ? id : `-${id}`;
}

const hasRoom = () => window.matchMedia('(width >= 64rem)').matches;

/** Widths of the placeholder rows, which fill most screens. */
const skeletonWidths = Array.from({ length: 6 }, () => ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4']).flat();

interface CellsProps<R extends { id: string }> {
  row: R;
  widths: Record<string, number>;
  columns: readonly Column<R>[];
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
  columns,
  widths,
  selects,
  opens,
}: CellsProps<R>): ReactNode {
  return columns.map((column, index) => {
    const Cell = index === 0 ? 'th' : 'td';
    return (
      <Cell
        key={column.id}
        scope={index === 0 ? 'row' : undefined}
        style={widthStyle(widths[column.id])}
        className={cn(
          'text-cell',
          index === 0 && !selects && 'edge-cell',
          index === 0 && opens && 'relative',
          column.className,
        )}
      >
        {column.cell(row)}
        {index === 0 && opens ? (
          <span aria-hidden title="Open at the side (Enter or Shift+click)" className="side-button" />
        ) : null}
      </Cell>
    );
  });
}

const Cells = memo(UnmemoizedCells) as typeof UnmemoizedCells;
const Row = memo(UnmemoizedRow) as typeof UnmemoizedRow;
