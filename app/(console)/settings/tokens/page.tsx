import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { readOptions } from '@/components/hooks/use-read';
import { NotOffered } from '@/components/ui/not-offered';
import { TokenList } from './token-list';

export const metadata: Metadata = { title: 'API tokens' };

/** The API tokens, unless the service does not offer them. */
export default async function TokensPage() {
  const signedIn = await requireStaff('tokens:manage');
  if (!capabilities().listTokens) return <NotOffered insideTabs title="API tokens" operation="listTokens" />;
  return (
    <Prefetched signedIn={signedIn} reads={[readOptions('listTokens', {})]}>
      <TokenList />
    </Prefetched>
  );
}
