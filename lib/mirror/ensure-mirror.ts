import { v7 as uuidv7 } from 'uuid';
import type { Database } from '@/lib/database/database';

/**
 * The organization that holds the copy of the service at this address; made when there is none yet. Returns its id.
 * Another address has a copy of its own: what one service said is never taken for another's.
 */
export async function ensureMirror(database: Database, url: string): Promise<string> {
  const find = () =>
    database.pool.query<{ id: string }>('select organization_id as id from mirrors where url = $1', [url]);
  const { rows } = await find();
  if (rows[0]) return rows[0].id;
  const { host } = new URL(url);
  await database.pool
    .query(
      // Two instances may start at once: whose address is there already makes nothing.
      `with made as (insert into organizations (id, name, created_at) values ($1, left($2, 200), now()) returning id)
     insert into mirrors (organization_id, url) select id, $3 from made`,
      [uuidv7(), host, url],
    )
    .catch((cause: unknown) => {
      if (!(cause instanceof Error && 'constraint' in cause && cause.constraint === 'mirrors_url'))
        throw cause;
    });
  const made = await find();
  return (made.rows[0] as { id: string }).id;
}
