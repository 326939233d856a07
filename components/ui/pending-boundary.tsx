import { Activity, type ReactNode } from 'react';
import { type Target, useSlowTarget, useTarget } from '@/components/hooks/navigation-target';
import { cn } from './cn';
import { Skeleton } from './skeleton';

interface PendingBoundaryProps {
  /** What is known of the page that is navigated to; `null` keeps the page that is shown. */
  placeholder(target: Target): ReactNode;
  children: ReactNode;
}

/** Shows a placeholder while a navigation waits for the server. Hides `children` meanwhile, whose keys then do nothing. */
export function PendingBoundary({ placeholder, children }: PendingBoundaryProps) {
  const target = useSlowTarget();
  const pending = target && placeholder(target);
  return (
    <>
      {pending}
      <Activity mode={pending ? 'hidden' : 'visible'}>{children}</Activity>
    </>
  );
}

/** A line at the top of the window while a navigation waits for the server. Its style delays it. */
export function PendingBar() {
  return useTarget().isPending ? <div aria-hidden className="pending-bar" /> : null;
}

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4'];

/** Placeholder of a list: its toolbar and rows. */
export function PendingRows() {
  return (
    <div aria-hidden className="mask-[linear-gradient(#000,transparent_36rem)]">
      <div className="px-4 pb-3 md:px-6">
        <Skeleton className="h-8! w-full md:w-72" />
      </div>
      {[...widths, ...widths, ...widths].map((width, index) => (
        <div key={index} className="flex h-11 items-center gap-4 border-t border-line px-4 md:px-6">
          <Skeleton className="size-7! shrink-0 rounded-full!" />
          {['', 'max-sm:hidden', 'max-lg:hidden'].map((from) => (
            <span key={from} className={cn('flex-1', from)}>
              <Skeleton className={width} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Placeholder of text or fields. */
export function PendingLines() {
  return (
    <div aria-hidden className="flex flex-col gap-6 px-4 pt-3 md:px-6">
      {widths.map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
