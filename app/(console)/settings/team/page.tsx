import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { requireStaff } from '@/app/session';
import { runtime } from '@/lib/runtime';
import { TeamList } from './team-list';
import { teamOptions } from './team-queries';

export const metadata: Metadata = { title: 'Team' };

export default async function TeamPage() {
  const { staff } = await requireStaff('staff:manage');
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery({ ...teamOptions(), queryFn: () => runtime().staff.team(staff) });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <TeamList you={staff.id} />
    </HydrationBoundary>
  );
}
