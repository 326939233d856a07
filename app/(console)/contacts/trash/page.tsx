import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { unwrap } from '@/app/data/unwrap';
import { requireStaff } from '@/app/session';
import { trashListOptions } from '../contact-queries';
import { loadTrashListState, trashListSearch } from './trash-list-state';
import { TrashTable } from './trash-table';

export const metadata: Metadata = { title: 'Trash' };

/** Deleted contacts, until they are restored or purged. */
export default async function TrashPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client } = await requireStaff('contacts:read');
  const state = await loadTrashListState(searchParams);
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery({
    ...trashListOptions(state),
    queryFn: async () => unwrap(await client.call('listTrash', { query: trashListSearch(state) })),
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <TrashTable />
    </HydrationBoundary>
  );
}
