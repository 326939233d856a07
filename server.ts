import { hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { getRequestListener } from '@hono/node-server';
import { Client } from './lib/client/client';
import { type Capabilities, capabilitiesOf } from './lib/contract/connection';
import { type ErrorEnvelope, errorStatus } from './lib/contract/error';
import { requestId } from './lib/contract/request-id';
import { type Database, openDatabase } from './lib/database/database';
import { ensureFirstOrganization } from './lib/database/first-organization';
import { readiness } from './lib/database/readiness';
import { vacuumOne } from './lib/database/vacuum';
import { createFront, type Front } from './lib/http/front';
import { listen } from './lib/http/listen';
import { QuickResponse } from './lib/http/quick-response';
import { retryLater, withRetryLater } from './lib/http/retry-later';
import { serveStaticFiles } from './lib/http/static-files';
import type { JobKinds } from './lib/jobs/job';
import { JobRunner } from './lib/jobs/job-runner';
import { CONTACTS_A_PIECE } from './lib/replica/bulk-change-job';
import { type Connection, connectService } from './lib/replica/connect-service';
import { provideRuntime } from './lib/runtime';
import { activitySealJob, startActivitySeals } from './lib/service/activity/activity-seal-job';
import { purgeActivity } from './lib/service/activity/purge-activity';
import { bulkChangeJob } from './lib/service/bulk-changes/bulk-change-job';
import { exportJob } from './lib/service/exports/export-job';
import { createApi } from './lib/service/http/api';
import { purgeRates } from './lib/service/http/rate-limits';
import { importJobs } from './lib/service/imports/import-jobs';
import { purgeImports } from './lib/service/imports/purge-imports';
import { consoleTokens, ensureConfiguredToken } from './lib/service/organizations/bootstrap';
import { startTrashPurges, trashPurgeJob } from './lib/service/trash/trash-purge-job';
import { createStaff, type StaffRoom } from './lib/staff/create-staff';
import { clientAddress } from './lib/staff/sign-in/client-address';
import { type Config, readConfig } from './lib/system/config';
import { createLog, guardConsole, type Log } from './lib/system/log';
import { mailer } from './lib/system/mailer';
import { secretOf } from './lib/system/secret';
import { onShutdown } from './lib/system/shutdown';
import { exitWithError } from './lib/system/start-error';
import { version } from './package.json';

/** How long requests under way may take to finish once the program is told to stop. */
const DRAIN_MILLISECONDS = 10_000;
/** How long the first page waits for a remote service, so that of one that answers nobody reads that it has not yet. */
const CONNECTING_MILLISECONDS = 2_000;
const everything = capabilitiesOf(() => true, {
  change: true,
  loadSamples: true,
  readLatest: true,
  synchronize: false,
});
const PURGE_MILLISECONDS = 60 * 60 * 1000;
const SEAL_MILLISECONDS = 60 * 1000;
const VACUUM_MILLISECONDS = 10_000;

// V8 otherwise collects garbage only when there is about three times as much of it as of what lives.
setFlagsFromString('--heap-growing-percent=100');
// Before anything is written: the embedded database makes its files readable for everybody otherwise.
process.umask(0o077);
await start().catch(exitWithError);

/** Opens and connects everything. The only place where the parts of the program are created. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  guardConsole();
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'An error that nobody handled: the program ends.');
    process.exit(1);
  });
  const dev = process.env.NODE_ENV === 'development';
  const front = createFront({ dev, appUrl: config.appUrl, trustedProxies: config.trustedProxies, log });

  const closing: Closing = [];
  const stop = new AbortController();
  let serving = Promise.resolve();
  onShutdown(log, async () => {
    stop.abort();
    await front.drain(dev ? 0 : DRAIN_MILLISECONDS);
    // What is still being started uses what is closed next.
    await serving;
    for (const close of closing) await close();
    await opening.then((database) => database.close());
  });
  // Side by side, so that the program says that it lives while a big database migrates.
  const opening = openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log });
  const listening = listen(front.server, config);
  // Meanwhile Next is loaded; what goes wrong with it is told where it is waited for.
  const secret = listening.then(() => secretOf(config.appSecret, config.dataDir));
  const console = Promise.all([listening, secret]).then(([address, secret]) =>
    openConsole({ dev, front, address, secret }),
  );
  console.catch(() => {});
  // First the database: who starts twice on one data folder is to learn who holds it, not that the port is taken.
  const [opened, listened] = await Promise.allSettled([opening, listening]);
  if (opened.status === 'rejected') throw opened.reason;
  if (listened.status === 'rejected') {
    await opened.value.close();
    throw listened.reason;
  }
  const parts = { config, log, dev, front, database: opened.value, address: listened.value, closing };
  serving = serve({ ...parts, secret: await secret, console, signal: stop.signal });
  await serving;
}

/** What is to be closed before the database. */
type Closing = (() => Promise<void>)[];

interface Parts {
  config: Config;
  log: Log;
  dev: boolean;
  front: Front;
  database: Database;
  /** Origin that it listens on. */
  address: string;
  closing: Closing;
  secret: string;
  /** What answers its requests, as soon as Next is loaded. */
  console: Promise<RequestListener>;
  /** Aborted as soon as the program is told to stop. */
  signal: AbortSignal;
}

async function serve(parts: Parts): Promise<void> {
  const { config, log, dev, front, database, address, secret, signal } = parts;
  const url = config.appUrl ?? address;
  if (signal.aborted) return;
  const contacts = await openContacts(parts);
  const { appUrl, sessionDays, idleDays, companies, passwordOnlyFor } = config;
  const staff = createStaff({
    pool: database.pool,
    secret,
    appUrl,
    sessionDays,
    idleDays,
    onlyFirst: contacts.connection !== null,
    companies,
    origin: url,
    passwordOnlyFor,
    mail: config.smtp && mailer(config.smtp),
    log,
  });
  if (config.admin) await staff.ensureFirstAccount(config.admin);
  if (signal.aborted) return;
  provideRuntime({
    client: (organizationId, actor) => {
      const fetch = async (request: Request) => {
        request.headers.set('Authorization', `Bearer ${await contacts.tokenOf(organizationId)}`);
        return contacts.fetch(request);
      };
      return new Client({ baseUrl: 'http://roster.internal/v1', token: '', fetch, actor });
    },
    staff,
    capabilities: (): Capabilities => contacts.connection?.capabilities() ?? everything,
    connection: () => contacts.connection,
    phoneCountry: config.phoneCountry,
    appUrl: config.appUrl,
    version,
    retryLater,
    log,
  });
  await contacts.connection?.begun(CONNECTING_MILLISECONDS);
  const code = await staff.newSetupCode();
  const console = await parts.console;
  if (signal.aborted) return;
  front.open({
    api: getRequestListener(
      // As the front found it, which is not among the headers that the request came with.
      (request, { incoming }) =>
        contacts.serve(request, () =>
          clientAddress(new Headers({ 'x-forwarded-for': String(incoming.headers['x-forwarded-for']) })),
        ),
      { overrideGlobalObjects: false },
    ),
    console,
    isSignedIn: async (cookie = '') => {
      const found = await staff.session(new Headers({ cookie })).catch(() => null);
      return found !== null;
    },
    files: dev ? undefined : serveStaticFiles(path.join(repositoryRoot(), '.next', 'static')),
    ready: () => readiness(database),
  });
  schedulePurge(parts, staff);
  scheduleSeals(parts);
  scheduleVacuum(parts);
  process.stdout.write(`Roster is ready: ${url}\n`);
  if (!config.trustedProxies)
    process.stdout.write('Behind a TLS proxy, set APP_URL and TRUSTED_PROXIES; the README says how.\n');
  if (code) process.stdout.write(`Make the first account here: ${url}/setup?code=${code}\n`);
}

/** The contacts service that the console works on. */
interface Contacts {
  /** What the console's client calls, with the token of the organization that it is for. */
  fetch(request: Request): Promise<Response>;
  tokenOf(organizationId: string): Promise<string>;
  /** What answers the API's own address. */
  serve(request: Request, address: () => string | null): Promise<Response>;
  connection: Connection | null;
}

/** Opens the contacts service of this program, or connects to the one that is configured in its place. */
async function openContacts(parts: Parts): Promise<Contacts> {
  const { config, log, dev, database, closing, secret } = parts;
  const { trashDays, rateLimit } = config;
  const runners: JobRunner[] = [];
  const startRunner = (kinds: JobKinds) => {
    const runner = new JobRunner({ database, log, kinds });
    runner.start();
    runners.push(runner);
    closing.push(() => runner.close());
  };
  const wake = () => {
    for (const runner of runners) runner.wake();
  };
  startRunner({ ...trashPurgeJob(trashDays), ...activitySealJob });
  startRunner(exportJob);
  const api = createApi({
    database,
    jobs: { wake, pieceSize: config.remote ? CONTACTS_A_PIECE : undefined },
    log,
    version,
    trashDays,
    rateLimit,
    country: config.phoneCountry?.code,
    checkAnswers: dev,
    Response: QuickResponse,
  });
  // No network between the console and the API, and yet no other door.
  const localFetch = (request: Request) => api.fetch(request, { limited: false });
  const tokenOf = consoleTokens(database, { secret, log });
  if (!config.remote) {
    startRunner(bulkChangeJob);
    startRunner(importJobs(database));
    const organizationId = await ensureFirstOrganization(database);
    await tokenOf(organizationId);
    await ensureConfiguredToken(database, organizationId, { token: config.contactsApiToken, log });
    return {
      fetch: localFetch,
      tokenOf,
      serve: (request, address) => api.fetch(request, { address }),
      connection: null,
    };
  }
  const connection = await connectService({
    ...config.remote,
    database,
    localFetch,
    tokenFor: tokenOf,
    wake,
    log,
  });
  // One each: a bulk change is not to wait until the whole list is read.
  startRunner(connection.jobs.sync);
  startRunner(connection.jobs.bulkChange);
  startRunner(importJobs(database, connection.jobs.importRun));
  closing.push(() => connection.close());
  // The token is added behind this, that of the service or that of the replica.
  return { fetch: connection.fetch, tokenOf: async () => '', serve: serveNothing, connection };
}

/** The replica is for the console only: integrators ask the service. */
async function serveNothing({ headers }: Request): Promise<Response> {
  const message = 'This Roster is the console of another contacts service; call that one.';
  const envelope: ErrorEnvelope = { error: { code: 'NOT_FOUND', message, details: [] } };
  return Response.json(envelope, {
    status: errorStatus.NOT_FOUND,
    headers: { 'X-Request-Id': requestId(headers.get('X-Request-Id')) },
  });
}

/** Deletes what has been kept for long enough, now and every hour; each instance may. */
function schedulePurge({ config, log, database, signal }: Parts, staff: StaffRoom): void {
  const purge = () => {
    staff.purge().catch((err) => signal.aborted || log.error({ err }, 'Old sessions could not be purged.'));
    startTrashPurges(database, config.trashDays).catch(
      (err) => signal.aborted || log.error({ err }, 'Purging the trash could not be started.'),
    );
    purgeRates(database).catch(
      (err) => signal.aborted || log.error({ err }, 'Old counts of requests could not be purged.'),
    );
    purgeImports(database, config.importFileDays).catch(
      (err) => signal.aborted || log.error({ err }, 'Old imports could not be purged.'),
    );
    if (config.activityDays)
      purgeActivity(database, config.activityDays).catch(
        (err) => signal.aborted || log.error({ err }, 'Old activity could not be purged.'),
      );
  };
  setInterval(purge, PURGE_MILLISECONDS).unref();
  purge();
}

/** Seals new activity, now and every minute; each instance may. */
function scheduleSeals({ log, database, signal }: Parts): void {
  const seal = () => {
    startActivitySeals(database).catch(
      (err) => signal.aborted || log.error({ err }, 'Sealing the activity could not be started.'),
    );
  };
  setInterval(seal, SEAL_MILLISECONDS).unref();
  seal();
}

/** Looks after what a PostgreSQL server does by itself. */
function scheduleVacuum({ log, database, closing }: Parts): void {
  if (database.engine === 'server') return;
  const look = () =>
    vacuumOne(database).then(
      (table) => table && log.debug({ table }, 'Vacuumed.'),
      (err) => log.error({ err }, 'A table could not be vacuumed.'),
    );
  const timer = setInterval(look, VACUUM_MILLISECONDS).unref();
  closing.push(async () => clearInterval(timer));
}

/** Starts Next inside this process. */
async function openConsole(parts: {
  dev: boolean;
  front: Front;
  address: string;
  secret: string;
}): Promise<RequestListener> {
  // Instances that share the secret can read each other's server actions.
  process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = Buffer.from(
    hkdfSync('sha256', parts.secret, '', 'next server actions', 32),
  ).toString('base64');
  // What Next asks of itself, with the cookies of a request, it asks here and nowhere else.
  // oxlint-disable-next-line no-underscore-dangle -- the name is Next's
  process.env.__NEXT_PRIVATE_ORIGIN = parts.address;
  // Only now: loading Next takes most of a second, and it reads the environment while it does.
  const { default: next } = await import('next');
  const { hostname, port } = new URL(parts.address);
  const app = next({
    dev: parts.dev,
    dir: repositoryRoot(),
    // Next takes upgrades of the server it is given, for the web socket of hot reload. Otherwise nobody wants one, and
    // Node leaves a request that merely offers it (`Upgrade: h2c`, as some clients always do) an ordinary request.
    httpServer: parts.dev ? parts.front.server : createServer(),
    hostname,
    port: Number(port),
  });
  await app.prepare();
  return withRetryLater(app.getRequestHandler());
}

/** The folder with `package.json`: above this file's bundle, wherever the program was started from. */
function repositoryRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}
