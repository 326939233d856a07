import { v7 as uuidv7 } from 'uuid';
import type { Database } from './database';

/** Returns the id of the first organization, creating it if there is none. */
export async function ensureFirstOrganization({ pool }: Pick<Database, 'pool'>): Promise<string> {
  await pool.query(
    `insert into organizations (id, name, created_at, first) values ($1, 'My organization', now(), true)
     on conflict (first) where first do nothing`,
    [uuidv7()],
  );
  const { rows } = await pool.query<{ id: string }>('select id from organizations where first');
  return (rows[0] as { id: string }).id;
}
