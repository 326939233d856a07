import { describe, expect, test } from 'vitest';
import { createOrganization } from '@/lib/service/organizations/create-organization';
import { caller, TestApi } from '@/lib/service/testing/testing';
import { applyMigrations, emptySchema, engines } from './testing';

describe.each(engines)('tokens that were made before their makers were stored, on $name', (engine) => {
  const api = new TestApi(engine);

  test('have the makers that the activity knows', async () => {
    const { database } = api;
    await emptySchema(database);
    await applyMigrations(database, (file) => file < '0013');
    const { id, token } = await createOrganization(database, 'Acme');
    const ana = { kind: 'staff', id: '0198c0de-7a11-7000-8000-0000000000a0', name: 'Ana' };
    await database.pool.query(
      `with made as (
         insert into api_tokens (organization_id, id, kind, name, digest, hint, scopes, created_at)
         values ($1, gen_random_uuid(), 'issued', 'Shop', 'digest', '', '{}', now()) returning *)
       insert into activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id)
       select $1, gen_random_uuid(), now(), 'token.created', $2, $3, $4, id from made`,
      [id, ana.kind, ana.id, ana.name],
    );
    await applyMigrations(database, (file) => file >= '0013');
    const { data } = await caller(api.over(database), token)<{ name: string; createdBy: unknown }[]>(
      'GET',
      '/tokens',
    );
    expect(Object.fromEntries(data.map(({ name, createdBy }) => [name, createdBy]))).toEqual({
      'First token': null,
      Shop: ana,
    });
  });
});
