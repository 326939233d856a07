import type { ReactNode } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/link';
import type { IdentityProvider } from '@/lib/staff/staff';

/** The title of a sign-in page, with a line below it. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h1 dir="auto" className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
        {title}
      </h1>
      {children ? <p className="text-base text-pretty wrap-anywhere text-muted">{children}</p> : null}
    </div>
  );
}

/** Shown for a link that was used, has expired or is wrong. */
export function ExpiredLink({ children }: { children: string }) {
  return (
    <>
      <AuthHeading title="This link is no longer valid">{children} Ask an admin for a new one.</AuthHeading>
      <ButtonLink href="/sign-in">Go to sign-in</ButtonLink>
    </>
  );
}

/** Error of the whole form, announced to screen readers. */
export function FormProblem({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {children ? (
        <p className="rounded-md border border-danger/40 bg-danger-soft px-3 py-2 text-sm text-danger">
          {children}
        </p>
      ) : null}
    </div>
  );
}

/** Links to sign in with a company account. */
export function IdentityProviderButtons({
  identityProviders,
  next,
}: {
  identityProviders: readonly IdentityProvider[];
  next: string;
}) {
  return (
    <div className="flex flex-col gap-2">
      {identityProviders.map(({ id, name }) => (
        // A plain link, because the URL redirects to another site.
        <a
          key={id}
          href={`/sign-in/company/${id}?${new URLSearchParams({ next })}`}
          className={buttonClasses()}
        >
          Continue with {name}
        </a>
      ))}
    </div>
  );
}
