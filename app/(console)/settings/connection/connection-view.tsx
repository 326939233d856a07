'use client';

import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ReplicaSummary } from '@/app/(console)/contacts/list/replica-status';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Capabilities, ConnectionError, ConnectionStatus } from '@/lib/contract/connection';
import { useCapabilities, useConnection } from '../../service-provider';
import { useConnectionActions } from './use-connection-actions';

/** The service that the console is connected to: how that is, and what it can do. */
export function ConnectionView() {
  const can = useCapabilities();
  const connection = useConnection();
  const { check, pending } = useConnectionActions();
  if (!connection) return null;
  const { url, lastSuccessAt, lastError, replica } = connection;
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
            <code className="font-mono text-sm break-all">{url}</code>
          </Line>
          <Line term="State">
            <State connection={connection} />
          </Line>
          <Line term="Last success">{lastSuccessAt ? <RelativeTime at={lastSuccessAt} /> : 'None yet'}</Line>
          <Line term="Last error">{lastError ? <LastError error={lastError} /> : 'None'}</Line>
          {replica ? (
            <Line term="Contacts">
              <ReplicaSummary replica={replica} />
            </Line>
          ) : null}
        </dl>
        <section aria-labelledby="capabilities" className="flex flex-col gap-1">
          <h2 id="capabilities" className="text-sm font-medium">
            What the service can do
          </h2>
          {lastSuccessAt ? (
            <ul className="flex flex-col">
              {features(can, connection).map(({ title, has, meaning }) => (
                <li
                  key={title}
                  className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2 border-b py-2 sm:grid-cols-[3.5rem_minmax(0,16rem)_minmax(0,1fr)]"
                >
                  <span className="flex items-center gap-1 self-start text-sm">
                    {has ? (
                      <Check aria-hidden className="size-4 text-success" />
                    ) : (
                      <X aria-hidden className="size-4 text-muted" />
                    )}
                    {has ? 'Yes' : 'No'}
                  </span>
                  <span>{title}</span>
                  <span className="col-start-2 text-sm text-muted sm:col-start-3">{meaning}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-muted">It has not answered yet.</p>
          )}
        </section>
      </div>
    </div>
  );
}

/** What a service may be able to do, and what follows from whether it is. */
function features(can: Capabilities, { replica }: ConnectionStatus) {
  const feature = (title: string, has: boolean, yes: string, no: string) => ({
    title,
    has,
    meaning: has ? yes : no,
  });
  return [
    feature(
      'List contacts',
      replica?.synchronizes ?? can.listContacts,
      'The table shows all contacts.',
      'The table shows contacts that were added or changed here.',
    ),
    feature(
      'Read a contact before an update',
      can.readLatest,
      'An edit never overwrites what somebody else changed meanwhile.',
      'Edits are compared with what was last seen here. The contact’s page says when.',
    ),
    feature(
      'Keep a trash',
      !replica && can.restoreContacts,
      'Deleted contacts come back as they were.',
      'The trash is kept here. Restoring creates a contact again, with a new id.',
    ),
    feature(
      'Manage segments',
      can.createSegment && can.updateSegment && can.deleteSegment,
      'Segments are managed here.',
      'Segments can be assigned here, and are managed at the service.',
    ),
    feature(
      'List redeemed referral codes',
      can.listRedemptions,
      'A contact’s page shows its codes.',
      'A code can be redeemed with a new contact, but is not shown later.',
    ),
    feature(
      'Keep a history',
      !replica && can.listActivity,
      'History shows who changed what, wherever that was done.',
      'History shows what was changed in this console.',
    ),
    feature(
      'Manage API tokens',
      can.listTokens,
      'Tokens are created and revoked here.',
      'Tokens are managed at the service.',
    ),
  ];
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
