import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { engines } from '@/lib/database/testing';
import type { StaffService } from '../create-staff';
import {
  browserOf,
  cookiesOf,
  dataOf,
  openStaff,
  password,
  removeEverybody,
  request,
  signedIn,
} from '../testing';
import { TestIdentityProvider } from './test-identity-provider';

const ORIGIN = 'https://roster.example';

describe.each(engines)('company sign-in on $name', (engine) => {
  let database: Database;
  let provider: TestIdentityProvider;
  let staff: StaffService;

  beforeAll(async () => {
    database = await engine.open();
    provider = await TestIdentityProvider.start(ORIGIN);
    staff = openStaff(database, { identityProviders: [provider.options], origin: ORIGIN });
  });
  afterEach(() => removeEverybody(database));
  afterAll(async () => {
    await provider.stop();
    await database.close();
  });

  /** Signs in at the provider; returns how Roster took it, and who they are then. */
  async function enter(email: string, { service = staff, again = false } = {}) {
    const begun = await service.beginProviderSignIn('acme', '/segments', again);
    if (!begun) throw new Error('Not begun.');
    const back = await provider.signIn(begun.url, email);
    expect(back.origin + back.pathname).toBe(`${ORIGIN}/sign-in/company/acme/callback`);
    const result = await service.finishProviderSignIn(
      'acme',
      back.search,
      request(undefined, [begun.cookie]),
    );
    const member = result.ok ? await service.session(request(undefined, cookiesOf(result))) : null;
    return { result, member, back, begun };
  }

  it('makes an account for the people of the company, once', async () => {
    await signedIn(staff, 'Ada', 'admin');
    const { result, member } = await enter('Ben@acme.example');
    expect(result).toMatchObject({ ok: true, next: '/segments' });
    const ben = { email: 'ben@acme.example', name: 'Ben of Acme', role: 'viewer', identityProvider: 'acme' };
    expect(member).toMatchObject(ben);
    // Without the time at which the company asked who it is, nothing is confirmed.
    expect((await enter('Ben@acme.example')).member).toMatchObject({ id: member?.id, confirmed: false });
    const { rows } = await database.pool.query(
      "select action from activities where after->>'email' = $1 order by id",
      [ben.email],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'person.joined',
      'person.signed-in',
      'person.signed-in',
    ]);
    expect((await staff.signIn({ email: ben.email, password }, request())).ok).toBe(false);
  });

  it('is of whoever has this email here, and accepts their invitation', async () => {
    const ada = await signedIn(staff, 'Ada', 'admin');
    const by = (await staff.session(ada.headers)) as NonNullable<Awaited<ReturnType<typeof staff.session>>>;
    const { code } = dataOf(await staff.invite(by, { email: 'eve@acme.example', role: 'editor' }));
    expect((await enter('eve@acme.example')).member).toMatchObject({ role: 'editor', name: 'eve of Acme' });
    expect(await staff.invitation(code)).toBeNull();
    const id = (await staff.team(by)).people.find(({ email }) => email === 'eve@acme.example')?.id ?? '';
    dataOf(await staff.deactivate(by, id));
    expect((await enter('eve@acme.example')).result).toMatchObject({
      error: { message: 'You are not on the team. Ask an admin to invite you.' },
    });
    const { rows } = await database.pool.query(
      "select after->>'reason' as why from activities where action = 'person.sign-in-failed' and subject_id = $1",
      [id],
    );
    expect(rows).toEqual([{ why: 'Deactivated' }]);
  });

  it('is not for strangers, unconfirmed addresses, or before there is an admin', async () => {
    expect((await enter('ben@acme.example')).result.ok).toBe(false);
    await signedIn(staff, 'Ada', 'admin');
    for (const email of ['ben@elsewhere.example', 'unverified@acme.example', 'ada@example.com'])
      expect((await enter(email)).result.ok).toBe(false);
    const { rows } = await database.pool.query('select email from staff_user');
    expect(rows).toEqual([{ email: 'ada@example.com' }]);
  });

  it('wants a company without domains to vouch for each address', async () => {
    const ada = await signedIn(staff, 'Ada', 'admin');
    const service = openStaff(database, {
      identityProviders: [{ ...provider.options, domains: [] }],
      origin: ORIGIN,
    });
    for (const email of ['unsaid@acme.example', 'unverified@acme.example', 'eve@acme.example'])
      dataOf(await staff.invite(await ada.me(), { email, role: 'viewer' }));
    expect((await enter('unsaid@acme.example', { service })).result.ok).toBe(false);
    expect((await enter('unverified@acme.example', { service })).result.ok).toBe(false);
    expect((await enter('eve@acme.example', { service })).result.ok).toBe(true);
  });

  it('takes nothing but true for a confirmation, as a boolean or as text', async () => {
    await signedIn(staff, 'Ada', 'admin');
    for (const name of ['text-false', 'zero', 'one', 'null'])
      expect([name, (await enter(`${name}@acme.example`)).result]).toEqual([
        name,
        { ok: false, error: { path: '', message: 'Your company did not confirm your email address.' } },
      ]);
    for (const name of ['text-true', 'unsaid'])
      expect([name, (await enter(`${name}@acme.example`)).result.ok]).toEqual([name, true]);
  });

  it('ends what an admin of another organization knows of an account that they made', async () => {
    const globex = '01990000-0000-7000-8000-000000000002';
    await database.pool.query(
      "insert into organizations (id, name, created_at) values ($1, 'Globex', now())",
      [globex],
    );
    const ada = await signedIn(staff, 'Ada', 'admin');
    const gil = await signedIn(staff, 'Gil', 'admin', globex);
    const eve = { email: 'eve@acme.example', role: 'viewer' } as const;
    const { code } = dataOf(await staff.invite(await gil.me(), eve));
    const made = browserOf(staff, await staff.join({ code, name: 'Eve', password }, request()));
    const reset = dataOf(await staff.newResetLink(await gil.me(), (await made.me()).id));
    dataOf(await staff.invite(await ada.me(), eve));
    expect((await enter(eve.email)).member?.organizations).toHaveLength(2);
    await expect(made.me()).rejects.toThrow('Signed out.');
    expect((await staff.signIn({ ...eve, password }, request())).ok).toBe(false);
    expect(await staff.resetOf(reset.code)).toBeNull();
  });

  it.each(['signing in', 'a link'])('ends it when they join a further organization by %s', async (way) => {
    const globex = '01990000-0000-7000-8000-000000000003';
    await database.pool.query(
      "insert into organizations (id, name, created_at) values ($1, 'Globex', now()) on conflict do nothing",
      [globex],
    );
    const ada = await signedIn(staff, 'Ada', 'admin');
    const gil = await signedIn(staff, 'Gil', 'admin', globex);
    const eve = { email: 'eve@acme.example', role: 'admin' } as const;
    dataOf(await staff.invite(await gil.me(), eve));
    const { member } = await enter(eve.email);
    const reset = dataOf(await staff.newResetLink(await gil.me(), member?.id ?? ''));
    const other = browserOf(staff, await staff.resetPassword({ code: reset.code, password }, request()));
    const own = browserOf(staff, (await enter(eve.email)).result);
    const { code } = dataOf(await staff.invite(await ada.me(), eve));
    if (way === 'a link') dataOf(await staff.joinSignedIn(await own.me(), code));
    else await enter(eve.email);
    await expect(other.me()).rejects.toThrow('Signed out.');
    expect((await staff.signIn({ ...eve, password }, request())).ok).toBe(false);
    if (way === 'a link') expect((await own.me()).organizations).toHaveLength(2);
  });

  it('takes no answer twice, of another browser, or of another state', async () => {
    await signedIn(staff, 'Ada', 'admin');
    const { back, begun } = await enter('ben@acme.example');
    const cookies = request(undefined, [begun.cookie]);
    await expect(staff.finishProviderSignIn('acme', back.search, cookies)).rejects.toBeInstanceOf(Error);
    expect(await staff.finishProviderSignIn('acme', back.search, request())).toMatchObject({ ok: false });
    const other = await staff.beginProviderSignIn('acme', '/', false);
    if (!other) throw new Error('Not begun.');
    await expect(
      staff.finishProviderSignIn('acme', back.search, request(undefined, [other.cookie])),
    ).rejects.toBeInstanceOf(Error);
    const forged = { ...begun.cookie, value: `${begun.cookie.value.slice(0, -4)}AAAA` };
    expect(await staff.finishProviderSignIn('acme', back.search, request(undefined, [forged]))).toMatchObject(
      {
        ok: false,
      },
    );
    expect(await staff.beginProviderSignIn('globex', '/', false)).toBeNull();
  });

  it('counts as a second factor, and as a confirmation when it is done once more', async () => {
    await signedIn(staff, 'Ada', 'admin');
    await enter('ben@acme.example');
    await database.pool.query('update organizations set two_factor_required = true');
    const { member } = await enter('ben@acme.example', { again: true });
    expect(member).toMatchObject({ identityProvider: 'acme', twoFactorRequired: true, confirmed: true });
    await database.pool.query('update organizations set two_factor_required = false');
  });

  it('leaves a password to one admin, where it is to', async () => {
    await signedIn(staff, 'Ada', 'admin');
    await signedIn(staff, 'Ben', 'editor');
    const service = openStaff(database, {
      identityProviders: [provider.options],
      passwordOnlyFor: 'ada@example.com',
    });
    expect(service.passwordsAreOff).toBe(true);
    expect((await service.signIn({ email: 'ada@example.com', password }, request())).ok).toBe(true);
    expect(await service.signIn({ email: 'ben@example.com', password }, request())).toMatchObject({
      error: { message: 'Sign in with your company’s account.' },
    });
  });
});
