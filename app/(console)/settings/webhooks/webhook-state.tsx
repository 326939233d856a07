import { countOf } from '@/components/text/format-count';
import { Badge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Webhook } from '@/lib/contract/webhook';

/** Active, failing since when, or paused and why. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { state, gaveUp, failingSince, waiting } = webhook;
  if (state === 'paused')
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Badge tone={gaveUp ? 'danger' : 'neutral'}>Paused</Badge>
        {gaveUp ? <span className="text-muted">after failing for 3 days</span> : null}
      </span>
    );
  if (!failingSince) return <Badge tone="success">Active</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge tone="warning">Failing</Badge>
      <span className="text-muted">
        since <RelativeTime at={failingSince} />, {countOf(waiting, 'event')} waiting
      </span>
    </span>
  );
}
