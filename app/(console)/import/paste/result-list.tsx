import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '@/components/data-table/format-count';
import { focusAround } from '@/components/ui/focus-main';

const SHOWN = 100;

interface ResultListProps<T> {
  /** "12 found" */
  title: string;
  items: readonly T[];
  action?: ReactNode;
  /** Open from the beginning: there is something to do. */
  open?: boolean;
  children(item: T): ReactNode;
}

/** A count that opens to the first hundred it counts. */
export function ResultList<T>({ title, items, action, open = false, children }: ResultListProps<T>) {
  const more = items.length - SHOWN;
  return (
    <div className="relative">
      {items.length === 0 ? (
        <p className="flex h-12 items-center pl-10 text-muted">{title}</p>
      ) : (
        <details open={open} className="group">
          <summary className="flex h-12 cursor-pointer list-none items-center gap-2 pl-4 font-medium -outline-offset-2! hover:bg-hover [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-4 text-muted group-open:rotate-90" />
            {title}
          </summary>
          <ul className="border-t border-line py-2 pr-4 pl-10 text-sm leading-6">
            {items.slice(0, SHOWN).map((item, index) => (
              <li key={index}>{children(item)}</li>
            ))}
            {more > 0 ? <li className="text-muted">and {formatCount(more)} more</li> : null}
          </ul>
        </details>
      )}
      {action ? (
        <div ref={focusAround} className="absolute top-2 right-2">
          {action}
        </div>
      ) : null}
    </div>
  );
}
