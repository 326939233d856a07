'use client';

import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ReplicaSummary } from '@/app/(console)/settings/connection/replica-status';
import { useCan, useConnection, useHas } from '@/components/hooks/use-can';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ConnectionError, ConnectionStatus } from '@/lib/contract/connection';
import type { OperationName } from '@/lib/contract/operations';
import { useConnectionActions } from './use-connection-actions';

/** Address, state and last error of the connected service, and the features that it supports. */
export function ConnectionView() {
  const has = useHas();
  const readsLatest = useCan('readLatest');
  const connection = useConnection();
  const { check, pending } = useConnectionActions();
  if (!connection) return null;
  const { url, state, lastSuccessAt, lastError, replica } = connection;
  return (
    <div>
      <PageHeader
        insideTabs
        title="Connection"
        description="This console is connected to an external contacts service."
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
            <Badge tone={states[state][0]}>{states[state][1]}</Badge>
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
            Supported features
          </h2>
          {lastSuccessAt ? (
            <ul className="flex flex-col">
              {listFeatures(has, readsLatest, connection).map(([title, isThere, meaning]) => (
                <li
                  key={title}
                  className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2 border-b py-2 sm:grid-cols-[3.5rem_minmax(0,16rem)_minmax(0,1fr)]"
                >
                  <span className="flex items-center gap-1 self-start text-sm">
                    {isThere ? (
                      <Check aria-hidden className="size-4 text-success" />
                    ) : (
                      <X aria-hidden className="size-4 text-muted" />
                    )}
                    {isThere ? 'Yes' : 'No'}
                  </span>
                  <span>{title}</span>
                  <span className="col-start-2 text-sm text-muted sm:col-start-3">{meaning}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-muted">Known once the service responds.</p>
          )}
        </section>
      </div>
    </div>
  );
}

/** Lists the optional features of a service and their effect on the console. */
function listFeatures(
  has: (operation: OperationName) => boolean,
  readsLatest: boolean,
  { replica }: ConnectionStatus,
) {
  const feature = (title: string, isThere: boolean, yes: string, no: string) =>
    [title, isThere, isThere ? yes : no] as const;
  return [
    feature(
      'List contacts',
      replica?.synchronizes ?? has('listContacts'),
      'The table shows all contacts.',
      'The table shows contacts added or changed here.',
    ),
    feature(
      'Read a contact before an update',
      readsLatest,
      'An edit never overwrites someone else’s changes.',
      'An edit is compared with the version last seen here; the contact’s page shows when.',
    ),
    feature(
      'Keep a trash',
      !replica && has('restoreContacts'),
      'Deleted contacts are restored unchanged.',
      'The trash is kept here. Restoring creates a new contact with a new id.',
    ),
    feature(
      'Manage segments',
      has('createSegment') && has('updateSegment') && has('deleteSegment'),
      'Segments are managed here.',
      'You can assign segments here, but manage them in the service.',
    ),
    feature(
      'List redeemed referral codes',
      has('listRedemptions'),
      'A contact’s page shows its redeemed codes.',
      'You can redeem a code for a new contact, but it is not shown later.',
    ),
    feature(
      'Manage referral codes',
      has('listReferralCodes') && has('createReferralCode') && has('updateReferralCode'),
      'Referral codes are managed here.',
      'Referral codes are managed in the service.',
    ),
    feature(
      'Keep a history',
      !replica && has('listActivity'),
      'History shows all changes, wherever they were made.',
      'History shows only changes made in this console.',
    ),
    feature(
      'Manage API tokens',
      has('listTokens'),
      'Tokens are created and revoked here.',
      'Tokens are managed in the service.',
    ),
  ];
}

/** A term with its description. */
function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-b py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

const states = {
  reachable: ['success', 'Reachable'],
  unreachable: ['danger', 'Unreachable'],
  'token-refused': ['danger', 'Token rejected'],
  unknown: ['neutral', 'Connecting'],
} as const;

/** An error with its time, status and request id. */
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
