import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { unwrap } from '@/app/data/unwrap';
import { capabilities, pagePatience } from '@/app/service-view';
import { requireStaff } from '@/app/session';
import { NotOffered } from '../../not-offered';
import { TokenList } from './token-list';
import { tokenListOptions } from './token-queries';

export const metadata: Metadata = { title: 'API tokens' };

export default async function TokensPage() {
  const { client } = await requireStaff('tokens:manage');
  if (!capabilities().listTokens) return <NotOffered title="API tokens" operation="listTokens" />;
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery({
    ...tokenListOptions(),
    queryFn: async () => unwrap(await client.call('listTokens', { signal: pagePatience() })).data,
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <TokenList />
    </HydrationBoundary>
  );
}
