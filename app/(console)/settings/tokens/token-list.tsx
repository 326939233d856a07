'use client';

import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { KeyRound, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import type { features } from '@/components/data-table/table-features';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ApiToken } from '@/lib/contract/token';
import { ReadFailed } from '../../read-failed';
import { useStaleNotice } from '../../use-stale-notice';
import { CreateTokenDialog } from './create-token-dialog';
import { RevokeTokenDialog } from './revoke-token-dialog';
import { tokenListOptions } from './token-queries';

const helper = createColumnHelper<typeof features, ApiToken>();
const nameOf = ({ name }: ApiToken) => name;

/** Tokens expire at the end of a day in UTC, the same for everyone. */
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** The list of API tokens. */
export function TokenList() {
  const { data: tokens, error, refetch } = useQuery(tokenListOptions());
  useStaleNotice(tokens && 'the tokens', error, refetch);
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const columns = useMemo(() => tokenColumns(setRevoking), []);
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden /> Create token
    </Button>
  );
  const isEmpty = tokens?.length === 0;
  return (
    <div className={isEmpty ? undefined : 'max-w-4xl'}>
      <PageHeader
        title="API tokens"
        description="A token gives a program access to this organization’s contacts."
        actions={isEmpty ? undefined : create}
      />
      {error && !tokens ? (
        <ReadFailed what="The tokens" error={error} onRetry={() => refetch()} />
      ) : isEmpty ? (
        <EmptyState icon={KeyRound} title="No tokens yet" actions={create}>
          Create one for each program, with only the scopes it needs.
        </EmptyState>
      ) : (
        <div className="border-t border-line pb-8">
          <DataTable caption="API tokens" columns={columns} rows={tokens} labelOf={nameOf} />
        </div>
      )}
      {creating ? <CreateTokenDialog onClose={() => setCreating(false)} /> : null}
      {revoking ? <RevokeTokenDialog token={revoking} onClose={() => setRevoking(null)} /> : null}
    </div>
  );
}

const tokenColumns = (onRevoke: (token: ApiToken) => void) =>
  helper.columns([
    helper.accessor('name', {
      header: 'Name',
      meta: { label: 'Name' },
      cell: ({ row: { original: token } }) => (
        <div className="flex flex-col gap-1 py-2 whitespace-normal">
          <p className="flex flex-wrap items-center gap-x-2">
            <bdi className="font-medium wrap-anywhere">{token.name}</bdi>
            <code className="font-mono text-muted">{token.hint}…</code>
            {token.expiresAt && new Date(token.expiresAt) <= new Date() ? (
              <Badge tone="danger">Expired</Badge>
            ) : null}
          </p>
          <ul aria-label="Scopes" className="flex flex-wrap gap-1">
            {token.scopes.map((scope) => (
              <li key={scope}>
                <Badge>{scope}</Badge>
              </li>
            ))}
          </ul>
        </div>
      ),
    }),
    helper.accessor('createdAt', {
      header: 'Created',
      meta: { label: 'Created', className: 'hidden lg:table-cell text-muted', width: 'w-32' },
      cell: ({ getValue }) => <RelativeTime at={getValue()} />,
    }),
    helper.accessor('lastUsedAt', {
      header: 'Last used',
      meta: { label: 'Last used', className: 'hidden sm:table-cell text-muted', width: 'w-32' },
      cell: ({ getValue }) => {
        const at = getValue();
        return at ? <RelativeTime at={at} /> : 'Never';
      },
    }),
    helper.accessor('expiresAt', {
      header: 'Expires',
      meta: { label: 'Expires', className: 'hidden sm:table-cell text-muted', width: 'w-32' },
      cell: ({ getValue }) => {
        const at = getValue();
        return at ? <time dateTime={at}>{day.format(new Date(at))}</time> : 'Never';
      },
    }),
    helper.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { label: 'Actions', className: 'text-right! pr-4! md:pr-6!', width: 'w-28' },
      cell: ({ row: { original: token } }) => (
        <Button size="sm" onClick={() => onRevoke(token)} aria-label={`Revoke ${token.name}`}>
          Revoke
        </Button>
      ),
    }),
  ]);
