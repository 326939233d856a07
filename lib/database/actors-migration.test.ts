import { describe, expect, test } from 'vitest';
import { applyMigrations, emptySchema, engines } from './testing';

const ORGANIZATION = '0198c0de-7a11-7000-8000-000000000001';
const OLD =
  '{contacts:read,contacts:write,segments:read,segments:write,referral-codes:read,referral-codes:write,activity:read,tokens:manage,staff:act}';

describe.each(engines)('what was stored before actors had ids, on $name', (engine) => {
  test('is kept; of tokens only the console’s still acts for people, and only full ones delete forever', async () => {
    const database = await engine.open();
    const { pool } = database;
    await emptySchema(database);
    await applyMigrations(database, (file) => file < '0005');
    await pool.query("insert into organizations (id, name, created_at) values ($1, 'Acme', now())", [
      ORGANIZATION,
    ]);
    const tokens = [
      ['console', 'Console', OLD],
      ['configured', 'CONTACTS_API_TOKEN', OLD],
      ['issued', 'First token', OLD],
      ['issued', 'Shop', '{contacts:read,contacts:write,staff:act}'],
    ];
    for (const [kind, name, scopes] of tokens)
      await pool.query(
        `insert into api_tokens (organization_id, id, kind, name, digest, hint, scopes, created_at)
         values ($1, gen_random_uuid(), $2, $3::text, convert_to($3::text, 'UTF8'), '', $4, now())`,
        [ORGANIZATION, kind, name, scopes],
      );
    const ask = async (text: string, ...values: unknown[]) =>
      (await pool.query(text, [ORGANIZATION, ...values])).rows;
    const [made] = await ask(
      "select id from upsert_contact($1, 'staff', 'Ana', null, 'a@b.example', null, null, null, null, null, null, null, null, null, false)",
    );
    await ask("select trash_contacts($1, 'staff', 'Ana', null, $2, array[$2]::uuid[])", made.id);

    await applyMigrations(database, (file) => file.startsWith('0005'));

    const scopesOf = Object.fromEntries(
      (await ask('select name, scopes from api_tokens where organization_id = $1')).map((row) => [
        row.name,
        row.scopes,
      ]),
    );
    expect(scopesOf.Shop).toEqual(['contacts:read', 'contacts:write']);
    for (const [name, acts] of [
      ['Console', true],
      ['CONTACTS_API_TOKEN', false],
      ['First token', false],
    ] as const) {
      expect(scopesOf[name]).toContain('contacts:purge');
      expect(scopesOf[name].includes('staff:act'), name).toBe(acts);
    }
    expect(
      await ask('select deleted_by, deleted_by_kind, deleted_by_id from contacts where organization_id = $1'),
    ).toEqual([{ deleted_by: 'Ana', deleted_by_kind: null, deleted_by_id: null }]);
    expect(
      await ask(
        'select distinct actor_kind, actor_id, actor_name from activities where organization_id = $1',
      ),
    ).toEqual([{ actor_kind: 'staff', actor_id: null, actor_name: 'Ana' }]);
    // Nothing is left of the old functions, which a call with fewer values would find.
    const names = await ask(
      "select proname from pg_proc where pronamespace = 'public'::regnamespace and $1::uuid is not null and 'p_actor_name' = any(proargnames) and not 'p_actor_id' = any(proargnames)",
    );
    expect(names).toEqual([]);
    await database.close();
  });
});
