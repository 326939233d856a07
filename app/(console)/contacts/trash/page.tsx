import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { unwrap } from '@/app/data/unwrap';
import { lacking, pagePatience } from '@/app/service-view';
import { actorOf, requireStaff } from '@/app/session';
import { bulkChangeListOptions } from '../../bulk-changes/bulk-change-queries';
import { NotOffered } from '../../not-offered';
import { trashListOptions } from '../contact-queries';
import { loadTrashListState, trashListSearch } from './trash-list-state';
import { TrashTable } from './trash-table';

export const metadata: Metadata = { title: 'Trash' };

/** Deleted contacts, until they are restored or purged. */
export default async function TrashPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { client, staff } = await requireStaff('contacts:read');
  if (lacking().listTrash) return <NotOffered title="Trash" why="This service has no trash." />;
  const state = await loadTrashListState(searchParams);
  const queryClient = new QueryClient();
  await Promise.all([
    queryClient.prefetchQuery({
      ...trashListOptions(state),
      queryFn: async () =>
        unwrap(await client.call('listTrash', { query: trashListSearch(state), signal: pagePatience() })),
    }),
    queryClient.prefetchQuery({
      ...bulkChangeListOptions(),
      queryFn: async () => {
        const { data } = unwrap(await client.call('listBulkChanges', { signal: pagePatience() }));
        return data.filter(({ createdBy }) => createdBy === actorOf(staff));
      },
    }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <TrashTable />
    </HydrationBoundary>
  );
}
