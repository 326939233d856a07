import type { ReactNode } from 'react';
import { serviceView } from '@/app/service-view';
import { signedInStaff } from '@/app/session';
import { runtime } from '@/lib/runtime';
import { ConsoleProviders } from './console-providers';
import { ConsoleShell } from './console-shell';

/** The console's frame. Pages, actions and route handlers guard themselves. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const staff = await signedInStaff();
  // Not signed in: the page redirects.
  if (!staff) return children;
  return (
    <ConsoleProviders
      role={staff.role}
      service={await serviceView()}
      phoneCountry={runtime().phoneCountry}
      now={Date.now()}
    >
      <ConsoleShell name={staff.name} email={staff.email} role={staff.role}>
        {children}
      </ConsoleShell>
    </ConsoleProviders>
  );
}
