import type { ReactNode } from 'react';
import { Prefetched } from '@/app/data/prefetched';
import { serviceView } from '@/app/service-view';
import { clientOf, signedInStaff } from '@/app/session';
import { runtime } from '@/lib/runtime';
import { ConsoleProviders } from './console-providers';
import { ConsoleShell } from './console-shell';
import { Navigation } from './navigation';
import { segmentListOptions } from './segments/segment-queries';
import { viewListOptions } from './views/view-queries';

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
      <ConsoleShell
        staff={{ name, email, role, organization, organizations, company }}
        navigation={
          // Beside the page, which does not wait for it to begin.
          <Prefetched
            signedIn={{ staff, client: clientOf(staff) }}
            load={(queries) => [
              queries.prefetchQuery(segmentListOptions()),
              queries.prefetchQuery(viewListOptions()),
            ]}
          >
            <Navigation />
          </Prefetched>
        }
      >
        {children}
      </ConsoleShell>
    </ConsoleProviders>
  );
}
