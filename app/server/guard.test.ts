import { redirect } from 'next/navigation';
import { NextRequest } from 'next/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { MutationName } from '@/components/hooks/console-operations';
import { SHOWN_ORGANIZATION } from '@/components/hooks/reply';
import type { BoundCall } from '@/lib/call';
import type { Person } from '@/lib/contract/actor';
import { capabilitiesOf } from '@/lib/contract/connection';
import { type Role, roles } from '@/lib/contract/role';
import type { Database } from '@/lib/database/database';
import { isOutage } from '@/lib/database/outage';
import { embeddedEngine } from '@/lib/database/testing';
import { provideRuntime } from '@/lib/runtime';
import type { StaffService } from '@/lib/staff/create-staff';
import { may, type Permission } from '@/lib/staff/roles';
import { openStaff, password } from '@/lib/staff/testing';
import { GET, POST } from '../data/[name]/route';
import { action } from './action';
import { mutate } from './mutate';
import { confirmedMutations, mutationPermissions, readPermissions } from './permissions';
import { getMethods, type ServedName } from './read';
import { route } from './route-handler';
import { requireStaff } from './session';
import { request } from './testing-request';

const logged: { fields: object; message: string }[] = [];
const log = {
  info: () => {},
  error: (fields: object, message: string) => void logged.push({ fields, message }),
};
/** What reached the contacts service. */
const calls: { name: string; input: object; person: Person | undefined }[] = [];
let database: Database;
let staff: StaffService;
/** The organization of everybody, which their tab shows. */
let shown: string;

beforeAll(async () => {
  database = await embeddedEngine.open();
  staff = openStaff(database, { log });
  provideRuntime({
    callAs: (_, person) =>
      (async (name: string, input: object) => {
        calls.push({ name, input, person });
        return { ok: true, data: [] };
      }) as unknown as BoundCall,
    staff,
    capabilities: () =>
      capabilitiesOf(() => false, { change: true, loadSamples: false, readLatest: true, synchronize: false }),
    connection: () => null,
    phoneCountry: null,
    backups: async () => null,
    lowDisk: async () => null,
    appUrl: undefined,
    version: 'test',
    isOutage,
    log,
  });
  // Set by Next's build from next.config.mjs.
  vi.stubEnv('__NEXT_EXPERIMENTAL_AUTH_INTERRUPTS', 'true');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.close();
});
beforeEach(() => {
  request.headers = new Headers();
  logged.length = 0;
  calls.length = 0;
});

/** From now on requests come from a browser in which somebody with this role is signed in. */
async function signInAs(role: Role): Promise<void> {
  const email = `${role}@example.com`;
  await staff.createAccount({ name: `Ana ${role}`, email, password, role });
  const result = await staff.signIn({ email, password }, new Headers());
  if (!result.ok) throw new Error(result.error.message);
  const cookie = result.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
  request.headers = new Headers({ cookie });
  shown = (await staff.session(request.headers))?.organization.id ?? '';
}

const digestOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing thrown',
    (error) => error.digest as string,
  );

describe('the guard of a page', () => {
  it('redirects to setup while there is no account', async () => {
    expect(await digestOf(requireStaff('contacts:read'))).toContain(';/setup;');
  });

  it('redirects to sign-in and back', async () => {
    await signInAs('admin');
    request.headers = new Headers({ 'x-roster-path': '/contacts?search=a%26b&_rsc=1abc' });
    expect(await digestOf(requireStaff('contacts:read'))).toContain(
      ';/sign-in?next=%2Fcontacts%3Fsearch%3Da%2526b;',
    );
    request.headers = new Headers({ 'x-roster-path': '/' });
    expect(await digestOf(requireStaff('contacts:read'))).toContain(';/sign-in;');
  });

  it('returns permitted staff and shows others "forbidden"', async () => {
    await signInAs('viewer');
    expect((await requireStaff('contacts:read')).staff).toMatchObject({ name: 'Ana viewer', role: 'viewer' });
    expect(await digestOf(requireStaff('tokens:manage'))).toBe('NEXT_HTTP_ERROR_FALLBACK;403');
  });
});

