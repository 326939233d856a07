import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { requireStaff } from '@/app/server/session';
import { TeamList } from './team-list';
import { teamOptions } from './team-queries';

export const metadata: Metadata = { title: 'Team' };

export default async function TeamPage() {
  const signedIn = await requireStaff('staff:manage');
  return (
    <Prefetched signedIn={signedIn} load={(queries) => [queries.prefetchQuery(teamOptions)]}>
      <TeamList you={signedIn.staff.id} />
    </Prefetched>
  );
}
