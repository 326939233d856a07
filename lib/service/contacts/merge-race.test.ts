import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { serverEngine } from '@/lib/database/testing';
import { Racers, statuses } from '../testing/testing-race';

const ROUNDS = Number(process.env.MERGE_RACES ?? 3);

describe.skipIf(!serverEngine)('merges that race over two processes', () => {
  const racers = new Racers();
  const post = (body: object) => ({ method: 'POST', path: '/contacts', body });
  const merge = (into: Contact, from: Contact, take: string[] = []) => ({
    method: 'POST',
    path: `/contacts/${into.id}/merge`,
    body: { from: from.id, take },
  });

  async function contacts(...emails: string[]): Promise<Contact[]> {
    await racers.empty();
    const made = await racers.race(emails.map((email) => post({ email })));
    const byEmail = new Map(made.map(({ body }) => [body.data.email, body.data]));
    return emails.map((email) => byEmail.get(email) as Contact);
  }

  /** Each address is in one row; counters are those of live contacts; merged ones lead to live ones. */
  async function check() {
    const { rows } = await racers.database.pool.query(
      `select
         (select count(*) from contacts where organization_id = $1 and deleted_at is null)::int as live,
         (select coalesce(sum(count), 0) from contact_counts where organization_id = $1 and scope_id = $1)::int as counted,
         (select count(*) from contacts m where m.organization_id = $1 and m.merged_into is not null and not exists (
           select from contacts c where c.organization_id = $1 and c.id = m.merged_into and c.merged_into is null
             and (c.deleted_at is null) = (m.deletion_id is null)))::int as lost,
         (select count(*) - count(distinct email) from contacts where organization_id = $1 and email is not null
           and (deleted_at is null or merged_into is not null and deletion_id is null))::int as twice`,
      [racers.organizationId],
    );
    expect(rows).toEqual([{ live: rows[0].live, counted: rows[0].live, lost: 0, twice: 0 }]);
    return rows[0].live as number;
  }

  test('each into the other: one of them stays', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [a, b] = (await contacts('a@m.example', 'b@m.example')) as [Contact, Contact];
      const answers = await racers.race(
        Array.from({ length: 20 }, (_, n) => (n % 4 < 2 ? merge(a, b) : merge(b, a))),
      );
      // Those that ask for the merge that was made repeat it.
      expect(statuses(answers)).toEqual({ 200: 10, 404: 10 });
      expect(await check()).toBe(1);
    }
  });

  test('in chains and rings: every address leads to somebody', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const emails = Array.from({ length: 6 }, (_, n) => `p${n}@m.example`);
      const all = await contacts(...emails);
      const answers = await racers.race(
        all.flatMap((one, n) => [
          merge(one, all[(n + 1) % 6] as Contact, ['email']),
          merge(all[(n + 2) % 6] as Contact, one),
        ]),
      );
      for (const { status } of answers) expect([200, 404]).toContain(status);
      const live = await check();
      const merged = statuses(answers)[200] ?? 0;
      expect(live).toBe(6 - merged);
      const found = await racers.race(emails.map((email) => post({ email })));
      expect(statuses(found)).toEqual({ 200: 6 });
    }
  });

  test('beside upserts of either address: nobody is made anew, nothing is lost', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [a, b] = (await contacts('a@m.example', 'b@m.example')) as [Contact, Contact];
      const answers = await racers.race([
        ...Array.from({ length: 40 }, (_, n) =>
          post({ email: 'a@m.example', [n % 2 ? 'company' : 'jobtitle']: `A ${n}` }),
        ),
        merge(a, b, round % 2 ? ['email'] : []),
        ...Array.from({ length: 40 }, (_, n) =>
          post({ email: 'b@m.example', [n % 2 ? 'firstname' : 'lastname']: `B ${n}` }),
        ),
      ]);
      expect(statuses(answers)).toEqual({ 200: 81 });
      expect(await check()).toBe(1);
      const { rows } = await racers.database.pool.query(
        `select (select version from contacts where id = $2) as version,
           (select count(*) from activities where organization_id = $1 and subject_id = $2)::int as changes`,
        [racers.organizationId, a.id],
      );
      expect(rows[0].version).toBe(rows[0].changes);
    }
  });

  test('beside a bulk deletion and its undo: each is there once or in the trash once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [a, b, c] = (await contacts('a@m.example', 'b@m.example', 'c@m.example')) as [
        Contact,
        Contact,
        Contact,
      ];
      const ids = [a.id, b.id, c.id];
      const remove = { method: 'DELETE', path: '/contacts', body: { ids } };
      const answers = await racers.race<{ count: number } & Contact>([
        merge(a, b),
        remove,
        merge(c, a),
        remove,
        post({ email: 'b@m.example' }),
        post({ email: 'a@m.example' }),
      ]);
      for (const { status } of answers) expect([200, 201, 404]).toContain(status);
      await check();
      const restored = await racers.race<{ count: number }>([
        { method: 'POST', path: '/trash/restore', body: { ids } },
        { method: 'POST', path: '/trash/restore', body: { ids } },
      ]);
      expect(statuses(restored)).toEqual({ 200: 2 });
      await check();
    }
  });

  test('beside their undo and a take-over of the address', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [a, b] = (await contacts('a@m.example', 'b@m.example')) as [Contact, Contact];
      await racers.race([merge(a, b, ['email'])]);
      const { rows } = await racers.database.pool.query(
        "select id from activities where organization_id = $1 and action = 'contact.merged'",
        [racers.organizationId],
      );
      const undo = { method: 'POST', path: `/merges/${rows[0].id}/undo` };
      const answers = await racers.race([
        undo,
        undo,
        post({ email: 'a@m.example', company: 'Acme' }),
        post({ email: 'b@m.example', company: 'Acme' }),
        { method: 'PUT', path: `/contacts/${a.id}`, body: { email: 'a@m.example' } },
      ]);
      // The take-over gives up the other address, which may then be a new contact's.
      for (const { status } of answers) expect([200, 201, 409]).toContain(status);
      await check();
    }
  });
});
