import { TriangleAlert, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn';
import { focusMain } from './focus-main';

interface FilterPillProps {
  /** Accessible name of the button that removes the filter. */
  remove: string;
  onRemove(): void;
  /** Whether it names what is deleted or archived, or a segment with a broken rule. */
  broken?: boolean;
  /** Parts: `FilterPillFace`s, which open a popup to change the filter, and texts. */
  children: ReactNode;
}

/** An active filter in parts, "Segment | is | Customer | ×". */
export function FilterPill({ remove, onRemove, broken = false, children }: FilterPillProps) {
  return (
    <div
      className={cn(
        'inline-flex h-8 max-w-full min-w-0 divide-x divide-line rounded-md border text-sm shadow-xs',
        broken ? 'divide-warning/40! border-warning/60 bg-warning-soft' : 'border-edge bg-raised',
      )}
    >
      {broken ? (
        <span className="flex shrink-0 items-center px-2">
          <TriangleAlert role="img" aria-label="Broken" className="size-4 text-warning" />
        </span>
      ) : null}
      {children}
      <button
        type="button"
        aria-label={remove}
        onClick={() => {
          onRemove();
          focusMain();
        }}
        className="flex w-7.5 shrink-0 items-center justify-center rounded-r-md text-muted hover:bg-hover hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

/** A button in a pill. */
export function FilterPillFace({ className, ...props }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className={cn(
        'inline-flex min-w-0 items-center gap-1.5 px-2 font-medium md:px-2.5 first:rounded-l-md hover:bg-hover active:bg-line data-popup-open:bg-hover',
        className,
      )}
    />
  );
}
