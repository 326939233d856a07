import { formatCountOf } from '@/components/text/format-count';
import { Badge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Webhook } from '@/lib/contract/webhook';

const reasons = {
  failed: 'after failing for 3 days',
  tokenRevoked: 'its token was revoked',
  restored: 'restored from a backup',
};

/** State of a webhook: active, failing since a time, or paused for a reason. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { state, pausedBecause, failingSince, waiting } = webhook;
  if (state === 'paused')
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Badge tone={pausedBecause ? 'danger' : 'neutral'}>Paused</Badge>
        {pausedBecause ? <span className="text-muted">{reasons[pausedBecause]}</span> : null}
      </span>
    );
  if (!failingSince) return <Badge tone="success">Active</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge tone="warning">Failing</Badge>
      <span className="text-muted">
        since <RelativeTime at={failingSince} />, {formatCountOf(waiting, 'event')} waiting
      </span>
    </span>
  );
}
