import { AsyncLocalStorage } from 'node:async_hooks';
import { hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { getRequestListener } from '@hono/node-server';
import { provideReader, type Reader } from './components/text/locale';
import type { Call } from './lib/call';
import { type Capabilities, capabilitiesOf } from './lib/contract/connection';
import { type ErrorEnvelope, errorStatus } from './lib/contract/error';
import { requestId } from './lib/contract/request-id';
import { readBackup } from './lib/database/backup';
import { sendBackup } from './lib/database/backup-file';
import { checkpoint } from './lib/database/checkpoint';
import { type Database, openDatabase } from './lib/database/database';
import { ensureFirstOrganization } from './lib/database/first-organization';
import { maintainOne } from './lib/database/maintenance';
import { isOutage } from './lib/database/outage';
import { readiness } from './lib/database/readiness';
import { backupBeforeUpgrade, ScheduledBackups } from './lib/database/scheduled-backups';
import { FastResponse } from './lib/http/fast-response';
import { createHttpServer, type HttpServer, tokenIds } from './lib/http/http-server';
import { listen } from './lib/http/listen';
import { isOperator, operatorListener } from './lib/http/operator';
import { readerLocale } from './lib/http/reader-locale';
import { serveStaticFiles } from './lib/http/static-files';
import type { JobKinds } from './lib/jobs/job';
import { JobRunner } from './lib/jobs/job-runner';
import { type Connection, connectService } from './lib/remote/connect-service';
import { CONTACTS_PER_CHUNK } from './lib/remote/remote-writer';
import { provideRuntime } from './lib/runtime';
import { startActivitySeals } from './lib/service/activity/activity-seal-job';
import { purgeActivity } from './lib/service/activity/purge-activity';
import { startDueSearches } from './lib/service/duplicates/duplicate-search-job';
import { createApi } from './lib/service/http/api';
import { purgeImports } from './lib/service/imports/purge-imports';
import { metricSources } from './lib/service/metric-sources';
import { consoleTokens, ensureOnlyToken } from './lib/service/organizations/bootstrap';
import { localJobs, serviceJobs } from './lib/service/service-jobs';
import { purgeAnswers } from './lib/service/shared/answer-once';
import type { CallOrigin } from './lib/service/shared/authenticate';
import { purgeRates } from './lib/service/shared/rate-limits';
import { startTrashPurges } from './lib/service/trash/trash-purge-job';
import { ServiceWebhooks } from './lib/service/webhooks/service-webhooks';
import { purgeDeliveries, startWebhooks } from './lib/service/webhooks/webhook-job';
import { createStaff, type StaffService } from './lib/staff/create-staff';
import { clientAddress } from './lib/staff/sign-in/client-address';
import { type Config, readConfig } from './lib/system/config';
import { lowDisk } from './lib/system/free-disk';
import { createLog, guardConsole, type Log } from './lib/system/log';
import { mailer } from './lib/system/mailer';
import type { Metrics } from './lib/system/metrics';
import { OutageLog } from './lib/system/outage-log';
import { readSecret } from './lib/system/secret';
import { onShutdown } from './lib/system/shutdown';
import { exitWithError } from './lib/system/start-error';
import { version } from './lib/system/version';

/** How long requests in flight may take to finish on shutdown. */
const DRAIN_MILLISECONDS = 10_000;
/** How long startup waits for a connected service before opening the console. */
const CONNECTING_MILLISECONDS = 2_000;
const everything = capabilitiesOf(() => true, {
  change: true,
  loadSamples: true,
  readLatest: true,
  synchronize: false,
});
const HOUR = 60 * 60 * 1000;
const MINUTE = 60 * 1000;
/** Interval between looks for new events for webhooks. */
const WEBHOOKS_MILLISECONDS = 1_000;
const MAINTENANCE_MILLISECONDS = 10_000;
const CHECKPOINT_MILLISECONDS = 2_000;
/** Next's part of the build that this program belongs to. */
const builtConsole = path.join(import.meta.dirname, 'console');

// By default V8 lets garbage grow to about three times the live heap.
setFlagsFromString('--heap-growing-percent=100');
// The embedded database creates its files with the process umask.
process.umask(0o077);
await start().catch(exitWithError);

/**
 * Starts the program: listens, opens the database and loads Next in parallel, then serves; on a signal, closes all in order.
 * Only this file creates its parts.
 */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const dev = process.env.NODE_ENV === 'development';
  const outages = new OutageLog(createLog(config.logLevel), isOutage);
  const { log } = outages;
  guardConsole(dev ? undefined : log);
  for (const warning of config.warnings) log.warn({}, warning);
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'Uncaught exception, exiting.');
    process.exit(1);
  });
  const front = createHttpServer({ ...config, dev, version, log });

  const closing: Parts['closing'] = [];
  const stop = new AbortController();
  let isOpen = false;
  let serving = Promise.resolve();
  onShutdown(log, config.drainDelay, async (signal) => {
    stop.abort();
    // After Ctrl-C, somebody waits at the terminal: skip the delay.
    if (signal === 'SIGTERM' && !dev) await front.leave(config.drainDelay * 1000);
    await front.drain(dev ? 0 : DRAIN_MILLISECONDS);
    // A migration may take minutes; the server rolls it back. An embedded database has to be closed.
    if (!isOpen && config.databaseUrl)
      return log.info({}, 'Stopped while opening the database: the next start continues.');
    // Startup may still use the parts that are closed below.
    await serving;
    for (const close of closing) await close();
    // `start` reports a failure to open.
    await opening.then(
      (database) => database.close(),
      () => {},
    );
  });
  const { backups } = config;
  const beforeUpgrade =
    backups && backupBeforeUpgrade(backups.dir, async () => ({ version, secret: await secret }), log);
  // Open in parallel, so that /health responds while a large database migrates.
  const opening = openDatabase({ ...config, url: config.databaseUrl, log, version, beforeUpgrade });
  const listening = listen(front.server, config);
  const secret = listening.then(() => readSecret(config.appSecret, config.dataDir));
  const console = Promise.all([listening, secret]).then(([address, secret]) =>
    openConsole({ dev, front, address, secret }),
  );
  // `serve` reports the error when it awaits `console`.
  console.catch(() => {});
  // Report a locked data folder before a port in use: a second start hits both.
  const [opened, listened] = await Promise.allSettled([opening, listening]);
  isOpen = true;
  if (opened.status === 'rejected') throw opened.reason;
  if (listened.status === 'rejected') {
    await opened.value.close();
    throw listened.reason;
  }
  const parts = {
    config,
    log,
    outages,
    dev,
    front,
    database: opened.value,
    address: listened.value,
    closing,
  };
  serving = serve({ ...parts, secret: await secret, console, signal: stop.signal });
  await serving;
}

