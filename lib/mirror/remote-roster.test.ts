import { describe, expect, test } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { grantableScopes } from '@/lib/contract/token';
import { engines } from '@/lib/database/testing';
import { TestApi } from '@/lib/service/testing/testing';
import { Connected, until } from './testing';

describe.each(engines)('another Roster as the service, on $name', (engine) => {
  const other = new TestApi(engine);
  const connected = new Connected(engine);
  const fetch = (request: Request) => other.fetch(request);
  const known = (remote: { status(): Promise<{ state: string }> }) =>
    until(async () => (await remote.status()).state === 'reachable');

  test('it answers everything itself, and no copy is made', async () => {
    const { id, token } = await other.organization('Theirs');
    const { client, remote, organizationId } = await connected.to(
      { url: 'http://a.test/v1', token },
      { fetch },
    );
    await known(remote);
    await until(() => remote.capabilities().has('listContacts'));
    expect([...remote.capabilities()].sort()).toEqual(Object.keys(operations).sort());
    expect((await remote.status()).mirror).toBeNull();

    const segment = await client.call('createSegment', { body: { title: 'VIP' } });
    if (!segment.ok) throw new Error(segment.error.message);
    const made = await client.call('upsertContact', {
      body: { email: 'ana@example.com', segmentIds: [segment.data.id] },
    });
    if (!made.ok) throw new Error(made.error.message);
    expect(made.data.organizationId).toBe(id);
    const found = await client.call('listContacts', {
      query: { search: 'ana', segmentId: segment.data.id, sort: '-name' },
    });
    expect(found).toMatchObject({ data: [{ id: made.data.id }], meta: { total: 1 } });
    const stale = await client.call('updateContact', {
      id: made.data.id,
      body: { firstname: 'Ana' },
      ifMatch: '"0-0"',
    });
    expect(stale).toMatchObject({ error: { code: 'PRECONDITION_FAILED' } });
    const deleted = await client.call('deleteContacts', { body: { ids: [made.data.id] } });
    const deletionId = deleted.ok ? deleted.deletionId : null;
    expect(deletionId).not.toBeNull();
    expect(await client.call('restoreContacts', { body: { deletionId: deletionId ?? '' } })).toMatchObject({
      ok: true,
    });
    expect(await client.call('listActivity', {})).toMatchObject({
      data: [
        { action: 'contact.restored', actor: { kind: 'token', name: 'First token' } },
        { action: 'contact.deleted' },
        { action: 'contact.created' },
        { action: 'segment.created' },
      ],
    });
    const { rows } = await connected.database.pool.query('select from contacts where organization_id = $1', [
      organizationId,
    ]);
    expect(rows).toHaveLength(0);
  });

  test('it makes bulk changes itself, says how many there are, and who made them', async () => {
    const { token } = await other.organization('Theirs');
    const { client, remote } = await connected.to({ url: 'http://d.test/v1', token }, { fetch });
    await until(() => remote.capabilities().has('createBulkChange'));
    for (const email of ['ana@example.com', 'ben@example.com'])
      await client.call('upsertContact', { body: { email } });
    const deletion = { change: { type: 'delete' as const }, filter: {} };
    expect(await client.call('createBulkChange', { body: { ...deletion, expectedCount: 1 } })).toMatchObject({
      error: { status: 412, details: [{ path: 'expectedCount', count: 2 }] },
    });
    const counted = await client.call('countContactSegments', { body: { filter: {} } });
    const expectedFingerprint = counted.ok ? counted.data.fingerprint : undefined;
    expect(expectedFingerprint).toBeDefined();
    const swapped = { ...deletion, expectedCount: 2, expectedFingerprint: '1' };
    expect(await client.call('createBulkChange', { body: swapped })).toMatchObject({
      error: { status: 412, details: [{ count: 2, fingerprint: expectedFingerprint }] },
    });
    const create = () =>
      client.call('createBulkChange', { body: { ...swapped, expectedFingerprint }, idempotencyKey: 'one' });
    const made = await create();
    expect(await create()).toEqual({ ...made, requestId: expect.any(String) });
    if (!made.ok) throw new Error(made.error.message);
    const { id } = made.data;
    expect(made.data).toMatchObject({ total: 2, createdBy: 'First token' });
    expect(await client.call('listBulkChanges', { query: { createdBy: 'me' } })).toMatchObject({
      data: [{ id }],
    });
    await other.jobs.runAll();
    expect(await client.call('runBulkChange', { id })).toMatchObject({ data: { state: 'finished' } });
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 0 } });
    expect(await client.call('undoBulkChange', { id })).toMatchObject({ data: { state: 'undoing' } });
    await other.jobs.runAll();
    expect(await client.call('getBulkChange', { id })).toMatchObject({ data: { undone: 2 } });
    expect(await client.call('countContactSegments', { body: { filter: {} } })).toMatchObject({
      data: { total: 2, segments: [] },
    });
  });

  test('what the token may not do is not offered', async () => {
    const theirs = await other.organization('Theirs');
    const token = await theirs.issue(
      grantableScopes.filter((scope) => !scope.endsWith('manage') && scope !== 'segments:write'),
    );
    const { client, remote } = await connected.to({ url: 'http://b.test/v1', token }, { fetch });
    await known(remote);
    await until(() => remote.capabilities().has('listTrash'));
    for (const name of ['createSegment', 'listTokens'] as const)
      expect(remote.capabilities().has(name)).toBe(false);
    expect(await client.call('createSegment', { body: { title: 'VIP' } })).toMatchObject({
      error: { message: 'The API token does not allow to create a segment.' },
    });
  });

  test('it may be called what it likes: only what it can do counts', async () => {
    const { token } = await other.organization('Theirs');
    const { client, remote } = await connected.to(
      { url: 'http://c.test/v1', token },
      {
        // One that has all but the search of its list.
        fetch: async (request) => {
          const response = await other.fetch(request);
          if (!request.url.endsWith('/openapi.json')) return response;
          const text = await response.text();
          return new Response(text.replaceAll('"name":"search"', '"name":"find"'));
        },
      },
    );
    await until(async () => (await remote.status()).mirror?.completeAt);
    await client.call('upsertContact', { body: { email: 'ana@example.com' } });
    expect(await client.call('listContacts', { query: { search: 'ana' } })).toMatchObject({
      meta: { total: 1 },
    });
    expect(remote.capabilities().has('createSegment')).toBe(true);
    // The copy would not notice.
    for (const name of ['createBulkChange', 'runBulkChange', 'undoBulkChange'] as const)
      expect(remote.capabilities().has(name)).toBe(false);
  });
});
