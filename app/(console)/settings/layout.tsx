import type { ReactNode } from 'react';
import { signedInStaff } from '@/app/server/session';
import { NarrowPage, PageHeader } from '@/components/ui/page-header';
import { SettingsNavigation } from './settings-navigation';

/** Shared layout of the settings; pages guard themselves. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  // Nobody is signed in, and the page redirects.
  if (!(await signedInStaff())) return children;
  return (
    <NarrowPage>
      <SettingsNavigation>
        <PageHeader title="Settings" />
      </SettingsNavigation>
      {children}
    </NarrowPage>
  );
}
