import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { openDatabase } from '../lib/database/database';
import { JobRunner } from '../lib/jobs/job-runner';
import { activitySealJob, startActivitySeals } from '../lib/service/activity/activity-seal-job';
import { operatorToken } from '../lib/system/operator';
import { expectAccessible } from './accessible';
import { preparedFolder, team } from './data-folders';
import { expect, test } from './journey';
import { ADMIN, API_TOKEN, APP_SECRET, type Program, runScript, spawnProgram, startProgram } from './program';
import { sessionAt, signInForm } from './sign-in';

let folder: string;
let remove: () => Promise<void>;
const programs: Pick<Program, 'stop'>[] = [];

test.beforeEach(async () => {
  ({ folder, remove } = await preparedFolder());
});
test.afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop('SIGKILL')));
  await remove();
});

async function start(env: Record<string, string> = {}): Promise<Program> {
  const program = await startProgram({ DATA_DIR: folder, ...env });
  programs.push(program);
  return program;
}

async function refused(env: Record<string, string>): Promise<string> {
  const program = spawnProgram({ DATA_DIR: folder, ...env });
  programs.push(program);
  expect(await program.ended).toBe(1);
  return program.output().trim();
}

const HEADERS = { Authorization: `Bearer ${API_TOKEN}`, 'Content-Type': 'application/json' };

/** Starts a POST whose headers the server has handled and whose body is not sent yet. */
async function requestUnderWay(url: string) {
  const sending = request(`${url}/v1/contacts`, {
    method: 'POST',
    headers: { ...HEADERS, Expect: '100-continue' },
  });
  const status = new Promise<number | string | undefined>((resolve) => {
    sending.on('response', (response) => resolve(response.resume().statusCode));
    sending.on('error', () => resolve('cut off'));
  });
  sending.flushHeaders();
  await once(sending, 'continue');
  return { status, finish: (body: string) => sending.end(body) };
}

