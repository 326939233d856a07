import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { readOptions } from '@/components/hooks/use-read';
import { NotOffered } from '@/components/ui/not-offered';
import { WebhookList } from './webhook-list';

export const metadata: Metadata = { title: 'Webhooks' };

/** The webhooks, unless the service does not offer them. */
export default async function WebhooksPage() {
  const signedIn = await requireStaff('webhooks:manage');
  if (!capabilities().listWebhooks)
    return <NotOffered insideTabs title="Webhooks" operation="listWebhooks" />;
  return (
    <Prefetched signedIn={signedIn} reads={[readOptions('listWebhooks', {})]}>
      <WebhookList />
    </Prefetched>
  );
}
