import { HydrationBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prefetch } from '@/app/server/prefetched';
import { describeService } from '@/app/server/service-view';
import { callAs, phoneCountryOf, signedInStaff } from '@/app/server/session';
import { readOptions } from '@/components/hooks/use-read';
import { allSegments } from '@/components/segments/use-segments';
import { runtime } from '@/lib/runtime';
import { may } from '@/lib/staff/roles';
import { ConsoleProviders } from './console-providers';
import { ConsoleShell } from './console-shell';

/** The console's frame. Pages, actions and route handlers guard themselves. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const staff = await signedInStaff();
  // Nobody is signed in, and the page redirects.
  if (!staff) return children;
  const { name, email, role, organization, organizations, identityProvider } = staff;
  // Awaited, because a streamed part would hydrate after its data has changed.
  const lists = await prefetch({ staff, call: callAs(staff) }, [
    allSegments,
    readOptions('listFields', {}),
    readOptions('listSavedViews', {}),
    readOptions('listWebhooks', {}),
  ]);
  return (
    <ConsoleProviders
      // A new key discards all state when the organization or how it writes days changes.
      key={`${organization.id} ${organization.timeZone} ${organization.dateFormat}`}
      staffId={staff.id}
      dates={organization}
      service={await describeService(staff)}
      phoneCountry={phoneCountryOf(staff)}
    >
      <HydrationBoundary state={lists}>
        <ConsoleShell
          staff={{ name, email, role, organization, organizations, identityProvider }}
          lowDisk={role === 'admin' ? await runtime().lowDisk() : null}
          offersRemoval={organization.hasSampleData && may(role, 'sample-data:load')}
        >
          {children}
        </ConsoleShell>
      </HydrationBoundary>
    </ConsoleProviders>
  );
}
