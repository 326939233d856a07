import { describe, expect, test, vi } from 'vitest';
import { ACTOR_HEADER, actorHeader } from '@/lib/contract/actor';
import { type ApiToken, type CreatedToken, grantableScopes, scopes } from '@/lib/contract/token';
import { engines } from '@/lib/database/testing';
import { ensureConsoleToken, ensureOnlyToken } from '../organizations/bootstrap';
import { digestToken } from '../shared/token-secret';
import { caller, MISSING_ID, pathsOf, TestApi, type TestOrganization } from '../testing/testing';

describe.each(engines)('tokens on $name', (engine) => {
  const api = new TestApi(engine);
  const create = ({ call }: TestOrganization, body: object) => call<CreatedToken>('POST', '/tokens', body);
  const list = async ({ call }: TestOrganization) => (await call<ApiToken[]>('GET', '/tokens')).data;
  const callWith = (authorization: string | null) =>
    caller(api, null)(
      'GET',
      '/organization',
      undefined,
      authorization === null ? undefined : { Authorization: authorization },
    );

  test('are created and shown once: prefix, random part, checksum', async () => {
    const organization = await api.organization();
    const { status, headers, data } = await create(organization, {
      name: ' Shop ',
      scopes: ['contacts:read', 'contacts:write', 'contacts:read'],
      expiresAt: '2099-01-01T00:00:00+01:00',
    });
    expect(status).toBe(201);
    const { token, ...listed } = data;
    expect(headers.get('Location')).toBe(`/v1/tokens/${data.id}`);
    expect(token).toMatch(/^roster_[0-9A-Za-z]{36}$/);
    expect(listed).toEqual({
      id: data.id,
      kind: 'issued',
      name: 'Shop',
      hint: token.slice(0, 11),
      scopes: ['contacts:read', 'contacts:write'],
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      createdBy: { kind: 'token', id: await organization.tokenId('First token'), name: 'First token' },
      expiresAt: '2098-12-31T23:00:00.000Z',
      lastUsedAt: null,
    });
    const { text } = await organization.call('GET', '/tokens');
    expect(text).not.toContain(token);
    expect((await list(organization))[0]).toEqual(listed);
    const stored = JSON.stringify([
      await api.query('select * from api_tokens where id = $1', [data.id]),
      await api.query('select * from activities where subject_id = $1', [data.id]),
    ]);
    expect(stored).not.toContain(token.slice(11));
    const other = await create(organization, { name: 'Shop', scopes: ['contacts:read'] });
    expect(other.data.token).not.toBe(token);
    expect((await list(organization)).map(({ id }) => id).slice(0, 2)).toEqual([other.data.id, data.id]);
  });

  test('work immediately, within their scopes', async () => {
    const organization = await api.organization();
    const { data } = await create(organization, { name: 'Shop', scopes: ['segments:read'] });
    const call = caller(api, data.token);
    expect((await call('GET', '/segments')).status).toBe(200);
    expect((await call('GET', '/contacts')).status).toBe(403);
    expect((await call('GET', '/organization')).data).toEqual({
      id: organization.id,
      name: 'Acme',
      scopes: ['segments:read'],
    });
  });

  test('cannot have scopes that the calling token lacks', async () => {
    const organization = await api.organization();
    const call = await organization.as(['tokens:manage', 'contacts:read']);
    const answer = await call('POST', '/tokens', {
      name: 'More',
      scopes: ['contacts:read', 'contacts:write', 'contacts:purge'],
    });
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['scopes.1', 'scopes.2']]);
    expect((await call('POST', '/tokens', { name: 'Same', scopes: ['contacts:read'] })).status).toBe(201);
  });

  test.each([
    [{}, ['name', 'scopes']],
    [{ name: ' ', scopes: [] }, ['name', 'scopes']],
    [{ name: 'x'.repeat(101), scopes: ['contacts:read', 'all'] }, ['name', 'scopes.1']],
    [{ name: 'A', scopes: 'contacts:read' }, ['scopes']],
    [{ name: 'A', scopes: ['contacts:read'], expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
    [{ name: 'A', scopes: ['contacts:read'], expiresAt: 'never' }, ['expiresAt']],
    [{ name: 'A', scopes: ['contacts:read'], token: 'mine' }, ['token']],
  ])('are not created from %j', async (body, paths) => {
    const organization = await api.organization();
    const answer = await create(organization, body);
    expect([answer.status, pathsOf(answer)]).toEqual([400, paths]);
    expect(await list(organization)).toHaveLength(1);
  });

  test('that act for people cannot be created, even with the console’s token', async () => {
    const organization = await api.organization();
    const answer = await (await organization.console())('POST', '/tokens', {
      name: 'Console',
      scopes: ['contacts:read', 'staff:act'],
    });
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['scopes.1']]);
    await expect(organization.issue(['staff:act'])).rejects.toThrow('api_tokens_staff_act');
    const configured = 'configured-token-of-at-least-32-characters';
    await ensureOnlyToken(api.database, organization.id, 'configured', { token: configured });
    for (const token of [organization.token, configured]) {
      const { data } = await caller(api, token)<{ scopes: string[] }>('GET', '/organization');
      expect(data.scopes).toEqual(grantableScopes);
    }
    const { data } = await (await organization.console())<{ scopes: string[] }>('GET', '/organization');
    expect(data.scopes).toEqual(scopes);
  });

  test('created with a configured token stay revoked if that one is configured again', async () => {
    const organization = await api.organization();
    const token = 'set-again-'.padEnd(32, 'x');
    const configure = (value: string | undefined) =>
      ensureOnlyToken(api.database, organization.id, 'configured', { token: value });
    await configure(token);
    const body = { name: 'Child', scopes: ['contacts:read'] };
    const { data } = await caller(api, token)<{ token: string }>('POST', '/tokens', body);
    const status = async (of: string) => (await callWith(`Bearer ${of}`)).status;
    expect(await status(data.token)).toBe(200);
    await configure(undefined);
    await configure(token);
    expect([await status(token), await status(data.token)]).toEqual([200, 401]);
  });

  test('from the configuration change without affecting the console’s', async () => {
    const organization = await api.organization();
    const warnings: string[] = [];
    const log = { warn: (_: object, message: string) => void warnings.push(message) };
    const console = await organization.console();
    const [first, second] = ['first-', 'second-'].map((name) => name.padEnd(32, 'x'));
    const statuses = async () => [
      (await console('GET', '/contacts')).status,
      ...(await Promise.all(
        [first, second].map(async (token) => (await callWith(`Bearer ${token}`)).status),
      )),
    ];
    const configure = (token: string | undefined) =>
      ensureOnlyToken(api.database, organization.id, 'configured', { token, log });
    await configure(first);
    await configure(first);
    expect(await statuses()).toEqual([200, 200, 401]);
    expect(warnings).toEqual([]);
    await configure(second);
    expect(await statuses()).toEqual([200, 401, 200]);
    expect(warnings).toEqual([expect.stringMatching(/^CONTACTS_API_TOKEN has changed/)]);
    await configure(undefined);
    expect(await statuses()).toEqual([200, 401, 401]);
    await ensureConsoleToken(api.database, organization.id, { secret: 'another', log });
    expect(await statuses()).toEqual([401, 401, 401]);
    expect(warnings.at(-1)).toMatch(/^The console’s token has changed/);
  });

  test('created with a token expire no later than it', async () => {
    const organization = await api.organization();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const maker = await organization.as(['tokens:manage', 'contacts:read'], { expiresAt });
    const expiries: (string | null)[] = [];
    for (const wanted of [undefined, null, '2099-01-01T00:00:00.000Z', expiresAt]) {
      const body = { name: 'Child', scopes: ['tokens:manage', 'contacts:read'], expiresAt: wanted };
      expiries.push((await maker<CreatedToken>('POST', '/tokens', body)).data.expiresAt);
    }
    expect(expiries).toEqual(Array(4).fill(expiresAt));
    const sooner = new Date(Date.now() + 60_000).toISOString();
    const body = { name: 'Child', scopes: ['tokens:manage'], expiresAt: sooner };
    const child = (await maker<CreatedToken>('POST', '/tokens', body)).data;
    expect(child.expiresAt).toBe(sooner);
    const grandchild = await caller(api, child.token)<CreatedToken>('POST', '/tokens', {
      name: 'Grandchild',
      scopes: ['tokens:manage'],
      expiresAt,
    });
    expect(grandchild.data.expiresAt).toBe(sooner);
  });

  test('created with a token are revoked with it and its ancestors', async () => {
    const organization = await api.organization();
    const line: CreatedToken[] = [];
    for (const name of ['Maker', 'Child', 'Grandchild']) {
      const call = caller(api, line.at(-1)?.token ?? organization.token);
      const body = { name, scopes: ['tokens:manage', 'contacts:read'] };
      line.push((await call<CreatedToken>('POST', '/tokens', body)).data);
    }
    const statuses = () =>
      Promise.all(line.map(async ({ token }) => (await caller(api, token)('GET', '/contacts')).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    const [maker, child] = line;
    await organization.call('DELETE', `/tokens/${child?.id}`);
    expect(await statuses()).toEqual([200, 401, 401]);
    expect((await list(organization)).map(({ name }) => name)).toEqual(['Maker', 'First token']);
    await organization.call('DELETE', `/tokens/${maker?.id}`);
    expect(await statuses()).toEqual([401, 401, 401]);
  });

  test.skipIf(engine.name === 'PGlite')(
    'created while their parent is being revoked are revoked, too',
    async () => {
      const organization = await api.organization();
      const body = { name: 'Maker', scopes: ['tokens:manage', 'contacts:read'] };
      const maker = (await create(organization, body)).data;
      const revoking = await api.database.pool.connect();
      try {
        await revoking.query('begin');
        await revoking.query('update api_tokens set revoked_at = now() where id = $1', [maker.id]);
        const child = await caller(api, maker.token)<CreatedToken>('POST', '/tokens', body);
        await revoking.query('commit');
        expect((await caller(api, child.data.token)('GET', '/contacts')).status).toBe(401);
      } finally {
        revoking.release();
      }
      expect((await list(organization)).map(({ name }) => name)).toEqual(['First token']);
    },
  );

  test('created by a person stay valid if the console’s token changes', async () => {
    const organization = await api.organization();
    const person = { id: '0198c0de-7a11-7000-8000-0000000000a0', name: 'Ana' };
    const made = await (await organization.console())<CreatedToken>(
      'POST',
      '/tokens',
      { name: 'Shop', scopes: ['contacts:read'] },
      { [ACTOR_HEADER]: actorHeader(person) },
    );
    expect(made.data.createdBy).toEqual({ kind: 'staff', ...person });
    await ensureConsoleToken(api.database, organization.id, { secret: 'another' });
    expect((await caller(api, made.data.token)('GET', '/contacts')).status).toBe(200);
  });

  test('that may only write cannot read or purge contacts', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'secret@b.example' });
    const write = await organization.as(['contacts:write']);
    const refused: string[] = [];
    for (const [path, body] of [
      ['/contacts/preview', { email: 'secret@b.example' }],
      ['/contacts/batch/preview', { contacts: [{ email: 'secret@b.example' }] }],
      ['/contacts/segment-counts', { filter: { search: 'secret' } }],
      ['/bulk-changes', { change: { type: 'delete' }, filter: { search: 'secret' }, expectedCount: 9 }],
    ] as const) {
      const answer = await write('POST', path, body);
      expect(answer.text, path).not.toMatch(/secret@|"count"|fingerprint|total/);
      refused.push(answer.error.message);
    }
    expect(refused).toEqual(Array(4).fill('This token lacks the scope contacts:read.'));
    await write('DELETE', `/contacts/${id}`);
    const purge = await write('DELETE', '/trash', { ids: [id] });
    expect([purge.status, purge.error.message]).toEqual([403, 'This token lacks the scope contacts:purge.']);
    expect((await organization.call('DELETE', '/trash', { ids: [id] })).data).toEqual({ count: 1 });
  });

  test('are revoked immediately, in every instance', async () => {
    const organization = await api.organization();
    const { data } = await create(organization, { name: 'Shop', scopes: ['contacts:read'] });
    const elsewhere = caller(api.over(api.database), data.token);
    expect((await elsewhere('GET', '/contacts')).status).toBe(200);
    const revoked = await organization.call<ApiToken>('DELETE', `/tokens/${data.id}`);
    expect(revoked.status).toBe(200);
    expect(revoked.data).toMatchObject({ id: data.id, name: 'Shop' });
    expect((await elsewhere('GET', '/contacts')).status).toBe(401);
    expect((await caller(api, data.token)('GET', '/contacts')).status).toBe(401);
    expect((await list(organization)).map(({ id }) => id)).not.toContain(data.id);
    for (const id of [data.id, MISSING_ID, 'x']) {
      const { status, error } = await organization.call('DELETE', `/tokens/${id}`);
      expect([status, error.message]).toEqual([404, 'There is no such token.']);
    }
  });

  test('of the program itself are listed last, and cannot be revoked', async () => {
    const organization = await api.organization();
    const token = 'listed-'.padEnd(32, 'x');
    await ensureOnlyToken(api.database, organization.id, 'configured', { token });
    const console = await organization.console();
    const [first, ...builtIn] = await list(organization);
    expect([first?.name, first?.kind]).toEqual(['First token', 'issued']);
    expect(builtIn.map(({ kind, hint, createdBy }) => [kind, hint, createdBy]).sort()).toEqual([
      ['configured', '', null],
      ['console', '', null],
    ]);
    for (const { id, kind } of builtIn) {
      const { status, error } = await organization.call('DELETE', `/tokens/${id}`);
      expect(status).toBe(409);
      expect(error.message).toContain(kind === 'console' ? 'APP_SECRET' : 'CONTACTS_API_TOKEN');
    }
    expect((await console('GET', '/contacts')).status).toBe(200);
    expect((await callWith(`Bearer ${token}`)).status).toBe(200);
  });

  test('that are missing, unknown, mistyped, expired or malformed: 401', async () => {
    const organization = await api.organization();
    const { token } = organization;
    const expired = await organization.issue(['contacts:read'], { expiresAt: '2020-01-01T00:00:00Z' });
    const unknown = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
    for (const authorization of [
      null,
      '',
      token,
      'Bearer',
      'Bearer ',
      `Basic ${token}`,
      `Bearer${token}`,
      `Bearer ${token} ${token}`,
      `Bearer "${token}"`,
      `Bearer ${unknown}`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ${'x'.repeat(40)}`,
      `Bearer ${'x'.repeat(5000)}`,
      `Bearer ${expired}`,
      `Bearer ${token.slice(0, 20)}`,
    ]) {
      const answer = await callWith(authorization);
      expect(answer.status, String(authorization)).toBe(401);
      expect(answer.error).toMatchObject({ code: 'UNAUTHORIZED', details: [] });
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
  });

  test('are accepted in any case of the scheme', async () => {
    const { token } = await api.organization();
    for (const authorization of [`bearer ${token}`, `BEARER ${token}`, `Bearer   ${token} `])
      expect((await callWith(authorization)).status).toBe(200);
  });

  test('of any form work if configured', async () => {
    const organization = await api.organization();
    for (const token of [
      'a configured token of 32 characters'.replaceAll(' ', '-'),
      `roster_${'x'.repeat(40)}`,
    ]) {
      await api.query('update api_tokens set digest = $1 where organization_id = $2', [
        digestToken(token),
        organization.id,
      ]);
      expect((await callWith(`Bearer ${token}`)).status).toBe(200);
    }
  });

  test('have the time of their last use', async () => {
    const organization = await api.organization();
    const { data } = await create(organization, { name: 'Shop', scopes: ['contacts:read'] });
    const lastUsed = async () => (await list(organization)).find(({ id }) => id === data.id)?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await caller(api, data.token)('GET', '/contacts');
    await vi.waitFor(async () => expect(await lastUsed()).toMatch(/^\d{4}-/));
  });
});
