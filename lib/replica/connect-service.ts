import { Client } from '@/lib/client/client';
import { NETWORK, type RetryPolicy } from '@/lib/client/retry-policy';
import { type Capabilities, type ConnectionStatus, capabilitiesOf } from '@/lib/contract/connection';
import type { OperationName } from '@/lib/contract/operations';
import type { Database } from '@/lib/database/database';
import type { JobKind, JobKinds } from '@/lib/jobs/job';
import { remoteBulkChangeJob } from './bulk-change-job';
import { Gateway, operationsOf } from './gateway';
import { Health } from './health';
import { remoteImportJob } from './import-job';
import { detectKind, published, type Service } from './kind';
import { Remote } from './remote';
import { Replica } from './replica';

import { SYNC_REPLICA, startSync, syncJob } from './sync-job';
import { withTimeout } from './with-timeout';

/** Next replaces it when it is loaded, by one that does not ask twice while a page is made. */
const networkFetch = globalThis.fetch;

/** In milliseconds. */
export interface Schedule {
  /** Between two looks at what is due. */
  look: number;
  /** Until a service that does not answer is asked again, and until it is asked again what kind it is. */
  retry: number;
  detect: number;
  /** From one synchronization to the next, and after one that ended early. */
  sync: number;
  resume: number;
}

const SCHEDULE: Schedule = { look: 1_000, retry: 5_000, detect: 600_000, sync: 3_600_000, resume: 60_000 };
/** Whoever asks for a check waits so long for it. */
const CHECK_MILLISECONDS = 12_000;
/** Of a service that never answered, nothing more is known than the interface. */
const UNKNOWN: Service = { kind: 'five', reason: 'It has not answered yet.' };

export interface ConnectOptions {
  /** Of the service, with its version prefix. */
  url: string;
  token: string;
  database: Database;
  /** The local API, which shows the replica. */
  localFetch(request: Request): Promise<Response>;
  /** A token of the local API for the organization that holds the replica. */
  tokenFor(organizationId: string): Promise<string>;
  /** Tells the job runner that there is something to do. */
  wake(): void;
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
  /** The network; another one in tests. */
  fetch?: (request: Request) => Promise<Response>;
  network?: RetryPolicy;
  schedule?: Partial<Schedule>;
}

/** A connected service and the replica of it. */
export interface Connection {
  /** The `fetch` of the console's client. */
  fetch(request: Request): Promise<Response>;
  /** Waits until the service has answered for the first time, so many milliseconds at most. */
  begun(milliseconds: number): Promise<void>;
  capabilities(): Capabilities;
  /** What the service does itself. */
  operations(): ReadonlySet<OperationName>;
  status(): Promise<ConnectionStatus>;
  /** Finds out whether the service is there, and what it can do now. */
  check(): Promise<void>;
  /** Starts to read the service's list, or returns until when the service wants to be left alone. */
  synchronize(): Promise<Date | null>;
  /** When the service last told of these contacts; empty without a replica. */
  lastSeen(ids: string[]): Promise<Record<string, string>>;
  /** The jobs of this connection. */
  jobs: { sync: JobKinds; bulkChange: JobKinds; importRun: JobKind };
  close(): Promise<void>;
}

