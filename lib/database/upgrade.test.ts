import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readBackupOf } from './backup';
import type { Database } from './database';
import { migrate } from './migrate';
import { restoreBackup } from './restore';
import { emptied, engines, isCitus, rowsByTable } from './testing';

/** The migrations of the last release, from the history, which a shallow clone lacks. */
const released = (() => {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' });
  try {
    const folder = '56a84d72:lib/database/migrations';
    return git('ls-tree', '--name-only', folder)
      .trim()
      .split('\n')
      .map((file) => git('show', `${folder}/${file}`))
      .map((sql) => ({ sql, hash: createHash('sha256').update(sql).digest('hex') }));
  } catch {
    return null;
  }
})();

const uuid = (number: number) => `'0198c0de-7a11-7000-8000-${String(number).padStart(12, '0')}'`;
const [org, one, merged, trashed, vip, gone, code] = [1, 2, 3, 4, 5, 6, 7].map(uuid);
const [sheet, plan, run, list, planning, third, planned] = [11, 12, 13, 14, 15, 16, 17].map(uuid);
const day = (number: number) => `'2026-01-0${number}'`;

/** A contact in a segment and, by another that was merged into it, in a deleted one. */
const ROWS = `
  insert into organizations (id, name, created_at) values (${org}, 'Acme', now());
  insert into saved_views (organization_id, id, title, query) values
    (${org}, ${one}, 'A', 'hidden=phone%2Ccompany&sort=name'), (${org}, ${vip}, 'B', 'company=hidden%3D');
  insert into contacts (organization_id, id, email, created_at, updated_at, deleted_at, merged_into) values
    (${org}, ${one}, 'one@acme.example', now(), now(), null, null),
    (${org}, ${merged}, 'merged@acme.example', now(), now(), now(), ${one}),
    (${org}, ${trashed}, 'trashed@acme.example', now(), now(), now(), null);
  insert into segments (organization_id, id, title, color, created_at) values (${org}, ${vip}, 'VIP', '#112233', now());
  insert into contact_segments values (${org}, ${one}, ${vip}, ${day(2)}), (${org}, ${trashed}, ${vip}, ${day(1)});
  insert into referral_codes (organization_id, id, code, created_at) values (${org}, ${code}, 'HELLO', now());
  insert into deleted_segments (organization_id, id, title, color, created_at, deleted_at, deleted_by, contact_count,
    contact_ids, assigned_at, referral_code_ids)
  values (${org}, ${gone}, 'Gone', '#112233', now(), now(), 'Ann', 1, array[${merged}, ${uuid(8)}]::uuid[], array[${day(1)}, ${day(1)}]::timestamptz[],
    array[${code}]::uuid[]);`;

const SETTINGS = `{"mode": "both", "targets": ["email"]}`;
const FORMAT = `{"header": true, "encoding": "utf-8", "delimiter": ","}`;
/** An import that has run, one that is being planned, and one that is planned, as early versions wrote them. */
const IMPORTS = `
  insert into imports (organization_id, id, name, size, header_key, format, settings, columns, plan_id, run_id, created_by,
    created_at, updated_at)
  select ${org}, id, name, 9, '', '${FORMAT}', '${SETTINGS}', '[{"name": "Email"}, {"name": "X", "tellsUnsubscribed": true}]',
    plan, run, '{}', now(), now()
  from (values (${sheet}::uuid, 'a.xlsx', ${plan}::uuid, ${run}::uuid), (${list}, 'b.csv', ${planning}, null),
    (${third}, 'c.csv', ${planned}, null)) as i (id, name, plan, run);
  insert into jobs (organization_id, id, kind, input, state, position, progress, created_by, asked_by, due_at, created_at, updated_at)
  select ${org}, id, kind, input::jsonb, state, 2, progress::jsonb, '{}', '{}', now(), now(), now() from (values
    (${plan}::uuid, 'import-plan', '{"format": ${FORMAT}, "settings": ${SETTINGS}}', 'finished',
      '{"rows": 2, "created": 2, "share": 1, "bytes": 90, "newSegments": [], "leftOutReasons": {"invalid": 1},
        "votes": {"byCountry": {"DE": 1}, "unplaced": ["030 1"]}}'),
    (${planning}, 'import-plan', '{"format": ${FORMAT}, "settings": ${SETTINGS}}', 'running', '{"rows": 2, "created": 2, "bytes": 90}'),
    (${run}, 'import', '{"total": 2, "settings": ${SETTINGS}}', 'running', '{"rows": 1, "line": 2, "created": 1}'),
    (${planned}, 'import-plan', '{}', 'finished', '{"unusualPhones": {"count": 2, "first": [{"line": 2, "phone": "+86111"}]}}')
  ) as j (id, kind, input, state, progress);
  insert into import_rows (organization_id, plan_id, line, outcome, request) select ${org}, plan, line, 'created', '{}'
  from (values (${plan}::uuid), (${planning}), (${planned})) p (plan), generate_series(2, 3) line;
  insert into import_rows (organization_id, plan_id, line, outcome, request, details)
  values (${org}, ${planned}, 4, 'created', '{"isUnusual": true}', '{"leftOut": [{"reason": "unusual"}]}');`;

