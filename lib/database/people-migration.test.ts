import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Database } from './database';
import { engines } from './testing';

const FOLDER = join(import.meta.dirname, 'migrations');

async function apply({ pool }: Database, wanted: (file: string) => boolean): Promise<void> {
  for (const file of (await readdir(FOLDER)).filter((name) => name.endsWith('.sql') && wanted(name)).sort())
    for (const statement of (await readFile(join(FOLDER, file), 'utf8')).split('--> statement-breakpoint'))
      await pool.query(statement);
}

describe.each(engines)('people of an older version, on $name', (engine) => {
  it.each([
    ['of its organization', 1],
    ['of a console of another service', 0],
  ])('keep their role and session: %s', async (_, organizations) => {
    const database = await engine.open();
    const { pool } = database;
    await pool.query('drop schema public cascade');
    await pool.query('create schema public');
    await apply(database, (file) => file < '0014');
    if (organizations)
      await pool.query(
        "insert into organizations (id, name, created_at, first) values (gen_random_uuid(), 'Acme', now(), true), (gen_random_uuid(), 'Other', now(), false)",
      );
    for (const role of ['admin', 'viewer'])
      await pool.query(
        `with made as (insert into staff_user (id, name, email, role) values (gen_random_uuid(), $1, $1 || '@b.example', $1) returning id)
         insert into staff_session (id, user_id, token, expires_at, updated_at)
         select gen_random_uuid(), id, $1, now() + interval '1 day', now() - interval '13 days' from made`,
        [role],
      );
    await apply(database, (file) => file >= '0014');
    const { rows } = await pool.query(
      `select m.role, o.first, m.joined_at is not null as joined, s.updated_at > now() - interval '1 minute' as used
       from staff_user u join staff_membership m on m.user_id = u.id join organizations o on o.id = m.organization_id
       join staff_session s on s.user_id = u.id order by m.role`,
    );
    const kept = { first: true, joined: true, used: true };
    expect(rows).toEqual([
      { role: 'admin', ...kept },
      { role: 'viewer', ...kept },
    ]);
    await database.close();
  });
});
