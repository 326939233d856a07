import type { ReactNode } from 'react';
import { SettingsNavigation } from './settings-navigation';

/** Shared layout of the settings; pages guard themselves. */
export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <div>
      <SettingsNavigation />
      {children}
    </div>
  );
}
