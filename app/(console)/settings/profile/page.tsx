import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { requireStaff } from '@/app/server/session';
import { readOptions } from '@/components/hooks/use-read';
import { FormAlert } from '@/components/ui/form-alert';
import { PageHeader } from '@/components/ui/page-header';
import { lacksTwoFactor } from '@/lib/staff/roles';
import { NameForm } from '../name-form';
import { PasswordForm } from './password-form';
import { rename } from './profile-actions';
import { SessionList } from './session-list';
import { TwoFactor } from './two-factor';

export const metadata: Metadata = { title: 'Profile' };

export default async function ProfilePage() {
  const signedIn = await requireStaff('profile:manage');
  const { staff } = signedIn;
  return (
    <div className="max-w-3xl pb-10">
      <PageHeader title="Profile" description={<bdi>{staff.email}</bdi>} />
      <div className="flex flex-col gap-8 px-4 md:px-6">
        {lacksTwoFactor(staff, 'contacts:read') ? (
          <FormAlert
            tone="warning"
            title="Your organization requires two-factor sign-in. Set it up to continue."
          />
        ) : null}
        <NameForm name={staff.name} action={rename} autoComplete="name" />
        {staff.company ? null : (
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
