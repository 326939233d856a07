import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCw, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { useOperation } from '@/components/hooks/use-operation';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { EmptyState } from '@/components/ui/empty-state';
import { ReadBoundary } from '@/components/ui/read-failed';
import { RelativeTime, TimeLeft } from '@/components/ui/relative-time';
import { ShowEarlier } from '@/components/ui/show-earlier';
import { toast } from '@/components/ui/toast';
import { type Delivery, TEST_TYPE, type Webhook } from '@/lib/contract/webhook';
import { DeliveryDialog } from './delivery-dialog';
import { deliveryOptions } from './delivery-options';
import { durationInWords, eventWords, resultInWords, shareDelivered } from './webhook-words';

type Row = Delivery & { id: string };
/** Polling interval in milliseconds. */
const LOOK = 5_000;

/** The deliveries to a webhook in the last two weeks. */
export function DeliveryList({ webhook: { id, state } }: { webhook: Webhook }) {
  const [failed, setFailed] = useState(false);
  const [shown, setShown] = useState<Row | null>(null);
  const polled = { staleTime: 0, refetchInterval: LOOK };
  const all = useInfiniteQuery({ ...deliveryOptions(id), ...polled });
  const ofFailed = useInfiniteQuery({ ...deliveryOptions(id, true), ...polled, enabled: failed });
  const list = failed ? ofFailed : all;
  const { mutate: resend } = useOperation('resendDelivery', {
    onSuccess: () => toast.success('Sending it again'),
    onError: (error) => toast.failed('Could not send it again', error),
  });
  const share = shareDelivered(all.data?.pages[0]?.data ?? []);
  const isActive = state === 'active';
  const onResend = useMemo(
    () => (isActive ? (eventId: string) => resend({ id, body: { eventId } }) : null),
    [id, isActive, resend],
  );
  const columns = useMemo(() => deliveryColumns(setShown, onResend), [onResend]);
  const rows = useMemo(
    () => list.data?.pages.flatMap((page) => page.data.map((one): Row => ({ ...one, id: one.eventId }))),
    [list.data],
  );
  return (
    <section aria-labelledby="deliveries" className="pb-8">
      <div className="flex flex-wrap items-center gap-3 px-4 pt-4 pb-2 md:px-6">
        <h2 id="deliveries" className="text-base font-semibold">
          Deliveries
        </h2>
        <span className="flex-1 text-sm text-muted">{share && `${share} delivered`}</span>
        <Button
          size="sm"
          aria-pressed={failed}
          className={cn(failed && 'border-accent/40! bg-accent-soft! text-accent!')}
          onClick={() => setFailed(!failed)}
        >
          Failed only
        </Button>
      </div>
      <div className="border-t border-line">
        <ReadBoundary collectionName="The deliveries" query={list}>
          {rows?.length === 0 ? (
            <EmptyState icon={Send} title={failed ? 'Nothing failed' : 'Nothing sent yet'}>
              What is sent to this URL is listed here for 14 days.
            </EmptyState>
          ) : (
            <DataTable caption="Deliveries, latest first" columns={columns} rows={rows} />
          )}
          <div className="px-4 pt-4 md:px-6">
            <ShowEarlier pages={list} />
          </div>
        </ReadBoundary>
      </div>
      {shown ? <DeliveryDialog delivery={shown} onResend={onResend} onClose={() => setShown(null)} /> : null}
    </section>
  );
}

const states = {
  delivered: { tone: 'success', label: 'Delivered' },
  waiting: { tone: 'warning', label: 'Retrying' },
  failed: { tone: 'danger', label: 'Failed' },
} as const;

/**
 * Columns of deliveries, with buttons to show one and to send it again, except a test. `onResend` is `null` while the webhook
 * is paused.
 */
const deliveryColumns = (
  onShow: (delivery: Row) => void,
  onResend: ((eventId: string) => void) | null,
): Column<Row>[] => [
  {
    id: 'type',
    label: 'Event',
    cell: (one) => (
      <div className="flex min-w-0 flex-col gap-1 py-2 whitespace-normal">
        <p className="flex flex-wrap items-center gap-x-2">
          <button type="button" className="font-medium hover:underline" onClick={() => onShow(one)}>
            {eventWords(one.type)}
          </button>
          <span className="font-normal text-muted">
            <RelativeTime at={one.at} />
          </span>
          {one.attempts > 1 ? <span className="text-muted">{one.attempts} attempts</span> : null}
        </p>
        <code className="font-mono text-xs text-muted wrap-anywhere">{one.eventId}</code>
        <div className="sm:hidden">
          <DeliveryResult delivery={one} />
        </div>
      </div>
    ),
  },
  {
    id: 'result',
    label: 'Result',
    className: 'hidden sm:table-cell whitespace-normal!',
    cell: (one) => <DeliveryResult delivery={one} />,
  },
  {
    id: 'milliseconds',
    label: 'Duration',
    className: 'flex-none w-24 hidden sm:table-cell text-muted tabular-nums',
    cell: ({ milliseconds }) => (milliseconds === null ? null : durationInWords(milliseconds)),
  },
  {
    id: 'actions',
    labelHidden: true,
    label: 'Actions',
    className: 'flex-none w-14 text-right! pr-4! sm:w-32 md:pr-6!',
    cell: (one) =>
      onResend && one.type !== TEST_TYPE ? (
        <Button
          size="sm"
          onClick={() => onResend(one.eventId)}
          aria-label={`Send again: ${eventWords(one.type)} ${one.eventId}`}
          title="Send again"
          className="max-sm:px-1.5"
        >
          <RotateCw aria-hidden className="sm:hidden" />
          <span className="max-sm:hidden">Send again</span>
        </Button>
      ) : null,
  },
];

/** State and result of a delivery, and the time of the next attempt. */
function DeliveryResult({ delivery }: { delivery: Delivery }) {
  const { state, nextAt, attempts } = delivery;
  const { tone, label } = states[state];
  const words = resultInWords(delivery);
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 py-1 text-sm">
      <Badge tone={tone}>{label}</Badge>
      {words ? <bdi className="min-w-0 wrap-anywhere">{words}</bdi> : null}
      {nextAt ? (
        <span className="text-muted">
          {attempts === 0 ? (
            'Queued'
          ) : (
            <>
              Next attempt in <TimeLeft at={nextAt} />
            </>
          )}
        </span>
      ) : null}
    </p>
  );
}
