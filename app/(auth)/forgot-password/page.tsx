import type { Metadata } from 'next';
import { ButtonLink } from '@/components/ui/link';
import { AuthHeading } from '../auth-parts';

export const metadata: Metadata = { title: 'Forgot password' };

/** Says who can set a new password: an admin by a link, or whoever runs the server by a command. */
export default function ForgotPasswordPage() {
  return (
    <>
      <AuthHeading title="Forgot your password?">An admin can send you a link to set a new one.</AuthHeading>
      <ol className="flex list-decimal flex-col gap-2 pl-5 text-base text-pretty marker:text-muted">
        <li>Ask an admin of your organization for a reset link.</li>
        <li>
          They open Settings, Team, and choose <b className="font-medium">Reset password</b> in the menu
          beside your name.
        </li>
        <li>Open the link within a day, and choose a new password.</li>
      </ol>
      <section className="flex flex-col gap-2">
        <h2 className="text-base font-semibold">Are you the only admin?</h2>
        <p className="text-base text-pretty text-muted">
          Whoever runs the server prints a new password with this command, in the folder of Roster:
        </p>
        <pre className="rounded-lg border border-line bg-surface px-3 py-2.5 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
          npm run staff -- you@example.com admin
        </pre>
        <p className="text-sm text-pretty text-muted">It also turns off two-factor sign-in of the account.</p>
      </section>
      <ButtonLink href="/sign-in">Back to sign-in</ButtonLink>
    </>
  );
}
