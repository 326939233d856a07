import { countOf } from '@/components/data-table/format-count';
import { cn } from '@/components/ui/cn';

/** Says how many segments are called what somebody types, which others see in the list; `wanted` is blank before. */
export function FoundSegments({ wanted, count }: { wanted: string; count: number }) {
  const none = wanted !== '' && count === 0;
  // It is there from the start: what comes together with its text is not read aloud.
  return (
    <p aria-live="polite" className={cn('text-sm text-muted', none ? 'px-2 py-1.5' : 'sr-only')}>
      {none ? 'No segment found' : wanted ? countOf(count, 'segment') : null}
    </p>
  );
}
