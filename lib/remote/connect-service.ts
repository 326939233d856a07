import type { Call } from '@/lib/call';
import { type Capabilities, type ConnectionStatus, capabilitiesOf } from '@/lib/contract/connection';
import type { OperationName } from '@/lib/contract/operations';
import type { Database } from '@/lib/database/database';
import { HttpClient } from './client/http-client';
import { NETWORK, type RetryPolicy } from './client/retry-policy';
import { Gateway, type LocalCall, supportedOperations } from './gateway';
import { Health } from './health';
import { detectKind, published, type Service } from './kind';
import { Remote } from './remote';
import { remoteWriter } from './remote-writer';
import { Replica } from './replica';
import { resolveWithin } from './resolve-within';
import { startSync, syncJob } from './sync-job';

/** Saved before Next replaces it with a `fetch` that deduplicates requests. */
const networkFetch = globalThis.fetch;

/** Intervals in milliseconds. */
interface Schedule {
  /** Between checks of what is due. */
  poll: number;
  /** Between attempts to reach an unavailable service. */
  retry: number;
  /** Between detections of an available service's kind. */
  detect: number;
  /** Between syncs. */
  sync: number;
  /** After a sync that stopped early. */
  resume: number;
}

const SCHEDULE: Schedule = { poll: 1_000, retry: 5_000, detect: 600_000, sync: 3_600_000, resume: 60_000 };
/** Longest wait of a caller of `check`. */
const CHECK_MILLISECONDS = 12_000;
/** Before the first response, assume only the published interface. */
const UNKNOWN: Service = { kind: 'five', reason: 'It has not responded yet.' };

export interface ConnectOptions {
  /** Base URL of the service, with its version prefix. */
  url: string;
  token: string;
  database: Database;
  /** The local service, which reads the replica. */
  localCall: Call;
  /** Token of the local service for the replica's organization. */
  tokenFor(organizationId: string): Promise<string>;
  /** Wakes the job runner. */
  wake(): void;
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
  /** For tests. */
  fetch?: (request: Request) => Promise<Response>;
  network?: RetryPolicy;
  schedule?: Partial<Schedule>;
}

/** A connected service and its replica. */
export type Connection = Awaited<ReturnType<typeof connectService>>;

/**
 * Connects to a remote contacts service, then detects and syncs it until `close()`. Returns without waiting for the
 * service, with what was last known about it.
 */
