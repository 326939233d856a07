import { afterAll, afterEach, beforeAll } from 'vitest';
import { Client } from '@/lib/client/client';
import type { Persistence } from '@/lib/client/persistence';
import type { Person } from '@/lib/contract/actor';
import type { Database } from '@/lib/database/database';
import type { TestEngine } from '@/lib/database/testing';
import { createApi } from '@/lib/service/http/api';
import { ensureConsoleToken } from '@/lib/service/organizations/bootstrap';
import { connectRemote, type Remote, type RemoteOptions } from './connect-remote';
import { FakeRemote, type FakeRemoteOptions } from './fake-remote';

const ANA: Person = { id: '0198c0de-7a11-7000-8000-0000000000a0', name: 'Ana <ana@example.com>' };

/** As over a network, without the waiting between attempts; a busy machine may take long for one. */
export const BRISK: Persistence = { attempts: 3, timeout: 5_000, total: 20_000, backOff: 5 };

/** Waits until something is so; a fixed wait would be too short on a busy machine or too long on every other. */
export async function until<T>(what: () => Promise<T | false | null | undefined> | T | false): Promise<T> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const found = await what();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`It never came to: ${what.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until the copy is complete as of another time than `since`. */
export const complete = (remote: Remote, since: string | null = null) =>
  until(async () => {
    const { mirror } = await remote.status();
    return mirror?.completeAt !== since && mirror?.completeAt;
  });
/** What is known of the copy. */
export const statusOf = async (remote: Remote) => (await remote.status()).mirror;

/** The pages of its list that were asked of the service, in order. */
export const pagesOf = (service: FakeRemote) =>
  service.requests.flatMap((line) => {
    const page = /^GET \/contacts\?page=(\d+)&pageSize=100$/.exec(line)?.[1];
    return page ? [Number(page)] : [];
  });

/** The methods of all requests to the service. */
export const methodsOf = (service: FakeRemote) => [
  ...new Set(service.requests.map((line) => line.split(' ')[0])),
];

/** A console connected to a fake service, on a database of its own, for the tests of one `describe`. */
export class Connected {
  readonly warnings: string[] = [];
  readonly errors: { fields: object; message: string }[] = [];
  private opened: Database | undefined;
  private services: FakeRemote[] = [];
  private remotes: Remote[] = [];

  constructor(engine: TestEngine) {
    beforeAll(async () => {
      this.opened = await engine.open();
    });
    afterEach(async () => {
      for (const remote of this.remotes.splice(0)) await remote.close();
      for (const service of this.services.splice(0)) await service.stop();
      this.warnings.length = 0;
      const [unexpected] = this.errors.splice(0);
      if (unexpected) throw new Error(unexpected.message, { cause: unexpected.fields });
    });
    afterAll(() => this.opened?.close());
  }

  get database(): Database {
    if (!this.opened) throw new Error('The database is open from beforeAll on.');
    return this.opened;
  }

  /** A fake service that listens until the test is over. */
  async service(options: FakeRemoteOptions = {}): Promise<FakeRemote> {
    const service = new FakeRemote(options);
    await service.start();
    this.services.push(service);
    return service;
  }

  /** Connects to it, as `server.ts` does. */
  async to(service: { url: string; token: string }, options: Partial<RemoteOptions> = {}) {
    const { database } = this;
    const log = {
      info: () => {},
      warn: (_: object, message: string) => void this.warnings.push(message),
      error: (fields: object, message: string) => void this.errors.push({ fields, message }),
    };
    const api = createApi({
      database,
      log,
      version: 'test',
      trashDays: 30,
      jobs: { wake: () => {} },
      checkAnswers: true,
    });
    const remote = await connectRemote({
      url: service.url,
      token: service.token,
      database,
      tokenFor: (id) => ensureConsoleToken(database, id, { secret: 'of the test' }),
      localFetch: (request) => api.fetch(request),
      log,
      network: BRISK,
      rhythm: { look: 20, again: 50, absent: 50 },
      ...options,
    });
    this.remotes.push(remote);
    const { rows } = await database.pool.query<{ id: string }>(
      'select organization_id as id from mirrors where url = $1 order by token_digest is null limit 1',
      [service.url],
    );
    const organizationId = rows[0]?.id;
    const client = (actor?: Person) =>
      new Client({ baseUrl: 'http://roster.internal/v1', token: '', fetch: remote.fetch, actor });
    return { remote, client: client(ANA), as: client, organizationId };
  }
}
