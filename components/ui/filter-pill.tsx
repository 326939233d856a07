import { X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { focusMain } from './focus-main';

interface FilterPillProps {
  /** Accessible name of the button that removes the filter. */
  remove: string;
  onRemove(): void;
  /** A `FilterPillFace`, which opens the popup to change the filter. */
  children: ReactNode;
}

/** An active filter, "Segment is Customer ×". */
export function FilterPill({ remove, onRemove, children }: FilterPillProps) {
  return (
    <div className="inline-flex max-w-full min-w-0 rounded-md bg-accent-soft text-accent">
      {children}
      <button
        type="button"
        aria-label={remove}
        onClick={() => {
          onRemove();
          focusMain();
        }}
        className="flex size-8 shrink-0 items-center justify-center rounded-r-md hover:bg-hover"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

/** The button of a pill, with the filter in words. */
export function FilterPillFace(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="h-8 min-w-0 truncate rounded-l-md px-2.5 text-sm font-medium hover:bg-hover active:bg-line"
    />
  );
}