export async function connectService(options: ConnectOptions) {
  const { url, token, database, log, wake } = options;
  const schedule = { ...SCHEDULE, ...options.schedule };
  const health = new Health(log);
  const replica = await Replica.open(database, options);
  let known = await replica.service();
  const service = () => known ?? UNKNOWN;
  const end = new AbortController();

  const client = (network = options.network ?? NETWORK) =>
    new HttpClient({ baseUrl: url, token, fetch: options.fetch ?? networkFetch, network });
  const remote = new Remote({ client, health, replica, database, service, log });
  const local: LocalCall = async (name, input, person) =>
    options.localCall(name, input, { token: await options.tokenFor(replica.organizationId), person });

  let lastDetection = 0;
  let askAgainAt = 0;
  let nextSync = 0;
  let wantsSync = false;

  const gateway = new Gateway({
    local,
    remote,
    replica,
    health,
    service,
    detectCanGet: async () => {
      if (known?.kind === 'list' && known.canGet === null && health.isUp) await detectService();
    },
    onLostPost: () => {
      wantsSync = true;
    },
  });

  /**
   * Detects the kind of the service, switches to the replica of its organization, and reads its segments. If that fails,
   * the known kind stays and the health notes the error.
   */
  async function detectService(): Promise<void> {
    lastDetection = Date.now();
    // No retries while it is known to be unavailable.
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
    const { organizationId, service: detected } = found;
    if (organizationId && detected.kind !== 'roster') await replica.switchTo(organizationId);
    if (JSON.stringify(detected) !== JSON.stringify(known))
      log.info({ service: detected }, 'Detected the kind of the contacts service.');
    known = detected;
    await replica.saveService(detected);
    health.note({ ok: true });
    if (detected.kind !== 'roster') await gateway.readSegments();
  }

  /** Starts a sync of a reachable service with a list if one is due, or if a lost request may have created a contact. */
  async function syncIfDue(): Promise<void> {
    const now = Date.now();
    if (service().kind !== 'list' || !health.isUp || now < nextSync) return;
    const { sync, problem, syncedAt } = await replica.status();
    nextSync = now + schedule.poll * 2;
    if (sync?.running) return;
    const pause = problem && !problem.isFinal ? schedule.resume : schedule.sync;
    if (!wantsSync && syncedAt && now < syncedAt.getTime() + pause) return;
    wantsSync = false;
    await synchronize();
  }

  /** Starts a sync and returns `null`, or returns the earliest time if the service asked to wait. */
  async function synchronize(): Promise<Date | null> {
    const { retryAt } = await replica.status();
    if (retryAt && retryAt.getTime() > Date.now()) return retryAt;
    await startSync(database, replica.organizationId);
    wake();
    return null;
  }

  /** Detects the service and starts a sync, each if due. */
  async function checkIfDue(): Promise<void> {
    const pause = health.isUp ? schedule.detect : schedule.retry;
    if (Date.now() >= Math.max(lastDetection + pause, askAgainAt)) await detectService();
    await syncIfDue();
  }

  let timer: NodeJS.Timeout | undefined;
  let checking = Promise.resolve();
  /** Checks what is due, logs errors, and checks again after `schedule.poll`, until closed. */
  const loop = () => {
    checking = checkIfDue()
      .catch((err: unknown) => {
        if (!end.signal.aborted) log.error({ err }, 'Checking the connection failed.');
      })
      .finally(() => {
        if (!end.signal.aborted) timer = setTimeout(loop, schedule.poll).unref();
      });
  };
  loop();
  const firstCheck = checking;

  return {
    /** `call` of the console. */
    call: gateway.call,
    /** Waits for the first response of the service, at most `milliseconds`. */
    firstResponse: async (milliseconds: number) => void (await resolveWithin(milliseconds, firstCheck)),
    /** What the console can do now, by the service's operations and its health. */
    capabilities(): Capabilities {
      const operations = supportedOperations(service());
      const isRoster = service().kind === 'roster';
      return capabilitiesOf((name) => operations.has(name), {
        change: health.isUp,
        loadSamples: false,
        readLatest: isRoster || remote.canGet,
        synchronize: service().kind === 'list' && health.isUp,
      });
    },
    /** Operations the service itself supports. */
    operations(): ReadonlySet<OperationName> {
      const found = service();
      if (found.kind === 'roster') return new Set(found.operations);
      const read: OperationName[] = [
        ...(found.kind === 'list' ? (['listContacts'] as const) : []),
        ...(remote.canGet ? (['getContact'] as const) : []),
      ];
      return new Set([...published, ...read]);
    },
    /** The health of the service and the state of its replica, which another Roster does not have (`null`). */
    async status(): Promise<ConnectionStatus> {
      const { state, lastSuccessAt, lastError } = health;
      const found = service();
      if (found.kind === 'roster') return { url, state, lastSuccessAt, lastError, replica: null };
      const { syncedAt: _, retryAt: __, ...status } = await replica.status();
      const reason = found.kind === 'five' ? found.reason : null;
      const synchronizes = found.kind === 'list';
      return { url, state, lastSuccessAt, lastError, replica: { ...status, synchronizes, reason } };
    },
    /** Checks whether the service responds, and what it supports; waits for it at most `CHECK_MILLISECONDS`. */
    check: async () => void (await resolveWithin(CHECK_MILLISECONDS, detectService())),
    synchronize,
    /** When each contact was last seen in a response; empty without a replica. */
    lastSeen: (ids: string[]) => replica.lastSeen(ids),
    /** Changes contacts for jobs. */
    writer: remoteWriter(remote),
    syncJob: syncJob(database, client, health),
    /** Stops checking, and waits for a check under way. */
    async close() {
      end.abort();
      clearTimeout(timer);
      await checking;
    },
  };
}
