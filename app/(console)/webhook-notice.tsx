import { TriangleAlert } from 'lucide-react';
import { useCan } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';

const MINUTE = 60_000;

/** Reasons in words that fit one webhook or several. */
const reasons = {
  failed: 'Events could not be delivered for 3 days.',
  tokenRevoked: 'Made with a token that was revoked.',
  restored: 'The database was restored from a backup. Resume if this copy replaces the original.',
};

/** Tells admins about webhooks that Roster paused by itself. */
export function WebhookNotice() {
  const mayRead = useCan('listWebhooks', 'updateWebhook');
  const { data = [] } = useRead('listWebhooks', {}, { enabled: mayRead, refetchInterval: 5 * MINUTE });
  const [first, ...others] = mayRead ? data.filter(({ pausedBecause }) => pausedBecause) : [];
  const shared = others.every(({ pausedBecause }) => pausedBecause === first?.pausedBecause);
  const reason = shared && first?.pausedBecause ? reasons[first.pausedBecause] : null;
  return (
    <Notice icon={TriangleAlert}>
      {first ? (
        <>
          <strong className="font-medium">
            {others.length > 0
              ? `${others.length + 1} webhooks are paused.`
              : `The webhook to ${new URL(first.url).host} is paused.`}
          </strong>{' '}
          {reason}{' '}
          <Link
            href={others.length > 0 ? '/settings/webhooks' : `/settings/webhooks/${first.id}`}
            className="font-medium underline underline-offset-2"
          >
            Review
          </Link>
        </>
      ) : null}
    </Notice>
  );
}
