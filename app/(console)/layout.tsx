import { HydrationBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prefetch } from '@/app/server/prefetched';
import { serviceView } from '@/app/server/service-view';
import { callAs, signedInStaff } from '@/app/server/session';
import { runtime } from '@/lib/runtime';
import { ConsoleProviders } from './console-providers';
import { ConsoleShell } from './console-shell';
import { segmentListOptions } from './segments/segment-queries';
import { viewListOptions } from './views/view-queries';

/** The console's frame. Pages, actions and route handlers guard themselves. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const staff = await signedInStaff();
  // Not signed in: the page redirects.
  if (!staff) return children;
  const { name, email, role, organization, organizations, company } = staff;
  // Not as a part that arrives later: it would hydrate after what it shows has changed.
  const lists = await prefetch({ staff, call: callAs(staff) }, (queries) => [
    queries.prefetchQuery(segmentListOptions()),
    queries.prefetchQuery(viewListOptions()),
  ]);
  return (
    <ConsoleProviders
      // Discards all state when the organization changes.
      key={organization.id}
      staffId={staff.id}
      role={role}
      service={await serviceView()}
      phoneCountry={runtime().phoneCountry}
    >
      <HydrationBoundary state={lists}>
        <ConsoleShell staff={{ name, email, role, organization, organizations, company }}>
          {children}
        </ConsoleShell>
      </HydrationBoundary>
    </ConsoleProviders>
  );
}
