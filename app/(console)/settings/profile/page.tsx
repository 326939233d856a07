import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { requireStaff } from '@/app/session';
import { FormAlert } from '@/components/form/form-alert';
import { PageHeader } from '@/components/ui/page-header';
import { runtime } from '@/lib/runtime';
import { lacksTwoFactor } from '@/lib/staff/roles';
import { NameForm } from './name-form';
import { PasswordForm } from './password-form';
import { SessionList } from './session-list';
import { sessionOptions } from './session-queries';
import { TwoFactor } from './two-factor';

export const metadata: Metadata = { title: 'Profile' };

export default async function ProfilePage() {
  const { staff } = await requireStaff('profile:manage');
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery({
    ...sessionOptions(),
    queryFn: () => runtime().staff.openSessions(staff),
  });
  return (
    <div className="max-w-3xl pb-10">
      <PageHeader title="Profile" description={<bdi>{staff.email}</bdi>} />
      <div className="flex flex-col gap-8 px-4 md:px-6">
        {lacksTwoFactor(staff, 'contacts:read') ? (
          <FormAlert
            tone="warning"
            title="Your organization requires two-factor sign-in. Set it up to go on."
          />
        ) : null}
        <NameForm name={staff.name} />
        {staff.company ? null : (
          <>
            <TwoFactor isOn={staff.hasTwoFactor} />
            <PasswordForm email={staff.email} />
          </>
        )}
        <HydrationBoundary state={dehydrate(queryClient)}>
          <SessionList />
        </HydrationBoundary>
      </div>
    </div>
  );
}
