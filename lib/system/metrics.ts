import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { freeBytes } from './free-disk';
import { isOwnHost } from './own-host';

/** Sources that each scrape reads. */
export interface MetricSources {
  pool: { totalCount: number; idleCount: number; waitingCount: number };
  /** Folders that the program writes to, by name. */
  folders: Record<string, string>;
  /** Jobs by kind and state, with the age of the oldest in seconds. */
  jobs(): Promise<{ kind: string; state: string; count: number; oldest: number }[]>;
  /** Times of the last backup, proof and others, in Unix time; 0 for a backup or proof that never succeeded. */
  lastTimes(): Promise<Record<string, number>>;
  /** Whether the last scheduled backup, or its proof, failed; `null` if there are none. */
  backupFailed(): Promise<boolean | null>;
  /** Citus workers that cannot be reached. */
  unreachable(): Promise<string[]>;
  /** Bytes of the database and its write-ahead log. */
  bytes(): Promise<Record<string, number>>;
}

export interface Metrics {
  /** Counts an answered operation. */
  observe(operation: string, status: number, seconds: number): void;
  /** The text that Prometheus reads. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Metrics of the program in the format of Prometheus, explained in `docs/operations.md`. */
export function createMetrics(sources: MetricSources, version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'roster_requests_total',
    help: 'API operations answered, from HTTP and the console',
    labelNames: ['operation', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'roster_request_duration_seconds',
    help: 'Duration of API operations',
    labelNames: ['operation'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers,
  });
  /** Adds a metric that `collect` sets at each scrape; it is left out if that fails. */
  const addGauge = (name: string, help: string, labels: string[], collect: (gauge: Gauge) => unknown) =>
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers,
      /** Sets the metric anew at each scrape. */
      async collect() {
        this.reset();
        // A source that fails leaves its metric out; the others are still read.
        await Promise.resolve(collect(this)).catch(() => {});
      },
    });
  addGauge(
    'roster_database_connections',
    'Connections of the pool, and requests waiting for one',
    ['state'],
    (one) => {
      const { totalCount, idleCount, waitingCount } = sources.pool;
      one.set({ state: 'used' }, totalCount - idleCount);
      one.set({ state: 'idle' }, idleCount);
      one.set({ state: 'waiting' }, waitingCount);
    },
  );
  addGauge('roster_build_info', 'Always 1, with the version', ['version'], (one) => one.set({ version }, 1));
  addGauge('roster_workers_unreachable', 'Citus workers that cannot be reached', [], async (one) =>
    one.set((await sources.unreachable()).length),
  );
  addGauge('roster_jobs', 'Jobs by kind and state', ['kind', 'state'], async (one) => {
    for (const { kind, state, count } of await sources.jobs()) one.set({ kind, state }, count);
  });
  addGauge('roster_job_oldest_seconds', 'Age of the oldest job that runs or waits', ['kind'], async (one) => {
    for (const { kind, state, oldest } of await sources.jobs())
      if (state === 'running') one.set({ kind }, oldest);
  });
  addGauge('roster_last_timestamp_seconds', 'When it was last done, in Unix time', ['what'], async (one) => {
    for (const [what, time] of Object.entries(await sources.lastTimes())) one.set({ what }, time);
  });
  addGauge(
    'roster_backup_failed',
    'Whether the last scheduled backup or its proof failed',
    [],
    async (one) => {
      const failed = await sources.backupFailed();
      if (failed !== null) one.set(failed ? 1 : 0);
    },
  );
  addGauge('roster_database_bytes', 'Size of the database and its write-ahead log', ['part'], async (one) => {
    for (const [part, bytes] of Object.entries(await sources.bytes())) one.set({ part }, bytes);
  });
  addGauge('roster_disk_free_bytes', 'Free space where a folder is', ['folder'], async (one) => {
    for (const [folder, path] of Object.entries(sources.folders)) one.set({ folder }, await freeBytes(path));
  });
  return {
    /** Counts an operation, and its duration in seconds. */
    observe(operation, status, took) {
      requests.inc({ operation, status });
      seconds.observe({ operation }, took);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/**
 * Serves `/metrics` alone, for a port of its own, which the caller opens; 403 for other hosts (`isOwnHost`). `own`: host names
 * of this machine to accept besides the usual ones.
 */
export function metricsServer(metrics: Metrics, own: string[] = []): Server {
  return createServer(async (request, response) => {
    if (!isOwnHost(request.headers.host, own))
      return void response
        .writeHead(403)
        .end('Ask for this machine by its address, or the host of APP_URL.\n');
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end();
    const text = await metrics.text();
    response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
  });
}
