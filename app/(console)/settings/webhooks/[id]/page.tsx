import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities, pageTimeout } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { readOptions } from '@/components/hooks/use-read';
import { NotOffered } from '@/components/ui/not-offered';
import { uuid } from '@/lib/contract/text';
import { deliveryOptions } from '../delivery-options';
import { WebhookView } from '../webhook-view';

export const metadata: Metadata = { title: 'Webhook' };

/** The page of a webhook with its deliveries. */
export default async function WebhookPage({ params }: PageProps<'/settings/webhooks/[id]'>) {
  const signedIn = await requireStaff('webhooks:manage');
  if (!capabilities().listWebhooks)
    return <NotOffered insideTabs title="Webhooks" operation="listWebhooks" />;
  const id = uuid.safeParse((await params).id).data;
  if (id === undefined) notFound();
  const result = await signedIn.call('getWebhook', { id }, { signal: pageTimeout() }).catch(() => null);
  if (result && !result.ok && result.error.code === 'NOT_FOUND') notFound();
  const known = result?.ok
    ? [[readOptions('getWebhook', { id }).queryKey, result.data] as [readonly unknown[], unknown]]
    : [];
  return (
    <Prefetched signedIn={signedIn} known={known} reads={[deliveryOptions(id)]}>
      <WebhookView key={id} id={id} />
    </Prefetched>
  );
}
