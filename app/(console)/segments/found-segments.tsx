import { countOf } from '@/components/text/format-count';
import { cn } from '@/components/ui/cn';

/** Announces the number of segments found to screen readers; `wanted` is blank before a search. */
export function FoundSegments({ wanted, count }: { wanted: string; count: number }) {
  const none = wanted !== '' && count === 0;
  // Always rendered: a live region added together with its text is not announced.
  return (
    <p aria-live="polite" className={cn('text-sm text-muted', none ? 'px-2 py-1.5' : 'sr-only')}>
      {none ? 'No segment found' : wanted ? countOf(count, 'segment') : null}
    </p>
  );
}
