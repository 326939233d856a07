'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { useRead } from '@/components/hooks/use-read';
import { ResourceList } from '@/components/resource-list/resource-list';
import { BreakableText } from '@/components/ui/breakable-text';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { Skeleton } from '@/components/ui/skeleton';
import type { Webhook } from '@/lib/contract/webhook';
import { deliveryOptions } from './delivery-options';
import { WebhookDialog } from './webhook-dialog';
import { WebhookState } from './webhook-state';
import { shareDelivered, typesInWords } from './webhook-words';

/** The webhooks with their state, and a button to create one. */
export function WebhookList() {
  const list = useRead('listWebhooks', {}, { staleTime: 0 });
  const [adding, setAdding] = useState(false);
  return (
    <ResourceList
      insideTabs
      title="Webhooks"
      description="Roster sends every change to these URLs as it happens."
      collectionName="The webhooks"
      query={list}
      columns={columns}
      rows={list.data}
      add={{ label: 'Create webhook', onClick: () => setAdding(true) }}
      empty={{
        icon: WebhookIcon,
        title: 'No webhooks yet',
        text: 'Send changes to contacts, segments and referral codes to another system as they happen.',
      }}
    >
      {adding ? <WebhookDialog onClose={() => setAdding(false)} /> : null}
    </ResourceList>
  );
}

const columns: Column<Webhook>[] = [
  {
    id: 'url',
    label: 'URL',
    cell: (webhook) => (
      <div className="flex min-w-0 flex-col gap-1 py-2 whitespace-normal">
        <Link
          href={`/settings/webhooks/${webhook.id}`}
          data-row-link
          dir="ltr"
          className="self-start font-medium wrap-anywhere hover:underline"
        >
          <BreakableText text={webhook.url} />
        </Link>
        <p className="text-sm text-muted">{typesInWords(webhook.types)}</p>
        <p className="text-sm sm:hidden">
          <WebhookState webhook={webhook} />
        </p>
      </div>
    ),
  },
  {
    id: 'state',
    label: 'State',
    className: 'flex-none w-56 hidden sm:table-cell whitespace-normal!',
    cell: (webhook) => <WebhookState webhook={webhook} />,
  },
  {
    id: 'delivered',
    label: 'Delivered',
    className: 'flex-none w-40 hidden md:table-cell text-muted',
    cell: ({ id }) => <Delivered id={id} />,
  },
  {
    id: 'createdAt',
    label: 'Created',
    className: 'flex-none w-36 hidden lg:table-cell text-muted',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

/** The share of its latest events that a webhook has taken. */
function Delivered({ id }: { id: string }) {
  const { data } = useInfiniteQuery(deliveryOptions(id));
  if (!data) return <Skeleton className="w-24" />;
  return shareDelivered(data.pages[0]?.data ?? []) || 'Nothing sent yet';
}
