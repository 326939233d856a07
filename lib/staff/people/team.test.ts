import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/database/database';
import { ensureFirstOrganization } from '@/lib/database/first-organization';
import { engines } from '@/lib/database/testing';
import type { StaffService } from '../create-staff';
import {
  browserOf,
  dataOf,
  heldHashing,
  openStaff,
  password,
  removeEverybody,
  request,
  secret,
  signedIn,
} from '../testing';

describe.each(engines)('the team on $name', (engine) => {
  let database: Database;
  let staff: StaffService;
  /** The other organization. */
  const globex = '01990000-0000-7000-8000-000000000001';

  beforeAll(async () => {
    database = await engine.open();
    staff = openStaff(database);
    await ensureFirstOrganization(database);
    await database.pool.query(
      "insert into organizations (id, name, created_at) values ($1, 'Globex', now())",
      [globex],
    );
  });
  afterEach(() => removeEverybody(database));
  afterAll(() => database.close());

  const recorded = async () =>
    (
      await database.pool.query(
        `select action, actor_name as by, after->>'email' as whom, organization_id = $1 as elsewhere
         from activities where action not in ('person.signed-in', 'person.sign-in-failed') order by id`,
        [globex],
      )
    ).rows;
  const signIn = async (name: string, secretText = password) =>
    browserOf(staff, await staff.signIn({ email: `${name}@example.com`, password: secretText }, request()));

  it('records that two-factor sign-in is required, once', async () => {
    const ana = await signedIn(staff, 'Ana', 'admin');
    const by = { ...(await ana.me()), hasTwoFactor: true };
    for (const required of [true, true, false]) await staff.requireTwoFactor(by, required);
    const { rows } = await database.pool.query(
      `select actor_name as by, before->>'twoFactorRequired' as before, after->>'twoFactorRequired' as after
       from activities where action = 'organization.updated' order by id`,
    );
    expect(rows).toEqual([
      { by: 'Ana <ana@example.com>', before: 'false', after: 'true' },
      { by: 'Ana <ana@example.com>', before: 'true', after: 'false' },
    ]);
  });

  it('gives an organization a name, a country and a logo, recorded where they differ', async () => {
    const ana = await signedIn(staff, 'Ana', 'admin');
    const change = async (what: 'updateOrganization' | 'setLogo', value: never) =>
      staff[what](await ana.me(), value);
    const set = (name: string, country = '', more = {}) =>
      change('updateOrganization', {
        name,
        country,
        timeZone: '',
        dateFormat: '',
        assistantReads: 2_000,
        twoApprovers: false,
        ...more,
      } as never);
    const png = (side: number) => {
      const header = Buffer.alloc(33);
      header.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
      header.writeUInt32BE(side, 16);
      header.writeUInt32BE(1, 20);
      return header as never;
    };
    const page = Buffer.from('<svg onload="alert()"/>'.padEnd(40)) as never;
    for (const given of [page, png(0), png(113)])
      expect(await change('setLogo', given)).toMatchObject({ ok: false, error: { path: 'png' } });
    expect(await staff.logo(await ana.me(), '')).toBeNull();
    for (const name of [' Acme ', 'Acme']) expect(await set(name)).toMatchObject({ ok: true });
    expect(await set('Acme', 'DE')).toMatchObject({ ok: true });
    expect((await ana.me()).organization.country).toBe('DE');
    expect(await set('Acme')).toMatchObject({ ok: true });
    expect(await set('Acme', '', { assistantReads: 500 })).toMatchObject({ ok: true });
    expect(await change('updateOrganization', { timeZone: 'Asia/Tokyo' } as never)).toMatchObject({
      ok: true,
    });
    expect((await ana.me()).organization).toMatchObject({ assistantReads: 500, timeZone: 'Asia/Tokyo' });
    expect(await set('Acme', '', { assistantReads: 2_000 })).toMatchObject({ ok: true });
    expect(await set(' ')).toMatchObject({ ok: false, error: { path: 'name' } });
    for (const bad of [
      { timeZone: 'Mars' },
      { dateFormat: 'en' },
      { assistantReads: -1 },
      { assistantReads: Number.NaN },
    ])
      expect(await set('Acme', '', bad)).toMatchObject({ ok: false, error: { path: Object.keys(bad)[0] } });
    expect(await set('Acme', 'de')).toMatchObject({ ok: false, error: { path: 'country' } });
    for (const given of [png(112), png(112), png(1), null as never])
      expect(await change('setLogo', given)).toMatchObject({ ok: true });
    expect((await ana.me()).organization).toMatchObject({ name: 'Acme', logo: null });
    await change('setLogo', png(112));
    const by = await ana.me();
    const version = by.organization.logo ?? '';
    expect(await staff.logo(by, '1.000')).toBeNull();
    expect(Buffer.from((await staff.logo(by, version)) ?? [])).toEqual(png(112));
    expect(await staff.logo({ ...by, organization: { ...by.organization, id: globex } }, version)).toBeNull();
    const { rows } = await database.pool.query(
      `select before, after from activities where action = 'organization.updated' order by id`,
    );
    expect(rows).toEqual([
      { before: { name: 'My organization' }, after: { name: 'Acme' } },
      { before: { country: null }, after: { country: 'DE' } },
      { before: { country: 'DE' }, after: { country: null } },
      { before: { assistantReads: 2000 }, after: { assistantReads: 500 } },
      { before: { timeZone: null }, after: { timeZone: 'Asia/Tokyo' } },
      {
        before: { timeZone: 'Asia/Tokyo', assistantReads: 500 },
        after: { timeZone: null, assistantReads: 2000 },
      },
      { before: { logo: false }, after: { logo: true } },
      { before: { logo: true }, after: { logo: 'new' } },
      { before: { logo: true }, after: { logo: false } },
      { before: { logo: false }, after: { logo: true } },
    ]);
    await change('setLogo', null as never);
    await set('My organization');
  });

  describe('an invitation', () => {
    it('is accepted once, with a name and a password, and recorded with what it did', async () => {
      const ana = await signedIn(staff, 'Ana', 'admin');
      const { code, email } = dataOf(
        await staff.invite(await ana.me(), { email: ' Ben@example.com ', role: 'editor' }),
      );
      expect(email).toBe('ben@example.com');
      expect(await staff.invitation(code)).toEqual({
        email,
        organization: 'My organization',
        hasAccount: false,
      });
      const { rows } = await database.pool.query('select value from staff_verification');
      expect(rows).toHaveLength(1);
      expect(rows[0].value).not.toContain(code);
      expect(await openStaff(database, { secret: `not ${secret}` }).invitation(code)).toBeNull();

      expect(await staff.join({ code, name: 'Ben', password: 'qwerty123456' }, request())).toMatchObject({
        error: { path: 'password', message: expect.stringContaining('too common') },
      });
      const joining = { code, name: 'Ben Berg', password };
      const [one, two] = await Promise.all([staff.join(joining, request()), staff.join(joining, request())]);
      expect([one.ok, two.ok].sort()).toEqual([false, true]);
      const ben = browserOf(staff, one.ok ? one : two);
      expect(await ben.me()).toMatchObject({ name: 'Ben Berg', email, role: 'editor' });
      expect(await staff.invitation(code)).toBeNull();
      expect(await recorded()).toEqual([
        { action: 'person.joined', by: 'npm run staff', whom: 'ana@example.com', elsewhere: false },
        { action: 'person.invited', by: 'Ana <ana@example.com>', whom: email, elsewhere: false },
        { action: 'person.joined', by: 'Ben Berg <ben@example.com>', whom: email, elsewhere: false },
      ]);
    });

    it('is emailed where there is a server for that, and told when it could not be', async () => {
      const ana = await signedIn(staff, 'Ana', 'admin');
      const by = await ana.me();
      const sent: { to: string; text: string }[] = [];
      const origin = 'https://roster.example';
      const mailing = openStaff(database, { origin, mail: async (mail) => void sent.push(mail) });
      const made = dataOf(await mailing.invite(by, { email: 'ben@example.com', role: 'viewer' }));
      expect(made.sent).toBe(true);
      expect(sent).toMatchObject([{ to: 'ben@example.com', subject: 'Join My organization on Roster' }]);
      expect(sent[0]?.text).toContain(`${origin}/join?code=${made.code}\n`);
      const errors: string[] = [];
      const failing = openStaff(database, {
        mail: () => Promise.reject(new Error('No server.')),
        log: { info: () => {}, error: (_, message) => void errors.push(message) },
      });
      expect(dataOf(await failing.invite(by, { email: 'eve@example.com', role: 'viewer' })).sent).toBe(false);
      expect(errors).toEqual(['An email could not be sent.']);
      expect(dataOf(await staff.invite(by, { email: 'gil@example.com', role: 'viewer' })).sent).toBe(false);
    });

    it('ends after a week, with a new link, and when it is taken back', async () => {
      const ana = await signedIn(staff, 'Ana', 'admin');
      const by = await ana.me();
      const first = dataOf(await staff.invite(by, { email: 'ben@example.com', role: 'viewer' }));
      const [ben] = (await staff.team(by)).people.filter(({ state }) => state === 'invited');
      const id = ben?.id ?? '';
      const second = dataOf(await staff.newInvitationLink(by, id));
      expect([await staff.invitation(first.code), (await staff.invitation(second.code))?.email]).toEqual([
        null,
        'ben@example.com',
      ]);
      await database.pool.query("update staff_verification set expires_at = expires_at - interval '7 days'");
      expect(await staff.invitation(second.code)).toBeNull();
      const third = dataOf(await staff.newInvitationLink(by, id));
      expect(await staff.invite(by, { email: 'ben@example.com', role: 'admin' })).toMatchObject({
        error: { path: 'email' },
      });
      dataOf(await staff.deactivate(by, id));
      expect(await staff.invitation(third.code)).toBeNull();
      expect(await staff.join({ code: third.code, name: 'Ben', password }, request())).toMatchObject({
        error: { message: 'This link is no longer valid.' },
      });
    });

    it('cannot be taken by an admin of another organization who invites the same person and comes first', async () => {
      const ana = await signedIn(staff, 'Ana', 'admin');
      const gil = await signedIn(staff, 'Gil', 'admin', globex);
      const eve = { email: 'eve@example.com', role: 'admin' } as const;
      const invited = dataOf(await staff.invite(await ana.me(), eve));
      const trap = dataOf(await staff.invite(await gil.me(), eve));
      const stranger = 'a password of somebody else';
      const taken = browserOf(
        staff,
        await staff.join({ code: trap.code, name: 'Gil', password: stranger }, request()),
      );
      expect((await taken.me()).organizations).toHaveLength(1);
      expect(await staff.invitation(invited.code)).toMatchObject({ hasAccount: false });
      const own = browserOf(
        staff,
        await staff.join({ code: invited.code, name: 'Eve', password }, request()),
      );
      expect(await own.me()).toMatchObject({ name: 'Eve', organizations: [{ name: 'My organization' }] });
      await expect(taken.me()).rejects.toThrow('Signed out.');
      expect((await staff.signIn({ ...eve, password: stranger }, request())).ok).toBe(false);
      const [there] = (await staff.team(await gil.me())).people.filter(({ email }) => email === eve.email);
      expect(there?.state).toBe('invited');
      // A link made later is no way into an account that is somebody's by now.
      const later = dataOf(await staff.newInvitationLink(await gil.me(), there?.id ?? ''));
      expect(await staff.invitation(later.code)).toMatchObject({ hasAccount: true });
      expect((await staff.join({ code: later.code, name: 'Gil', password: stranger }, request())).ok).toBe(
        false,
      );
      dataOf(await staff.joinSignedIn(await own.me(), later.code));
      expect((await own.me()).organizations).toHaveLength(2);
    });

    it('of somebody with an account is theirs alone, and adds an organization', async () => {
      const ana = await signedIn(staff, 'Ana', 'admin');
      const gil = await signedIn(staff, 'Gil', 'admin', globex);
      const eve = await signedIn(staff, 'Eve', 'viewer');
      const { code } = dataOf(
        await staff.invite(await gil.me(), { email: 'ana@example.com', role: 'viewer' }),
      );
      expect(await staff.invitation(code)).toMatchObject({ organization: 'Globex', hasAccount: true });
      for (const refused of [
        await staff.join({ code, name: 'Ana', password }, request()),
        await staff.joinSignedIn(await eve.me(), code),
      ])
        expect(refused.ok).toBe(false);
      dataOf(await staff.joinSignedIn(await ana.me(), code));
      expect(await ana.me()).toMatchObject({
        role: 'viewer',
        organization: { id: globex },
        organizations: [{ name: 'Globex' }, { name: 'My organization' }],
      });
    });
  });

  describe('organizations', () => {
    it('are switched in one browser, with the role that one has there', async () => {
      const ana = await signedIn(staff, 'Ana', 'admin');
      dataOf(
        await staff.joinSignedIn(
          await ana.me(),
          dataOf(
            await staff.invite(await (await signedIn(staff, 'Gil', 'admin', globex)).me(), {
              email: 'ana@example.com',
              role: 'viewer',
            }),
          ).code,
        ),
      );
      const { organizations, id } = await ana.me();
      const [, mine] = organizations;
      const other = await signIn('ana');
      dataOf(await staff.switchOrganization(await other.me(), mine?.id ?? ''));
      expect([(await ana.me()).role, (await other.me()).role]).toEqual(['viewer', 'admin']);
      dataOf(await staff.switchOrganization(await ana.me(), mine?.id ?? ''));
      expect(await ana.me()).toMatchObject({ role: 'admin', organization: { name: 'My organization' } });
      dataOf(await staff.switchOrganization(await ana.me(), globex));

      // Without access there any more, the other one is shown.
      const gil = await signIn('gil');
      dataOf(await staff.deactivate(await gil.me(), id));
      await expect(ana.me()).rejects.toThrow('Signed out.');
      expect((await other.me()).organizations).toHaveLength(1);
      expect(await staff.switchOrganization(await other.me(), globex)).toMatchObject({ ok: false });
    });

    it('are all told of sign-ins and of refused ones, which they bound', async () => {
      const ana = await signedIn(staff, 'Ana', 'admin');
      const gil = await signedIn(staff, 'Gil', 'admin', globex);
      const { id, organization } = await ana.me();
      const { code } = dataOf(
        await staff.invite(await gil.me(), { email: 'ana@example.com', role: 'viewer' }),
      );
      dataOf(await staff.joinSignedIn(await ana.me(), code));
      await database.pool.query('delete from activities');
      const told = async () =>
        (
          await database.pool.query(
            `select organization_id as at, action, actor_name as by, after->>'reason' as why from activities
             where subject_id = $1 order by id`,
            [id],
          )
        ).rows;
      await signIn('ana');
      const by = 'Ana <ana@example.com>';
      const both = [organization.id, globex].map((at) => ({ at, action: 'person.signed-in', by, why: null }));
      expect(await told()).toEqual(expect.arrayContaining(both));

      dataOf(await staff.deactivate(await gil.me(), id));
      await database.pool.query('delete from activities');
      for (let n = 0; n < 13; n++)
        for (const email of ['ana@example.com', 'nobody@example.com'])
          expect((await staff.signIn({ email, password: 'wrong password' }, request())).ok).toBe(false);
      // Ten from one address, in both.
      await expect.poll(async () => (await told()).length).toBe(20);
      const refused = { action: 'person.sign-in-failed', by: 'Roster' };
      expect((await told()).slice(0, 2)).toEqual(
        expect.arrayContaining([
          { at: organization.id, ...refused, why: 'Wrong password' },
          { at: globex, ...refused, why: 'Deactivated' },
        ]),
      );
      const { rows } = await database.pool.query('select from activities');
      expect(rows).toHaveLength(20);
    });

    it('know nothing of one another, and take over no account of the other', async () => {
      const ana = await signedIn(staff, 'Ana', 'admin');
      const gil = await signedIn(staff, 'Gil', 'admin', globex);
      const ben = await signedIn(staff, 'Ben', 'viewer', globex);
      const [a, g, b] = [await ana.me(), await gil.me(), await ben.me()];
      expect((await staff.team(a)).people.map(({ name }) => name)).toEqual(['Ana']);
      const strange = { ok: false, error: { path: '', message: 'This person is not on the team.' } };
      expect(await staff.setRole(a, b.id, 'admin')).toEqual(strange);
      expect(await staff.deactivate(a, b.id)).toEqual(strange);
      expect(await staff.newResetLink(a, b.id)).toEqual(strange);
      expect(await staff.turnOffTwoFactorOf(a, b.id)).toEqual(strange);

      const { code } = dataOf(await staff.invite(a, { email: 'ben@example.com', role: 'viewer' }));
      dataOf(await staff.joinSignedIn(b, code));
      const refused = { error: { message: expect.stringContaining('that you do not administer') } };
      for (const outcome of [
        await staff.newResetLink(a, b.id),
        await staff.newResetLink(g, b.id),
        await staff.turnOffTwoFactorOf(a, b.id),
      ])
        expect(outcome).toMatchObject(refused);
      // Who was deactivated there may be taken back.
      dataOf(await staff.deactivate(g, b.id));
      expect(await staff.newResetLink(a, b.id)).toMatchObject(refused);
      // An invitation tells nothing of whom it is for.
      await database.pool.query('update staff_user set two_factor_enabled = true');
      dataOf(await staff.invite(a, { email: 'gil@example.com', role: 'viewer' }));
      expect((await staff.team(a)).people.find(({ email }) => email === 'gil@example.com')).toEqual({
        id: g.id,
        name: 'gil@example.com',
        email: 'gil@example.com',
        role: 'viewer',
        state: 'invited',
        hasTwoFactor: false,
        lastSeenAt: null,
      });
    });

    it('are but the first one where there is but that', async () => {
      const gil = await signedIn(staff, 'Gil', 'admin', globex);
      const connected = openStaff(database, { onlyFirst: true });
      expect(await connected.session(gil.headers)).toBeNull();
      expect((await connected.signIn({ email: 'gil@example.com', password }, request())).ok).toBe(false);
    });
  });

  describe('a change', () => {
    it('of a role holds at the next request to any instance; deactivation ends sessions, and is taken back', async () => {
      const ana = await signedIn(staff, 'Ana', 'admin');
      const ben = await signedIn(openStaff(database), 'Ben', 'viewer');
      const [by, { id }] = [await ana.me(), await ben.me()];
      dataOf(await staff.setRole(by, id, 'editor'));
      expect((await ben.me()).role).toBe('editor');
      dataOf(await staff.deactivate(by, id));
      await expect(ben.me()).rejects.toThrow('Signed out.');
      expect(await staff.signIn({ email: 'ben@example.com', password }, request())).toMatchObject({
        error: { message: 'Incorrect email or password.' },
      });
      expect((await staff.team(by)).people).toMatchObject([{ name: 'Ana' }, { state: 'deactivated' }]);
      dataOf(await staff.reactivate(by, id));
      await expect(ben.me()).rejects.toThrow('Signed out.');
      expect(await (await signIn('ben')).me()).toMatchObject({ role: 'editor' });
      expect((await recorded()).map(({ action }) => action)).toEqual([
        'person.joined',
        'person.joined',
        'person.updated',
        'person.deactivated',
        'person.reactivated',
      ]);
    });

    it('leaves an admin, also when two demote one another', async () => {
      const ana = await signedIn(staff, 'Ana', 'admin');
      const ben = await signedIn(staff, 'Ben', 'admin');
      const [a, b] = [await ana.me(), await ben.me()];
      const both = await Promise.all([staff.setRole(a, b.id, 'viewer'), staff.deactivate(b, a.id)]);
      expect(both.filter(({ ok }) => ok)).toHaveLength(1);
      const last = both[0].ok ? a : b;
      const nobody = { error: { message: 'At least one admin is required.' } };
      expect(await staff.setRole(last, last.id, 'editor')).toMatchObject(nobody);
      expect(await staff.deactivate(last, last.id)).toMatchObject(nobody);
    });

    it('of a password or of organizations ends reset links that were made before', async () => {
      const ana = await signedIn(staff, 'Ana', 'admin');
      const ben = await signedIn(staff, 'Ben', 'viewer');
      const gil = await signedIn(staff, 'Gil', 'admin', globex);
      const [a, b] = [await ana.me(), await ben.me()];
      const link = async () => dataOf(await staff.newResetLink(a, b.id)).code;
      const first = await link();
      const newPassword = 'another horse battery';
      dataOf(await staff.changePassword(b, { password, newPassword }, request()));
      const second = await link();
      const { code } = dataOf(await staff.invite(await gil.me(), { email: b.email, role: 'viewer' }));
      dataOf(await staff.joinSignedIn(b, code));
      for (const over of [first, second]) {
        expect(await staff.resetOf(over)).toBeNull();
        expect((await staff.resetPassword({ code: over, password }, request())).ok).toBe(false);
      }
    });

    it('by a link that is none keeps nobody busy', async () => {
      const { hashing, hold, release } = heldHashing();
      const room = openStaff(database, { passwordHashing: hashing });
      hold();
      const busy = [1, 2].map((n) => room.signIn({ email: `p${n}@example.com`, password }, request()));
      const stranger = { code: 'of nobody', name: 'Eve', password };
      for (const refused of [room.join(stranger, request()), room.resetPassword(stranger, request())])
        expect(await refused).toMatchObject({
          error: { message: 'This link is no longer valid.' },
        });
      release();
      await Promise.all(busy);
    });

    it('of a password by link ends all sessions and the link', async () => {
      const ana = await signedIn(staff, 'Ana', 'admin');
      const ben = await signedIn(staff, 'Ben', 'viewer');
      const { code } = dataOf(await staff.newResetLink(await ana.me(), (await ben.me()).id));
      expect(await staff.resetOf(code)).toBe('ben@example.com');
      expect(await staff.resetOf('of nobody')).toBeNull();
      const renewed = await staff.resetPassword({ code, password: 'another horse battery' }, request());
      expect(await browserOf(staff, renewed).me()).toMatchObject({ name: 'Ben' });
      await expect(ben.me()).rejects.toThrow('Signed out.');
      expect(await staff.resetPassword({ code, password }, request())).toMatchObject({ ok: false });
      expect((await staff.signIn({ email: 'ben@example.com', password }, request())).ok).toBe(false);
    });
  });
});