describe('an action', () => {
  const schema = z.strictObject({ count: z.number().min(1, 'At least one.') });
  const count = action('contacts:write', schema, async (input, signedIn) => ({
    ok: true as const,
    data: { doubled: input.count * 2, by: signedIn.staff.name },
  }));

  it('returns its result to permitted staff', async () => {
    await signInAs('editor');
    expect(await count({ count: 2 }, shown)).toEqual({ ok: true, data: { doubled: 4, by: 'Ana editor' } });
  });

  it('rejects invalid input, with one detail for each problem', async () => {
    await signInAs('editor');
    // @ts-expect-error invalid input
    expect(await count({ count: 0, size: 1 }, shown)).toMatchObject({
      ok: false,
      error: {
        code: 'VALIDATION_ERROR',
        status: 400,
        details: [
          { path: 'count', message: 'At least one.' },
          { path: 'size', message: 'Unknown field.' },
        ],
      },
    });
    // @ts-expect-error likewise
    expect(await count(null, shown)).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
  });

  it('rejects strangers and roles without the permission', async () => {
    expect(await count({ count: 2 }, shown)).toMatchObject({
      ok: false,
      error: { code: 'UNAUTHORIZED', status: 401 },
    });
    await signInAs('viewer');
    // Before the input is parsed.
    expect(await count({ count: 0 }, shown)).toMatchObject({
      ok: false,
      error: { code: 'FORBIDDEN', status: 403 },
    });
  });

  it('refuses a tab that shows another organization, or does not say which', async () => {
    await signInAs('editor');
    expect(await count({ count: 1 }, shown)).toMatchObject({ ok: true });
    for (const other of ['01990000-0000-7000-8000-000000000001', '', undefined, null])
      expect(await count({ count: 1 }, other as string)).toMatchObject({
        error: { message: 'You switched to My organization in another tab. Reload this one.' },
      });
  });

  it('asks for the password again where required', async () => {
    await signInAs('editor');
    const mattering = action('contacts:write', schema, async () => ({ ok: true as const, data: null }), {
      confirm: true,
    });
    expect(await mattering({ count: 1 }, shown)).toMatchObject({ ok: true });
    await database.pool.query("update staff_session set confirmed_at = now() - interval '15 minutes'");
    expect(await mattering({ count: 1 }, shown)).toMatchObject({
      error: { status: 403, code: 'CONFIRM_PASSWORD' },
    });
    expect(await count({ count: 1 }, shown)).toMatchObject({ ok: true });
    const by = await staff.session(request.headers);
    if (!by) throw new Error('Signed out.');
    expect(await staff.confirm(by, 'wrong', request.headers)).toMatchObject({ error: { path: 'password' } });
    expect((await mattering({ count: 1 }, shown)).ok).toBe(false);
    expect((await staff.confirm(by, password, request.headers)).ok).toBe(true);
    expect(await mattering({ count: 1 }, shown)).toMatchObject({ ok: true });
  });

  it('asks for the password again before each act that shows a secret or erases segments', () => {
    expect([...confirmedMutations].sort()).toEqual([
      'createToken',
      'createWebhook',
      'purgeSegments',
      'rotateWebhookSecret',
      'updateWebhook',
    ]);
  });

  it('requires two-factor sign-in first, where the organization does', async () => {
    await signInAs('editor');
    await database.pool.query('update organizations set two_factor_required = true');
    expect(await count({ count: 1 }, shown)).toMatchObject({ error: { message: /^Set up two-factor/ } });
    expect(await digestOf(requireStaff('contacts:read'))).toContain(';/settings/profile;');
    expect((await requireStaff('profile:manage')).staff.role).toBe('editor');
    await database.pool.query('update staff_user set two_factor_enabled = true');
    expect(await count({ count: 1 }, shown)).toMatchObject({ ok: true });
    await database.pool.query('update organizations set two_factor_required = false');
    await database.pool.query('update staff_user set two_factor_enabled = false');
  });

  it('logs errors without details for the browser', async () => {
    await signInAs('editor');
    const broken = action('contacts:write', z.unknown(), async (): Promise<{ ok: true; data: null }> => {
      throw new Error('the password of the database is hunter2');
    });
    const result = await broken(undefined, shown);
    expect(result).toMatchObject({ ok: false, error: { code: 'INTERNAL_ERROR', status: 500 } });
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(logged).toMatchObject([{ fields: { permission: 'contacts:write', err: { message: /hunter2/ } } }]);
  });

  it('lets Next redirect', async () => {
    await signInAs('editor');
    const leading = action(
      'contacts:write',
      z.unknown(),
      async (): Promise<{ ok: true; data: null }> => redirect('/segments'),
    );
    expect(await digestOf(leading(undefined, shown))).toContain(';/segments;');
  });

  it('acts as the signed-in person', async () => {
    await signInAs('editor');
    const acting = action('segments:read', z.unknown(), (_, { call }) => call('listSegments', {}));
    expect(await acting(undefined, shown)).toMatchObject({ ok: true, data: [] });
    expect(calls[0]?.person).toEqual({
      id: (await staff.session(request.headers))?.id,
      name: 'Ana editor <editor@example.com>',
    });
  });
});

