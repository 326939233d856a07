import { type LucideIcon, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { cn } from './cn';

interface EmptyStateProps {
  icon: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  tone?: 'neutral' | 'danger';
}

/** Shown instead of rows: no data, no matches or an error, with actions. */
export function EmptyState({ icon: Icon, title, children, actions, tone = 'neutral' }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-16 text-center">
      <span
        className={cn(
          'flex size-10 items-center justify-center rounded-lg',
          tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-hover text-muted',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="flex max-w-md flex-col gap-1">
        <h2 className="text-base font-semibold">{title}</h2>
        {children ? <div className="text-base text-balance text-muted">{children}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap justify-center gap-2 pt-1">{actions}</div> : null}
    </div>
  );
}

interface NoMatchesProps {
  /** What the button clears: "filters", "search". */
  what?: string;
  onClear(): void;
  title?: ReactNode;
  /** Offered beside clearing. */
  action?: ReactNode;
  children?: ReactNode;
}

/** Shown instead of rows if none match. */
export const NoMatches = ({
  what = 'filters',
  onClear,
  title = 'No matches',
  action,
  children,
}: NoMatchesProps) => (
  <EmptyState
    icon={SearchX}
    title={title}
    actions={
      <>
        <Button onClick={onClear}>Clear {what}</Button>
        {action}
      </>
    }
  >
    {children}
  </EmptyState>
);
