import { formatCount } from '@/components/text/format-count';
import { cn } from '@/components/ui/cn';
import { type ContactImport, type ImportRowFilter, importOutcomes } from '@/lib/contract/import';
import { outcomeLabels, toFigures } from '../import-state';

type RowFilter = ImportRowFilter | 'all';

export const rowFilters = ['all', ...importOutcomes, 'leftOut', 'corrected', 'repeated'] as const;

const usual = new Set<RowFilter>(['all', 'created', 'updated', 'unchanged', 'rejected']);

const labels: Record<RowFilter, string> = {
  ...outcomeLabels,
  all: 'All',
  conflict: 'Conflicts',
  leftOut: 'Skipped values',
  corrected: 'Corrected',
  repeated: 'Repeated',
  changed: 'Changed',
};

export interface ImportFiguresProps {
  one: ContactImport;
  filter: RowFilter;
  onFilter(filter: RowFilter): void;
}

/** Buttons with the number of rows by outcome, which filter the rows. */
export function ImportFigures({ one, filter, onFilter }: ImportFiguresProps) {
  const figures = toFigures(one);
  // Usual outcomes are always shown, to keep their places; others only if they have rows.
  const shown = [...rowFilters, 'changed' as const].filter(
    (name) => usual.has(name) || name === filter || figures?.[name],
  );
  return (
    <div
      role="group"
      aria-label="Rows"
      className="flex flex-wrap overflow-hidden rounded-lg border border-line"
    >
      {shown.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={filter === name}
          onClick={() => onFilter(name)}
          className={cn(
            '-mr-px -mb-px flex max-w-44 grow basis-20 flex-col border-r border-b border-line px-2.5 py-2 text-left whitespace-nowrap -outline-offset-2!',
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
