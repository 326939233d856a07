import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '@/lib/database/database';
import type { RequestContext } from '@/lib/database/statement';
import { engines, isCitus } from '@/lib/database/testing';
import { transaction } from '@/lib/database/transaction';
import { type ContactRequest, decideAll } from './decide';
import { decideAndWrite } from './decide-and-write';
import { restoreContacts, trashContacts } from './trash';

const KNOWN = '0198c0de-7a11-7000-8000-00000000000a';
const UNKNOWN = '0198c0de-7a11-7000-8000-00000000000b';
/** PLANNED_CONTACTS=200000 npx vitest run lib/contacts/plans.test.ts */
const CONTACTS = Number(process.env.PLANNED_CONTACTS ?? 10_000);
const TABLES = 'contacts, segments';

/** Pages that a look-up may read; all of the organization is many times as much. */
const FEW = 30;

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

// Plans of workers look different.
describe.skipIf(isCitus).each(engines)('look-ups of the write path on $name', (engine) => {
  let database: Database;
  beforeEach(async () => {
    database = await engine.open();
    await database.pool.query('alter table contacts set (autovacuum_enabled = off)');
  });
  afterEach(() => database.close());

  const segmentOf = (organization: string, number: number) => `${organization.slice(0, -1)}${number}`;

  async function fill(organization: string): Promise<void> {
    const query = (text: string, ...values: unknown[]) =>
      database.pool.query(text, [organization, ...values]);
    await query("insert into organizations (id, name, created_at) values ($1, 'Plans', now())");
    for (const number of [1, 2])
      await query(
        `insert into segments (organization_id, id, title, color, created_at) values ($1, $2, $3, '#000000', now())`,
        segmentOf(organization, number),
        `Segment ${number}`,
      );
    await query(
      `insert into contacts (organization_id, id, email, phone, created_at, updated_at, segment_ids, assigned_at)
       select $1, gen_random_uuid(), n || '@plans.example', '+4930' || 1000000 + n, now(), now(), array[$3::uuid], array[now()]
       from generate_series(1, $2) n`,
      CONTACTS,
      segmentOf(organization, 1),
    );
  }

  test.each([
    { statistics: 'of empty tables', known: [] },
    { statistics: 'that do not know the organization', known: [KNOWN] },
  ])('use the index of their key with statistics $statistics', async ({ known }) => {
    for (const organization of known) await fill(organization);
    await database.pool.query(`analyze ${TABLES}`);
    await fill(UNKNOWN);
    const { rows } = await database.pool.query<{ id: string }>(
      "select id from contacts where organization_id = $1 and email in ('1@plans.example', '2@plans.example')",
      [UNKNOWN],
    );
    const requests: ContactRequest[] = [
      { id: null, fields: { email: '3@plans.example', phone: '+49301000003', company: 'Acme' } },
      { id: null, fields: { email: 'new@plans.example', phone: '+49302000000' } },
      ...rows.map(({ id }) => ({ id, fields: {}, segmentIds: [segmentOf(UNKNOWN, 2)] })),
    ];
    const seen = new Map<string, Plan[]>();
    const undone = transaction(database, async (client) => {
      const context: RequestContext = {
        database,
        organizationId: UNKNOWN,
        actor: { kind: 'system', id: null, name: 'Test' },
        requestId: null,
        client: explaining(client, seen),
      };
      const contexts = requests.map(() => context);
      const { decisions, again } = await decideAndWrite(contexts, requests, decideAll);
      expect(decisions.map(({ outcome }) => outcome)).toEqual(['updated', 'created', 'updated', 'updated']);
      expect(again.size).toBe(0);
      const ids = rows.map(({ id }) => id);
      expect(await trashContacts(context, ids, UNKNOWN)).toBe(ids.length);
      expect(await restoreContacts(context, ids)).toBe(ids.length);
      throw new Error('Undo.');
    });
    await expect(undone).rejects.toThrow('Undo.');
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['read_contacts', 'update_contacts']));
    const whole = [...seen].flatMap(([name, plans]) =>
      plans.flatMap((plan) => {
        const pages = (plan['Shared Hit Blocks'] + plan['Shared Read Blocks']) / (plan['Actual Loops'] || 1);
        const isWhole = plan['Node Type'].includes('Scan') && !plan.Plans && pages > FEW;
        return isWhole ? [`${name}: ${plan['Index Name']} ${plan['Index Cond']}, ${pages} pages`] : [];
      }),
    );
    expect(whole).toEqual([]);
  });
});

/** A client that runs one statement after the other, and keeps the plan of each. */
function explaining(client: pg.PoolClient, seen: Map<string, Plan[]>): pg.PoolClient {
  let last: Promise<unknown> = Promise.resolve();
  const explain = async ({ name, text, values = [] }: pg.QueryConfig) => {
    await client.query(`savepoint explained; prepare explained_${name} as ${text}`);
    const literals = values.map((value) =>
      value === null
        ? 'null'
        : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)),
    );
    const { rows } = await client.query(
      `explain (analyze, buffers, format json) execute explained_${name} (${literals.join(', ')})`,
    );
    await client.query(`rollback to explained; deallocate explained_${name}`);
    seen.set(name as string, nodesOf(rows[0]['QUERY PLAN'][0].Plan));
  };
  return Object.assign(Object.create(client), {
    query(config: pg.QueryConfig) {
      const result = last.then(async () => {
        await explain(config);
        return client.query(config);
      });
      last = result;
      return result;
    },
  });
}