/** Connects to a contacts service that somebody else runs. Returns at once, with what was known of it the last time. */
export async function connectService(options: ConnectOptions): Promise<Connection> {
  const { url, token, database, log, wake } = options;
  const schedule = { ...SCHEDULE, ...options.schedule };
  const health = new Health(log);
  const replica = await Replica.open(database, options);
  let known = await replica.service();
  const service = () => known ?? UNKNOWN;
  const end = new AbortController();

  const client = (network = options.network ?? NETWORK) =>
    new Client({ baseUrl: url, token, fetch: options.fetch ?? networkFetch, network });
  const remote = new Remote({ client, health, replica, database, service, log });
  const localFetch = async (request: Request) => {
    const headers = new Headers(request.headers);
    headers.set('Authorization', `Bearer ${await options.tokenFor(replica.organizationId)}`);
    return options.localFetch(new Request(request, { headers }));
  };

  let lastDetection = 0;
  let askAgainAt = 0;
  let nextSync = 0;
  let wantsSync = false;

  const gateway = new Gateway({
    localFetch,
    remote,
    replica,
    health,
    service,
    settleCanGet: async () => {
      if (known?.kind === 'list' && known.canGet === null && health.isUp) await detect();
    },
    mayBeCreated: () => {
      wantsSync = true;
    },
  });

  async function detect(): Promise<void> {
    lastDetection = Date.now();
    // While it is known to be away, one try tells whether it is back.
    const network = options.network ?? NETWORK;
    const found = await detectKind(
      client(health.state === 'unreachable' ? { ...network, attempts: 1 } : network),
      known,
      end.signal,
    );
    if ('error' in found) {
      health.note({ ok: false, error: found.error });
      askAgainAt = Date.now() + (found.error.retryAfter ?? 0) * 1000;
      return;
    }
    const { organizationId, service: told } = found;
    if (organizationId && told.kind !== 'roster') await replica.belongsTo(organizationId);
    if (JSON.stringify(told) !== JSON.stringify(known))
      log.info({ service: told }, 'The contacts service has told what it can do.');
    known = told;
    await replica.saveService(told);
    health.note({ ok: true });
    if (told.kind !== 'roster') await gateway.readSegments();
  }

  /** Synchronizes when it is time, or when a contact may have been created without an answer. */
  async function syncIfDue(): Promise<void> {
    const now = Date.now();
    if (service().kind !== 'list' || !health.isUp || now < nextSync) return;
    const { sync, problem, syncedAt } = await replica.status();
    nextSync = now + schedule.look * 2;
    if (sync?.running) return;
    const pause = problem && !problem.isFinal ? schedule.resume : schedule.sync;
    if (!wantsSync && syncedAt && now < syncedAt.getTime() + pause) return;
    wantsSync = false;
    await synchronize();
  }

  async function synchronize(): Promise<Date | null> {
    const { retryAt } = await replica.status();
    if (retryAt && retryAt.getTime() > Date.now()) return retryAt;
    await startSync(database, replica.organizationId);
    wake();
    return null;
  }

  async function look(): Promise<void> {
    const pause = health.isUp ? schedule.detect : schedule.retry;
    if (Date.now() >= Math.max(lastDetection + pause, askAgainAt)) await detect();
    await syncIfDue();
  }

  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  const round = () => {
    looking = look()
      .catch((err: unknown) => {
        if (!end.signal.aborted) log.error({ err }, 'The connection could not be looked after.');
      })
      .finally(() => {
        if (!end.signal.aborted) timer = setTimeout(round, schedule.look).unref();
      });
  };
  round();
  const begun = looking;

  return {
    fetch: gateway.fetch,
    begun: async (milliseconds) => void (await withTimeout(milliseconds, begun)),
    capabilities() {
      const operations = operationsOf(service());
      const isRoster = service().kind === 'roster';
      return capabilitiesOf((name) => operations.has(name), {
        change: health.isUp,
        loadSamples: false,
        readLatest: isRoster || remote.canGet,
        synchronize: service().kind === 'list' && health.isUp,
      });
    },
    operations() {
      const found = service();
      if (found.kind === 'roster') return new Set(found.operations);
      const read: OperationName[] = [
        ...(found.kind === 'list' ? (['listContacts'] as const) : []),
        ...(remote.canGet ? (['getContact'] as const) : []),
      ];
      return new Set([...published, ...read]);
    },
    async status() {
      const { state, lastSuccessAt, lastError } = health;
      const found = service();
      if (found.kind === 'roster') return { url, state, lastSuccessAt, lastError, replica: null };
      const { syncedAt: _, retryAt: __, ...status } = await replica.status();
      const reason = found.kind === 'five' ? found.reason : null;
      const synchronizes = found.kind === 'list';
      return { url, state, lastSuccessAt, lastError, replica: { ...status, synchronizes, reason } };
    },
    check: async () => void (await withTimeout(CHECK_MILLISECONDS, detect())),
    synchronize,
    lastSeen: (ids) => replica.lastSeen(ids),
    jobs: {
      sync: { [SYNC_REPLICA]: syncJob(database, client, health) },
      bulkChange: { 'bulk-change': remoteBulkChangeJob({ database, remote }) },
      importRun: remoteImportJob({ database, remote }),
    },
    async close() {
      end.abort();
      clearTimeout(timer);
      await looking;
    },
  };
}
