import { beforeEach, describe, expect, test } from 'vitest';
import { engines, isCitus } from '@/lib/database/testing';
import { TestApi, type TestOrganization } from '../testing/testing';
import { purgeActivity } from './purge-activity';
import { activityDigest } from './seal-activity';
import { verifyActivity } from './verify-activity';

describe.each(engines)('verified activity on $name', (engine) => {
  const api = new TestApi(engine);
  let organization: TestOrganization;
  let contact: string;
  const verify = (known?: string[]) => verifyActivity(api.database, organization.id, known && { known });
  const rows = () =>
    api.query<{ id: string; action: string }>(
      'select id, action from activities where organization_id = $1 order by id',
      [organization.id],
    );
  const change = (text: string, ...values: unknown[]) => api.query(text, [organization.id, ...values]);

  /** Three seals: a contact created and updated, a segment, a contact in the trash. */
  beforeEach(async () => {
    organization = await api.organization();
    contact = (await organization.contact({ email: 'ana@b.example', firstname: 'Ana' })).id;
    await organization.call('PUT', `/contacts/${contact}`, { company: 'Acme' });
    await api.sealActivity();
    const segment = await organization.segment('VIP');
    await organization.contact({ email: 'ben@b.example', segmentIds: [segment.id] });
    await organization.call('DELETE', `/segments/${segment.id}`);
    await api.sealActivity();
    await organization.call('DELETE', `/contacts/${contact}`);
    await api.sealActivity();
  });

  test('is valid, including what is not sealed yet', async () => {
    await organization.segment('Lead');
    expect(await verify()).toEqual({
      activities: 6,
      seals: 3,
      removed: 0,
      unsealed: 1,
      last: { number: 3, digest: expect.stringMatching(/^[0-9a-f]{64}$/), sealedAt: expect.any(String) },
      problem: null,
      known: [],
    });
    await api.sealActivity();
    // Nothing left to seal: no empty seal.
    await api.sealActivity();
    expect(await verify()).toMatchObject({ activities: 7, seals: 4, unsealed: 0, problem: null });
  });

  test.each([
    ['actor', "actor_name = 'Eve'"],
    ['value', `before = '{"company": "Eve"}'`],
    ['time', "at = now() - interval '1 day'"],
    ['action', "action = 'contact.restored'"],
    ['request', "request_id = 'eve'"],
    ['contacts of a segment', 'contact_ids = array[id]'],
    [
      'erasure that never happened',
      'before = null, after = null, salt = null, erased_digest = activity_values_digest(salt, before, after)',
    ],
    [
      'digest over a new value',
      `after = '{"company": "Eve"}', erased_digest = activity_values_digest(salt, before, after)`,
    ],
  ])('is invalid if a row has another %s', async (_, assignment) => {
    const [, row] = await rows();
    await change(`update activities set ${assignment} where organization_id = $1 and id = $2`, row?.id);
    const { problem, seals } = await verify();
    expect([problem, seals]).toEqual([
      expect.stringMatching(
        new RegExp(`^Activity ${row?.id} \\(.*\\) was altered after seal 1 of 20.*Z\\.$`),
      ),
      0,
    ]);
  });

  test('is invalid if a row was removed', async () => {
    const [, , row] = await rows();
    await change('delete from activities where organization_id = $1 and id = $2', row?.id);
    expect(await verify()).toMatchObject({
      activities: 2,
      problem: expect.stringMatching(`^Activity ${row?.id} was removed after seal 2 of `),
    });
  });

  test('is invalid if a row was inserted', async () => {
    const [row] = await rows();
    await change(
      `insert into activities (organization_id, id, at, action, actor_kind, actor_name, subject_id)
       select organization_id, gen_random_uuid(), at, action, actor_kind, actor_name, subject_id
       from activities where organization_id = $1 and id = $2`,
      row?.id,
    );
    await change('delete from unsealed_activities where organization_id = $1');
    expect((await verify()).problem).toMatch(/^Activity .* \(contact\.created, 20.*\) was inserted: /);
  });

  test('is invalid if a row was listed again, sealed or not', async () => {
    const [row] = await rows();
    await change('insert into unsealed_activities values ($1, $2, 1, array[$2::uuid])', row?.id);
    const problem = expect.stringMatching(`^Activity ${row?.id} .* is listed twice\\.$`);
    expect(await verify()).toMatchObject({ seals: 3, problem });
    await api.sealActivity();
    expect(await verify()).toMatchObject({ seals: 4, problem });
  });

  test.each([
    ['swapped', 'number = 3 - number', 'Seal 1 of '],
    [
      'altered',
      "ids[1] = '0198c0de-7a11-7000-8000-00000000dead' where number = 2 and organization_id = $1",
      'Seal 2 of ',
    ],
    [
      'moved in time',
      "sealed_at = now() - interval '1 day' where number = 2 and organization_id = $1",
      'Seal 2 of ',
    ],
    [
      'said to be too old',
      'ids = null, digests = null, removed_at = now() where number = 2 and organization_id = $1',
      'Seal 2 of ',
    ],
  ])('is invalid if seals are %s', async (how, assignment, problem) => {
    if (how === 'swapped') {
      await change('update activity_seals set number = -number where organization_id = $1 and number < 3');
      await change('update activity_seals set number = 3 + number where organization_id = $1 and number < 0');
    } else await change(`update activity_seals set ${assignment}`);
    expect((await verify()).problem).toContain(problem);
  });

  test('is invalid if a seal is missing, or a last one that was noted before', async () => {
    const digest = (await verify()).last?.digest as string;
    expect((await verify([digest, 'other'])).known).toEqual([digest]);
    await change(
      'delete from activities where id = any((select ids from activity_seals where organization_id = $1 and number = 3)::uuid[])',
    );
    await change('delete from activity_seals where organization_id = $1 and number = 3');
    expect(await verify([digest])).toMatchObject({ problem: null, known: [] });
    await change('delete from activity_seals where organization_id = $1 and number = 1');
    expect((await verify()).problem).toBe('Seal 1 is missing.');
  });

  test('stays valid if a contact is purged, before or after its last change is sealed', async () => {
    await organization.call('POST', '/trash/restore', { ids: [contact] });
    await organization.call('DELETE', `/contacts/${contact}`);
    await organization.call('DELETE', '/trash', { ids: [contact] });
    expect(await verify()).toMatchObject({ activities: 6, unsealed: 3, problem: null });
    await api.sealActivity();
    expect(await verify()).toMatchObject({ activities: 9, problem: null });
  });

  test.skipIf(engine.name === 'PGlite' || isCitus)(
    'stays valid if a seal had to wait for somebody who erases what it takes',
    async () => {
      await organization.segment('Lead');
      const other = await api.database.pool.connect();
      await other.query('begin');
      await other.query('select from unsealed_activities where organization_id = $1 for update', [
        organization.id,
      ]);
      const sealing = api.sealActivity();
      await expect
        .poll(
          async () =>
            (await api.query("select from pg_locks where not granted and locktype = 'transactionid'")).length,
        )
        .toBeGreaterThan(0);
      await other.query('commit');
      other.release();
      await sealing;
      expect(await verify()).toMatchObject({ activities: 7, seals: 4, unsealed: 0, problem: null });
    },
  );

  test.skipIf(isCitus)('has digests as the database computes them', async () => {
    const [{ differing, count } = { differing: -1, count: 0 }] = await api.query<{
      differing: number;
      count: number;
    }>(
      `select count(*)::int as count, count(*) filter (where activity_digest(a) <> ${activityDigest})::int as differing from activities a`,
    );
    expect([differing, count > 0]).toEqual([0, true]);
  });

  test('stays valid if old activity is removed, one seal at a time', async () => {
    await purgeActivity(api.database, 1);
    expect(await verify()).toMatchObject({ activities: 6, removed: 0 });
    // As if sealed two days ago.
    const old = await api.organization();
    await old.segment('Old');
    await api.query("update activities set at = now() - interval '2 days' where organization_id = $1", [
      old.id,
    ]);
    await api.sealActivity();
    await old.segment('New');
    await api.sealActivity();
    await purgeActivity(api.database, 1);
    const { data } = await old.call<{ after: unknown }[]>('GET', '/activity');
    expect(data).toMatchObject([{ after: { title: 'New' } }]);
    expect(await verifyActivity(api.database, old.id, { days: 1 })).toMatchObject({
      activities: 1,
      seals: 2,
      removed: 1,
      problem: null,
    });
    expect(await verify()).toMatchObject({ activities: 6, removed: 0, problem: null });
    // Somebody could pretend it.
    for (const days of [undefined, 3])
      expect((await verifyActivity(api.database, old.id, { days })).problem).toMatch(
        /^The activities of seal 1 of .* were removed before ACTIVITY_DAYS\.$/,
      );
  });
});
