import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import type { BoundCall } from '@/lib/call';
import type { Person } from '@/lib/contract/actor';
import type { Database } from '@/lib/database/database';
import type { TestEngine } from '@/lib/database/testing';
import { JobRunner } from '@/lib/jobs/job-runner';
import { createApi } from '@/lib/service/http/api';
import { ensureConsoleToken } from '@/lib/service/organizations/bootstrap';
import { serviceJobs } from '@/lib/service/service-jobs';
import { ServiceWebhooks } from '@/lib/service/webhooks/service-webhooks';
import type { RetryPolicy } from './client/retry-policy';
import { type Connection, type ConnectOptions, connectService } from './connect-service';
import { FakeService, type FakeServiceOptions } from './fake-service';
import { CONTACTS_PER_CHUNK } from './remote-writer';

const ana: Person = { id: '0198c0de-7a11-7000-8000-0000000000a0', name: 'Ana <ana@example.com>' };

/** Retries as over a network, almost without back-off. */
const BRISK: RetryPolicy = { attempts: 3, timeout: 5_000, total: 20_000, backOff: 5 };

/** Polls until `what` returns something. */
export const until = (what: () => unknown) => vi.waitUntil(what, { timeout: 15_000, interval: 20 });

/** Connections to fake services on one database, for one `describe`. */
export class Connected {
  private readonly errors: { fields: object; message: string }[] = [];
  private opened: Database | undefined;
  private readonly ends: (() => Promise<void>)[] = [];

  constructor(engine: TestEngine) {
    beforeAll(async () => {
      this.opened = await engine.open();
    });
    afterEach(async () => {
      for (const end of this.ends.splice(0).reverse()) await end();
      const [unexpected] = this.errors.splice(0);
      if (unexpected) throw new Error(unexpected.message, { cause: unexpected.fields });
    });
    afterAll(() => this.opened?.close());
  }

  get database(): Database {
    return this.opened as Database;
  }

  /** Starts a fake service, stopped after the test. */
  async service(options: FakeServiceOptions = {}): Promise<FakeService> {
    const service = new FakeService(options);
    await service.start();
    this.ends.push(() => service.stop());
    return service;
  }

  /** Connects as `server.ts` does, and waits for the first response. Syncs on request only. */
  async to(
    service: { url: string; token: string },
    options: Partial<ConnectOptions> = {},
  ): Promise<{ connection: Connection; call: BoundCall; sync(): Promise<void>; work(): Promise<void> }> {
    const { database } = this;
    const log = {
      info: () => {},
      warn: () => {},
      error: (fields: object, message: string) => void this.errors.push({ fields, message }),
    };
    const jobs = { wake: () => {}, chunkSize: CONTACTS_PER_CHUNK };
    const api = createApi({
      database,
      log,
      version: 'test',
      webhooks: new ServiceWebhooks('of the tests', new Set(['localhost'])),
      trashDays: 30,
      jobs,
      checkAnswers: true,
    });
    const connection = await connectService({
      url: service.url,
      token: service.token,
      database,
      tokenFor: (id) => ensureConsoleToken(database, id, { secret: 'of the test' }),
      localCall: api.call,
      wake: () => {},
      log,
      network: BRISK,
      schedule: { poll: 20, retry: 50, sync: 3_600_000, resume: 3_600_000 },
      ...options,
    });
    const kindsOfService = serviceJobs(database, { writer: connection.writer });
    const runner = new JobRunner({
      database,
      log,
      kinds: Object.assign({}, connection.syncJob, ...kindsOfService.map(({ kinds }) => kinds)),
    });
    this.ends.push(() => connection.close());
    await connection.firstResponse(5_000);
    return {
      connection,
      call: (name, input, options) => connection.call(name, input, { token: '', person: ana, ...options }),
      work: () => runner.runAll(),
      /** Syncs, unless the service asked to wait, and runs all jobs. */
      async sync() {
        await connection.synchronize();
        await runner.runAll();
      },
    };
  }
}
