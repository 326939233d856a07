import { CloudOff } from 'lucide-react';
import { useCan, useConnection } from '@/components/hooks/use-can';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ConnectionStatus } from '@/lib/contract/connection';

/** Says on every page that the connected service does not respond, and its last error. */
export function ConnectionBanner() {
  const isUp = useCan('change');
  const connection = useConnection();
  if (!connection || isUp) return <Notice icon={CloudOff} />;
  const { state, lastError, replica } = connection;
  return (
    <Notice icon={CloudOff}>
      <p>
        <strong className="font-medium">{describeState(state)}</strong>{' '}
        {replica ? 'Read-only until it responds.' : 'Contacts are unavailable until it responds.'}{' '}
        <Link href="/settings/connection" className="font-medium underline underline-offset-2">
          Connection
        </Link>
      </p>
      {lastError ? (
        <p className="break-words">
          Last error, <RelativeTime at={lastError.at} />: {lastError.message}
          {lastError.requestId ? ` (request ${lastError.requestId})` : null}
        </p>
      ) : null}
    </Notice>
  );
}

/** Says why the service is not available: connecting, token rejected or unreachable. */
function describeState(state: ConnectionStatus['state']): string {
  if (state === 'unknown') return 'Connecting to the contacts service.';
  if (state === 'token-refused') return 'The contacts service rejected the API token.';
  return 'The contacts service cannot be reached.';
}
