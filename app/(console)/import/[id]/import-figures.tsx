import { formatCount } from '@/components/text/format-count';
import { cn } from '@/components/ui/cn';
import { Choice } from '@/components/ui/select';
import type { ContactImport } from '@/lib/contract/import';
import { undoneLabels } from '../import-labels';
import { toFigures } from '../import-state';

/** Counted rows, each of which is in one of these. */
const counted = ['created', 'updated', 'noChange', 'heldBack'] as const;
export const rowFilters = ['all', ...counted, 'leftOut', 'corrected', 'repeated', 'changed'] as const;
export type RowFilter = (typeof rowFilters)[number];

const labels: Record<RowFilter, string> = {
  all: 'All rows',
  created: 'New',
  updated: 'Updated',
  noChange: 'Unchanged',
  heldBack: 'Held back',
  leftOut: 'Values left out',
  corrected: 'Read differently',
  repeated: 'Duplicate in file',
  changed: 'Changed since the preview',
};

export interface ImportFiguresProps {
  one: ContactImport;
  filter: RowFilter;
  onFilter(filter: RowFilter): void;
}

/** The number of rows by outcome as buttons, which filter the rows, or show all again. */
export function ImportFigures({ one, filter, onFilter }: ImportFiguresProps) {
  const figures = toFigures(one);
  const undone: Partial<Record<RowFilter, string>> = one.state === 'undone' ? undoneLabels : {};
  return (
    <div
      role="group"
      aria-label="Rows"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4"
    >
      {counted.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={filter === name}
          onClick={() => onFilter(filter === name ? 'all' : name)}
          className={cn(
            'flex flex-col px-3 py-2 text-left whitespace-nowrap -outline-offset-2!',
            filter === name ? 'bg-accent-soft' : 'bg-canvas hover:bg-hover',
          )}
        >
          <span
            className={cn(
              'text-lg font-semibold',
              figures?.[name] && !undone[name] ? 'text-ink' : 'text-muted',
            )}
          >
            {figures ? formatCount(figures[name]) : '–'}
          </span>
          <span className={cn('text-xs', filter === name ? 'font-medium text-accent' : 'text-muted')}>
            {undone[name] ?? labels[name]}
          </span>
        </button>
      ))}
    </div>
  );
}

/** A choice of the rows to show: all, by outcome, or with a remark that some of them have. */
export function RowFilterChoice({ one, filter, onFilter }: ImportFiguresProps) {
  const figures = toFigures(one);
  const shown = rowFilters.filter((name) => name === 'all' || name === filter || figures?.[name]);
  return (
    <Choice
      aria-label="Rows to show"
      value={filter}
      labels={
        Object.fromEntries(
          shown.map((name) => [name, `${labels[name]} (${formatCount(figures?.[name] ?? 0)})`]),
        ) as Record<RowFilter, string>
      }
      onChange={onFilter}
    />
  );
}
