import type { ReactNode } from 'react';
import { cn } from './cn';

/** Margins of a header, with 24 px below it, or 12 px on narrow screens. */
export const headerClasses = 'px-4 pt-3 pb-3 md:px-6 md:pb-6';

/** Centers forms and records at 1,040 px plus margins. Lists take the whole width. */
export function NarrowPage({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn('mx-auto w-full max-w-[68rem]', className)}>{children}</div>;
}

interface PageHeaderProps {
  /** Back link, shown beside the title. */
  back?: ReactNode;
  title: ReactNode;
  /** Shown next to the title, for example a count. */
  aside?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Whether the page is below the tabs of an area, which has the h1. Without `back`, the title is for screen readers only. */
  insideTabs?: boolean;
}

/** The heading of a page with its description and actions. */
export function PageHeader({
  back,
  title,
  aside,
  description,
  actions,
  insideTabs = false,
}: PageHeaderProps) {
  const isShown = !insideTabs || back !== undefined;
  const Heading = insideTabs ? 'h2' : 'h1';
  const heading = (
    <Heading className={isShown ? 'line-clamp-3 min-w-0 text-xl font-semibold' : 'sr-only'}>{title}</Heading>
  );
  if (!isShown && !description && !actions) return heading;
  return (
    <header
      className={cn(
        headerClasses,
        insideTabs && 'pt-0!',
        'flex flex-wrap items-start justify-between gap-x-4 gap-y-2',
      )}
    >
      <div
        className={cn(
          'min-w-0 flex-1',
          back ? 'grid basis-52 grid-cols-[auto_minmax(0,1fr)] gap-x-1' : 'basis-28',
        )}
      >
        {back ? <div className="row-span-2">{back}</div> : null}
        <div
          className={cn(
            'flex flex-wrap items-baseline gap-x-2 has-[>.badge]:items-center',
            isShown && 'pt-0.5',
          )}
        >
          {heading}
          {aside}
        </div>
        {description ? <p className={cn('text-sm text-muted', !isShown && 'py-1.5')}>{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div> : null}
    </header>
  );
}
