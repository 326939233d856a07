import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '@/lib/database/database';
import { staffUser } from '@/lib/database/staff-tables';
import { engines } from '@/lib/database/testing';
import { createStaff } from '@/lib/staff/create-staff';
import { createLog, guardConsole } from './log';
import { exitWithError } from './start-error';

const CANARY = 'canary-9b1d';

let written = '';
function capture(stream: NodeJS.WriteStream) {
  vi.spyOn(stream, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
}
afterEach(() => {
  vi.restoreAllMocks();
  written = '';
});

describe.each(engines)('no value of a failing statement on $name', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await engine.open();
  });
  afterAll(() => database.close());

  const failing: Record<string, () => Promise<unknown>> = {
    'a unique column': async () => {
      const values = { name: 'Ana', email: `${CANARY}@example.com` };
      for (const id of ['0198c0de-7a11-7000-8000-000000000001', '0198c0de-7a11-7000-8000-000000000002'])
        await database.pool.query('insert into staff_user (id, name, email) values ($1, $2, $3)', [
          id,
          values.name,
          values.email,
        ]);
    },
    'a malformed id': () => database.pool.query('select * from staff_user where id = $1', [CANARY]),
    'a failed check': () =>
      database.pool.query('insert into staff_user (id, name, email) values (gen_random_uuid(), $1, $2)', [
        CANARY,
        `${CANARY.toUpperCase()}@example.com`,
      ]),
    'a value in a function': () => database.pool.query("select set_config('timezone', $1, true)", [CANARY]),
    'a value in JSON': () => database.pool.query('select $1::jsonb', [`{"a": ${CANARY}}`]),
    'drizzle, which adds the parameters': () =>
      drizzle(database.pool)
        .insert(staffUser)
        .values({ id: CANARY, name: CANARY, email: `${CANARY}@example.com` }),
    'a table that is not there': () =>
      drizzle(database.pool).execute(`select '${CANARY}' from nowhere where 'a' = '${CANARY}'`),
  };

  test.each(Object.entries(failing))('is logged: %s', async (_name, fail) => {
    const err = await fail().then(
      () => undefined,
      (cause: Error) => cause,
    );
    expect(err).toBeInstanceOf(Error);
    capture(process.stdout);
    const log = createLog('info');
    log.error({ err }, 'A request failed.');
    log.error(
      { error: err, details: [err, { err }], wrapped: new Error('It failed.', { cause: err }) },
      'Failed.',
    );
    log.error(err);
    log.error({ err });
    const lines = written.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(written).not.toContain(CANARY);
    expect(written).not.toContain(CANARY.toUpperCase());
    const { err: first } = JSON.parse(lines[0] as string);
    const reported = first.cause ?? first;
    expect(reported).toMatchObject({ severity: 'ERROR', code: expect.stringMatching(/^\w{5}$/) });
    expect(first.stack).toMatch(/^\w+: .*\n +at /);
  });

  test('is printed by libraries or when a command fails', async () => {
    const err = await failing['drizzle, which adds the parameters']?.().catch((cause: Error) => cause);
    const printed: unknown[][] = [];
    const print = (...parts: unknown[]) => void printed.push(parts);
    for (const name of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, name).mockImplementation(print);
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push([text]) > 0);
    exitWithError(err);
    expect(exit).toHaveBeenCalledWith(1);
    const before = { ...console };
    guardConsole();
    console.error(' x', Object.assign(err as Error, { digest: '1950297237' }));
    Object.assign(console, before);
    expect(printed).toHaveLength(2);
    expect(JSON.stringify(printed)).not.toContain(CANARY);
    expect(printed[1]).toEqual([
      ' x',
      expect.stringMatching(/digest: 1950297237\nCaused by DatabaseError: /),
    ]);
  });

  test('is reported by better-auth', async () => {
    capture(process.stdout);
    const staff = createStaff({
      pool: database.pool,
      secret: `${CANARY} and long enough as a secret`,
      log: createLog('info'),
    });
    const password = `${CANARY} password`;
    const person = { name: CANARY, email: 'ben@example.com', password, role: 'viewer' } as const;
    expect(await staff.createAccount(person)).toMatchObject({ ok: true });
    const signedIn = await staff.signIn(person, new Headers());
    if (!signedIn.ok) throw new Error('Not signed in.');
    const cookie = signedIn.cookies
      .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
      .join('; ');
    const [token = ''] = signedIn.cookies[0]?.value.split('.') ?? [];
    await database.pool.query('alter table staff_session rename to gone');
    await expect(staff.session(new Headers({ cookie }))).rejects.toBeInstanceOf(Error);
    await staff.signOut(new Headers({ cookie }));
    await expect(staff.signIn(person, new Headers())).rejects.toBeInstanceOf(Error);
    await database.pool.query('alter table gone rename to staff_session');
    expect(written).toContain('42P01');
    for (const value of [CANARY, token]) expect(written).not.toContain(value);
  });
});

test('other errors are logged with message, code and causes', () => {
  capture(process.stdout);
  const err = Object.assign(new Error('no answer', { cause: new Error('first') }), { code: 'ECONNRESET' });
  createLog('error').error({ err, requestId: 'r' }, 'A request failed.');
  expect(JSON.parse(written)).toMatchObject({
    msg: 'A request failed.',
    requestId: 'r',
    err: { type: 'Error', message: 'no answer', code: 'ECONNRESET', cause: { message: 'first' } },
  });
});

test('what libraries print is a line of JSON', () => {
  capture(process.stdout);
  const before = { ...console };
  guardConsole(createLog('info'));
  console.error(' \u001B[31m⨯\u001B[39m', Object.assign(new Error('no answer'), { digest: '1950297237' }));
  console.warn('%s is deprecated', 'this');
  Object.assign(console, before);
  expect(
    written
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { level: 50, msg: 'A page failed.', err: { message: 'no answer', digest: '1950297237' } },
    { level: 40, msg: 'this is deprecated' },
  ]);
});
