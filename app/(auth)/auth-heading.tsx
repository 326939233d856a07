import type { ReactNode } from 'react';

export function AuthHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h1 dir="auto" className="text-lg font-semibold wrap-anywhere">
        {title}
      </h1>
      <p className="text-sm wrap-anywhere text-muted">{children}</p>
    </div>
  );
}

export function ExpiredLink({ what }: { what: string }) {
  return (
    <AuthHeading title={`This ${what} has expired`}>
      The link works once, for a limited time. Ask an admin for a new one.
    </AuthHeading>
  );
}
