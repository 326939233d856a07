import { createHmac } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { scopes } from '@/lib/contract/token';
import type { Database } from '@/lib/database/database';
import { StartError } from '@/lib/start-error';
import { run } from './statement';
import { digestOf } from './token-secret';

/** Where to say what may be a mistake. */
interface Log {
  warn(fields: object, message: string): void;
}

/** The organization that the console works in; it is made when there is none yet. Returns its id. */
export async function ensureFirstOrganization(database: Database): Promise<string> {
  await run(database, {
    text: `insert into organizations (id, name, created_at, first) values ($1, 'My organization', now(), true)
      on conflict (first) where first do nothing`,
    values: [uuidv7()],
  });
  const [organization] = await run<{ id: string }>(database, {
    text: 'select id from organizations where first',
  });
  return (organization as { id: string }).id;
}

/**
 * The token that the console uses, valid from now on.
 *
 * `configuredToken` is CONTACTS_API_TOKEN. Without it the token is derived from the secret: the same in every instance
 * and after every start, and kept nowhere. A token that was configured before is revoked.
 */
export async function ensureConsoleToken(
  database: Database,
  organizationId: string,
  options: { secret: string; configuredToken?: string; log?: Log },
): Promise<string> {
  const { secret, configuredToken, log } = options;
  const consoleToken =
    configuredToken ??
    createHmac('sha256', secret).update(`console token of ${organizationId}`).digest('base64url');
  const kind = configuredToken ? 'configured' : 'console';
  const digest = digestOf(consoleToken);
  const revoked = await run(database, {
    text: `update api_tokens set revoked_at = now()
      where organization_id = $1 and kind in ('configured', 'console') and digest <> $2 and revoked_at is null
      returning kind`,
    values: [organizationId, digest],
  });
  // Rightly so after a new secret. But should the other one be at work, its console has just lost its token.
  if (revoked.length > 0)
    log?.warn(
      {},
      'The console has another token than at the last start, and that one is revoked: instances that share a database need the same APP_SECRET and CONTACTS_API_TOKEN.',
    );
  const stored = await run(database, {
    text: `insert into api_tokens (organization_id, id, kind, name, digest, hint, scopes, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, now())
      on conflict (digest) do update set kind = excluded.kind, name = excluded.name, scopes = excluded.scopes,
        revoked_at = null, expires_at = null
      where api_tokens.organization_id = excluded.organization_id returning id`,
    values: [
      organizationId,
      uuidv7(),
      kind,
      configuredToken ? 'CONTACTS_API_TOKEN' : 'Console',
      digest,
      '',
      scopes,
    ],
  });
  if (stored.length === 0)
    throw new StartError('CONTACTS_API_TOKEN is a token of another organization; choose a new one.');
  return consoleToken;
}
