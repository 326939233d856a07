import type { ReactNode } from 'react';
import { signedInStaff } from '@/app/server/session';
import { SettingsNavigation } from './settings-navigation';

/** Shared layout of the settings; pages guard themselves. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  // Not signed in: the page redirects.
  if (!(await signedInStaff())) return children;
  return (
    <div>
      <SettingsNavigation />
      {children}
    </div>
  );
}
