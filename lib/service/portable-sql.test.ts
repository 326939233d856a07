import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '@/lib/database/database';
import { scopedTexts } from '@/lib/database/statement';
import { DISTRIBUTED } from '@/lib/database/tables';
import { embeddedEngine } from '@/lib/database/testing';

/** Texts in parentheses that end with a fence. */
function fencesOf(text: string): string[] {
  const starts: number[] = [];
  const fences: string[] = [];
  for (const [at, character] of [...text].entries()) {
    if (character === '(') starts.push(at);
    if (character !== ')') continue;
    const inside = text.slice((starts.pop() ?? 0) + 1, at);
    if (/\boffset 0(\s+for [a-z ]+)?\s*$/.test(inside)) fences.push(inside);
  }
  return fences;
}

/** The rules of docs/decisions/engines.md. */
describe('statements on the data of an organization', () => {
  let database: Database;
  const names = async (query: string) =>
    (await database.pool.query<{ name: string }>(query)).rows.map(({ name }) => name);

  beforeAll(async () => {
    database = await embeddedEngine.open();
    const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter(
      (file) => /(?<!\.test)\.ts$/.test(file) && readFileSync(join('lib', file), 'utf8').includes('= scoped'),
    );
    for (const file of files) await import(pathToFileURL(join('lib', file)).href);
  });
  afterAll(() => database.close());

  const those = (condition: (text: string) => boolean) =>
    [...scopedTexts].flatMap(([name, text]) => (condition(text) ? [name] : []));

  test('are all read', () => {
    expect(scopedTexts.size).toBeGreaterThan(100);
  });

  test('use no addresses of rows', () => {
    expect(those((text) => /\b(ctid|xmax|tableoid)\b/i.test(text))).toEqual([]);
  });

  test('insert nothing inside a common table expression', () => {
    expect(those((text) => /\bas\s+(not\s+)?(materialized\s+)?\(\s*insert\b/i.test(text))).toEqual([]);
  });

  test('name the organization in each fence', () => {
    const lacks = (text: string) =>
      fencesOf(text).some(
        (fence) => /\bfrom [a-z_]+\b(?!\()/.test(fence) && !fence.includes('organization_id = $1'),
      );
    expect(those(lacks)).toEqual([]);
  });

  test('call no function that takes a row or reads tables', async () => {
    const functions = await names(
      `select distinct p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
         and (exists (select from unnest(p.proargtypes::oid[]) a join pg_type t on t.oid = a where t.typtype = 'c')
           or exists (select from pg_class c where c.relnamespace = p.pronamespace and c.relkind = 'r'
             and p.prosrc ~* ('(from|join|into|update)\\s+' || c.relname || '\\M')))`,
    );
    const call = new RegExp(`\\b(${functions.join('|')})\\(`);
    expect(those((text) => call.test(text))).toEqual([]);
  });

  test('work on tables that refer to none of all organizations', async () => {
    const spread = DISTRIBUTED.join(',');
    const foreign = await names(
      `select conname as name from pg_constraint where contype = 'f'
         and (conrelid::regclass::text = any('{${spread}}')) <> (confrelid::regclass::text = any('{${spread}}'))`,
    );
    const lacking = await names(
      `select name from unnest('{${spread}}'::text[]) name where not exists (select from pg_attribute
         where attrelid = name::regclass and attname = 'organization_id' and attnotnull)`,
    );
    expect([...foreign, ...lacking]).toEqual([]);
  });

  test('work on tables whose keys have the organization, and whose foreign keys set nothing null', async () => {
    const keys = await names(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_attribute o
         on o.attrelid = i.indrelid and o.attname = 'organization_id'
       where i.indisunique and o.attnum <> all (i.indkey::smallint[]) and i.indrelid::regclass::text !~ '^(staff_|api_tokens|replicas)'`,
    );
    const setting = await names(
      "select conname as name from pg_constraint where contype = 'f' and confdeltype in ('n', 'd')",
    );
    expect([...keys, ...setting]).toEqual([]);
  });
});
