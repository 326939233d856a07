import { hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Client } from './lib/client/client';
import { type Config, readConfig } from './lib/config';
import { type OperationName, operations } from './lib/contract/operations';
import { type Database, openDatabase } from './lib/database/database';
import { createFront, type Front } from './lib/http/front';
import { listen } from './lib/http/listen';
import { QuickResponse } from './lib/http/quick-response';
import { createLog, type Log } from './lib/log';
import { provideRuntime } from './lib/runtime';
import { secretOf } from './lib/secret';
import { createApi } from './lib/service/api';
import { ensureConsoleToken, ensureFirstOrganization } from './lib/service/bootstrap';
import { purgeTrash } from './lib/service/purge';
import { onShutdown } from './lib/shutdown';
import { createStaff } from './lib/staff/create-staff';
import { exitWithError } from './lib/start-error';
import { version } from './package.json';

/** How long requests under way may take to finish once the program is told to stop. */
const DRAIN_MILLISECONDS = 10_000;
/** How long the database may take to say that it is there. */
const PROBE_MILLISECONDS = 2_000;
const allOperations: ReadonlySet<OperationName> = new Set(Object.keys(operations) as OperationName[]);
const PURGE_MILLISECONDS = 60 * 60 * 1000;

// Before anything is written: the embedded database makes its files readable for everybody otherwise.
process.umask(0o077);
await start().catch(exitWithError);

/** Opens and connects everything. The only place where the parts of the program are created. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'An error that nobody handled: the program ends.');
    process.exit(1);
  });
  const dev = process.env.NODE_ENV === 'development';
  const front = createFront({ dev, appUrl: config.appUrl, log });

  // Side by side, so that the program says that it lives while a big database migrates.
  const opening = openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log });
  const listening = listen(front.server, config);
  onShutdown(log, async () => {
    await front.drain(dev ? 0 : DRAIN_MILLISECONDS);
    await opening.then((database) => database.close());
  });
  // First the database: who starts twice on one data folder is to learn who holds it, not that the port is taken.
  const [opened, listened] = await Promise.allSettled([opening, listening]);
  if (opened.status === 'rejected') throw opened.reason;
  if (listened.status === 'rejected') {
    await opened.value.close();
    throw listened.reason;
  }
  const url = config.appUrl ?? listened.value;
  await serve({ config, log, dev, front, database: opened.value, url });
}

async function serve(parts: {
  config: Config;
  log: Log;
  dev: boolean;
  front: Front;
  database: Database;
  url: string;
}): Promise<void> {
  const { config, log, dev, front, database, url } = parts;
  const secret = secretOf(config.appSecret, config.dataDir);
  const api = createApi({
    database,
    log,
    version,
    trashDays: config.trashDays,
    rateLimit: config.rateLimit,
    checkAnswers: dev,
    Response: QuickResponse,
  });
  const consoleToken = await ensureConsoleToken(database, await ensureFirstOrganization(database), {
    secret,
    configuredToken: config.contactsApiToken,
  });
  const staff = createStaff({ pool: database.pool, secret, appUrl: config.appUrl, log });
  if (config.admin) await staff.ensureFirstAccount(config.admin);
  provideRuntime({
    // No network between the console and the API, and yet no other door.
    client: (actor) =>
      new Client({
        baseUrl: 'http://roster.internal/v1',
        token: consoleToken,
        fetch: (request) => api.fetch(request, { limited: false }),
        actor,
      }),
    staff,
    mode: 'self-hosted',
    capabilities: () => allOperations,
    connection: () => null,
    appUrl: config.appUrl,
    version,
    log,
  });
  front.open({
    api: getRequestListener((request) => api.fetch(request), { overrideGlobalObjects: false }),
    console: await openConsole({ dev, front, url, secret }),
    ready: () => answers(database),
  });
  schedulePurge(config, log, database);
  const code = await staff.setupCode();
  process.stdout.write(`Roster is ready: ${url}\n`);
  if (code) process.stdout.write(`Make the first account here: ${url}/setup?code=${code}\n`);
}

/** Empties the trash of what has been in it for long enough, now and every hour; each instance may. */
function schedulePurge(config: Config, log: Log, database: Database): void {
  const purge = () =>
    purgeTrash(database, config.trashDays).then(
      (count) => count > 0 && log.info({ count }, 'Purged contacts from the trash.'),
      (err) => log.error({ err }, 'The trash could not be purged.'),
    );
  setInterval(purge, PURGE_MILLISECONDS).unref();
  void purge();
}

/** Starts Next inside this process. */
async function openConsole(parts: {
  dev: boolean;
  front: Front;
  url: string;
  secret: string;
}): Promise<RequestListener> {
  // Instances that share the secret can read each other's server actions.
  process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = Buffer.from(
    hkdfSync('sha256', parts.secret, '', 'next server actions', 32),
  ).toString('base64');
  // Only now: loading Next takes most of a second, and it reads the environment while it does.
  const { default: next } = await import('next');
  const { hostname, port } = new URL(parts.url);
  const app = next({
    dev: parts.dev,
    dir: repositoryRoot(),
    httpServer: parts.front.server,
    hostname,
    port: Number(port) || undefined,
  });
  await app.prepare();
  return app.getRequestHandler();
}

/** The folder with `package.json`: above this file's bundle, wherever the program was started from. */
function repositoryRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

async function answers(database: Database): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, PROBE_MILLISECONDS, false).unref());
  const asked = database.pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]);
}
