import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { createLoader } from 'nuqs/server';
import { unwrap } from '@/app/data/unwrap';
import { capabilities, pagePatience } from '@/app/service-view';
import { requireStaff } from '@/app/session';
import { listParameters } from '@/components/data-table/list-state';
import { parseTableView } from '@/components/data-table/table-view';
import { largeDeletionsOptions, largeDeletionsQuery } from '../../bulk-changes/bulk-change-queries';
import { NotOffered } from '../../not-offered';
import { trashListOptions } from '../contact-queries';
import { CONTACTS_VIEW } from '../list/contact-list-state';
import { trashListSearch } from './trash-list-state';
import { TrashTable } from './trash-table';

export const metadata: Metadata = { title: 'Trash' };

const loadState = createLoader(listParameters);

/** Deleted contacts, until they are restored or purged. */
export default async function TrashPage({ searchParams }: PageProps<'/contacts/trash'>) {
  const { client } = await requireStaff('contacts:read');
  if (!capabilities().listTrash) return <NotOffered title="Trash" operation="listTrash" />;
  const state = await loadState(searchParams);
  const queryClient = new QueryClient();
  await Promise.all([
    queryClient.prefetchQuery({
      ...trashListOptions(state),
      queryFn: async () =>
        unwrap(await client.call('listTrash', { query: trashListSearch(state), signal: pagePatience() })),
    }),
    queryClient.prefetchInfiniteQuery({
      ...largeDeletionsOptions(),
      queryFn: async ({ pageParam }) => {
        const query = largeDeletionsQuery(pageParam);
        return unwrap(await client.call('listBulkChanges', { query, signal: pagePatience() })).data;
      },
    }),
  ]);
  const view = parseTableView((await cookies()).get(CONTACTS_VIEW)?.value);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <TrashTable initialView={view} />
    </HydrationBoundary>
  );
}
