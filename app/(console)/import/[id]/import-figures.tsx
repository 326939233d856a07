import { formatCount } from '@/components/text/format-count';
import { cn } from '@/components/ui/cn';
import { type ContactImport, type ImportRowFilter, importOutcomes } from '@/lib/contract/import';
import { figuresOf, outcomeLabels } from '../import-state';

type RowFilter = ImportRowFilter | 'all';

export const rowFilters = ['all', ...importOutcomes, 'leftOut', 'corrected', 'repeated'] as const;

const labels: Record<RowFilter, string> = {
  ...outcomeLabels,
  all: 'All',
  conflict: 'Conflicts',
  leftOut: 'Left out',
  corrected: 'Corrected',
  repeated: 'Repeated',
  changed: 'Changed',
};

export interface ImportFiguresProps {
  one: ContactImport;
  filter: RowFilter;
  onFilter(filter: RowFilter): void;
}

/** Number of rows by outcome; each is a filter. */
export function ImportFigures({ one, filter, onFilter }: ImportFiguresProps) {
  const figures = figuresOf(one);
  const shown: readonly RowFilter[] = figures?.changed ? [...rowFilters, 'changed'] : rowFilters;
  return (
    <div
      role="group"
      aria-label="Rows"
      className="grid grid-cols-4 gap-px overflow-hidden rounded-lg border border-line bg-line md:flex"
    >
      {shown.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={filter === name}
          onClick={() => onFilter(name)}
          className={cn(
            'flex min-w-0 flex-1 flex-col px-1.5 py-2 text-left -outline-offset-2! sm:px-2.5',
            filter === name ? 'bg-accent-soft' : 'bg-canvas hover:bg-hover',
          )}
        >
          <span className={cn('text-lg font-semibold', figures?.[name] ? 'text-ink' : 'text-muted')}>
            {figures ? formatCount(figures[name]) : '–'}
          </span>
          <span className={cn('text-xs', filter === name ? 'font-medium text-accent' : 'text-muted')}>
            {labels[name]}
          </span>
        </button>
      ))}
    </div>
  );
}
