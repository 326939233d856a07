import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { unwrap } from '@/app/data/unwrap';
import { capabilities, pagePatience } from '@/app/service-view';
import { requireStaff } from '@/app/session';
import { uuid } from '@/lib/contract/text';
import { phoneCountries } from '@/lib/phone-country';
import { NotOffered } from '../../not-offered';
import { segmentListOptions } from '../../segments/segment-queries';
import { importOptions } from '../import-queries';
import { ImportView } from './import-view';

interface Props {
  params: Promise<{ id: string }>;
}

/** Read once for the title and the page. */
const load = cache(async (givenId: string) => {
  const { client } = await requireStaff('contacts:write');
  const id = uuid.safeParse(givenId).data;
  if (id === undefined) notFound();
  const result = await client.call('getImport', { id, signal: pagePatience() }).catch(() => null);
  if (result && !result.ok && result.error.code === 'NOT_FOUND') notFound();
  return { id, client, one: result?.ok ? result.data : null };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { one } = await load((await params).id);
  return { title: one ? `Import ${one.name}` : 'Import' };
}

export default async function OneImportPage({ params }: Props) {
  const { id } = await params;
  if (!capabilities().createImport) {
    await requireStaff('contacts:write');
    return <NotOffered title="Import" operation="createImport" />;
  }
  const { client, one } = await load(id);
  const queryClient = new QueryClient();
  if (one) queryClient.setQueryData(importOptions(one.id).queryKey, one);
  await queryClient.prefetchQuery({
    ...segmentListOptions(),
    queryFn: async () =>
      unwrap(
        await client.call('listSegments', { query: { include: 'contactCount' }, signal: pagePatience() }),
      ).data,
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ImportView key={id} id={id} countries={phoneCountries()} />
    </HydrationBoundary>
  );
}
