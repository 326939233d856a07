import type { PoolClient } from 'pg';
import type { Database } from './database';
import { transaction } from './transaction';

/**
 * Runs `load` in one transaction during which the tables have neither secondary indexes (but unique ones, which decide)
 * nor foreign keys: both are made anew over all rows at the end, many times quicker than row by row. Everybody else who
 * uses these tables waits meanwhile; whatever fails, the tables are as before.
 */
export function bulkLoad(
  database: Database,
  tables: string[],
  load: (client: PoolClient) => Promise<void>,
): Promise<void> {
  return transaction(database, async (client) => {
    await client.query("set local maintenance_work_mem = '256MB'; set local statement_timeout = 0");
    // Before looking: what another bulk load has dropped is made anew under new numbers.
    await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = any($1::regclass[]) and not indisunique`,
      [tables],
    );
    const { rows: keys } = await client.query<{ name: string; on: string; definition: string }>(
      `select quote_ident(conname) as name, conrelid::regclass::text as on, pg_get_constraintdef(oid) as definition
       from pg_constraint where conrelid = any($1::regclass[]) and contype = 'f'`,
      [tables],
    );
    for (const key of keys) await client.query(`alter table ${key.on} drop constraint ${key.name}`);
    for (const index of indexes) await client.query(`drop index ${index.name}`);
    await load(client);
    for (const index of indexes) await client.query(index.definition);
    for (const key of keys)
      await client.query(`alter table ${key.on} add constraint ${key.name} ${key.definition}`);
  });
}
