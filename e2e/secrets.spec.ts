import { hkdfSync } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import path from 'node:path';
import type { Pool } from 'pg';
import type { Operation } from '../lib/contract/operation';
import { operations } from '../lib/contract/operations';
import { openDatabase } from '../lib/database/database';
import { ensureFirstOrganization } from '../lib/database/first-organization';
import { ensureConsoleToken } from '../lib/service/organizations/bootstrap';
import { ServiceWebhooks } from '../lib/service/webhooks/service-webhooks';
import { TestIdentityProvider } from '../lib/staff/sign-in/test-identity-provider';
import { readConfig } from '../lib/system/config';
import { buildFolder } from '../scripts/build.mjs';
import { preparedFolder, team } from './data-folders';
import { ask, type BuiltAction, builtActions, builtPages, builtRoutes } from './entries';
import { expect, test } from './journey';
import {
  ADMIN,
  API_TOKEN,
  APP_SECRET,
  freePort,
  type Program,
  spawnProgram,
  startProgram,
  type TemporaryFolder,
} from './program';
import { signInForm } from './sign-in';

/** Environment variables of the program, and whether they hold a secret. */
const variables: Record<string, boolean> = {
  ACTIVITY_DAYS: false,
  ADMIN_EMAIL: false,
  ADMIN_NAME: false,
  ADMIN_PASSWORD: true,
  ADMIN_PASSWORD_FILE: false,
  API_ORIGINS: false,
  APP_SECRET: true,
  APP_SECRET_FILE: false,
  APP_URL: false,
  BACKUP_DIR: false,
  BACKUP_HOURS: false,
  BACKUP_KEEP: false,
  CONTACTS_API_TOKEN: true,
  CONTACTS_API_TOKEN_FILE: false,
  CONTACTS_API_URL: false,
  DATABASE_POOL_SIZE: false,
  DATABASE_URL: true,
  DATABASE_URL_FILE: false,
  DATA_DIR: false,
  DEFAULT_COUNTRY: false,
  DRAIN_DELAY: false,
  HOST: false,
  IMPORT_FILE_DAYS: false,
  LOG_LEVEL: false,
  METRICS_PORT: false,
  OIDC_ACME_CLIENT_ID: false,
  OIDC_ACME_CLIENT_SECRET: true,
  OIDC_ACME_CLIENT_SECRET_FILE: false,
  OIDC_ACME_DOMAINS: false,
  OIDC_ACME_ISSUER: false,
  OIDC_ACME_NAME: false,
  OIDC_ACME_ROLE: false,
  OIDC_PROVIDERS: false,
  PASSWORD_ONLY_FOR: false,
  PORT: false,
  RATE_LIMIT: false,
  SESSION_DAYS: false,
  SESSION_IDLE_DAYS: false,
  SLOW_QUERY_MS: false,
  SMTP_FROM: false,
  SMTP_URL: true,
  SMTP_URL_FILE: false,
  STORAGE_MB: false,
  TRASH_DAYS: false,
  TRUSTED_PROXIES: false,
  WEBHOOK_HOSTS: false,
};

/** Columns with names like a secret's, and whether they hold one. */
const columns: Record<string, boolean> = {
  'activities.erased_digest': false,
  'activity_seals.contents_digest': false,
  'activity_seals.digest': false,
  'activity_seals.digests': false,
  'api_tokens.digest': true,
  'contact_ids.value': false,
  'do_not_contact.digest': false,
  'idempotent_answers.body_digest': false,
  'idempotent_answers.token_id': false,
  'jobs.body_digest': false,
  'jobs.idempotency_key': false,
  'jobs.token_id': false,
  'proposals.token_id': false,
  'replicas.token_digest': true,
  'segments.rule_hash': false,
  'staff_account.access_token': true,
  'staff_account.access_token_expires_at': false,
  'staff_account.id_token': true,
  'staff_account.password': true,
  'staff_account.refresh_token': true,
  'staff_account.refresh_token_expires_at': false,
  'staff_session.token': true,
  'staff_two_factor.backup_codes': true,
  'staff_two_factor.secret': true,
  'staff_verification.value': true,
  'webhooks.former_secret': true,
  'webhooks.former_secret_until': false,
  'webhooks.secret': true,
  'webhooks.token_id': false,
};
const SECRET_LIKE = /token|backup|secret|password|digest|hash|^value$|idempotency/;

const canary = (name: string) => `canary-${name.toLowerCase()}-0123456789abcdef`;

test('every variable that holds a secret is known here', () => {
  const read = new Set<string>();
  const given: Record<string, string> = {
    APP_URL: 'https://roster.example',
    OIDC_PROVIDERS: 'acme',
    OIDC_ACME_ISSUER: 'https://acme.example',
    OIDC_ACME_CLIENT_ID: 'roster',
    OIDC_ACME_CLIENT_SECRET: 'any',
  };
  readConfig(new Proxy(given, { get: (_, name) => (read.add(String(name)), given[String(name)]) }));
  expect([...read].sort()).toEqual(Object.keys(variables).sort());
});