describe('the table of what the browser can ask for', () => {
  const outcome = async (name: string, method: string) => {
    const context = { params: Promise.resolve({ name }) };
    const asked = new NextRequest(`http://roster.test/data/${name}`, {
      method,
      ...(method === 'POST' && { body: '{}' }),
    });
    return (await (method === 'POST' ? POST : GET)(asked, context)).status;
  };
  const expected = (role: Role, permission: Permission) => (may(role, permission) ? 'passes' : 403);
  const passes = (status: number | undefined) => (status === 401 || status === 403 ? status : 'passes');

  it('guards each read and file, and serves nothing else', async () => {
    const names = Object.keys(readPermissions) as ServedName[];
    for (const role of [null, ...roles]) {
      if (role) await signInAs(role);
      for (const name of names) {
        const [method = ''] = getMethods(name);
        expect([name, passes(await outcome(name, method))]).toEqual([
          name,
          role ? expected(role, readPermissions[name]) : 401,
        ]);
      }
    }
    for (const name of ['purgeContacts', 'deleteContact', 'toString', '__proto__'])
      expect(await outcome(name, 'GET')).toBe(404);
    expect(await outcome('listContacts', 'POST')).toBe(405);
    expect(await outcome('previewContact', 'GET')).toBe(405);
  });

  it('guards each act, and runs nothing else', async () => {
    for (const role of [null, ...roles]) {
      if (role) await signInAs(role);
      for (const name of Object.keys(mutationPermissions) as MutationName[]) {
        const result = await mutate(name, { of: 'no schema' }, shown);
        expect([name, passes(result.ok ? 200 : result.error.status)]).toEqual([
          name,
          role ? expected(role, mutationPermissions[name]) : 401,
        ]);
      }
    }
    // A list of one name is read as that name in a look-up, but is not that name.
    for (const name of [
      'purgeContacts',
      'upsertContact',
      'toString',
      '__proto__',
      undefined,
      ['createToken'],
    ])
      expect(await mutate(name as never, {} as never, shown)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('parses the input of an act by the schema of its operation', async () => {
    await signInAs('editor');
    const create = (input: object) => mutate('createSegment', input as never, shown);
    expect(await create({ body: { title: ' VIP ' } })).toMatchObject({ ok: true });
    expect(calls).toMatchObject([{ name: 'createSegment', input: { body: { title: 'VIP' } } }]);
    expect(await create({ body: { title: '' } })).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: [{ path: 'title' }] },
    });
    for (const input of [{}, null, { body: { title: 'A' }, ifMatch: '*' }, { id: 'x', body: { title: 'A' } }])
      expect(await create(input as object)).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
    expect(await mutate('deleteSegment', { id: '../contacts' }, shown)).toMatchObject({
      error: { details: [{ path: 'id' }] },
    });
    expect(calls).toHaveLength(1);
  });

  it('wants the password once more to create a token', async () => {
    await signInAs('admin');
    await database.pool.query("update staff_session set confirmed_at = now() - interval '15 minutes'");
    expect(await mutate('createToken', {} as never, shown)).toMatchObject({
      error: { code: 'CONFIRM_PASSWORD' },
    });
  });
});

describe('a route handler', () => {
  const call = async (handler: ReturnType<typeof route>) => {
    const response = await handler(new NextRequest('http://roster.test/data/things?page=2'));
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    return { status: response.status, body: await response.json() };
  };
  const failing = (status: number) =>
    route('contacts:read', async () => ({
      ok: false,
      error: { code: 'NOT_FOUND', status, message: 'No.', details: [], requestId: 'r-1' },
    }));

  it('returns data and meta to permitted staff', async () => {
    await signInAs('viewer');
    const handler = route('contacts:read', async ({ request: asked }) => ({
      ok: true,
      data: asked.nextUrl.searchParams.get('page'),
      meta: { total: 1 },
    }));
    expect(await call(handler)).toEqual({
      status: 200,
      body: { data: '2', meta: { total: 1 } },
    });
  });

  it('refuses a tab that shows another organization', async () => {
    await signInAs('viewer');
    const handler = route('contacts:read', async () => ({ ok: true, data: 1 }));
    const statusOf = async (id: string) => {
      const headers = { [SHOWN_ORGANIZATION]: id };
      return (await handler(new NextRequest('http://roster.test/data/things', { headers }))).status;
    };
    expect([await statusOf(shown), await statusOf('01990000-0000-7000-8000-000000000001')]).toEqual([
      200, 403,
    ]);
  });

  it('passes a response through', async () => {
    await signInAs('viewer');
    const handler = route('contacts:read', async () => Response.json({ own: true }, { status: 202 }));
    expect(await call(handler)).toEqual({ status: 202, body: { own: true } });
  });

  it('rejects strangers and roles without the permission', async () => {
    expect(await call(failing(404))).toMatchObject({
      status: 401,
      body: { error: { code: 'UNAUTHORIZED' } },
    });
    await signInAs('viewer');
    const handler = route('staff:manage', async () => ({ ok: true, data: null }));
    expect(await call(handler)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
  });

  it('passes on errors of the contacts service, except rejections of the console itself', async () => {
    await signInAs('viewer');
    expect(await call(failing(404))).toEqual({
      status: 404,
      body: { error: { code: 'NOT_FOUND', message: 'No.', details: [], requestId: 'r-1' } },
    });
    for (const status of [0, 401, 403]) expect((await call(failing(status))).status).toBe(502);
  });

  it('logs errors without details for the browser', async () => {
    await signInAs('viewer');
    const handler = route('contacts:read', () => Promise.reject(new Error('hunter2')));
    expect(await call(handler)).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } });
    expect(logged).toHaveLength(1);
  });
});
