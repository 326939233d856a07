import { CloudOff } from 'lucide-react';
import { useCan, useConnection } from '@/components/hooks/use-can';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ConnectionStatus } from '@/lib/contract/connection';

/** Says on every page that the connected service does not respond, and its last error. */
export function ConnectionBanner() {
  const isUp = useCan('change');
  const connection = useConnection();
  if (!connection || isUp) return <div role="status" />;
  const { state, lastError, replica } = connection;
  return (
    <div role="status">
      <div className="flex items-start gap-2.5 border-b border-warning/40 bg-warning-soft px-4 py-2 text-sm md:px-6">
        <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        <div className="min-w-0">
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
        </div>
      </div>
    </div>
  );
}

/** Says why the service is not available: connecting, token rejected or unreachable. */
function describeState(state: ConnectionStatus['state']): string {
  if (state === 'unknown') return 'Connecting to the contacts service.';
  if (state === 'token-refused') return 'The contacts service rejected the API token.';
  return 'The contacts service cannot be reached.';
}
