import type { PoolClient } from 'pg';
import type { Database } from './database';
import { transaction } from './transaction';

/**
 * Runs `load` in one transaction during which the tables have neither indexes (but those that foreign keys of other tables
 * rest on) nor foreign keys: both are made anew over all rows at the end, many times quicker than row by row, and refuse
 * there what they would have refused in between. Everybody else who uses these tables waits meanwhile; whatever fails,
 * the tables are as before.
 */
export function bulkLoad(
  database: Database,
  tables: string[],
  load: (client: PoolClient) => Promise<void>,
): Promise<void> {
  return transaction(database, async (client) => {
    await client.query(
      "set local maintenance_work_mem = '256MB'; set local work_mem = '64MB'; set local statement_timeout = 0",
    );
    // Before looking: what another bulk load has dropped is made anew under new numbers.
    await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
    const keys = await constraints(client, tables, "contype = 'f'");
    for (const { drop } of keys) await client.query(drop);
    const uniques = await constraints(
      client,
      tables,
      `contype in ('p', 'u') and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid)`,
    );
    const indexes = await plainIndexes(client, tables);
    for (const { drop } of [...uniques, ...indexes]) await client.query(drop);
    await load(client);
    for (const { make } of [...uniques, ...indexes, ...keys]) await client.query(make);
  });
}

/** Statements that take something away and make it anew. */
interface Part {
  drop: string;
  make: string;
}

async function constraints(client: PoolClient, tables: string[], which: string): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint c where conrelid = any($1::regclass[]) and ${which} order by conname`,
    [tables],
  );
  return rows;
}

/** Indexes that belong to no constraint. */
async function plainIndexes(client: PoolClient, tables: string[]): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid`,
    [tables],
  );
  return rows;
}
