import type { Metadata } from 'next';
import { signedInStaff } from '@/app/server/session';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/link';
import { runtime } from '@/lib/runtime';
import type { Invitation } from '@/lib/staff/staff';
import { signOut } from '../auth-actions';
import { JoinForm, JoinSignedIn } from '../auth-forms';
import { AuthHeading, ExpiredLink, IdentityProviderButtons } from '../auth-parts';

export const metadata: Metadata = { title: 'Join' };

/** Page of an invitation link, which an admin created. */
export default async function JoinPage({ searchParams }: PageProps<'/join'>) {
  const { code } = await searchParams;
  const invitation = typeof code === 'string' ? await runtime().staff.invitation(code) : null;
  if (!invitation) return <ExpiredLink>An invitation works once, for 7 days.</ExpiredLink>;
  return (
    <>
      <AuthHeading title={`Join ${invitation.organization}`}>as {invitation.email}</AuthHeading>
      {runtime().staff.passwordsAreOff ? (
        <IdentityProviderButtons identityProviders={runtime().staff.identityProviders} next="/contacts" />
      ) : invitation.hasAccount ? (
        <JoinWithAccount invitation={invitation} code={code as string} />
      ) : (
        <JoinForm code={code as string} />
      )}
    </>
  );
}

/** For people with an account: joins by a button if it is signed in, else asks to sign in to it or out of another one. */
async function JoinWithAccount({ invitation, code }: { invitation: Invitation; code: string }) {
  const staff = await signedInStaff();
  if (staff?.email === invitation.email) return <JoinSignedIn code={code} />;
  if (!staff)
    return (
      <ButtonLink href={`/sign-in?${new URLSearchParams({ next: `/join?code=${code}` })}`} variant="primary">
        Sign in to join
      </ButtonLink>
    );
  return (
    <form action={signOut} className="flex flex-col gap-3">
      <p className="text-sm wrap-anywhere">
        You are signed in as {staff.email}. Sign out, then open the link again.
      </p>
      <Button type="submit">Sign out</Button>
    </form>
  );
}
