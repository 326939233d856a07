import type { Scope as TokenScope } from '@/lib/contract/token';
import type { Database } from '@/lib/database/database';
import { batcher } from './batcher';
import { run, type Scope, scoped } from './statement';
import { digestOf, isPlausible } from './token-secret';
import { unrevoked } from './tokens';

/** Who a token stands for. */
export interface Bearer {
  tokenId: string;
  organizationId: string;
  name: string;
  scopes: TokenScope[];
}

interface Row {
  id: string;
  organization_id: string;
  name: string;
  scopes: TokenScope[];
  digest: Buffer;
}

/** How exact "last used" is; a write for each request would cost more than the request. */
const LAST_USED_MILLISECONDS = 60_000;

/**
 * Looks tokens up, all that came in while the last look-up was under way in one query. A request's look-up always
 * begins after the request did: a revocation holds from the next request on, in every instance, and yet a busy
 * program asks a fraction as often.
 */
export function authenticator(database: Database): (authorization: string | null) => Promise<Bearer | null> {
  const lastUsed = new Map<string, number>();
  const find = batcher(1_000, async (tokens: string[]) => {
    const digests = new Map([...new Set(tokens)].map((token) => [token, digestOf(token)]));
    const rows = await run<Row>(database, {
      name: 'find_tokens',
      text: `select id, organization_id, name, scopes, digest from api_tokens
        where digest = any($1) and (expires_at is null or expires_at > now()) and ${unrevoked('api_tokens')}`,
      values: [[...digests.values()]],
    });
    return tokens.map((token) => bearerOf(rows.find((row) => digests.get(token)?.equals(row.digest))));
  });

  function noteUse({ organizationId, tokenId }: Bearer) {
    const now = Date.now();
    if (now - (lastUsed.get(tokenId) ?? 0) < LAST_USED_MILLISECONDS) return;
    lastUsed.set(tokenId, now);
    run(database, {
      name: 'note_token_use',
      text: 'update api_tokens set last_used_at = now() where organization_id = $1 and id = $2',
      values: [organizationId, tokenId],
    }).catch(() => lastUsed.delete(tokenId));
  }

  return async (authorization) => {
    const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (!token || !isPlausible(token)) return null;
    const bearer = await find(token);
    if (bearer) noteUse(bearer);
    return bearer;
  };
}

const usable = scoped(
  'is_token_usable',
  `select from api_tokens
   where organization_id = $1 and id = $2 and (expires_at is null or expires_at > now()) and ${unrevoked('api_tokens')}`,
);

/** Whether a token may still be used. */
export const isUsable = async (scope: Scope, tokenId: string): Promise<boolean> =>
  (await usable(scope, tokenId)).length > 0;

function bearerOf(row: Row | undefined): Bearer | null {
  return row
    ? { tokenId: row.id, organizationId: row.organization_id, name: row.name, scopes: row.scopes }
    : null;
}
