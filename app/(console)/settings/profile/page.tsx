import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { requireStaff } from '@/app/server/session';
import { readOptions } from '@/components/hooks/use-read';
import { FormAlert } from '@/components/ui/form-alert';
import { PageHeader } from '@/components/ui/page-header';
import { lacksTwoFactor } from '@/lib/staff/roles';
import { NameForm } from './name-form';
import { PasswordForm } from './password-form';
import { SessionList } from './session-list';
import { TwoFactor } from './two-factor';

export const metadata: Metadata = { title: 'Profile' };

/** The person's own settings. Opens also while a required two-factor sign-in is missing, to set it up. */
export default async function ProfilePage() {
  const signedIn = await requireStaff('profile:manage');
  const { staff } = signedIn;
  return (
    <div className="pb-12">
      <PageHeader insideTabs title="Profile" />
      <div className="[&>section:first-of-type]:border-t-0 [&>section:first-of-type]:pt-0">
        {lacksTwoFactor(staff, 'contacts:read') ? (
          <div className="px-4 pb-6 md:px-6">
            <FormAlert
              tone="warning"
              title="Your organization requires two-factor sign-in. Set it up to continue."
            />
          </div>
        ) : null}
        <NameForm name={staff.name} email={staff.email} />
        {staff.identityProvider ? null : (
          <>
            <TwoFactor isOn={staff.hasTwoFactor} />
            <PasswordForm email={staff.email} />
          </>
        )}
        <Prefetched signedIn={signedIn} reads={[readOptions('listSessions', {})]}>
          <SessionList />
        </Prefetched>
      </div>
    </div>
  );
}
