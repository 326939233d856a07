import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { engines } from '@/lib/database/testing';
import type { StaffService } from '../create-staff';
import {
  type Browser,
  browserOf,
  codeOf,
  cookiesOf,
  dataOf,
  openStaff,
  password,
  removeEverybody,
  request,
  signedIn,
} from '../testing';

const ana = { email: 'ana@example.com', password };

describe.each(engines)('a profile on $name', (engine) => {
  let database: Database;
  let staff: StaffService;

  beforeAll(async () => {
    database = await engine.open();
    staff = openStaff(database);
  });
  afterEach(() => removeEverybody(database));
  afterAll(() => database.close());

  const recorded = async () =>
    (await database.pool.query('select action, before, after from activities order by id')).rows;

  it('has a name, which the activity tells before and after', async () => {
    const browser = await signedIn(staff, 'Ana', 'viewer');
    dataOf(await staff.rename(await browser.me(), ' Ana Silva '));
    expect((await browser.me()).name).toBe('Ana Silva');
    expect((await recorded()).at(-1)).toMatchObject({
      action: 'person.updated',
      before: { name: 'Ana' },
      after: { name: 'Ana Silva', email: ana.email },
    });
    expect(await staff.rename(await browser.me(), 'Ana <admin>')).toMatchObject({ error: { path: 'name' } });
  });

  it('has a password, whose change wants the old one and ends other sessions in every instance', async () => {
    const browser = await signedIn(staff, 'Ana', 'viewer');
    const other = browserOf(openStaff(database), await staff.signIn(ana, request()));
    await other.me();
    const by = await browser.me();
    const change = (old: string, newPassword: string) =>
      staff.changePassword(by, { password: old, newPassword }, request());
    expect(await change('wrong password', 'another horse battery')).toMatchObject({
      error: { path: 'password', message: 'Incorrect password.' },
    });
    expect(await change(password, 'eleven char')).toMatchObject({ error: { path: 'newPassword' } });
    expect(await change(password, 'Qwerty123456')).toMatchObject({ error: { path: 'newPassword' } });
    dataOf(await change(password, 'another horse battery'));
    expect(await browser.me()).toMatchObject({ name: 'Ana' });
    await expect(other.me()).rejects.toThrow('Signed out.');
    expect((await staff.signIn(ana, request())).ok).toBe(false);
    expect(JSON.stringify(await recorded())).not.toContain('horse');
  });

  it('lists sessions, and ends one or all others', async () => {
    const browser = await signedIn(staff, 'Ana', 'viewer');
    const others = [1, 2, 3].map(async () => browserOf(staff, await staff.signIn(ana, request())));
    const [one, two, three] = (await Promise.all(others)) as [Browser, Browser, Browser];
    const stranger = await signedIn(staff, 'Ben', 'viewer');
    const by = await browser.me();
    const list = await staff.openSessions(by);
    expect(list).toHaveLength(4);
    expect(list[0]).toMatchObject({ isCurrent: true, userAgent: 'test', id: by.sessionId });
    await staff.endSession(by, (await one.me()).sessionId);
    await staff.endSession(by, (await stranger.me()).sessionId);
    await expect(one.me()).rejects.toThrow('Signed out.');
    await stranger.me();
    await staff.endSession(by);
    for (const { me } of [two, three]) await expect(me()).rejects.toThrow('Signed out.');
    expect(await staff.openSessions(await browser.me())).toHaveLength(1);
  });

  it('is left days after sign-in, however much it is used', async () => {
    const browser = await signedIn(openStaff(database, { sessionDays: 2 }), 'Ana', 'viewer');
    const wait = (time: string) =>
      database.pool.query(
        "update staff_session set expires_at = expires_at - $1::interval, updated_at = now() - interval '1 hour'",
        [time],
      );
    await wait('47 hours 59 minutes');
    await browser.me();
    await wait('1 minute');
    await expect(browser.me()).rejects.toThrow('Signed out.');
  });

  it('is left after days without use, counted from the last one', async () => {
    const browser = await signedIn(staff, 'Ana', 'viewer');
    await database.pool.query("update staff_session set updated_at = now() - interval '71 hours'");
    await browser.me();
    const { rows } = await database.pool.query(
      "select updated_at > now() - interval '1 minute' as used from staff_session",
    );
    expect(rows).toEqual([{ used: true }]);
    await database.pool.query("update staff_session set updated_at = now() - interval '3 days'");
    await expect(browser.me()).rejects.toThrow('Signed out.');
    await openStaff(database, { idleDays: 4 }).purge();
    const count = async () => (await database.pool.query('select from staff_session')).rows.length;
    expect(await count()).toBe(1);
    await staff.purge();
    expect(await count()).toBe(0);
  });

  describe('with two-factor sign-in', () => {
    async function setUp(browser: Browser) {
      const secret = dataOf(await staff.newTwoFactorSecret(await browser.me(), password, browser.headers));
      dataOf(await staff.turnOnTwoFactor(await browser.me(), await codeOf(secret.uri)));
      return secret;
    }

    const answer = async (code: string) => {
      const first = await staff.signIn(ana, request());
      expect(first).toMatchObject({ ok: true, needsCode: true });
      const headers = request(undefined, cookiesOf(first));
      expect(await staff.session(headers)).toBeNull();
      return staff.signInWithCode({ code }, headers);
    };

    it('is on once a code was entered, and signs in with a code, or once with each recovery code', async () => {
      const browser = await signedIn(staff, 'Ana', 'viewer');
      const by = await browser.me();
      expect(await staff.newTwoFactorSecret(by, 'wrong', browser.headers)).toMatchObject({ ok: false });
      const early = dataOf(await staff.newTwoFactorSecret(by, password, browser.headers));
      expect(await staff.turnOnTwoFactor(by, '000000')).toMatchObject({ error: { path: 'code' } });
      expect(await staff.signIn(ana, request())).toMatchObject({ needsCode: false });
      const { uri, recoveryCodes } = await setUp(browser);
      expect(uri).not.toBe(early.uri);
      expect(await browser.me()).toMatchObject({ hasTwoFactor: true });

      const before = (await recorded()).length;
      expect(await answer('000000')).toMatchObject({ error: { path: 'code', message: 'Incorrect code.' } });
      // Half a sign-in is none.
      expect((await recorded()).slice(before)).toMatchObject([
        { action: 'person.sign-in-failed', after: { reason: 'Wrong two-factor code' } },
      ]);
      expect(await browserOf(staff, await answer(await codeOf(uri, 1))).me()).toMatchObject({ name: 'Ana' });
      expect((await recorded()).slice(before + 1)).toMatchObject([{ action: 'person.signed-in' }]);
      const [recovery = ''] = recoveryCodes;
      expect((await answer(recovery)).ok).toBe(true);
      expect((await answer(recovery)).ok).toBe(false);
      expect(await staff.signInWithCode({ code: '000000' }, request())).toMatchObject({
        error: { message: 'This sign-in has expired. Start again.' },
      });
      const { rows } = await database.pool.query('select secret, backup_codes from staff_two_factor');
      expect(JSON.stringify(rows)).not.toContain(recoveryCodes[1]);
    });

    it('gives new recovery codes, and is turned off, also by an admin', async () => {
      const browser = await signedIn(staff, 'Ana', 'viewer');
      const { recoveryCodes } = await setUp(browser);
      const codes = dataOf(await staff.newRecoveryCodes(await browser.me(), password, browser.headers));
      expect(codes).toHaveLength(10);
      expect((await answer(recoveryCodes[0] ?? '')).ok).toBe(false);
      expect((await answer(codes[0] ?? '')).ok).toBe(true);
      dataOf(await staff.turnOffTwoFactor(await browser.me()));
      expect(await staff.signIn(ana, request())).toMatchObject({ needsCode: false });
      await setUp(browser);
      const admin = await signedIn(staff, 'Ben', 'admin');
      dataOf(await staff.turnOffTwoFactorOf(await admin.me(), (await browser.me()).id));
      expect(await staff.signIn(ana, request())).toMatchObject({ needsCode: false });
      await setUp(browser);
      const given = await staff.giveAccount({ email: ana.email, role: 'admin' });
      expect(given.ok && (await staff.signIn(given, request()))).toMatchObject({ needsCode: false });
    });

    it('takes a code once, in all instances, also of several who come at once', async () => {
      const { uri } = await setUp(await signedIn(staff, 'Ana', 'viewer'));
      const used = {
        error: { path: 'code', message: expect.stringMatching(/^This code has already been used/) },
      };
      // The one that turned it on.
      expect(await answer(await codeOf(uri))).toMatchObject(used);
      const code = await codeOf(uri, 1);
      const services = [staff, openStaff(database), openStaff(database), openStaff(database)];
      const begun: Headers[] = [];
      for (const service of services)
        begun.push(request(undefined, cookiesOf(await service.signIn(ana, request()))));
      const results = await Promise.all(
        services.map((service, n) => service.signInWithCode({ code }, begun[n] as Headers)),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      for (const result of results.filter(({ ok }) => !ok)) expect(result).toMatchObject(used);
      // One that nobody got in with is not used up.
      for (let n = 0; n < 2; n++)
        expect(await answer('000000')).toMatchObject({ error: { message: 'Incorrect code.' } });
    });

    it('bounds guesses of codes, also of many sign-ins at once', async () => {
      await setUp(await signedIn(staff, 'Ana', 'viewer'));
      const begun: Headers[] = [];
      for (let n = 0; n < 14; n++)
        begun.push(request(undefined, cookiesOf(await staff.signIn(ana, request()))));
      const results = await Promise.all(
        begun.map((headers, n) => staff.signInWithCode({ code: `00000${n % 10}` }, headers)),
      );
      expect(results.filter((result) => !result.ok && result.error.retryAfter)).toHaveLength(4);
      // A right password leaves no session behind.
      expect((await database.pool.query('select from staff_session')).rows).toHaveLength(1);
    });

    it('locks after ten wrong codes', async () => {
      const { uri } = await setUp(await signedIn(staff, 'Ana', 'viewer'));
      for (let i = 0; i < 10; i++) expect((await answer('000000')).ok).toBe(false);
      expect(await answer(await codeOf(uri, 1))).toMatchObject({
        error: { message: 'Too many wrong codes. Try again in 15 minutes.' },
      });
    });
  });
});