const settings = {
  mode: 'both',
  targets: ['email'],
  columnOrder: [],
  sharedAddresses: 'hold',
  unusualPhones: 'leaveOut',
};
const format = { header: true, encoding: 'utf-8', delimiter: ',', quotes: 'double', firstLine: 1 };
const outcomes = { created: 0, updated: 0, unchanged: 0, skipped: 0, shared: 0, conflict: 0, rejected: 0 };
const unplanned = {
  ...outcomes,
  rows: 0,
  repeated: 0,
  leftOut: 0,
  leftOutReasons: {},
  corrected: 0,
  unusualPhones: { count: 0, first: [] },
  suggestedCountry: null,
  share: 0,
  bytes: 0,
  newSegments: [],
  votes: { byCountry: {}, unplaced: [], named: [] },
  codeUses: {},
};

/** Columns, constraints, indexes, functions and triggers. */
async function catalog({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with tables as (select * from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
    select concat_ws(' ', t.relname, attname, format_type(atttypid, atttypmod), attnotnull, attstorage, attcollation,
      pg_get_expr(adbin, adrelid), t.relpersistence) as line
    from pg_attribute join tables t on t.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    union all select concat_ws(' ', t.relname, conname, pg_get_constraintdef(c.oid))
    from pg_constraint c join tables t on t.oid = conrelid where contype <> 'n'
    union all select pg_get_indexdef(indexrelid) from pg_index join tables t on t.oid = indrelid
    union all select concat_ws(' ', pg_get_triggerdef(g.oid), tgenabled) from pg_trigger g join tables t on t.oid = tgrelid
    where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by 1`);
  return rows.map(({ line }) => line);
}

async function* each(lines: string[]) {
  yield* lines;
}

test.skipIf(isCitus || !released).each(engines)(
  'a database of the last release, upgraded or restored from its backup, is like a new one on $name',
  async (engine) => {
    const fresh = await engine.open();
    const schema = await catalog(fresh);
    await fresh.close();
    const [upgraded, restored] = [await emptied(engine), await emptied(engine)];
    const client = await upgraded.pool.connect();
    await migrate(client, undefined, released ?? []);
    await client.query(ROWS);
    await client.query(IMPORTS);
    const lines: string[] = [];
    for await (const line of readBackupOf(client, upgraded.engine, { version: '0.1.0', secret: '' }))
      lines.push(JSON.stringify(line));
    await migrate(client);
    client.release();
    await restoreBackup(restored, each(lines));

    expect(await catalog(upgraded)).toEqual(schema);
    expect(await catalog(restored)).toEqual(schema);
    expect(await rowsByTable(restored)).toEqual(await rowsByTable(upgraded));
    const { rows } = await upgraded.pool.query(
      'select id, segment_ids from contacts where cardinality(segment_ids) > 0 order by id',
    );
    expect(JSON.stringify(rows).replaceAll('"', "'")).toBe(
      `[{'id':${one},'segment_ids':[${gone},${vip}]},{'id':${trashed},'segment_ids':[${vip}]}]`,
    );
    const query = async (text: string) => (await upgraded.pool.query(text)).rows;
    expect((await query('select query from saved_views order by title')).map((row) => row.query)).toEqual([
      'columns=email%2Cjobtitle%2Csegments%2CupdatedAt&sort=name',
      'company=hidden%3D',
    ]);
    const tables = [{ name: '', size: 9, sample: '', isText: false }];
    const imported = {
      settings,
      format: { ...format, sheet: null, tables, otherTables: [] },
      columns: [
        { name: 'Email', tellsUnsubscribed: false },
        { name: 'X', tellsUnsubscribed: true },
      ],
    };
    const text = { ...imported.format, tables: [{ ...tables[0], isText: true }] };
    expect(await query('select settings, format, columns from imports order by id')).toEqual([
      imported,
      { ...imported, format: text },
      { ...imported, format: text },
    ]);
    expect(
      await query(`select position, input, progress from jobs where id <> ${planned} order by id`),
    ).toEqual([
      {
        position: 2,
        input: { table: 0, format, settings },
        progress: {
          ...unplanned,
          rows: 2,
          created: 2,
          share: 1,
          bytes: 90,
          leftOutReasons: { invalid: 1 },
        },
      },
      {
        position: 2,
        input: { total: 2, settings },
        progress: { ...outcomes, rows: 1, line: 2, created: 1, changed: 0, undone: 0, kept: 0, bytes: 0 },
      },
      // The plan begins anew.
      { position: 0, input: { table: 0, format, settings }, progress: unplanned },
    ]);
    expect(await query(`select line from import_rows where plan_id = ${planning}`)).toEqual([]);
    expect(
      await query("select plan_id, line from import_rows where details ? 'isUnusual' order by line"),
    ).toEqual([2, 4].map((line) => ({ plan_id: planned?.slice(1, -1), line })));
    for (const database of [upgraded, restored]) await database.close();
  },
);
