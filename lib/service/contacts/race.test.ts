import { describe, expect, test } from 'vitest';
import { serverEngine } from '@/lib/database/testing';
import { Racers, statuses } from '../testing/testing-race';

const CALLS = 200;

describe.skipIf(!serverEngine)('callers who race over two processes', () => {
  const racers = new Racers();

  /** Posts contacts all at once. */
  const race = (bodies: object[], headers: Record<string, string> = {}) =>
    racers.race(bodies.map((body) => ({ method: 'POST', path: '/contacts', body, headers })));

  async function contacts() {
    const { rows } = await racers.database.pool.query(
      `select email, phone, firstname, company, version, (select sum(count) from contact_counts n
         where n.organization_id = $1 and n.scope_id = $1)::int as counted,
         (select count(*) from activities a where a.organization_id = $1 and a.subject_id = c.id)::int as changes
       from contacts c where organization_id = $1 and deleted_at is null`,
      [racers.organizationId],
    );
    return rows;
  }

  test('with one email make one contact, and each of their segments and fields is in it', async () => {
    await racers.empty();
    const { rows } = await racers.database.pool.query(
      `insert into segments (organization_id, id, title, color, created_at)
       select $1, gen_random_uuid(), 'Race ' || n, '#000000', now() from generate_series(1, 20) n returning id`,
      [racers.organizationId],
    );
    const answers = await race(
      Array.from({ length: CALLS }, (_, index) => ({
        email: index % 2 ? 'One@Race.example' : ' one@race.EXAMPLE',
        segmentIds: [rows[index % rows.length].id],
      })),
    );
    expect(statuses(answers)).toEqual({ 200: CALLS - 1, 201: 1 });
    expect(await contacts()).toMatchObject([{ email: 'one@race.example', counted: 1 }]);
    const last = await race([{ email: 'one@race.example' }]);
    expect(last[0]?.body.data.segments.length).toBe(rows.length);
    // Each of them counted in one create or update; none twice.
    expect(await contacts()).toMatchObject([{ version: rows.length, changes: rows.length }]);
  });

  test('with one phone make one contact', async () => {
    await racers.empty();
    const answers = await race(
      Array.from({ length: CALLS }, () => ({ phone: '+49 30 901820', firstname: 'Ana' })),
    );
    expect(statuses(answers)).toEqual({ 200: CALLS - 1, 201: 1 });
    expect(await contacts()).toMatchObject([{ phone: '+4930901820', counted: 1, changes: 1 }]);
  });

  test('with one id of another system make one contact, whatever emails they send', async () => {
    await racers.empty();
    await racers.database.pool.query(
      `insert into fields (organization_id, id, key, label, type, position, created_at)
       values ($1, gen_random_uuid(), 'crm_id', 'CRM id', 'id', 1, now())`,
      [racers.organizationId],
    );
    for (let round = 0; round < 50; round++) {
      const fields = { crm_id: `${round}` };
      const answers = await race(
        [0, 1, 2, 3].map((at) => ({ email: `${round}.${at}@race.example`, fields })),
      );
      expect(statuses(answers)).toEqual({ 200: 3, 201: 1 });
      expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    }
    expect(await contacts()).toHaveLength(50);
  });

  test('by email only, phone only and both end in one contact for both, or in a conflict that says so', async () => {
    for (let round = 0; round < 5; round++) {
      await racers.empty();
      const email = `mix${round}@race.example`;
      const phone = `+493090182${round}`;
      const bodies = Array.from({ length: CALLS }, (_, index) => {
        if (index % 3 === 0) return { email, company: 'Acme' };
        if (index % 3 === 1) return { phone, firstname: 'Ana' };
        return { email, phone, lastname: 'Silva' };
      });
      const answers = await race(bodies);
      for (const { status } of answers) expect([200, 201, 409]).toContain(status);
      const rows = await contacts();
      // Email and phone met before anybody had both: two contacts, and every call with both was told.
      if (rows.length === 1) {
        expect(rows).toMatchObject([{ email, phone, firstname: 'Ana', company: 'Acme', counted: 1 }]);
        expect(answers.filter(({ status }) => status === 201).length).toBe(1);
      } else {
        expect(rows.length).toBe(2);
        expect(rows.filter((row) => row.email === email).length).toBe(1);
        expect(rows.filter((row) => row.phone === phone).length).toBe(1);
        const conflicts = answers.filter(({ status }) => status === 409);
        expect(conflicts.length).toBeGreaterThan(0);
        for (const { body } of conflicts)
          expect(body.error.details.map(({ path }) => path)).toEqual(['email', 'phone']);
      }
    }
  });

  test('that begin with both identifiers never leave more than one contact', async () => {
    await racers.empty();
    const email = 'both@race.example';
    const phone = '+4930901829';
    const seed = await race([{ email, phone }]);
    const answers = await race(
      Array.from(
        { length: CALLS },
        (_, index) => [{ email }, { phone }, { email, phone }][index % 3] as object,
      ),
    );
    expect(statuses(answers)).toEqual({ 200: CALLS });
    expect(new Set(answers.map(({ body }) => body.data.id))).toEqual(new Set([seed[0]?.body.data.id]));
    expect(await contacts()).toMatchObject([{ email, phone, version: 1 }]);
  });

  test('to be the one who creates, or who changes what they have seen: exactly one does', async () => {
    await racers.empty();
    const email = 'first@race.example';
    const bodies = Array.from({ length: CALLS }, (_, index) => ({ email, company: `Company ${index}` }));
    expect(statuses(await race(bodies, { 'If-None-Match': '*' }))).toEqual({ 201: 1, 412: CALLS - 1 });
    const [seen] = await race([{ email }]);
    expect(await contacts()).toMatchObject([{ company: seen?.body.data.contact.company, version: 1 }]);
    const etag = `"1-0-${seen?.body.data.id}"`;
    const changed = bodies.map((body, index) => ({ ...body, firstname: `Ana ${index}` }));
    expect(statuses(await race(changed, { 'If-Match': etag }))).toEqual({ 200: 1, 412: CALLS - 1 });
    expect(await contacts()).toMatchObject([{ version: 2, changes: 2 }]);
  });

  test('with one Idempotency-Key get the answer of the one who creates', async () => {
    await racers.empty();
    for (let round = 0; round < 20; round++) {
      const body = { email: `key${round}@race.example` };
      const answers = await race([body, body, body, body], { 'Idempotency-Key': `round-${round}` });
      expect(statuses(answers)).toEqual({ 201: 4 });
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    }
    const all = await contacts();
    expect(all.map(({ version, changes }) => [version, changes])).toEqual(all.map(() => [1, 1]));
    expect(all).toHaveLength(20);
  });

  test('for the last redemption of a code: exactly one gets it, the others write nothing', async () => {
    for (let round = 0; round < 5; round++) {
      await racers.empty();
      const code = `LAST-${round}`;
      await racers.database.pool.query(
        `insert into referral_codes (organization_id, id, code, max_redemptions, created_at)
         values ($1, gen_random_uuid(), $2, 1, now())`,
        [racers.organizationId, code],
      );
      const answers = await race(
        Array.from({ length: 40 }, (_, index) => ({ email: `r${index}@race.example`, referralCode: code })),
      );
      expect(statuses(answers)).toEqual({ 201: 1, 400: 39 });
      for (const { status, body } of answers)
        if (status === 400)
          expect(body.error.details).toEqual([
            { path: 'referralCode', message: 'This referral code is used up.' },
          ]);
      expect((await contacts()).length).toBe(1);
      const { rows } = await racers.database.pool.query(
        `select redemption_count, (select count(*) from redemptions d where d.organization_id = $1 and d.referral_code_id = r.id)::int as redeemed
         from referral_codes r where organization_id = $1 and code = $2`,
        [racers.organizationId, code],
      );
      expect(rows).toEqual([{ redemption_count: 1, redeemed: 1 }]);
    }
  });
});
