'use client';

import { Ellipsis } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ConfirmAction } from '@/components/form/confirm-action';
import { useOperation } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { BackLink } from '@/components/ui/back-link';
import { BreakableText } from '@/components/ui/breakable-text';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import * as Menu from '@/components/ui/menu';
import { PageHeader } from '@/components/ui/page-header';
import { ReadBoundary } from '@/components/ui/read-failed';
import { TimeLeft } from '@/components/ui/relative-time';
import { toast } from '@/components/ui/toast';
import type { Webhook } from '@/lib/contract/webhook';
import { DeliveryList } from './delivery-list';
import { ShownSecret } from './shown-secret';
import { WebhookDialog } from './webhook-dialog';
import { WebhookState } from './webhook-state';
import { durationInWords, eventWords, resultInWords } from './webhook-words';

/** Polling interval in milliseconds. */
const LOOK = 5_000;

type Open = 'edit' | 'rotate' | 'delete' | { secret: string };

/** One webhook: state, actions and deliveries. */
export function WebhookView({ id }: { id: string }) {
  const query = useRead('getWebhook', { id }, { staleTime: 0, refetchInterval: LOOK });
  const { data: webhook } = query;
  return (
    <ReadBoundary collectionName="The webhook" query={query}>
      {webhook ? <LoadedWebhook webhook={webhook} /> : null}
    </ReadBoundary>
  );
}

/** State and deliveries of a webhook, with actions: test, pause or resume, edit, rotate the secret, delete. */
function LoadedWebhook({ webhook }: { webhook: Webhook }) {
  const { id, url, types, state, formerSecretUntil } = webhook;
  const router = useRouter();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const { mutateAsync: remove } = useOperation('deleteWebhook');
  const { mutateAsync: rotate } = useOperation('rotateWebhookSecret');
  const { mutate: change, isPending: isChanging } = useOperation('updateWebhook', {
    onSuccess: (changed) => toast.success(changed.state === 'active' ? 'Webhook resumed' : 'Webhook paused'),
    onError: (error) => toast.failed(null, error),
  });
  const { mutate: test, isPending: isTesting } = useOperation('testWebhook', {
    onSuccess: (delivery) => {
      const { milliseconds } = delivery;
      const description = `${resultInWords(delivery)}, ${durationInWords(milliseconds ?? 0)}`;
      if (delivery.state === 'delivered') toast.success('Test delivered', { description });
      else toast.error('Test failed', { description });
    },
    onError: (error) => toast.failed('Could not send a test', error),
  });
  return (
    <>
      <PageHeader
        insideTabs
        back={<BackLink to="/settings/webhooks" label="Webhooks" />}
        title={
          <bdi dir="ltr" className="text-lg wrap-anywhere">
            <BreakableText text={url} />
          </bdi>
        }
        actions={
          <>
            <Button pending={isTesting} onClick={() => test({ id })}>
              Send test
            </Button>
            <Button
              pending={isChanging}
              variant={state === 'paused' ? 'primary' : undefined}
              onClick={() => change({ id, body: { state: state === 'paused' ? 'active' : 'paused' } })}
            >
              {state === 'paused' ? 'Resume' : 'Pause'}
            </Button>
            <Menu.Root>
              <Menu.Trigger render={<IconButton icon={Ellipsis} label="More actions" />} />
              <Menu.Popup align="end">
                <Menu.Item onClick={() => setOpen('edit')}>Edit</Menu.Item>
                <Menu.Item onClick={() => setOpen('rotate')}>Rotate secret</Menu.Item>
                <Menu.Item danger onClick={() => setOpen('delete')}>
                  Delete
                </Menu.Item>
              </Menu.Popup>
            </Menu.Root>
          </>
        }
      />
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-2 px-4 pb-2 text-sm md:px-6">
        <dt className="text-muted">State</dt>
        <dd>
          <WebhookState webhook={webhook} />
        </dd>
        <dt className="text-muted">Events</dt>
        <dd>{types ? types.map(eventWords).join(', ') : 'All events'}</dd>
        {formerSecretUntil ? (
          <>
            <dt className="text-muted">Previous secret</dt>
            <dd>
              Signs for another <TimeLeft at={formerSecretUntil} />
            </dd>
          </>
        ) : null}
      </dl>
      <DeliveryList webhook={webhook} />
      {open === 'edit' ? <WebhookDialog webhook={webhook} onClose={close} /> : null}
      {open === 'rotate' ? (
        <ConfirmAction
          title="Rotate the secret?"
          description="Messages are signed with both secrets for 24 hours, so you have time to update the receiver."
          action="Rotate"
          run={async () => setOpen({ secret: (await rotate({ id })).secret })}
          onDone={() => {}}
          onClose={() => setOpen((now) => (now === 'rotate' ? null : now))}
        />
      ) : null}
      {typeof open === 'object' && open ? (
        <ShownSecret title="Secret rotated" secret={open.secret} onClose={close} />
      ) : null}
      {open === 'delete' ? (
        <ConfirmAction
          title="Delete this webhook?"
          description="It receives no more events, and its deliveries are deleted. This cannot be undone."
          action="Delete"
          run={() => remove({ id })}
          onDone={() => {
            toast.success('Webhook deleted');
            router.push('/settings/webhooks');
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}