interface Parts {
  config: Config;
  log: Log;
  outages: OutageLog;
  dev: boolean;
  front: HttpServer;
  database: Database;
  /** Origin the server listens on. */
  address: string;
  /** Cleanup to run before the database closes. */
  closing: (() => Promise<void>)[];
  secret: string;
  /** Next's request handler, once loaded. */
  console: Promise<RequestListener>;
  /** Aborted on shutdown. */
  signal: AbortSignal;
}

/** Makes the parts that need the database, and opens the server to requests. Returns early during shutdown. */
async function serve(parts: Parts): Promise<void> {
  const { config, log, outages, dev, front, database, address, secret, signal } = parts;
  const unreachable = async () => (await database.workers?.unreachable()) ?? [];
  outages.watch(async () => {
    const [status, workers] = await Promise.all([readiness(database), unreachable()]);
    return workers.length > 0 ? `without ${workers.join(', ')}` : status;
  });
  const url = config.appUrl ?? address;
  if (signal.aborted) return;
  const backups = createScheduledBackups(parts);
  const contacts = await openContacts(parts, backups);
  const staff = createStaff({
    ...config,
    pool: database.pool,
    secret,
    onlyFirst: contacts.connection !== null,
    origin: url,
    mail: config.smtp && mailer(config.smtp),
    log,
  });
  if (config.admin) await staff.ensureFirstAccount(config.admin);
  if (signal.aborted) return;
  provideRuntime({
    callAs:
      (organizationId, person) =>
      async (name, input, { signal } = {}) =>
        contacts.call(name, input, { token: await contacts.tokenOf(organizationId), person, signal }),
    staff,
    capabilities: (): Capabilities => contacts.connection?.capabilities() ?? everything,
    connection: () => contacts.connection,
    backups: async () => (await backups?.status()) ?? null,
    lowDisk: async () => (await lowDisk(storedIn(config)))?.free ?? null,
    phoneCountry: config.phoneCountry,
    appUrl: config.appUrl,
    version,
    isOutage,
    log,
  });
  await contacts.connection?.firstResponse(CONNECTING_MILLISECONDS);
  const code = await staff.newSetupCode();
  const console = await parts.console;
  if (signal.aborted) return;
  front.open({
    api: getRequestListener(
      // Read the header from Node's request, where the HTTP server has set it.
      (request, { incoming }) =>
        contacts.serve(request, {
          address: () =>
            clientAddress(new Headers({ 'x-forwarded-for': String(incoming.headers['x-forwarded-for']) })),
          noteToken: (id) => tokenIds.set(incoming, id),
        }),
      { overrideGlobalObjects: false },
    ),
    console,
    isSignedIn: async (cookie = '') =>
      (await staff.session(new Headers({ cookie })).catch(() => null)) !== null,
    files: dev ? undefined : serveStaticFiles(path.join(builtConsole, 'static')),
    ready: () => readiness(database),
    unreachable,
    isOperator: (request) => isOperator(request, secret),
    isOut: () => outages.isOut,
  });
  await openOperatorPort(parts);
  contacts.startJobs();
  startMaintenance(parts, staff);
  if (backups) setInterval(() => void backups.runIfDue(), 10 * MINUTE).unref();
  void backups?.runIfDue();
  process.stdout.write(`Roster is ready: ${url}\n`);
  if (!config.trustedProxies)
    process.stdout.write('Behind a TLS proxy, set APP_URL and TRUSTED_PROXIES; see the README.\n');
  if (code) process.stdout.write(`Create the first account: ${url}/setup?code=${code}\n`);
}

