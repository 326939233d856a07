import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { unwrap } from '@/app/data/unwrap';
import { capabilities, pagePatience } from '@/app/service-view';
import { requireStaff } from '@/app/session';
import { NotOffered } from '../not-offered';
import { ImportList } from './import-list';
import { importListOptions } from './import-queries';
import { UploadFile } from './upload-file';

export const metadata: Metadata = { title: 'Import' };

export default async function ImportPage() {
  const { client } = await requireStaff('contacts:write');
  if (!capabilities().createImport) return <NotOffered title="Import" operation="createImport" />;
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery({
    ...importListOptions(),
    queryFn: async () => unwrap(await client.call('listImports', { signal: pagePatience() })).data,
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <UploadFile />
      <ImportList />
    </HydrationBoundary>
  );
}
