import type { ReactNode } from 'react';
import { cn } from './cn';

interface PageHeaderProps {
  /** Link back, above the title. */
  back?: ReactNode;
  title: ReactNode;
  /** Next to the title, for example a count. */
  aside?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

/** Page header: the h1 and the page's actions. */
export function PageHeader({ back, title, aside, description, actions }: PageHeaderProps) {
  return (
    <header className="flex min-h-14 flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-6">
      <div
        className={cn(
          'min-w-0 flex-1',
          description ? 'basis-40' : 'basis-32',
          back && 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-1',
        )}
      >
        {back ? <div className="row-span-2">{back}</div> : null}
        <div className="flex flex-wrap items-baseline gap-x-2 pt-1">
          <h1 className="line-clamp-3 min-w-0 text-xl font-semibold">{title}</h1>
          {aside}
        </div>
        {description ? <p className="text-sm text-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div> : null}
    </header>
  );
}
