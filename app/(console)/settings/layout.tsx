import type { ReactNode } from 'react';
import { signedInStaff } from '@/app/server/session';
import { SettingsFrame } from './settings-navigation';

/** Shared layout of the settings; pages guard themselves. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  // Nobody is signed in, and the page redirects.
  if (!(await signedInStaff())) return children;
  return <SettingsFrame>{children}</SettingsFrame>;
}
