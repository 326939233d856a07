import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** A strip above every page about a problem, announced when it appears. Render it without children while there is none. */
export function Notice({ icon: Icon, children }: { icon: LucideIcon; children?: ReactNode }) {
  return (
    <div role="status">
      {children ? (
        <div className="flex items-start gap-2.5 border-b border-warning/40 bg-warning-soft px-4 py-2.5 text-sm md:px-6">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <div className="min-w-0">{children}</div>
        </div>
      ) : null}
    </div>
  );
}