/** Starts a server that never responds, and passes everything it receives to `hear`. */
async function listening(hear: (text: string) => void): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => void socket.on('data', (data) => hear(String(data))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

test('a client that offers another protocol is answered in this one', async ({ program: { url } }) => {
  // Next has installed its server listeners once it has responded.
  await fetch(`${url}/sign-in`);
  const asking = request(`${url}/v1/segments`, {
    headers: {
      ...HEADERS,
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAMAAABk',
    },
  });
  asking.end();
  const [response] = await once(asking, 'response');
  expect(response.resume().statusCode).toBe(200);
  // Images are not resized for strangers, either.
  expect((await fetch(`${url}/_next/image?url=%2Fscreenshot.png&w=640&q=75`)).status).toBe(404);
});

test('a new installation is set up in the browser, and asks nothing of others at its address', async ({
  page,
}) => {
  test.slow();
  // Use a data folder that does not exist yet.
  folder = path.join(folder, 'made');
  const heard: string[] = [];
  const [silent, taken] = await Promise.all([1, 2].map(() => listening((data) => heard.push(data))));
  if (!silent || !taken) throw new Error('There are two.');
  taken.server.close();
  const env = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', APP_SECRET: '', PORT: String(taken.port) };
  const appUrl = `http://127.0.0.1:${silent.port}`;
  const { output, child } = await start({ ...env, APP_URL: appUrl });
  const url = `http://127.0.0.1:${taken.port}`;
  expect(output().match(/^Roster is ready: .*$/gm)).toEqual([`Roster is ready: ${appUrl}`]);
  await expect.poll(output).toMatch(/^Create the first account: \S+\/setup\?code=[\w-]{43}$/m);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  for (const file of ['database', 'secret', 'lock'])
    expect((await stat(path.join(folder, file))).mode & 0o077, file).toBe(0);
  const { headers } = await fetch(`${url}/sign-in`);
  expect(headers.get('content-security-policy')).toContain("'strict-dynamic'");
  expect(headers.get('x-powered-by')).toBeNull();

  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roster is not set up yet');
  await expectAccessible(page);
  await page.goto(`${url}${/\/setup\?code=\S+/.exec(output())?.[0]}`);
  await page.getByLabel('Name').fill('Ana Silva');
  await page.getByLabel('Organization').fill('Acme');
  await page.getByLabel('Country').selectOption('Germany');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password').fill(ADMIN.password);
  // Wait for hydration, because Next sends nothing before it.
  const button = page.getByRole('button', { name: 'Create account' });
  await expect.poll(() => button.evaluate((element) => Object.keys(element).join())).toContain('__react');
  await button.click();
  await page.waitForURL('**/contacts');
  expect(heard).toEqual([]);
  silent.server.close();
  // Close the page before its program ends.
  await page.close();

  // A second process on the same data folder or port fails at once and says why.
  expect(await refused({})).toMatch(new RegExp(`is in use by process ${child.pid} on \\S+ since `));
  const elsewhere = path.join(folder, 'elsewhere');
  expect(await refused({ ...env, DATA_DIR: elsewhere })).toMatch(/^Port \d+ .* is in use: .*\.$/);
});

test('a page that fails shows the reference of what the log says of it', async ({ page, expectedErrors }) => {
  expectedErrors.push(/500|Minified React error/);
  const { pool, close } = await openDatabase({ dataDir: folder });
  await pool.query('alter table staff_session rename column confirmed_at to lost');
  await close();

  const { url, output } = await start();
  await page.context().addCookies(sessionAt(url));
  expect((await page.goto(`${url}/contacts`))?.status()).toBe(500);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be shown');
  const digest = await page.locator('code').textContent();
  expect(output()).toContain(digest);
  expect(output()).toContain('confirmed_at');
  await expect(page.locator('body')).not.toContainText('confirmed_at');
  // Close the page before its program ends.
  await page.close();
});

test('pages are unavailable in an outage of the database, and the log says it once', async () => {
  const { pool, close } = await openDatabase({ dataDir: folder });
  await pool.query('alter table staff_session rename to lost');
  await close();
  const { url, output } = await start();
  for (let i = 0; i < 3; i++) {
    const page = await fetch(`${url}/contacts`, { headers: { Cookie: team().signedIn.admin } });
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
  }
  await expect.poll(output).toContain('The database is unavailable.');
  expect(output().match(/is unavailable/g)).toHaveLength(1);
  expect(output()).not.toContain('A page failed');
});

test('SIGTERM lets a request under way finish; a second signal ends it at once', async () => {
  const first = await start({ TRUSTED_PROXIES: '127.0.0.1' });
  await expectSecureCookies(first.url);
  const { finish, status } = await requestUnderWay(first.url);
  const stopped = first.stop('SIGTERM');
  // The stopping program refuses new connections.
  const ready = () =>
    fetch(`${first.url}/health/ready`).then(
      ({ status }) => status,
      () => null,
    );
  await expect.poll(ready).toBeNull();
  expect(first.child.exitCode).toBeNull();
  finish('{"email":"late@example.com"}');
  expect([await status, await stopped]).toEqual([201, 0]);

  const second = await start();
  const contacts = await fetch(`${second.url}/v1/contacts`, { headers: HEADERS });
  expect(await contacts.text()).toContain('late@example.com');
  const cut = await requestUnderWay(second.url);
  second.child.kill('SIGINT');
  await expect.poll(second.output).toContain('Shutting down.');
  // Two signals within half a second count as one, because npm repeats the terminal's signal.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(second.child.exitCode).toBeNull();
  expect([await second.stop('SIGINT'), await cut.status]).toEqual([1, 'cut off']);
});

/** Expects secure cookies behind a trusted proxy that terminates TLS. */
async function expectSecureCookies(url: string): Promise<void> {
  const proxied = { 'X-Forwarded-Host': 'contacts.example.com', 'X-Forwarded-Proto': 'https' };
  const body = await signInForm(url, ADMIN.password);
  const post = (headers: Record<string, string>) =>
    fetch(`${url}/sign-in`, { method: 'POST', body, headers, redirect: 'manual' });
  const signedIn = await post({ ...proxied, Origin: 'https://contacts.example.com' });
  const cookies = signedIn.headers.getSetCookie();
  expect([signedIn.status, cookies.length]).toEqual([303, 2]);
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure/);
  expect((await post({ ...proxied, Origin: 'http://contacts.example.com' })).status).toBe(403);
}

