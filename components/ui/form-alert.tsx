import { CircleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { cn } from './cn';

/** A message about the whole form, announced to screen readers and focusable through `ref`. */
export function FormAlert({
  tone = 'danger',
  title,
  children,
  ref,
}: {
  tone?: 'danger' | 'warning';
  title: ReactNode;
  children?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}) {
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className={cn(
        'flex gap-2.5 rounded-lg border p-3 text-base outline-offset-0',
        tone === 'danger' ? 'border-danger/40 bg-danger-soft' : 'border-warning/40 bg-warning-soft',
      )}
    >
      <CircleAlert
        aria-hidden
        className={cn('mt-0.5 size-4 shrink-0', tone === 'danger' ? 'text-danger' : 'text-warning')}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </div>
  );
}
