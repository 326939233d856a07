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
  const { name, email, role, organization, organizations, company } = staff;
  return (
    <ConsoleProviders
      // Discards all state when the organization changes.
      key={organization.id}
      role={role}
      service={await serviceView()}
      phoneCountry={runtime().phoneCountry}
      now={Date.now()}
    >
      <ConsoleShell staff={{ name, email, role, organization, organizations, company }}>
        {children}
      </ConsoleShell>
    </ConsoleProviders>
  );
}
