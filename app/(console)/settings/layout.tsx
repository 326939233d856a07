import type { ReactNode } from 'react';
import { SettingsNavigation } from './settings-navigation';

/** The head that all settings share; the pages guard themselves. */
export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <div>
      <SettingsNavigation />
      {children}
    </div>
  );
}
