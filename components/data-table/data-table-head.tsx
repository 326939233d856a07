import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { type Selectable, type Selection, useSelection } from './selection';

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

/** The value of `aria-sort`; `undefined` if the column is not sorted. */
export function toAriaSort(sorted: false | 'asc' | 'desc') {
  if (!sorted) return undefined;
  return sorted === 'asc' ? 'ascending' : 'descending';
}