/** The contacts service the console works on. */
interface Contacts {
  /** Calls an operation for the console, with the token of the organization. */
  call: Call;
  tokenOf(organizationId: string): Promise<string>;
  /** Handles requests to the public API. */
  serve(request: Request, origin: CallOrigin): Promise<Response>;
  connection: Connection | null;
  startJobs(): void;
}

/**
 * Opens this program's own contacts service, or connects to the configured remote one. Also creates runners of jobs, not yet
 * started, and serves metrics.
 */
async function openContacts(parts: Parts, backups: ScheduledBackups | null): Promise<Contacts> {
  const { config, log, dev, database, closing, secret, signal } = parts;
  const { trashDays, rateLimit, storageLimit } = config;
  const metrics = await openMetrics(parts, backups);
  const runners: JobRunner[] = [];
  /** Adds a runner of these jobs, which is closed on shutdown. */
  const addRunner = (kinds: JobKinds, parallel?: number) => {
    const runner = new JobRunner({ database, log, kinds, parallel });
    runners.push(runner);
    closing.push(() => runner.close());
  };
  const wake = () => runners.forEach((runner) => runner.wake());
  for (const { kinds, parallel } of localJobs(trashDays)) addRunner(kinds, parallel);
  const startJobs = () => runners.forEach((runner) => runner.start());
  const webhooks = new ServiceWebhooks(secret, config.webhookHosts);
  const api = createApi({
    database,
    webhooks,
    jobs: { wake, chunkSize: config.remote ? CONTACTS_PER_CHUNK : undefined },
    log,
    version,
    trashDays,
    rateLimit,
    observe: metrics?.observe,
    origins: config.apiOrigins,
    storageLimit,
    country: config.phoneCountry?.code,
    stopping: signal,
    checkAnswers: dev,
    Response: FastResponse,
  });
  const tokenOf = consoleTokens(database, { secret, log });
  if (!config.remote) {
    const kindsOfService = serviceJobs(database, { webhooks, storageLimit, stopping: signal });
    for (const { kinds, parallel } of kindsOfService) addRunner(kinds, parallel);
    const organizationId = await ensureFirstOrganization(database);
    await tokenOf(organizationId);
    await ensureOnlyToken(database, organizationId, 'configured', { token: config.contactsApiToken, log });
    return {
      call: api.call,
      tokenOf,
      serve: api.fetch,
      connection: null,
      /** Starts the runners, and looks for events to send to webhooks each second. */
      startJobs() {
        startJobs();
        /** Starts the delivery of new events to webhooks, and looks again after a while. */
        const lookForEvents = async () => {
          // Other tasks report an outage of the database.
          if (await startWebhooks(database).catch(() => 0)) wake();
          setTimeout(lookForEvents, WEBHOOKS_MILLISECONDS).unref();
        };
        void lookForEvents();
      },
    };
  }
  const connection = await connectService({
    ...config.remote,
    database,
    localCall: api.call,
    tokenFor: tokenOf,
    wake,
    log,
  });
  // Separate runners, so that a bulk change does not wait for a long sync.
  addRunner(connection.syncJob);
  for (const { kinds } of serviceJobs(database, { storageLimit, writer: connection.writer }))
    addRunner(kinds);
  closing.push(() => connection.close());
  // The connection uses the token of its replica.
  return { call: connection.call, tokenOf: async () => '', serve: apiClosedHandler, connection, startJobs };
}

