import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '@/lib/database/database';

/** A copy of what a service answered: of one organization of the service at one address. */
export interface Mirror {
  /** The local organization that holds it. */
  organizationId: string;
  /** The service's own organization; `null` until a contact has told which that is. */
  remoteId: string | null;
  /** Whether the token that is configured is known to be of that organization. */
  isCertain: boolean;
}

/** What a copy is looked up by. */
export interface Source {
  url: string;
  token: string;
}

interface Row {
  organization_id: string;
  remote_organization_id: string | null;
  same_token: boolean;
}

/**
 * The copy to begin with. What one service said is never taken for another's, nor what it said to one organization for
 * another's: the token tells, and a token that was never seen is most likely a new one for the only organization known.
 */
export async function findMirror(database: Database, source: Source): Promise<Mirror> {
  const { rows } = await database.pool.query<Row>(
    `select organization_id, remote_organization_id, coalesce(token_digest = $2, false) as same_token
     from mirrors where url = $1 order by same_token desc limit 2`,
    [source.url, digestOf(source.token)],
  );
  const [first, second] = rows;
  if (!first || (second && !first.same_token)) return ensureMirror(database, source, null);
  const { organization_id: organizationId, remote_organization_id: remoteId, same_token } = first;
  return { organizationId, remoteId, isCertain: same_token || remoteId === null };
}

/** The copy of one organization of the service; made when there is none yet. `null`: one that is not known by its id. */
export async function ensureMirror(
  database: Database,
  { url, token }: Source,
  remoteId: string | null,
): Promise<Mirror> {
  const digest = digestOf(token);
  const find = async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `update mirrors set token_digest = $3 where url = $1 and remote_organization_id is not distinct from $2
       returning organization_id as id`,
      [url, remoteId, digest],
    );
    return rows[0]?.id;
  };
  let organizationId = await find();
  if (!organizationId) {
    // Two instances may start at once: what is there already makes nothing.
    await unlessThere(
      database.pool.query(
        `with made as (insert into organizations (id, name, created_at) values ($1, left($2, 200), now()) returning id)
       insert into mirrors (organization_id, url, remote_organization_id) select id, $3, $4 from made`,
        [uuidv7(), new URL(url).host, url, remoteId],
      ),
    );
    organizationId = (await find()) as string;
  }
  return { organizationId, remoteId, isCertain: true };
}

/** The copy of the organization that a contact told of: the one at hand where that was not known by its id yet. */
export async function nameMirror(
  database: Database,
  source: Source,
  { organizationId, remoteId }: Mirror,
  told: string,
): Promise<Mirror> {
  if (remoteId === null)
    await unlessThere(
      database.pool.query(
        'update mirrors set remote_organization_id = $2 where organization_id = $1 and remote_organization_id is null',
        [organizationId, told],
      ),
    );
  return ensureMirror(database, source, told);
}

async function unlessThere(query: Promise<unknown>): Promise<void> {
  await query.catch((cause: unknown) => {
    if (!(cause instanceof Error && 'constraint' in cause && cause.constraint === 'mirrors_source'))
      throw cause;
  });
}

/** Tells tokens apart; a token that is configured is not to be stored. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
