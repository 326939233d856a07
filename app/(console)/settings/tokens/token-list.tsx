'use client';

import { useMemo, useState } from 'react';
import { capitalized } from '@/components/contacts/contact-list-state';
import type { Column } from '@/components/data-table/columns';
import { ConfirmAction } from '@/components/form/confirm-action';
import { useOperation } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { ResourceList } from '@/components/resource-list/resource-list';
import { formatDay } from '@/components/text/days';
import { ActorName, shortName } from '@/components/ui/actor-name';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { RelativeTime } from '@/components/ui/relative-time';
import { toast } from '@/components/ui/toast';
import type { ApiToken } from '@/lib/contract/token';
import { CreateTokenDialog } from './create-token-dialog';
import { TokenCalls } from './token-calls';

/** What Roster's own tokens are for, and how to replace them. */
const builtIn = {
  configured: 'To revoke it, change or remove the variable CONTACTS_API_TOKEN and restart Roster.',
  console: 'Used by this console',
};

/** The API tokens, to create and to revoke. */
export function TokenList() {
  const list = useRead('listTokens', {});
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const { mutateAsync: revokeToken } = useOperation('revokeToken');
  const [called, setCalled] = useState<ApiToken | null>(null);
  const columns = useMemo(() => tokenColumns(setRevoking, setCalled), []);
  return (
    <ResourceList
      insideTabs
      title="API tokens"
      description="A token gives a program access to this organization’s contacts."
      collectionName="The tokens"
      query={list}
      columns={columns}
      rows={list.data}
      add={{ label: 'Create token', onClick: () => setCreating(true) }}
    >
      {creating ? <CreateTokenDialog onClose={() => setCreating(false)} /> : null}
      {called ? <TokenCalls token={called} onClose={() => setCalled(null)} /> : null}
      {revoking ? (
        <ConfirmAction
          title={`Revoke ${revoking.name}?`}
          description="Programs that use it lose access at once. This cannot be undone."
          action="Revoke"
          run={() => revokeToken({ id: revoking.id })}
          onDone={() => toast.success(`Revoked ${revoking.name}`)}
          onClose={() => setRevoking(null)}
        />
      ) : null}
    </ResourceList>
  );
}

/** Columns of the tokens. Only issued ones can be revoked. */
const tokenColumns = (
  onRevoke: (token: ApiToken) => void,
  onShowCalls: (token: ApiToken) => void,
): Column<ApiToken>[] => [
  {
    id: 'name',
    label: 'Name',
    className: 'flex-2',
    cell: (token) => (
      <div className="flex flex-col gap-1 py-2 whitespace-normal">
        <p className={cn('flex flex-wrap items-center gap-x-2', token.kind === 'issued' && 'max-sm:pr-22')}>
          <bdi className="font-medium wrap-anywhere">{shortName(token.name)}</bdi>
          {token.hint ? <code className="font-mono text-muted">{token.hint}…</code> : null}
          {token.kind === 'issued' ? null : <Badge>Built in</Badge>}
          {token.expiresAt && new Date(token.expiresAt) <= new Date() ? (
            <Badge tone="danger">Expired</Badge>
          ) : null}
        </p>
        {token.kind === 'issued' ? null : (
          <p className="text-sm text-pretty text-muted">{builtIn[token.kind]}</p>
        )}
        <div className="lg:hidden">
          <Access token={token} />
        </div>
        {token.kind === 'issued' && token.lastUsedAt && token.scopes.includes('contacts:read') ? (
          <button
            type="button"
            onClick={() => onShowCalls(token)}
            aria-label={`Last calls of ${token.name}`}
            className="min-h-6 self-start text-sm text-accent underline-offset-2 hover:underline"
          >
            Last calls
          </button>
        ) : null}
        <p className="text-sm text-muted sm:hidden">
          Last used: <LastUse at={token.lastUsedAt} /> · Expires: <Expiry at={token.expiresAt} />
        </p>
      </div>
    ),
  },
  {
    id: 'scopes',
    label: 'Access',
    className: 'hidden lg:table-cell whitespace-normal!',
    cell: (token) => <Access token={token} />,
  },
  {
    id: 'createdAt',
    label: 'Created',
    className: 'flex-none w-36 hidden lg:table-cell text-muted',
    cell: (token) => (
      <>
        <RelativeTime at={token.createdAt} />
        {token.createdBy ? (
          <p className="truncate" title={token.createdBy.name}>
            by <ActorName actor={token.createdBy} name={token.createdBy.name} />
          </p>
        ) : null}
      </>
    ),
  },
  {
    id: 'lastUsedAt',
    label: 'Last used',
    className: 'flex-none w-32 hidden sm:table-cell text-muted',
    cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} />,
  },
  {
    id: 'expiresAt',
    label: 'Expires',
    className: 'flex-none w-32 hidden sm:table-cell text-muted',
    cell: ({ expiresAt }) => <Expiry at={expiresAt} />,
  },
  {
    id: 'actions',
    labelHidden: true,
    label: 'Actions',
    // On phones, above the end of the name, whose texts take the whole width.
    className: 'flex-none w-28 text-right! pr-4! md:pr-6! max-sm:-ml-28 max-sm:self-start max-sm:pt-1.5',
    cell: (token) =>
      token.kind === 'issued' ? (
        <Button size="sm" onClick={() => onRevoke(token)} aria-label={`Revoke ${token.name}`}>
          Revoke
        </Button>
      ) : null,
  },
];

/** The scopes of a token by resource: "contacts (read, write), segments (read)". */
const Access = ({ token: { kind, scopes } }: { token: ApiToken }) => {
  const resources = new Set(scopes.map((scope) => scope.replace(/:.*/, '')));
  const words = [...resources].map((resource) => {
    const accesses = scopes.flatMap((scope) => scope.split(`${resource}:`)[1] ?? []);
    return `${resource.replaceAll('-', ' ')} (${accesses.join(', ')})`;
  });
  return (
    <p className="text-sm text-muted" title={scopes.join(', ')}>
      {kind === 'issued' ? capitalized(words.join(', ')) : 'Full access'}
    </p>
  );
};

const LastUse = ({ at }: { at: string | null }) => (at ? <RelativeTime at={at} /> : 'Never');

/** Tokens expire at the end of a day in UTC, the same for everyone. */
const Expiry = ({ at }: { at: string | null }) => (at ? <time dateTime={at}>{formatDay(at)}</time> : 'Never');
