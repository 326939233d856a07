import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { NotOffered } from '../../not-offered';
import { TokenList } from './token-list';
import { tokenListOptions } from './token-queries';

export const metadata: Metadata = { title: 'API tokens' };

export default async function TokensPage() {
  const signedIn = await requireStaff('tokens:manage');
  if (!capabilities().listTokens) return <NotOffered title="API tokens" operation="listTokens" />;
  return (
    <Prefetched signedIn={signedIn} load={(queries) => [queries.prefetchQuery(tokenListOptions)]}>
      <TokenList />
    </Prefetched>
  );
}