test('no page, file, answer, export or log line has a secret', async () => {
  const made = await preparedFolder();
  const outside = await startOutside();
  const secrets = [...(await plantSecrets(made)), ...outside.secrets];
  const program = await startProgram({
    ...outside.env,
    ...made.env,
    LOG_LEVEL: 'debug',
  });
  const heard = await hearEverything(program, team().signedIn.admin);
  await outside.use(program, team().signedIn.admin, heard);
  await program.stop();
  await outside.stop();
  secrets.push(...(await storedSecrets(made, { empty: ['replicas.token_digest'] })));
  await made.remove();
  heard.set('the log', program.output());
  for (const file of await filesOf(path.join(buildFolder(), 'console/static')))
    heard.set(file, await readFile(file, 'latin1'));
  expect(leaks(heard, secrets)).toEqual([]);
});

test('what a database or a service says of a failure is not passed on with a secret', async () => {
  const password = canary('DATABASE_URL');
  const unreachable = spawnProgram({ DATABASE_URL: `postgres://ana:${password}@127.0.0.1:1/roster` });
  expect(await unreachable.ended).toBe(1);
  expect(unreachable.output().trim()).toMatch(/^Cannot use the database .* at 127\.0\.0\.1:1 .*\.$/);

  // This service repeats the received token in every response.
  const service = createServer(({ headers }, response) => {
    const error = { code: 'INTERNAL_ERROR', message: `Failed for ${headers.authorization}`, details: [] };
    response.writeHead(500, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`;
  const made = await preparedFolder();
  const secrets = await plantSecrets(made);
  const program = await startProgram({ ...made.env, CONTACTS_API_URL: url });
  // Each page waits and retries, so only some are requested.
  const some = ['/contacts', '/settings/connection', '/data/listContacts', '/data/getService'];
  const heard = await hearEverything(program, team().signedIn.admin, some);
  await program.stop();
  service.close();
  secrets.push(...(await storedSecrets(made, { empty: [] })));
  await made.remove();
  heard.set('the log', program.output()).set('the log of a start', unreachable.output());
  expect(leaks(heard, [...secrets, password])).toEqual([]);
});

/** Starts an identity provider and a mail server for which the program has secrets. The mail server rejects the password. */
async function startOutside() {
  const port = await freePort();
  const APP_URL = `http://127.0.0.1:${port}`;
  const clientSecret = canary('OIDC_ACME_CLIENT_SECRET');
  const password = canary('SMTP_URL');
  const company = await TestIdentityProvider.start(APP_URL, { clientSecret });
  const mail = createSocketServer((socket) => {
    socket.write('220 test\r\n');
    socket.on('data', (data) =>
      socket.write(String(data).startsWith('EHLO') ? '250-test\r\n250 AUTH PLAIN\r\n' : '535 Refused\r\n'),
    );
  });
  await once(mail.listen(0, '127.0.0.1'), 'listening');
  return {
    secrets: [clientSecret, password, Buffer.from(`\0ana\0${password}`).toString('base64')],
    env: {
      PORT: String(port),
      APP_URL,
      OIDC_PROVIDERS: 'acme',
      OIDC_ACME_ISSUER: company.options.issuer,
      OIDC_ACME_CLIENT_ID: company.options.clientId,
      OIDC_ACME_CLIENT_SECRET: clientSecret,
      OIDC_ACME_DOMAINS: 'acme.example',
      SMTP_URL: `smtp://ana:${password}@127.0.0.1:${(mail.address() as AddressInfo).port}`,
      SMTP_FROM: 'roster@example.com',
    },
    /** Invites a person, who signs in at the company, first with an invalid code. */
    async use({ url, output }: Program, cookie: string, heard: Map<string, string>): Promise<void> {
      const email = 'ann@acme.example';
      const { id, page } = builtActions().find(({ name }) =>
        name.endsWith('team-actions#invite'),
      ) as BuiltAction;
      const headers = { cookie, 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' };
      const authorization = `Bearer ${API_TOKEN}`;
      const { body: organization } = await ask(`${url}/v1/organization`, { headers: { authorization } });
      const body = JSON.stringify([{ email, role: 'viewer' }, JSON.parse(organization).data.id]);
      const invited = await ask(url + page, { method: 'POST', headers, body });
      heard.set('an invitation', JSON.stringify(invited));
      const begun = await ask(`${url}/sign-in/company/acme`);
      const back = await company.signIn(begun.headers.location ?? '', email);
      const own = { cookie: (begun.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ') };
      const spoiled = back.href.replace(/code=[^&]+/, 'code=none');
      heard.set('a company sign-in', JSON.stringify([begun, await ask(spoiled, { headers: own })]));
      const ended = await ask(back.href, { headers: own });
      // Only the browser that signs in receives the session token.
      expect(String(ended.headers['set-cookie'])).toContain('roster.session_token');
      heard.set('a company sign-in that ended', `${ended.headers.location} ${ended.body}`);
      expect(output()).toContain('An email could not be sent.');
      expect(output()).toContain('A company sign-in failed.');
    },
    async stop() {
      mail.close();
      await company.stop();
    },
  };
}

/** Fills the secret columns that programs leave empty. Returns the secrets that are stored nowhere. */
async function plantSecrets({ location }: TemporaryFolder): Promise<string[]> {
  const database = await openDatabase(location);
  const { pool } = database;
  const organizationId = await ensureFirstOrganization(database);
  const consoleToken = await ensureConsoleToken(database, organizationId, { secret: APP_SECRET });
  const given = ['access_token', 'refresh_token', 'id_token'];
  await pool.query(
    `update staff_account set ${given.map((name) => `${name} = '${canary(name)}'`).join(', ')}`,
  );
  await pool.query(
    `insert into staff_verification (id, identifier, value, expires_at)
     values (gen_random_uuid(), 'link', $1, now() + interval '1 hour')`,
    [canary('verification')],
  );
  // The editor does not sign in here; two-factor sign-in would ask for a code.
  await pool.query(
    `insert into staff_two_factor (id, user_id, secret, backup_codes)
     select gen_random_uuid(), id, $1, $2 from staff_user where email = 'editor@example.com'`,
    [canary('two-factor'), canary('backup-codes')],
  );
  const webhookId = '0198c0de-7a11-7000-8000-0000000000a0';
  const signing = [canary('signing'), canary('former-signing')];
  const webhooks = new ServiceWebhooks(APP_SECRET, new Set());
  const encrypted = signing.map((secret) => webhooks.encrypt(webhookId, secret));
  await pool.query(
    `insert into webhooks (organization_id, id, url, state, secret, former_secret, former_secret_until, seal, event_id, created_at)
     values ($1, $2, 'https://hooks.example/', 'paused', $3, $4, now() + interval '1 hour', 0, $2, now())`,
    [organizationId, webhookId, ...encrypted],
  );
  await database.close();
  const actions = Buffer.from(hkdfSync('sha256', APP_SECRET, '', 'next server actions', 32));
  return [ADMIN.password, APP_SECRET, API_TOKEN, consoleToken, actions.toString('base64'), ...signing];
}

/** Reads all values of secret columns, in every encoding in which they could leak. */
async function storedSecrets(
  { location }: TemporaryFolder,
  { empty }: { empty: string[] },
): Promise<string[]> {
  const { pool, close } = await openDatabase(location);
  await expectKnownColumns(pool);
  const stored: string[] = [];
  const without: string[] = [];
  for (const [name] of Object.entries(columns).filter(([, isSecret]) => isSecret)) {
    const [table, column] = name.split('.');
    const { rows } = await pool.query<{ value: string | Uint8Array }>(
      `select ${column} as value from ${table} where ${column} is not null`,
    );
    if (rows.length === 0) without.push(name);
    for (const { value } of rows)
      if (typeof value === 'string') stored.push(value);
      else
        for (const form of ['hex', 'base64', 'base64url'] as const)
          stored.push(Buffer.from(value).toString(form));
  }
  await close();
  expect(without).toEqual(empty);
  return stored;
}

/** Expects that `columns` lists every column with a name like a secret's. */
async function expectKnownColumns(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'`,
  );
  const alike = rows
    .filter(({ column }) => SECRET_LIKE.test(column))
    .map(({ table, column }) => `${table}.${column}`);
  expect(alike.sort()).toEqual(Object.keys(columns).sort());
}

/** Collects responses to an admin, to a mistyped password, and to API clients. */
async function hearEverything(
  { url }: Program,
  cookie: string,
  addresses = [...builtPages(), ...builtRoutes()],
): Promise<Map<string, string>> {
  const heard = new Map<string, string>();
  const listen = async (what: string, address: string, headers: Record<string, string>) => {
    const { status, body, headers: told } = await ask(url + address, { headers });
    heard.set(what, `${status} ${JSON.stringify(told)} ${body}`);
  };
  const fill = (address: string) => address.replace(/\[.*?\]/, '0198c0de-7a11-7000-8000-0000000000a0');
  for (const address of addresses) {
    await listen(`${address} as HTML`, fill(address), { cookie });
    await listen(`${address} as RSC`, fill(address), { cookie, rsc: '1' });
  }
  for (const [name, { method, path }] of Object.entries<Operation>(operations))
    for (const token of [API_TOKEN, `${APP_SECRET}-mistyped`])
      if (method === 'GET')
        await listen(`${name} with ${token}`, `/v1${fill(path.replace('{id}', '[id]'))}`, {
          authorization: `Bearer ${token}`,
        });
  // A mistyped password is nearly the right one, so it must not be echoed.
  const body = await signInForm(url, `${ADMIN.password}x`);
  const refused = await fetch(`${url}/sign-in`, { method: 'POST', body });
  heard.set('a refused sign-in', await refused.text());
  return heard;
}

async function filesOf(folder: string): Promise<string[]> {
  const root = path.resolve(import.meta.dirname, '..', folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []));
}

const leaks = (heard: ReadonlyMap<string, string>, secrets: readonly string[]): string[] =>
  [...heard].flatMap(([what, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${what}`),
  );
