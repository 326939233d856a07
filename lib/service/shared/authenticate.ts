import type { Scope } from '@/lib/contract/token';
import { batcher } from '@/lib/database/batcher';
import type { Database } from '@/lib/database/database';
import { run, scoped } from '@/lib/database/statement';
import type { RateLimit, rateLimits } from './rate-limits';
import { type Refusal, refuse } from './reply';
import { digestToken, isPlausible } from './token-secret';
import { unrevokedSql } from './unrevoked';

/** The origin of a call. */
export interface CallOrigin {
  /** Whether the call counts for the limits; those of the program's own console do not. */
  limited?: boolean;
  /** The address of the client, if known. */
  address?(): string | null;
  /** Receives the token's id, for the log. */
  noteToken?(id: string): void;
  /** Receives the rate limit headers of the token. */
  noteLimit?(headers: Record<string, string>): void;
}

/** The identity behind a token. */
export interface Bearer {
  tokenId: string;
  /** The token at the root of the chain that made this one; itself if none did. */
  firstTokenId: string;
  organizationId: string;
  name: string;
  scopes: Scope[];
  /** Default country of the organization's phone numbers, in two letters. */
  country: string | null;
  /** The organization's time zone. */
  timeZone: string | null;
}

interface BearerRow {
  id: string;
  first_id: string;
  organization_id: string;
  name: string;
  scopes: Scope[];
  /** Country and time zone of the organization. */
  place: [country: string | null, timeZone: string | null] | null;
  digest: Buffer;
}

/** Precision of "last used"; a write per request would cost more than the request. */
const LAST_USED_MILLISECONDS = 60_000;

/** Invalid tokens allowed per address and minute. */
const FAILED_TOKENS = 100;

/**
 * Returns a function that finds whose token a call has and counts the call, or refuses it. Tokens that arrive during a
 * look-up share the next query, so a revocation works from the next request on, everywhere.
 */
export function authenticator(
  database: Database,
  limit: ReturnType<typeof rateLimits>,
  perMinute?: number,
): (token: string, origin: CallOrigin) => Promise<Bearer | { refusal: Refusal }> {
  const requests = perMinute ? limit('token', perMinute) : null;
  const failures = limit('address', FAILED_TOKENS);
  const lastUsed = new Map<string, number>();
  /** Finds whose tokens these are, in one query; `null` for those unknown, expired or revoked. */
  const find = batcher(1_000, async (tokens: string[]) => {
    const digests = new Map([...new Set(tokens)].map((token) => [token, digestToken(token)]));
    const rows = await run<BearerRow>(database, {
      name: 'find_tokens',
      text: `select id, coalesce(maker_ids[1], id) as first_id, organization_id, name, scopes, digest,
          (select json_build_array(country, time_zone) from organizations where id = organization_id) as place from api_tokens
        where digest = any(array(select decode(json_array_elements_text($1::json), 'hex'))) and (expires_at is null or expires_at > now()) and ${unrevokedSql('api_tokens')}`,
      values: [JSON.stringify([...digests.values()].map((digest) => digest.toString('hex')))],
    });
    return tokens.map((token): Bearer | null => {
      const row = rows.find(({ digest }) => digests.get(token)?.equals(digest));
      if (!row) return null;
      const {
        id: tokenId,
        first_id: firstTokenId,
        organization_id: organizationId,
        name,
        scopes,
        place,
      } = row;
      const [country, timeZone] = place ?? [null, null];
      return { tokenId, firstTokenId, organizationId, name, scopes, country, timeZone };
    });
  });

  /** Stores when a token was used, at most once a minute, without waiting for it. */
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

  return async (token, { limited = true, address, noteToken, noteLimit }) => {
    const bearer = isPlausible(token) ? await find(token) : null;
    if (!bearer) {
      // Limit addresses after the look-up only, so that a valid token works from an address where others fail.
      const from = limited ? (address?.() ?? null) : null;
      const wait = from === null ? null : failures.take(from);
      return wait === null ? UNAUTHORIZED : tooMany('Too many requests without a valid token.', wait);
    }
    noteToken?.(bearer.tokenId);
    noteUse(bearer);
    if (!limited || !requests || !perMinute) return bearer;
    const over = requests.take(bearer.tokenId);
    noteLimit?.(limitHeaders(perMinute, requests.left(bearer.tokenId)));
    if (over === null) return bearer;
    return tooMany(`Too many requests: this token may make ${perMinute} a minute.`, over);
  };
}

/**
 * Uses left and seconds until the limit resets, as `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
const limitHeaders = (perMinute: number, { uses, milliseconds }: ReturnType<RateLimit['left']>) => ({
  'RateLimit-Policy': `"minute";q=${perMinute};w=60`,
  RateLimit: `"minute";r=${uses};t=${Math.max(0, Math.ceil(milliseconds / 1000))}`,
});

export const UNAUTHORIZED = refuse(
  'UNAUTHORIZED',
  'A valid API token is needed: Authorization: Bearer <API_TOKEN>.',
  [],
  { 'WWW-Authenticate': 'Bearer' },
);

export const tooMany = (message: string, milliseconds: number) =>
  refuse('RATE_LIMITED', message, [], { 'Retry-After': String(Math.max(1, Math.ceil(milliseconds / 1000))) });

/** Returns a row if the token can still be used. */
export const usableToken = scoped(
  'is_token_usable',
  `select from api_tokens
   where organization_id = $1 and id = $2 and (expires_at is null or expires_at > now()) and ${unrevokedSql('api_tokens')}`,
);
