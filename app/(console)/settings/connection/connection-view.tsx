'use client';

import { Check, RefreshCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyWords, FillProgress } from '@/app/(console)/contacts/list/copy-status';
import { countOf } from '@/components/data-table/format-count';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ConnectionError, ConnectionStatus, MirrorStatus } from '@/lib/contract/connection';
import { useMay } from '../../console-providers';
import { useService } from '../../service-provider';
import { isUp } from '../../service-queries';
import { serviceAbilities } from './service-abilities';
import { useConnectionActions } from './use-connection-actions';

/** The service that the console is connected to: how that is, and what it can do. */
export function ConnectionView() {
  const service = useService();
  const { connection } = service;
  const { check, refresh, pending } = useConnectionActions();
  const mayRefresh = useMay('contacts:write');
  if (!connection) return null;
  const { mirror } = connection;
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Connection"
        description="This console works on a contacts service that runs elsewhere."
        actions={
          <Button pending={pending === 'check'} onClick={check}>
            Check again
          </Button>
        }
      />
      <div className="flex flex-col gap-8 px-4 pb-12 md:px-6">
        <dl className="flex flex-col">
          <Line term="Address">
            <code className="font-mono text-sm break-all">{connection.url}</code>
          </Line>
          <Line term="State">
            <State connection={connection} />
          </Line>
          <Line term="Last success">
            {connection.lastSuccessAt ? <RelativeTime at={connection.lastSuccessAt} /> : 'None yet'}
          </Line>
          <Line term="Last error">
            {connection.lastError ? <LastError error={connection.lastError} /> : 'None'}
          </Line>
          {mirror ? (
            <Line term="Copy">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <p>
                  <CopyWords mirror={mirror} />
                </p>
                {mirror.fill?.running ? <FillProgress mirror={mirror} /> : null}
                {mayRefresh && mirror.fillable && !mirror.fill?.running && isUp(connection) ? (
                  <Button size="sm" pending={pending === 'refresh'} onClick={refresh}>
                    <RefreshCw aria-hidden className="text-muted" />
                    Refresh
                  </Button>
                ) : null}
              </div>
            </Line>
          ) : null}
          {mirror && mirror.unreadable.count > 0 ? (
            <Line term="Not copied">
              <Unreadable {...mirror.unreadable} />
            </Line>
          ) : null}
        </dl>
        <section aria-labelledby="abilities" className="flex flex-col gap-1">
          <h2 id="abilities" className="text-sm font-medium">
            What the service can do
          </h2>
          {connection.told ? (
            <ul className="flex flex-col">
              {serviceAbilities(service).map(({ title, can, meaning }) => (
                <li
                  key={title}
                  className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2 border-b py-2 sm:grid-cols-[3.5rem_minmax(0,16rem)_minmax(0,1fr)]"
                >
                  <span className="flex items-center gap-1 self-start text-sm">
                    {can ? (
                      <Check aria-hidden className="size-4 text-success" />
                    ) : (
                      <X aria-hidden className="size-4 text-muted" />
                    )}
                    {can ? 'Yes' : 'No'}
                  </span>
                  <span>{title}</span>
                  <span className="col-start-2 text-sm text-muted sm:col-start-3">{meaning}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-muted">It has not told yet.</p>
          )}
        </section>
      </div>
    </div>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-b py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function State({ connection: { state } }: { connection: ConnectionStatus }) {
  switch (state) {
    case 'reachable':
      return <Badge tone="success">Reachable</Badge>;
    case 'unreachable':
      return <Badge tone="danger">Cannot be reached</Badge>;
    case 'token-refused':
      return <Badge tone="danger">Token refused</Badge>;
    case 'unknown':
      return <Badge>No answer yet</Badge>;
  }
}

/** Which contacts of the service's list the copy does not have, and why. */
function Unreadable({ count, first }: MirrorStatus['unreadable']) {
  return (
    <>
      <p>
        {countOf(count, 'contact')} of the service {count === 1 ? 'is' : 'are'} not in the copy as the service
        has {count === 1 ? 'it' : 'them'}
        {count > first.length ? `; the first ${first.length}:` : ':'}
      </p>
      <ul className="text-sm">
        {first.map(({ place, problem }) => (
          <li key={place}>
            <code className="font-mono break-all">{place}</code>: {problem}
          </li>
        ))}
      </ul>
    </>
  );
}

function LastError({ error: { at, message, status, requestId } }: { error: ConnectionError }) {
  return (
    <>
      {message} <RelativeTime at={at} />
      {status > 0 ? `, status ${status}` : null}
      {requestId ? (
        <>
          , request <code className="font-mono text-sm break-all">{requestId}</code>
        </>
      ) : null}
      .
    </>
  );
}
