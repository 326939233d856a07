import type { Scope as TokenScope } from '@/lib/contract/token';
import type { Database } from '@/lib/database/database';
import { run } from './statement';
import { digestOf, isPlausible } from './token-secret';

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
  let waiting = new Map<string, Waiting>();
  let underWay = false;
  const lastUsed = new Map<string, number>();

  async function lookUp() {
    underWay = true;
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      try {
        const rows = await run<Row>(database, {
          name: 'find_tokens',
          text: `select id, organization_id, name, scopes, digest from api_tokens
            where digest = any($1) and revoked_at is null and (expires_at is null or expires_at > now())`,
          values: [[...batch.values()].map(({ digest }) => digest)],
        });
        const found = new Map(rows.map((row) => [row.digest.toString('base64'), row]));
        for (const [key, { resolve }] of batch) resolve(bearerOf(found.get(key)));
      } catch (cause) {
        for (const { reject } of batch.values()) reject(cause);
      }
    }
    underWay = false;
  }

  function find(token: string): Promise<Bearer | null> {
    const digest = digestOf(token);
    const key = digest.toString('base64');
    const joined = waiting.get(key);
    if (joined) return joined.promise;
    const { promise, resolve, reject } = withResolvers<Bearer | null>();
    waiting.set(key, { digest, promise, resolve, reject });
    if (!underWay) void lookUp();
    return promise;
  }

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

interface Waiting {
  digest: Buffer;
  promise: Promise<Bearer | null>;
  resolve: (bearer: Bearer | null) => void;
  reject: (cause: unknown) => void;
}

function bearerOf(row: Row | undefined): Bearer | null {
  return row
    ? { tokenId: row.id, organizationId: row.organization_id, name: row.name, scopes: row.scopes }
    : null;
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (cause: unknown) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
