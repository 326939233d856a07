import { createHmac } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { grantableScopes, scopes } from '@/lib/contract/token';
import type { Database } from '@/lib/database/database';
import { run } from '@/lib/database/statement';
import { StartError } from '@/lib/system/start-error';
import { digestToken } from '../shared/token-secret';

interface Log {
  warn(fields: object, message: string): void;
}

/**
 * Activates and returns the console's token, which all instances derive from the secret; revokes the tokens of other
 * secrets.
 */
export async function ensureConsoleToken(
  database: Database,
  organizationId: string,
  { secret, log }: { secret: string; log?: Log },
): Promise<string> {
  const token = createHmac('sha256', secret).update(`console token of ${organizationId}`).digest('base64url');
  await ensureOnlyToken(database, organizationId, 'console', { token, log });
  return token;
}

/** The console's tokens by organization, each activated on first use. */
export function consoleTokens(
  database: Database,
  options: { secret: string; log?: Log },
): (organizationId: string) => Promise<string> {
  const tokens = new Map<string, Promise<string>>();
  return (organizationId) => {
    const token = tokens.get(organizationId) ?? ensureConsoleToken(database, organizationId, options);
    tokens.set(organizationId, token);
    token.catch(() => tokens.delete(organizationId));
    return token;
  };
}

const builtIn = {
  console: { name: 'Console', scopes },
  configured: { name: 'CONTACTS_API_TOKEN', scopes: grantableScopes },
};

/**
 * Stores `token`, if given, as the only one of its kind, and revokes the others. @throws StartError if another organization
 * has it.
 */
export async function ensureOnlyToken(
  database: Database,
  organizationId: string,
  kind: keyof typeof builtIn,
  { token, log }: { token: string | undefined; log?: Log },
): Promise<void> {
  const { name, scopes } = builtIn[kind];
  const digest = token === undefined ? null : digestToken(token);
  const revoked = await run(database, {
    text: `update api_tokens set revoked_at = now()
      where organization_id = $1 and kind = $2 and digest is distinct from $3 and revoked_at is null returning id`,
    values: [organizationId, kind, digest],
  });
  // Intended after a change of the secret; but an instance that still runs with the old one has just lost its token.
  if (revoked.length > 0)
    log?.warn(
      {},
      `${kind === 'console' ? 'The console’s token' : name} has changed, and the previous one is revoked: instances that share a database need the same APP_SECRET and CONTACTS_API_TOKEN.`,
    );
  if (!digest) return;
  const unchanged = await run(database, {
    text: `select from api_tokens where organization_id = $1 and digest = $2 and kind = $3 and name = $4 and scopes = $5
      and revoked_at is null and expires_at is null and maker_ids = '{}'`,
    values: [organizationId, digest, kind, name, scopes],
  });
  if (unchanged.length > 0) return;
  const stored = await run(database, {
    // When a revoked token is configured again, tokens made with it stay revoked.
    text: `with ended as (
        update api_tokens t set revoked_at = now() from api_tokens m
        where m.organization_id = $1 and m.digest = $5 and m.revoked_at is not null
          and t.organization_id = $1 and m.id = any(t.maker_ids) and t.revoked_at is null)
      insert into api_tokens (organization_id, id, kind, name, digest, hint, scopes, created_at)
      values ($1, $2, $3, $4, $5, '', $6, now())
      on conflict (digest) do update set kind = excluded.kind, name = excluded.name, scopes = excluded.scopes,
        revoked_at = null, expires_at = null, maker_ids = '{}'
      where api_tokens.organization_id = excluded.organization_id returning id`,
    values: [organizationId, uuidv7(), kind, name, digest, scopes],
  });
  if (stored.length === 0)
    throw new StartError('CONTACTS_API_TOKEN belongs to another organization; choose a new one.');
}