test('SIGTERM while it starts ends it in good order, too', async () => {
  const program = spawnProgram({ DATA_DIR: folder, LOG_LEVEL: 'info' });
  programs.push(program);
  await expect.poll(() => existsSync(path.join(folder, 'lock'))).toBe(true);
  // The program stops cleanly in every phase of its start.
  expect(await program.stop('SIGTERM')).toBe(0);
  expect(program.output()).not.toMatch(/Error|ready/);
});

test('commands make organizations and accounts, and say how they are used', async () => {
  const more: Record<string, string> = {};
  const run = (DATA_DIR: string, ...given: string[]) => {
    const { stdout, stderr } = runScript({ DATA_DIR, ...more }, ...given);
    return stdout.trim() || stderr.trim();
  };
  const untouched = path.join(folder, 'untouched');
  expect(run(untouched, 'organization', '--help')).toBe(
    'Usage: npm run organization -- "Name" (at most 200 characters)',
  );
  expect(run(untouched, 'staff', 'ben@example.com', 'owner')).toMatch(/^Usage: npm run staff -- EMAIL ROLE/);
  await expect(stat(untouched)).rejects.toThrow('ENOENT');
  expect(run(folder, 'staff', 'ana@example.com', 'admin', 'Ana Silva')).toMatch(
    /^ana@example\.com has the role admin\. The password, which is not shown again:\n[\w-]{20}$/,
  );
  const company = {
    OIDC_PROVIDERS: 'acme',
    OIDC_ACME_ISSUER: 'https://acme.example',
    OIDC_ACME_CLIENT_ID: 'roster',
  };
  Object.assign(more, company, { OIDC_ACME_CLIENT_SECRET: 'any', APP_URL: 'https://roster.example' });
  more.PASSWORD_ONLY_FOR = 'ada@example.com';
  expect(run(folder, 'staff', 'ana@example.com', 'admin')).toBe(
    'ana@example.com has the role admin, signed out. PASSWORD_ONLY_FOR is ada@example.com: everybody else signs in with a company’s account.',
  );
});

test('the running program is backed up by a command that finds it by its folder, into a file of the command', async () => {
  const { url } = await start();
  // The program's public port has no operator endpoints.
  const headers = { Authorization: `Bearer ${operatorToken(APP_SECRET)}` };
  expect((await fetch(`${url}/ops/backup`, { method: 'POST', headers })).status).toBe(404);
  const file = path.join(folder, 'now.backup');
  // The command does not know the program's port.
  const backup = (env = {}) => runScript({ DATA_DIR: folder, APP_SECRET, PORT: '1', ...env }, 'backup', file);
  expect(backup({ APP_SECRET: 'another secret of the end-to-end tests' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The running program has another secret'),
  });
  expect(existsSync(file)).toBe(false);
  expect(backup()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Backed up [1-9][\d,]* rows to /),
  });
  const restored = path.join(folder, 'restored');
  expect(runScript({ DATA_DIR: restored, APP_SECRET }, 'restore', file)).toMatchObject({ status: 0 });
});

test('the command that verifies activity fails once a row was altered', async () => {
  const verify = () => runScript({ DATA_DIR: folder }, 'verify');
  const database = await openDatabase({ dataDir: folder });
  await startActivitySeals(database);
  await new JobRunner({ database, log: console, kinds: activitySealJob }).runAll();
  await database.close();
  expect(verify()).toMatchObject({ status: 0, stdout: expect.stringMatching(/Verified: [1-9]\d* activit/) });
  const { pool, close } = await openDatabase({ dataDir: folder });
  await pool.query("update activities set actor_name = 'Eve'");
  await close();
  expect(verify()).toMatchObject({ status: 1, stdout: expect.stringContaining('NOT VERIFIED: Activity ') });
});
