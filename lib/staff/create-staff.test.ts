import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { engines } from '@/lib/database/testing';
import type { StaffOptions, StaffService } from './create-staff';
import type { SignInResult, StaffCookie } from './staff';
import { cookiesOf, heldHashing, openStaff, password, removeEverybody, request } from './testing';

const ana = {
  name: 'Ana Silva',
  email: 'ana@example.com',
  password,
  organization: 'Acme',
  country: 'DE',
};

describe.each(engines)('staff service on $name', (engine) => {
  let database: Database;
  const reported: string[] = [];
  const log = {
    info: () => {},
    error: (fields: object, message: string) => void reported.push(`${message} ${JSON.stringify(fields)}`),
  };
  const open = (options: Partial<StaffOptions> = {}): StaffService =>
    openStaff(database, { log, ...options });

  beforeAll(async () => {
    database = await engine.open();
  });
  afterEach(async () => {
    await removeEverybody(database);
    if (reported.length > 0) throw new Error(`Unexpected errors in the log: ${reported.splice(0).join()}`);
  });
  afterAll(() => database.close());

  const countOf = async (table: string): Promise<number> =>
    Number((await database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n);
  const codeOf = async (staff: StaffService): Promise<string> => {
    const code = await staff.newSetupCode();
    if (code === null) throw new Error('There is an account already.');
    return code;
  };

  describe('first account', () => {
    it('is created from the environment, once', async () => {
      const staff = open();
      expect(await staff.needsSetup()).toBe(true);
      expect(await staff.ensureFirstAccount({ email: ' Ana@Example.COM ', password })).toBe(true);
      expect(await staff.needsSetup()).toBe(false);
      expect(await staff.ensureFirstAccount({ email: 'ben@example.com', password })).toBe(false);
      const result = await staff.signIn({ email: 'ana@example.com', password }, request());
      const member = await staff.session(request(undefined, cookiesOf(result)));
      expect(member).toMatchObject({ name: 'ana', email: 'ana@example.com', role: 'admin' });
    });

    it.each([
      [{ email: 'ana@example.com', password: 'short' }, /^ADMIN_PASSWORD is invalid: .*at least 12/],
      [{ email: 'ana', password }, /^ADMIN_EMAIL is invalid: /],
      [{ ...ana, password: 'qwerty123456' }, /^ADMIN_PASSWORD is invalid: .*too common/],
      [{ ...ana, name: '<b>' }, /^ADMIN_NAME is invalid: /],
    ])('is refused in one sentence for %j', async (input, message) => {
      await expect(open().ensureFirstAccount(input)).rejects.toThrow(message);
      expect(await countOf('staff_user')).toBe(0);
    });

    it('is created through the set-up link, once, in any instance', async () => {
      const [one, two] = [open(), open()];
      const code = await codeOf(one);
      expect(await two.acceptsSetupCode(code)).toBe(true);
      expect(code.length).toBeGreaterThanOrEqual(22);
      const foreign = open({ secret: 'another secret, just as long as the first' });
      expect(await foreign.acceptsSetupCode(code)).toBe(false);

      const result = await one.setUp({ code, ...ana }, request());
      expect(await one.session(request(undefined, cookiesOf(result)))).toMatchObject({
        name: 'Ana Silva',
        role: 'admin',
        organization: { name: 'Acme', country: 'DE' },
      });
      for (const staff of [one, two]) {
        expect(await staff.newSetupCode()).toBeNull();
        expect(await staff.acceptsSetupCode(code)).toBe(false);
        expect(await staff.setUp({ code, ...ana, email: 'eve@example.com' }, request())).toMatchObject({
          ok: false,
          error: { path: '' },
        });
      }
      expect(await countOf('staff_user')).toBe(1);
    });

    it('has a new code at each start of an instance, valid for a week', async () => {
      const [one, two] = [open(), open()];
      const before = await codeOf(one);
      const code = await codeOf(two);
      for (const staff of [one, two])
        expect([await staff.acceptsSetupCode(before), await staff.acceptsSetupCode(code)]).toEqual([
          true,
          true,
        ]);
      const { rows } = await database.pool.query('select * from staff_verification');
      expect(rows).toHaveLength(2);
      expect(JSON.stringify(rows)).not.toContain(code);
      await database.pool.query(`update staff_verification set expires_at = expires_at - interval '7 days'`);
      expect(await one.acceptsSetupCode(code)).toBe(false);
    });

    it('is refused with a wrong code, a short password or no name', async () => {
      const staff = open();
      const code = await codeOf(staff);
      expect(await staff.setUp({ code: `${code.slice(0, -1)}!`, ...ana }, request())).toMatchObject({
        ok: false,
      });
      expect(await staff.setUp({ code: '', ...ana }, request())).toMatchObject({ ok: false });
      expect(await staff.setUp({ code, ...ana, password: 'eleven char' }, request())).toMatchObject({
        error: { path: 'password' },
      });
      expect(await staff.setUp({ code, ...ana, password: 'x'.repeat(129) }, request())).toMatchObject({
        error: { path: 'password' },
      });
      expect(await staff.setUp({ code, ...ana, name: ' ' }, request())).toMatchObject({
        error: { path: 'name' },
      });
      expect(await staff.setUp({ code, ...ana, country: 'Germany' }, request())).toMatchObject({
        error: { path: 'country' },
      });
      expect(await countOf('staff_user')).toBe(0);
    });

    it('is created once by concurrent requests to two instances', async () => {
      const [one, two] = [open(), open()];
      const code = await codeOf(one);
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          (n % 2 ? one : two).setUp({ code, ...ana, email: `ana${n}@example.com` }, request()),
        ),
      );
      expect(results.filter((result) => result.ok)).toHaveLength(1);
      expect(await countOf('staff_user')).toBe(1);
      expect(await countOf('staff_account')).toBe(1);
    });
  });

  describe('sessions', () => {
    it('start with cookies that scripts cannot read and other sites do not send', async () => {
      const staff = open();
      await staff.createAccount({ ...ana, role: 'editor' });
      const cookies = cookiesOf(await staff.signIn({ email: 'ANA@example.com ', password }, request()));
      expect(cookies.map((cookie) => cookie.name)).toEqual(['roster.session_token', 'roster.known_browser']);
      for (const { options } of cookies)
        expect(options).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' });

      const behindTls = open({ appUrl: 'https://roster.example.com' });
      for (const cookie of cookiesOf(await behindTls.signIn({ email: ana.email, password }, request())))
        expect(cookie.name).toMatch(/^__Secure-roster\./);
    });

    it('are looked up in one query', async () => {
      const staff = open();
      await staff.createAccount({ ...ana, role: 'viewer' });
      const cookies = cookiesOf(await staff.signIn(ana, request()));
      let queries = 0;
      const { pool } = database;
      const real = pool.query;
      pool.query = ((...args: Parameters<typeof real>) => {
        queries += 1;
        return real.apply(pool, args);
      }) as typeof real;
      try {
        expect(await staff.session(request(undefined, cookies))).toMatchObject({ role: 'viewer' });
      } finally {
        pool.query = real;
      }
      expect(queries).toBe(1);
    });

    it('have a new role immediately, and end with the account', async () => {
      const staff = open();
      await staff.createAccount({ ...ana, role: 'viewer' });
      const headers = request(undefined, cookiesOf(await staff.signIn(ana, request())));
      await database.pool.query(`update staff_membership set role = 'editor'`);
      expect(await staff.session(headers)).toMatchObject({ role: 'editor' });
      await database.pool.query('delete from staff_user');
      expect(await staff.session(headers)).toBeNull();
      expect(await countOf('staff_session')).toBe(0);
    });

    it('end with another role and password from the command', async () => {
      const staff = open();
      await staff.createAccount({ ...ana, role: 'admin' });
      await staff.createAccount({ name: 'Ben', email: 'ben@example.com', password, role: 'viewer' });
      const sessions = await Promise.all(
        [ana.email, 'ben@example.com'].map(async (email) =>
          request(undefined, cookiesOf(await staff.signIn({ email, password }, request()))),
        ),
      );
      const given = await staff.giveAccount({ email: ' BEN@example.com', role: 'editor' });
      if (!given.ok) throw new Error(given.error.message);
      expect(given).toMatchObject({ isNew: false, email: 'ben@example.com' });
      const members = await Promise.all(sessions.map((headers) => staff.session(headers)));
      expect(members).toEqual([expect.objectContaining({ name: ana.name, role: 'admin' }), null]);
      expect((await staff.signIn({ email: 'ben@example.com', password }, request())).ok).toBe(false);
      const again = cookiesOf(await staff.signIn(given, request()));
      expect(await staff.session(request(undefined, again))).toMatchObject({ name: 'Ben', role: 'editor' });
    });

    it('end at sign-out, in every instance', async () => {
      const staff = open();
      await staff.createAccount({ ...ana, role: 'viewer' });
      const headers = request(undefined, cookiesOf(await staff.signIn(ana, request())));
      const { cookies } = await staff.signOut(headers);
      expect(cookies.find((cookie) => cookie.name === 'roster.session_token')?.options.maxAge).toBe(0);
      expect(await open().session(headers)).toBeNull();
      await expect(staff.signOut(request())).resolves.toBeDefined();
    });

    it('end when the same browser signs in again, and only those', async () => {
      const staff = open();
      await staff.createAccount({ ...ana, role: 'viewer' });
      const [browser, other] = [
        cookiesOf(await staff.signIn(ana, request())),
        cookiesOf(await staff.signIn(ana, request())),
      ];
      expect(
        (await staff.signIn({ ...ana, password: 'wrong password' }, request(undefined, browser))).ok,
      ).toBe(false);
      expect(await staff.session(request(undefined, browser))).not.toBeNull();
      const again = cookiesOf(await staff.signIn(ana, request(undefined, browser)));
      expect(await staff.session(request(undefined, browser))).toBeNull();
      for (const cookies of [other, again])
        expect(await staff.session(request(undefined, cookies))).not.toBeNull();
      expect(await countOf('staff_session')).toBe(2);
    });

    it('are not accepted from expired, forged or foreign cookies', async () => {
      const staff = open();
      await staff.createAccount({ ...ana, role: 'viewer' });
      const cookies = cookiesOf(await staff.signIn(ana, request()));
      const forged = cookies.map((cookie) => ({ ...cookie, value: `${cookie.value.slice(0, -3)}AA=` }));
      expect(await staff.session(request(undefined, forged))).toBeNull();
      expect(
        await open({ secret: 'another secret, just as long as the first' }).session(
          request(undefined, cookies),
        ),
      ).toBeNull();
      expect(await staff.session(request())).toBeNull();
      await database.pool.query(`update staff_session set expires_at = now() - interval '1 second'`);
      expect(await staff.session(request(undefined, cookies))).toBeNull();
    });
  });

  describe('an account from the command', () => {
    it('has its own password, and a name', async () => {
      const staff = open();
      const first = await staff.giveAccount({ email: ana.email, role: 'admin' });
      const second = await staff.giveAccount({ email: 'ben@example.com', role: 'viewer', name: 'Ben Berg' });
      if (!first.ok || !second.ok) throw new Error('Refused.');
      expect(first.password).toMatch(/^[\w-]{20}$/);
      expect(second.password).not.toBe(first.password);
      for (const [{ email, password: made }, name, role] of [
        [first, 'ana', 'admin'],
        [second, 'Ben Berg', 'viewer'],
      ] as const) {
        const cookies = cookiesOf(await staff.signIn({ email, password: made }, request()));
        expect(await staff.session(request(undefined, cookies))).toMatchObject({ email, name, role });
      }
    });

    it('leaves an admin, and is refused with a sentence', async () => {
      const staff = open();
      const nobody = {
        ok: false,
        error: { path: 'role', message: expect.stringMatching(/^At least one admin/) },
      };
      expect(await staff.giveAccount({ email: ana.email, role: 'editor' })).toEqual(nobody);
      await staff.giveAccount({ email: ana.email, role: 'admin' });
      expect(await staff.giveAccount({ email: ana.email.toUpperCase(), role: 'viewer' })).toEqual(nobody);
      expect(await staff.giveAccount({ email: 'ana', role: 'admin' })).toMatchObject({
        error: { path: 'email' },
      });
      const { rows } = await database.pool.query(
        'select email, role from staff_user join staff_membership on user_id = id',
      );
      expect(rows).toEqual([{ email: ana.email, role: 'admin' }]);
    });
  });

  describe('signing in', () => {
    it('responds the same to a wrong password and an unknown email', async () => {
      const staff = open();
      await staff.createAccount({ ...ana, role: 'viewer' });
      const wrong = await staff.signIn({ email: ana.email, password: 'wrong password' }, request());
      expect(wrong).toEqual({ ok: false, error: { path: '', message: 'Incorrect email or password.' } });
      expect(await staff.signIn({ email: 'ben@example.com', password }, request())).toEqual(wrong);
      // Longer than any password: refused like a wrong one, not with an error.
      expect(await staff.signIn({ email: ana.email, password: 'x'.repeat(5000) }, request())).toEqual(wrong);
    });

    it('names the invalid field', async () => {
      expect(await open().signIn({ email: 'ana', password }, request())).toMatchObject({
        error: { path: 'email' },
      });
      expect(await open().signIn({ email: ana.email, password: '' }, request())).toMatchObject({
        error: { path: 'password' },
      });
    });

    const fail = (staff: StaffService, address: string, email = ana.email, cookies: StaffCookie[] = []) =>
      staff.signIn({ email, password: 'wrong password' }, request(address, cookies));

    it('limits guesses from one address, even parallel ones, and says for how long', async () => {
      const staff = open();
      await staff.createAccount({ ...ana, role: 'viewer' });
      const results = await Promise.all(Array.from({ length: 14 }, () => fail(staff, '192.0.2.1')));
      const refused = results.filter((result) => !result.ok && result.error.retryAfter);
      expect(refused).toHaveLength(4);
      const right = await staff.signIn(ana, request('192.0.2.1'));
      expect(right).toMatchObject({
        ok: false,
        error: { path: '', message: expect.stringMatching(/in 15 minutes\.$/) },
      });
      // Neither other people nor Ana elsewhere are locked out.
      expect((await staff.signIn(ana, request('198.51.100.7'))).ok).toBe(true);

      await database.pool.query(`update staff_rate_limit set resets_at = now() - interval '1 second'`);
      expect((await staff.signIn(ana, request('192.0.2.1'))).ok).toBe(true);
    });

    it('limits guesses from many addresses without locking out known browsers', async () => {
      const staff = open();
      await staff.createAccount({ ...ana, role: 'viewer' });
      const known = cookiesOf(await staff.signIn(ana, request()));
      await database.pool.query(`update staff_rate_limit set count = 60 where key = 'email ana@example.com'`);
      expect(await fail(staff, '203.0.113.9')).toMatchObject({ error: { retryAfter: expect.any(Number) } });
      expect((await staff.signIn(ana, request('203.0.113.10', known))).ok).toBe(true);
      // The mark of Ana's browser does not work for other accounts.
      await database.pool.query(
        `update staff_rate_limit set key = 'email ben@example.com' where key = 'email ana@example.com'`,
      );
      expect(await fail(staff, '203.0.113.11', 'ben@example.com', known)).toMatchObject({
        error: { retryAfter: expect.any(Number) },
      });
    });

    it('limits one address that tries many people, and stores nothing of refused attempts', async () => {
      const staff = open();
      await database.pool.query(
        `insert into staff_rate_limit values ('address 192.0.2.1', 60, now() + interval '90 seconds')`,
      );
      for (const email of ['ben@example.com', 'eve@example.com'])
        expect(await fail(staff, '192.0.2.1', email)).toMatchObject({
          error: { message: expect.stringMatching(/in (8\d|90) seconds\.$/) },
        });
      const { rows } = await database.pool.query('select key, count from staff_rate_limit');
      expect(rows).toEqual([{ key: 'address 192.0.2.1', count: 60 }]);
    });

    it('counts refused attempts of one address for no other limit', async () => {
      const staff = open();
      for (let n = 0; n < 13; n++) await fail(staff, '192.0.2.1');
      const { rows } = await database.pool.query('select key, count from staff_rate_limit order by key');
      expect(rows).toEqual([
        { key: 'address 192.0.2.1', count: 10 },
        { key: 'email ana@example.com', count: 10 },
        { key: 'email ana@example.com from 192.0.2.1', count: 10 },
      ]);
    });

    it('counts failures only', async () => {
      const staff = open();
      await staff.createAccount({ ...ana, role: 'viewer' });
      for (let n = 0; n < 12; n++) expect((await staff.signIn(ana, request())).ok).toBe(true);
      const { rows } = await database.pool.query(
        'select max(count) as most, count(*)::int as n from staff_rate_limit',
      );
      expect(rows[0]).toMatchObject({ most: 0, n: 3 });
    });

    it('purges expired counters without a sign-in', async () => {
      const staff = open();
      await staff.createAccount({ ...ana, role: 'viewer' });
      const cookies = cookiesOf(await staff.signIn(ana, request()));
      await database.pool.query(`insert into staff_rate_limit values ('old', 3, now() - interval '1 day')`);
      await database.pool.query(
        `insert into staff_session select gen_random_uuid(), user_id, 'old', now() - interval '1 day' from staff_session`,
      );
      await staff.purge();
      expect([await countOf('staff_rate_limit'), await countOf('staff_session')]).toEqual([3, 1]);
      expect(await staff.session(request(undefined, cookies))).not.toBeNull();
    });

    it('checks two passwords at the same time, lets ten wait, and refuses more', async () => {
      const { hashing, hold, release } = heldHashing();
      const staff = open({ passwordHashing: hashing });
      await staff.createAccount({ ...ana, role: 'viewer' });
      const known = cookiesOf(await staff.signIn(ana, request()));
      hold();
      const busy: SignInResult[] = [];
      const strangers = Array.from({ length: 30 }, async (_, n) => {
        const result = await fail(staff, `203.0.113.${n}`, `p${n}@example.com`);
        if (!result.ok && result.error.retryAfter) busy.push(result);
        if (busy.length === 18) release();
      });
      const sooner = staff.signIn(ana, request(undefined, known));
      await Promise.all(strangers);
      expect(busy).toHaveLength(18);
      expect(busy[0]).toMatchObject({
        error: { message: 'Too many people are signing in. Try again in 5 seconds.', retryAfter: 5 },
      });
      expect((await sooner).ok).toBe(true);
      // Refused ones do not count, and there is room again.
      expect(await countOf(`staff_rate_limit where key like 'address 203.%' and count > 0`)).toBe(12);
      expect((await staff.signIn(ana, request('203.0.113.99'))).ok).toBe(true);
    });
  });

  describe('creating accounts', () => {
    it('refuses an email that is taken in any spelling, and an unknown role', async () => {
      const staff = open();
      expect(await staff.createAccount({ ...ana, role: 'editor' })).toMatchObject({ ok: true });
      expect(await staff.createAccount({ ...ana, email: 'Ana@EXAMPLE.com', role: 'editor' })).toMatchObject({
        ok: false,
        error: { path: 'email' },
      });
      // @ts-expect-error scripts may pass anything
      expect(await staff.createAccount({ ...ana, email: 'b@example.com', role: 'owner' })).toMatchObject({
        error: { path: 'role' },
      });
    });
  });
});
