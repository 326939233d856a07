import type { PoolClient } from 'pg';

/** Drops the foreign keys of `tables`, or of all. Returns statements that add them again, which checks all rows at once. */
export async function dropForeignKeys(client: PoolClient, tables?: string[]): Promise<string[]> {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
       and ($1::regclass[] is null or conrelid = any($1::regclass[]))`,
    [tables ?? null],
  );
  for (const { owner, name } of rows) await client.query(`alter table ${owner} drop constraint ${name}`);
  return rows.map(
    ({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`,
  );
}

/** Drops the indexes of a table, except those of constraints. Returns statements that build each again in one pass. */
export async function dropIndexes(client: PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = $1::regclass
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Disables the triggers of a table. Returns statements that enable them again, each in its former mode. */
export async function disableTriggers(client: PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; always: string }>(
    `select quote_ident(tgname) as name, case tgenabled when 'A' then 'always' else '' end as always
     from pg_trigger where tgrelid = $1::regclass and not tgisinternal`,
    [table],
  );
  await client.query(`alter table ${table} disable trigger user`);
  return rows.map(({ name, always }) => `alter table ${table} enable ${always} trigger ${name}`);
}
