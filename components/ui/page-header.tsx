import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  /** Beside the title, for example a count. */
  aside?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

/** The head of a page: its one h1 and what can be done on it. */
export function PageHeader({ title, aside, description, actions }: PageHeaderProps) {
  return (
    <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-6">
      <div className="min-w-0">
        <div className="flex items-baseline gap-2">
          <h1 className="truncate text-lg font-semibold">{title}</h1>
          {aside}
        </div>
        {description ? <p className="text-sm text-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}
