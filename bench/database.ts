import { readFileSync } from 'node:fs';
import type { PageMeta } from '@/lib/contract/page';
import { openDatabase } from '@/lib/database/database';
import { ensureFirstOrganization } from '@/lib/database/first-organization';
import { createApi } from '@/lib/service/http/api';
import { createOrganization } from '@/lib/service/organizations/create-organization';
import { seed } from '@/lib/service/samples/sample-data';
import { ServiceWebhooks } from '../lib/service/webhooks/service-webhooks';

/** The database that `in-process.mjs` provides. */
const { DATA_DIR: dataDir = '', DATABASE_URL: url } = process.env;
export const contactCount = Number(process.env.CONTACTS);
export const database = await openDatabase({ url, dataDir, patient: true });

export const api = createApi({
  database,
  log: console,
  version: 'bench',
  webhooks: new ServiceWebhooks('of the tests', new Set(['localhost'])),
  trashDays: 30,
  jobs: { wake: () => {} },
});

/** Seeds the first organization unless it has contacts. Returns its id. */
export async function seedFirst(): Promise<string> {
  const id = await ensureFirstOrganization(database);
  const { rowCount } = await database.pool.query('select from contacts where organization_id = $1 limit 1', [
    id,
  ]);
  if (rowCount) return id;
  await seed(database, id, { contacts: contactCount, segments: 20, referralCodes: 50 });
  return id;
}

interface Answer<Data> {
  data: Data;
  meta: PageMeta;
}

/** Makes a token of a new organization, or of the one with this id. */
export async function makeToken(organizationId?: string): Promise<{ id: string; token: string }> {
  const made = await createOrganization(database, 'Bench');
  if (organizationId)
    await database.pool.query('update api_tokens set organization_id = $1 where organization_id = $2', [
      organizationId,
      made.id,
    ]);
  return { ...made, id: organizationId ?? made.id };
}

/** Returns a function that calls the API in a new organization, or in the one with this id. */
export async function caller(organizationId?: string) {
  const { token } = await makeToken(organizationId);
  return async <Data = { id: string }>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer<Data>> => {
    const request = new Request(`http://bench/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = (await (await api.fetch(request, { limited: false })).json()) as Answer<Data>;
    if (answer.data === undefined) throw new Error(JSON.stringify(answer));
    return answer;
  };
}

/**
 * Returns a function that reads the CPU time of this process and of the database sessions that are open now, in milliseconds (Linux,
 * same machine).
 */
export async function cpuClock(): Promise<() => number> {
  const { rows } = await database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name like 'roster%'",
  );
  const of = (pid: number) => {
    try {
      return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      return 0;
    }
  };
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + rows.reduce((sum, { pid }) => sum + of(pid), 0);
  };
}
