import { v7 as uuidv7 } from 'uuid';
import type { Database } from './database';

/** The organization that the program begins with; it is made when there is none yet. Returns its id. */
export async function ensureFirstOrganization({ pool }: Pick<Database, 'pool'>): Promise<string> {
  await pool.query(
    `insert into organizations (id, name, created_at, first) values ($1, 'My organization', now(), true)
     on conflict (first) where first do nothing`,
    [uuidv7()],
  );
  const { rows } = await pool.query<{ id: string }>('select id from organizations where first');
  return (rows[0] as { id: string }).id;
}
