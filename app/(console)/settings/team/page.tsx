import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { requireStaff } from '@/app/server/session';
import { readOptions } from '@/components/hooks/use-read';
import { TeamList } from './team-list';

export const metadata: Metadata = { title: 'Team' };

/** The team, for those who manage it. */
export default async function TeamPage() {
  const signedIn = await requireStaff('staff:manage');
  return (
    <Prefetched signedIn={signedIn} reads={[readOptions('listTeam', {})]}>
      <TeamList you={signedIn.staff.id} />
    </Prefetched>
  );
}
