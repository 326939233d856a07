import type { ReactNode } from 'react';
import { cn } from './cn';
import { focusAround } from './focus-main';

/** Lines at the foot of every page for long work on the server, such as imports and exports. */
export function WorkLines({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={label} className="sticky bottom-0 z-20 shrink-0 bg-surface print:hidden">
      <ul className={cn('text-xs md:text-sm', className)}>{children}</ul>
    </section>
  );
}

/** One line: the work in words, and its buttons. */
export function WorkLine({ words, children }: { words: ReactNode; children: ReactNode }) {
  return (
    <li ref={focusAround} tabIndex={-1} className="flex h-11 items-center gap-2 border-t px-4 md:px-6">
      <span className="line-clamp-2 min-w-0">{words}</span>
      <div className="flex shrink-0 items-center max-md:ml-auto">{children}</div>
    </li>
  );
}
