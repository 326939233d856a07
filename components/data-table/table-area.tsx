import type { ReactNode } from 'react';

interface TableAreaProps {
  /** Whether the tray of a selection lies over its end. */
  selected: boolean;
  children: ReactNode;
}

/** Where a table scrolls: what has the focus is never behind the header or the tray, and the last row can be seen. */
export function TableArea({ selected, children }: TableAreaProps) {
  return (
    <div className="min-h-0 flex-1 scroll-pt-9 scroll-pb-14 border-t border-line md:overflow-auto md:[scrollbar-gutter:stable] print:overflow-visible!">
      {children}
      {selected ? <div className="h-14" /> : null}
    </div>
  );
}