/** Creates the scheduled backups, which the caller runs; `null` if no folder for them is configured. */
function createScheduledBackups({ config, database, secret, log }: Parts): ScheduledBackups | null {
  if (!config.backups) return null;
  const restoreProgram = path.join(import.meta.dirname, 'restore.js');
  const origin = { version, secret };
  return new ScheduledBackups({ ...config.backups, database, origin, restoreProgram, log });
}

/**
 * Listens for operator commands, which find the address in the lock of the embedded database; not with a server, to which they
 * connect.
 */
async function openOperatorPort({ database, secret, log, closing }: Parts): Promise<void> {
  if (!database.announce) return;
  const backup = (to: Writable) => sendBackup(readBackup(database, { version, secret }), to);
  const server = createServer(operatorListener({ secret, log, backup }));
  database.announce(await listen(server, { host: '127.0.0.1', port: 0 }));
  closing.push(async () => server.close().closeAllConnections());
}

/** Serves metrics on a port of their own until shutdown; `null` if none is configured. */
async function openMetrics(
  { config, database, closing }: Parts,
  backups: ScheduledBackups | null,
): Promise<Metrics | null> {
  const { host, metricsPort: port, appUrl, dataDir } = config;
  if (port === undefined) return null;
  const folders = { data: dataDir, ...(config.backups && { backup: config.backups.dir }) };
  const { createMetrics, metricsServer } = await import('./lib/system/metrics');
  const metrics = createMetrics(metricSources(database, folders, backups), version);
  const server = metricsServer(metrics, [host, ...(appUrl ? [new URL(appUrl).hostname] : [])]);
  const address = await listen(server, { host, port });
  closing.push(async () => server.close().closeAllConnections());
  process.stdout.write(`Metrics: ${address}/metrics\n`);
  return metrics;
}

