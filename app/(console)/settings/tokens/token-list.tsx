'use client';

import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { Skeleton } from '@/components/ui/skeleton';
import type { ApiToken } from '@/lib/contract/token';
import { ReadFailed } from '../../read-failed';
import { useStaleNotice } from '../../use-stale-notice';
import { CreateTokenDialog } from './create-token-dialog';
import { RevokeTokenDialog } from './revoke-token-dialog';
import { tokenListOptions } from './token-queries';

/** The tokens that programs use to reach the API. */
export function TokenList() {
  const { data: tokens, error, refetch } = useQuery(tokenListOptions());
  useStaleNotice(tokens && 'the tokens', error, refetch);
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden /> Create token
    </Button>
  );
  // While they are on their way, all stands where it will stand: most have some.
  const isList = tokens ? tokens.length > 0 : !error;
  return (
    <div className={isList ? 'max-w-4xl' : undefined}>
      <PageHeader
        title="API tokens"
        description="A token lets a program reach the contacts of this organization."
        actions={isList ? create : undefined}
      />
      {tokens === undefined && error ? (
        <ReadFailed what="The tokens" error={error} onRetry={() => refetch()} />
      ) : null}
      {tokens === undefined && !error ? <Loading /> : null}
      {tokens?.length === 0 ? (
        <EmptyState icon={KeyRound} title="No tokens yet" actions={create}>
          Create one for each program, with no more scopes than it needs: each can be revoked by itself.
        </EmptyState>
      ) : null}
      {tokens && tokens.length > 0 ? (
        <ul className="flex flex-col px-4 pb-8 md:px-6">
          {tokens.map((token) => (
            <Token key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      ) : null}
      {creating ? <CreateTokenDialog onClose={() => setCreating(false)} /> : null}
      {revoking ? <RevokeTokenDialog token={revoking} onClose={() => setRevoking(null)} /> : null}
    </div>
  );
}

function Loading() {
  return (
    <div className="flex flex-col px-4 md:px-6">
      <p role="status" className="sr-only">
        Loading tokens
      </p>
      {['w-40', 'w-48', 'w-32'].map((width) => (
        <div key={width} className="flex h-24.5 flex-col justify-center gap-3.5 border-b border-line">
          <Skeleton className={width} />
          <Skeleton className="w-44" />
          <Skeleton className="w-72" />
        </div>
      ))}
    </div>
  );
}

function Token({ token, onRevoke }: { token: ApiToken; onRevoke(): void }) {
  const expired = token.expiresAt !== null && new Date(token.expiresAt) <= new Date();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{token.name}</span>
          <code className="font-mono text-sm text-muted">{token.hint}…</code>
          {expired ? <Badge tone="danger">Expired</Badge> : null}
        </p>
        <ul aria-label="Scopes" className="flex flex-wrap gap-1">
          {token.scopes.map((scope) => (
            <li key={scope}>
              <Badge>{scope}</Badge>
            </li>
          ))}
        </ul>
        <dl className="flex flex-wrap gap-x-4 text-sm text-muted">
          <Fact term="Created" at={token.createdAt} />
          <Fact term="Last used" at={token.lastUsedAt} otherwise="never" />
          <Fact term="Expires" at={token.expiresAt} otherwise="never" date />
        </dl>
      </div>
      <Button size="sm" onClick={onRevoke} aria-label={`Revoke ${token.name}`}>
        Revoke
      </Button>
    </li>
  );
}

interface FactProps {
  term: string;
  at: string | null;
  otherwise?: string;
  /** As a date, also where it lies ahead. */
  date?: boolean;
}

function Fact({ term, at, otherwise, date }: FactProps) {
  return (
    <div className="flex gap-1 whitespace-nowrap">
      <dt>{term}</dt>
      <dd className="text-ink">
        {at === null ? (
          otherwise
        ) : date ? (
          <time dateTime={at}>{day.format(new Date(at))}</time>
        ) : (
          <RelativeTime at={at} />
        )}
      </dd>
    </div>
  );
}

/** Tokens end at the end of a day in UTC, so that the day is the same for everybody. */
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
