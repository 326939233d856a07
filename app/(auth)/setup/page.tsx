import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { locale } from '@/components/text/locale';
import { ButtonLink } from '@/components/ui/link';
import { phoneCountries } from '@/lib/phone-country';
import { runtime } from '@/lib/runtime';
import { SetUpForm } from '../auth-forms';
import { AuthHeading } from '../auth-parts';

export const metadata: Metadata = { title: 'Set up' };

/** Page of the setup link in the server log, which creates the first account. */
export default async function SetUpPage({ searchParams }: PageProps<'/setup'>) {
  const { staff } = runtime();
  if (!(await staff.needsSetup())) redirect('/sign-in');
  const { code } = await searchParams;
  if (typeof code === 'string' && (await staff.acceptsSetupCode(code)))
    return (
      <>
        <AuthHeading title="Create the first account">This account has full access.</AuthHeading>
        <SetUpForm
          code={code}
          country={runtime().phoneCountry?.code ?? new Intl.Locale(locale()).region ?? ''}
          countries={phoneCountries()}
        />
      </>
    );
  return (
    <>
      <AuthHeading title={code === undefined ? 'Roster is not set up yet' : 'This setup link is invalid'}>
        When it started, the server printed a link to create the first account:
      </AuthHeading>
      <pre className="rounded-lg border border-line bg-surface px-3 py-2.5 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
        Create the first account: …/setup?code=<span className="text-muted">…</span>
      </pre>
      <div className="flex flex-col gap-2 text-sm text-pretty text-muted">
        <p>
          Look in its terminal or its log: <code className="font-mono text-ink">docker logs</code>,{' '}
          <code className="font-mono text-ink">journalctl</code>. Every start prints a new link, which
          replaces the one before and works for 7 days.
        </p>
        <p>
          Or set <code className="font-mono text-ink">ADMIN_EMAIL</code> and{' '}
          <code className="font-mono text-ink">ADMIN_PASSWORD</code>, and restart.
        </p>
      </div>
      <ButtonLink href="/setup">Check again</ButtonLink>
    </>
  );
}
