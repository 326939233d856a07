import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { PointerEvent } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { type Selectable, type Selection, useSelection } from './selection';
import { toWidth } from './table-view';

interface HeaderCheckboxProps {
  rows: readonly Selectable[];
  selection: Selection;
  allSelected: boolean;
  stale: boolean;
}

/** Selects or deselects all rows of the page. */
export function HeaderCheckbox({ rows, selection, allSelected, stale }: HeaderCheckboxProps) {
  const count = useSelection(selection, (one) => rows.filter(({ id }) => one.has(id)).length);
  const checked = rows.length > 0 && (allSelected || count === rows.length);
  return (
    <Checkbox
      aria-label="Select all on this page"
      checked={checked}
      mixed={!checked && count > 0}
      disabled={rows.length === 0}
      onChange={() => {
        if (!stale) selection.set(rows, !checked, allSelected ? rows : undefined);
      }}
    />
  );
}

/** A column header that sorts, with the direction as icon. */
export function SortButton({
  label,
  sorted,
  onClick,
}: {
  label: string;
  sorted: 'ascending' | 'descending' | undefined;
  onClick(): void;
}) {
  const Icon = sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      title={label}
      onClick={onClick}
      className={cn(
        'group/sort -mx-1.5 inline-flex h-7 max-w-[calc(100%+0.75rem)] items-center gap-1 rounded-md px-1.5 hover:bg-hover hover:text-ink',
        sorted && 'text-ink',
      )}
    >
      <span dir="auto" className="truncate">
        {label}
      </span>
      <Icon
        aria-hidden
        className={cn(
          'h-3.5 shrink-0',
          // Without width, it leaves narrow columns their label.
          sorted ? 'w-3.5' : 'w-0 group-hover/sort:w-3.5 group-focus-visible/sort:w-3.5',
        )}
      />
    </button>
  );
}

/** Style of the cells of a column. A column shrinks below its width where a row has no room. */
export const widthStyle = (width: number | undefined) =>
  width === undefined ? undefined : { flex: `0 1 ${width}px` };

/**
 * The edge of a column header: dragging it changes the column's width, a double click resets it. The display menu does both
 * by keys.
 */
export function ColumnEdge({ onWidth }: { onWidth(width: number | null): void }) {
  function drag({ currentTarget: edge, pointerId, clientX: from }: PointerEvent<HTMLElement>) {
    const head = edge.closest('th');
    const table = edge.closest('table');
    if (!head || !table) return;
    const cells = table.querySelectorAll<HTMLElement>(`tr > :nth-child(${head.cellIndex + 1})`);
    const before = head.offsetWidth;
    edge.setPointerCapture(pointerId);
    // Moves the cells without rendering them, and stores the width at the end.
    const ended = new AbortController();
    const move = (event: globalThis.PointerEvent) => {
      for (const cell of cells) cell.style.flex = `0 1 ${toWidth(before + event.clientX - from)}px`;
    };
    edge.addEventListener('pointermove', move, { signal: ended.signal });
    const end = (event: globalThis.PointerEvent) => {
      ended.abort();
      if (event.clientX !== from) onWidth(toWidth(before + event.clientX - from));
    };
    edge.addEventListener('lostpointercapture', end, { once: true });
  }
  return (
    <span
      aria-hidden
      onPointerDown={drag}
      onDoubleClick={() => onWidth(null)}
      className="column-edge print:hidden"
    />
  );
}
