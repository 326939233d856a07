import { describe, expect, test } from 'vitest';
import { serverEngine } from '@/lib/database/testing';
import type { RaceRequest } from '../testing/race-worker';
import { Racers } from '../testing/testing-race';

/** CONTENTION_SECONDS=60 npx vitest run lib/service/contacts/contention.test.ts */
const SECONDS = Number(process.env.CONTENTION_SECONDS ?? 1);
const KEYS = 400;
const REQUESTS = 240;

describe.skipIf(!serverEngine)('three processes on the same keys', () => {
  const racers = new Racers(3);

  test(
    'lose no update, and leave versions and counters exact',
    async () => {
      const { pool } = racers.database;
      const organization = [racers.organizationId];
      const { rows: segments } = await pool.query<{ id: string }>(
        `insert into segments (organization_id, id, title, color, created_at)
         select $1, gen_random_uuid(), 'Contended ' || n, '#000000', now() from generate_series(1, 5) n returning id`,
        organization,
      );
      const random = (below: number) => Math.floor(Math.random() * below);
      const ids = new Set<string>();
      const anId = () => [...ids][random(ids.size)] ?? '00000000-0000-4000-8000-000000000000';
      let mark = 0;
      const body = () => {
        const key = random(KEYS);
        const by = random(10) === 0 ? random(KEYS) : key;
        return {
          ...(random(3) > 0 && { email: `k${key}@race.example` }),
          phone: `+4930${9_010_000 + by}`,
          company: `mark ${++mark}`,
          ...(random(3) === 0 && { segmentIds: [segments[random(segments.length)]?.id] }),
        };
      };
      const request = (): RaceRequest => {
        const dice = random(20);
        if (dice < 9) return { method: 'POST', path: '/contacts', body: body() };
        if (dice < 15)
          return { method: 'PUT', path: `/contacts/${anId()}`, body: { company: `mark ${++mark}` } };
        if (dice < 17)
          return {
            method: 'POST',
            path: '/contacts/batch',
            body: { contacts: Array.from({ length: 20 }, body) },
          };
        if (dice < 18) return { method: 'DELETE', path: `/contacts/${anId()}` };
        const some = Array.from({ length: 5 }, anId);
        if (dice < 19) return { method: 'DELETE', path: '/contacts', body: { ids: some } };
        return { method: 'POST', path: '/trash/restore', body: { ids: some } };
      };

      const acknowledged: string[] = [];
      const statuses = new Set<number>();
      const until = performance.now() + SECONDS * 1000;
      while (performance.now() < until)
        for (const { status, body: answer } of await racers.race<Answer>(
          Array.from({ length: REQUESTS }, request),
        )) {
          statuses.add(status);
          const { data } = answer;
          for (const contact of 'results' in (data ?? {}) ? data.results.map((one) => one.contact) : [data])
            if (contact?.contact) {
              ids.add(contact.id);
              acknowledged.push(`${contact.id} ${contact.contact.company}`);
            }
        }

      expect([...statuses].filter((status) => status >= 500)).toEqual([]);
      const { rows: history } = await pool.query<{ id: string; company: string | null }>(
        `select subject_id as id, after ->> 'company' as company from activities
         where organization_id = $1 and action in ('contact.created', 'contact.updated') order by activities.id`,
        organization,
      );
      const written = new Map<string, (string | null)[]>();
      for (const { id, company } of history) written.set(id, [...(written.get(id) ?? []), company]);
      // What was acknowledged was written once, and what came after it is what stands there now.
      for (const [id, companies] of written) {
        const marks = companies.filter((company) => company !== null);
        expect(new Set(marks).size, id).toBe(marks.length);
      }
      const marksOf = new Set([...written].flatMap(([id, all]) => all.map((company) => `${id} ${company}`)));
      expect(acknowledged.filter((one) => !marksOf.has(one))).toEqual([]);
      const { rows: contacts } = await pool.query<{ id: string; company: string; version: number }>(
        'select id, company, version from contacts where organization_id = $1',
        organization,
      );
      expect(contacts.map(({ id, version }) => [id, version])).toEqual(
        contacts.map(({ id }) => [id, written.get(id)?.length]),
      );
      expect(contacts.map(({ company }) => company)).toEqual(
        contacts.map(({ id }) => written.get(id)?.findLast((company) => company !== null)),
      );
      const { rows: wrong } = await pool.query(
        `with exact as (
           select organization_id as scope_id, count(*) from contacts where organization_id = $1 and deleted_at is null group by 1
           union all
           select s.id, count(*) from contacts c cross join unnest(c.segment_ids) s (id)
           where c.organization_id = $1 and c.deleted_at is null group by 1),
         counted as (select scope_id, sum(count) as count from contact_counts where organization_id = $1 group by 1)
         select * from exact full join counted using (scope_id)
         where coalesce(exact.count, 0) <> coalesce(counted.count, 0)`,
        organization,
      );
      expect(wrong).toEqual([]);
    },
    SECONDS * 1000 + 60_000,
  );
});

interface Contact {
  id: string;
  contact: { company?: string };
}

type Answer = Contact & { results: { contact: Contact | null }[] };