/** Answers 404: in connected mode the public API is closed, as integrators call the service itself. */
async function apiClosedHandler({ headers }: Request): Promise<Response> {
  const message = 'This Roster is the console of another contacts service; call that one.';
  const envelope: ErrorEnvelope = { error: { code: 'NOT_FOUND', message, details: [] } };
  return Response.json(envelope, {
    status: errorStatus.NOT_FOUND,
    headers: { 'X-Request-Id': requestId(headers.get('X-Request-Id')) },
  });
}

/** Folders that the program writes to. */
function storedIn({ dataDir, backups }: Config): string[] {
  return [dataDir, ...(backups ? [backups.dir] : [])];
}

/**
 * Starts periodic tasks, which every instance may run: purges, seals, searches for duplicates, checks of disk and database.
 */
function startMaintenance({ config, log, database, signal }: Parts, staff: StaffService): void {
  const { trashDays, importFileDays, activityDays } = config;
  const run = (name: string, task: () => Promise<unknown>) =>
    void task().catch((err) => signal.aborted || log.error({ err }, `${name} failed.`));
  /** Runs a task now, and then at intervals. */
  const runAndRepeat = (milliseconds: number, task: () => void) => {
    task();
    setInterval(task, milliseconds).unref();
  };
  runAndRepeat(HOUR, () => {
    run('Purging sessions', () => staff.purge());
    run('Purging the trash', () => startTrashPurges(database, trashDays));
    run('Purging rate limits', () => purgeRates(database));
    run('Purging deliveries', () => purgeDeliveries(database));
    run('Purging answers', () => purgeAnswers(database));
    run('Purging imports', () => purgeImports(database, importFileDays));
    if (activityDays) run('Purging activity', () => purgeActivity(database, activityDays));
  });
  runAndRepeat(MINUTE, () => {
    run('Sealing activity', () => startActivitySeals(database));
    run('Looking for duplicates', () => startDueSearches(database));
  });
  runAndRepeat(HOUR, () =>
    run('Looking at the disk', async () => {
      const low = await lowDisk(storedIn(config));
      if (low) log.warn(low, 'Less than 2 GB of disk space left: free some before it is full.');
    }),
  );
  setInterval(() => run('Maintenance', () => maintainOne(database)), MAINTENANCE_MILLISECONDS).unref();
  if (database.engine === 'embedded')
    setInterval(() => run('Checkpoint', () => checkpoint(database)), CHECKPOINT_MILLISECONDS).unref();
}

/** Starts Next inside this process. Returns its request handler, which renders each page in its reader's locale. */
async function openConsole(
  parts: Pick<Parts, 'dev' | 'front' | 'address' | 'secret'>,
): Promise<RequestListener> {
  // Instances with the same secret accept each other's server actions.
  process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = Buffer.from(
    hkdfSync('sha256', parts.secret, '', 'next server actions', 32),
  ).toString('base64');
  // Next sends its internal requests, cookies included, to this origin.
  // oxlint-disable-next-line no-underscore-dangle -- the name is Next's
  process.env.__NEXT_PRIVATE_ORIGIN = parts.address;
  if (!parts.dev) process.env.ROSTER_CONSOLE = path.relative(repositoryRoot(), builtConsole);
  // Imported after the environment is set, which Next reads while loading; that takes most of a second.
  const { default: next } = await import('next');
  const { hostname, port } = new URL(parts.address);
  const app = next({
    dev: parts.dev,
    dir: repositoryRoot(),
    // Next handles upgrades on the server it is given. In production there are none, and Node should treat a request
    // that only offers one (`Upgrade: h2c`) as an ordinary request.
    httpServer: parts.dev ? parts.front.server : createServer(),
    hostname,
    port: Number(port),
  });
  await app.prepare();
  const handle: RequestListener = app.getRequestHandler();
  const readers = new AsyncLocalStorage<Reader>();
  provideReader(() => readers.getStore());
  return (request, response) =>
    readers.run({ locale: readerLocale(request.headers['accept-language']) }, handle, request, response);
}

/** The folder with `package.json`, which is above the bundle, independent of the working directory. */
function repositoryRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}
