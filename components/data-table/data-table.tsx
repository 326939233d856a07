'use client';

import type { Row as TableRow } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode, type RefObject, useRef } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { extendSelection } from './extend-selection';
import { type Selectable, Selection, useIsSelected, useSelectedShare } from './selection';
import { SkeletonRows } from './skeleton-rows';
import type { ConsoleTable, features } from './table-features';

interface DataTableProps<Row extends { id: string }> {
  table: ConsoleTable<Row>;
  /** What the table holds, for those who cannot see it. */
  caption: string;
  /** `null` where there is nothing to do with selected rows. */
  selection: Selection | null;
  /** What the row is called. */
  labelOf(row: Row): string;
  density: 'comfortable' | 'compact';
  /** The rows are of the state before; the right ones are on their way. These can be opened, and not selected. */
  stale?: boolean;
  bodyRef: RefObject<HTMLTableSectionElement | null>;
  /** Rows are on their way and none is there yet: what is said of that, as "Loading contacts …". */
  loading?: string | null;
  /** Instead of rows. */
  children?: ReactNode;
}

/**
 * A native table with selection. The one link marked `data-row-link` in a row is where its focus is, and a click
 * anywhere else in the row follows it.
 */
export function DataTable<Row extends { id: string }>({
  table,
  caption,
  selection,
  labelOf,
  density,
  stale,
  bodyRef,
  loading,
  children,
}: DataTableProps<Row>) {
  const rows = table.getRowModel().rows;
  const selectable = rows.map(({ original }) => ({ id: original.id, label: labelOf(original) }));
  // Rows that did not change are not rendered again, but a range is one of the rows as they are now.
  const rowsRef = useRef<readonly Selectable[]>(selectable);
  rowsRef.current = stale ? none : selectable;
  const visible = table.getVisibleLeafColumns();
  const columns = visible.map(({ id }) => id).join();
  return (
    <>
      {/* Rows of the state before stay readable: a line says that others are on their way, when that takes long enough to notice. */}
      <div aria-hidden className="sticky top-12 left-0 z-20 h-0 md:top-0">
        <div
          className={cn('h-0.5 bg-accent opacity-0', stale && 'opacity-100 transition-opacity delay-150')}
        />
      </div>
      <table
        className="w-full table-fixed lg:min-w-240 border-separate border-spacing-0 text-left"
        aria-busy={stale}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className={cn('check-cell', keptHeadClasses, headClasses)}>
                <HeaderCheckbox rows={selectable} selection={selection} stale={stale} />
              </th>
            ) : null}
            {table.getFlatHeaders().map((header, index) => (
              <th
                key={header.id}
                scope="col"
                className={cn(
                  headClasses,
                  'px-2',
                  index === 0 && keptHeadClasses,
                  header.column.columnDef.meta?.className,
                  header.column.columnDef.meta?.width,
                )}
                aria-sort={sortOf(header.column.getIsSorted())}
              >
                {header.column.getCanSort() ? (
                  <SortButton
                    sorted={header.column.getIsSorted()}
                    onClick={() => header.column.toggleSorting()}
                  >
                    <table.FlexRender header={header} />
                  </SortButton>
                ) : (
                  <table.FlexRender header={header} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          ref={bodyRef}
          // As late as the line, and at once: rows that are followed quickly are not drawn again for it.
          className={cn(stale && 'text-muted transition-[color] delay-150 duration-0')}
          onClick={(event) => followRow(event, selection, selectable, stale)}
        >
          {loading ? (
            <SkeletonRows
              columns={visible.map(({ id, columnDef }) => ({ id, className: columnDef.meta?.className }))}
              selects={selection !== null}
              density={density}
            />
          ) : null}
          {children || loading
            ? null
            : rows.map((row, index) => (
                <DataTableRow
                  key={row.id}
                  row={row}
                  rowsRef={rowsRef}
                  item={selectable[index] as Selectable}
                  selection={selection}
                  density={density}
                  columns={columns}
                  table={table}
                />
              ))}
        </tbody>
      </table>
      {/* Not a cell: one that spans more columns than are shown takes their width from them. */}
      {children}
      {loading ? (
        <p role="status" className="sr-only">
          {loading}
        </p>
      ) : null}
    </>
  );
}

const headClasses =
  'sticky top-12 z-10 h-9 border-b border-line bg-canvas text-xs font-medium text-muted md:top-0';

/** Above what is kept in sight of the rows. */
const keptHeadClasses = 'kept-cell sideways:z-20';

interface CellsProps<Row extends { id: string }> {
  row: TableRow<typeof features, Row>;
  /** Renders the cells again when other columns are shown. */
  columns: string;
  table: ConsoleTable<Row>;
}

interface RowProps<Row extends { id: string }> extends CellsProps<Row> {
  /** Those that can be selected. */
  rowsRef: RefObject<readonly Selectable[]>;
  item: Selectable;
  selection: Selection | null;
  density: 'comfortable' | 'compact';
}

function Row<R extends { id: string }>({
  row,
  rowsRef,
  item,
  selection,
  density,
  columns,
  table,
}: RowProps<R>) {
  const selected = useIsSelected(selection ?? nothing, item.id);
  return (
    <tr
      data-row={item.id}
      data-selected={selected || undefined}
      className={cn('data-row', density === 'compact' ? 'h-9' : 'h-11')}
    >
      {selection ? (
        <td className="data-cell check-cell kept-cell">
          <Checkbox
            aria-label={`Select ${item.label}`}
            checked={selected}
            onChange={(event) => {
              if (!rowsRef.current.some(({ id }) => id === item.id)) return;
              const on = event.target.checked;
              const withShift = (event.nativeEvent as PointerEvent).shiftKey;
              if (withShift) extendSelection(selection, rowsRef.current, item.id);
              else selection.toggle(item, on);
            }}
          />
        </td>
      ) : null}
      <Cells row={row} columns={columns} table={table} />
    </tr>
  );
}

function RowCells<R extends { id: string }>({ row, table }: CellsProps<R>): ReactNode {
  return row.getVisibleCells().map((cell, index) => {
    // The first says what the row is about.
    const Cell = index === 0 ? 'th' : 'td';
    return (
      <Cell
        key={cell.id}
        scope={index === 0 ? 'row' : undefined}
        className={cn(
          'data-cell text-cell',
          index === 0 && 'kept-cell',
          cell.column.columnDef.meta?.className,
        )}
      >
        <table.FlexRender cell={cell} />
      </Cell>
    );
  });
}

/** Selecting a whole page changes each row, but none of its cells. */
const Cells = memo(RowCells) as typeof RowCells;

/** Rows are many: one renders again only when it, what is shown of it or whether it can be selected changes. */
const DataTableRow = memo(
  Row,
  (before, after) =>
    before.row.original === after.row.original &&
    before.row.index === after.row.index &&
    before.density === after.density &&
    before.columns === after.columns &&
    before.selection === after.selection,
) as typeof Row;

/** Of a table without selection. */
const nothing = new Selection();
const none: readonly Selectable[] = [];

function HeaderCheckbox({
  rows,
  selection,
  stale = false,
}: {
  rows: readonly Selectable[];
  selection: Selection;
  stale?: boolean;
}) {
  const share = useSelectedShare(selection, rows);
  return (
    <Checkbox
      aria-label="Select all on this page"
      checked={share === 'all'}
      mixed={share === 'some'}
      disabled={rows.length === 0}
      // Not disabled, which would take the focus from it.
      aria-disabled={stale}
      onChange={() => {
        if (!stale) selection.set(rows, share !== 'all');
      }}
    />
  );
}

function SortButton({
  sorted,
  onClick,
  children,
}: {
  sorted: false | 'asc' | 'desc';
  onClick(): void;
  children: ReactNode;
}) {
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={onClick}
      className={cn(
        'group/sort -mx-1.5 inline-flex h-7 max-w-[calc(100%+0.75rem)] items-center gap-1 rounded-md px-1.5 hover:bg-hover hover:text-ink',
        sorted && 'text-ink',
      )}
    >
      <span className="truncate">{children}</span>
      <Icon
        aria-hidden
        className={cn(
          'size-3.5 shrink-0',
          !sorted && 'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
        )}
      />
    </button>
  );
}

function sortOf(sorted: false | 'asc' | 'desc') {
  if (!sorted) return undefined;
  return sorted === 'asc' ? 'ascending' : 'descending';
}

/** A click beside the controls of a row opens it; with Shift it extends the selection instead. */
function followRow(
  event: MouseEvent,
  selection: Selection | null,
  rows: readonly Selectable[],
  stale?: boolean,
) {
  const target = event.target as HTMLElement;
  if (target.closest('a, button, input, label')) return;
  const row = target.closest<HTMLElement>('tr[data-row]');
  const item = rows.find(({ id }) => id === row?.dataset.row);
  if (!row || !item) return;
  if (event.shiftKey && selection) {
    window.getSelection()?.removeAllRanges();
    if (!stale) extendSelection(selection, rows, item.id, true);
    return;
  }
  // Somebody who has just marked text to copy does not want to leave.
  if (window.getSelection()?.toString()) return;
  const link = row.querySelector<HTMLAnchorElement>('[data-row-link]');
  if (!link) {
    if (!stale) selection?.toggle(item);
  } else if (event.metaKey || event.ctrlKey) window.open(link.href, '_blank', 'noopener');
  else link.click();
}
