import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { ownBulkChanges } from '@/app/data/bulk-changes/own-bulk-changes';
import { unwrap } from '@/app/data/unwrap';
import { lacking, pagePatience } from '@/app/service-view';
import { requireStaff } from '@/app/session';
import { parseTableView } from '@/components/data-table/table-view';
import { readSearchParams } from '@/components/data-table/url-state';
import {
  bulkChangeListOptions,
  everybodysBulkChangeListOptions,
} from '../../bulk-changes/bulk-change-queries';
import { NotOffered } from '../../not-offered';
import { CONTACTS_VIEW } from '../contact-columns-view';
import { trashListOptions } from '../contact-queries';
import { trashListParameters, trashListSearch } from './trash-list-state';
import { TrashTable } from './trash-table';

export const metadata: Metadata = { title: 'Trash' };

/** Deleted contacts, until they are restored or purged. */
export default async function TrashPage({ searchParams }: PageProps<'/contacts/trash'>) {
  const signedIn = await requireStaff('contacts:read');
  const { client } = signedIn;
  if (lacking().listTrash) return <NotOffered title="Trash" why="This service has no trash." />;
  const state = readSearchParams(trashListParameters, await searchParams);
  const queryClient = new QueryClient();
  await Promise.all([
    queryClient.prefetchQuery({
      ...trashListOptions(state),
      queryFn: async () =>
        unwrap(await client.call('listTrash', { query: trashListSearch(state), signal: pagePatience() })),
    }),
    queryClient.prefetchQuery({
      ...bulkChangeListOptions(),
      queryFn: async () => unwrap(await ownBulkChanges(signedIn, pagePatience())).data,
    }),
    queryClient.prefetchQuery({
      ...everybodysBulkChangeListOptions(),
      queryFn: async () => unwrap(await client.call('listBulkChanges', { signal: pagePatience() })).data,
    }),
  ]);
  const view = parseTableView((await cookies()).get(CONTACTS_VIEW)?.value);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <TrashTable initialView={view} />
    </HydrationBoundary>
  );
}
