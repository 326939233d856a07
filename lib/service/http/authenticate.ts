import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Scope } from '@/lib/contract/token';
import type { Database } from '@/lib/database/database';
import { batcher } from '../contacts/batcher';
import { type Refusal, refuse } from '../reply';
import { type RequestContext, run, scoped } from '../statement';
import { digestOf, isPlausible } from '../tokens/token-secret';
import { unrevoked } from '../tokens/tokens';

/** Who a token stands for. */
export interface Bearer {
  tokenId: string;
  organizationId: string;
  name: string;
  scopes: Scope[];
}

interface Row {
  id: string;
  organization_id: string;
  name: string;
  scopes: Scope[];
  digest: Buffer;
}

/** How exact "last used" is; a write for each request would cost more than the request. */
const LAST_USED_MILLISECONDS = 60_000;

/**
 * Looks tokens up, all that came in while the last look-up was under way in one query. A request's look-up always
 * begins after the request did: a revocation holds from the next request on, in every instance, and yet a busy
 * program asks a fraction as often.
 *
 * @param perMinute Requests that a token may make, in this instance, where they are limited.
 */
export function authenticator(
  database: Database,
  perMinute: number | undefined,
): (authorization: string | null, limited: boolean) => Promise<Bearer | { refusal: Refusal }> {
  const limiter = perMinute ? new RateLimiterMemory({ points: perMinute, duration: 60 }) : null;
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

  return async (authorization, limited) => {
    const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    const bearer = token && isPlausible(token) ? await find(token) : null;
    if (!bearer) return UNAUTHORIZED;
    noteUse(bearer);
    if (!limiter || !limited) return bearer;
    return limiter.consume(bearer.tokenId).then(
      () => bearer,
      (cause: unknown) => {
        if (cause instanceof RateLimiterRes) return tooMany(limiter.points, cause.msBeforeNext);
        throw cause;
      },
    );
  };
}

const UNAUTHORIZED: { refusal: Refusal } = {
  refusal: {
    ...refuse('UNAUTHORIZED', 'A valid API token is needed: Authorization: Bearer <API_TOKEN>.').refusal,
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
};

function tooMany(perMinute: number, milliseconds: number): { refusal: Refusal } {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const { refusal } = refuse('RATE_LIMITED', `Too many requests: this token may make ${perMinute} a minute.`);
  return { refusal: { ...refusal, headers: { 'Retry-After': String(seconds) } } };
}

const usable = scoped(
  'is_token_usable',
  `select from api_tokens
   where organization_id = $1 and id = $2 and (expires_at is null or expires_at > now()) and ${unrevoked('api_tokens')}`,
);

/** Whether a token may still be used. */
export const isUsable = async (context: RequestContext, tokenId: string): Promise<boolean> =>
  (await usable(context, tokenId)).length > 0;

function bearerOf(row: Row | undefined): Bearer | null {
  return row
    ? { tokenId: row.id, organizationId: row.organization_id, name: row.name, scopes: row.scopes }
    : null;
}
