import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { migratedFolder } from './data-folders';
import { expect, test } from './journey';
import { ADMIN, API_TOKEN, type Program, spawnProgram, startProgram } from './program';

let folder: string;
let remove: () => Promise<void>;
const programs: Pick<Program, 'stop'>[] = [];

test.beforeEach(async () => {
  ({ folder, remove } = await migratedFolder());
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

/** A POST that the server has begun to handle, and whose body is still to come. */
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

/** A server that never answers, and what it hears. */
async function listening(hear: (text: string) => void): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => void socket.on('data', (data) => hear(String(data))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

test('a client that offers another protocol is answered in this one', async ({ program: { url } }) => {
  // Next has set up what it wants of the server once it has answered.
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
});

test('one line says that it is ready, and then everything answers, and the data folder is taken', async () => {
  // In a folder that is not there yet.
  folder = path.join(folder, 'made');
  const { url, output, child } = await start();
  expect(output().match(/^Roster is ready: .*$/gm)).toEqual([`Roster is ready: ${url}`]);
  expect(output()).not.toContain('/setup');
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const created = await fetch(`${url}/v1/contacts`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ email: 'ana@example.com' }),
  });
  expect(created.status).toBe(201);
  const page = await fetch(`${url}/sign-in`);
  expect(page.headers.get('content-security-policy')).toContain("'strict-dynamic'");
  expect(page.headers.get('x-powered-by')).toBeNull();
  for (const file of ['database', 'secret', 'lock'])
    expect((await stat(path.join(folder, file))).mode & 0o077, file).toBe(0);

  // A second process on the data folder is refused at once, and told who holds it.
  const before = Date.now();
  expect(await refused({})).toMatch(new RegExp(`is in use by process ${child.pid} on \\S+ since `));
  expect(Date.now() - before).toBeLessThan(15_000);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
});

test('signing in asks nothing of another program that listens at the public address', async ({ page }) => {
  const heard: string[] = [];
  const [silent, taken] = await Promise.all([1, 2].map(() => listening((data) => heard.push(data))));
  if (!silent || !taken) throw new Error('There are two.');
  taken.server.close();
  await start({ APP_URL: `http://127.0.0.1:${silent.port}`, PORT: String(taken.port) });
  // Without the page's script Next asks nothing.
  const button = page.getByRole('button', { name: 'Sign in' });
  await page.goto(`http://127.0.0.1:${taken.port}/sign-in`);
  await expect.poll(() => button.evaluate((element) => Object.keys(element).join())).toContain('__react');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await button.click();
  await page.waitForURL('**/contacts');
  expect(heard).toEqual([]);
  silent.server.close();
  // Before its program ends.
  await page.close();
});

test('behind a trusted proxy that does TLS, cookies are for https only', async () => {
  const { url } = await start({ TRUSTED_PROXIES: '127.0.0.1' });
  const proxied = { 'X-Forwarded-Host': 'contacts.example.com', 'X-Forwarded-Proto': 'https' };
  const page = await (await fetch(`${url}/sign-in`)).text();
  const form = new FormData();
  for (const [, name = '', value = ''] of page.matchAll(
    /<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g,
  ))
    form.set(name, value.replaceAll('&quot;', '"'));
  form.set('email', ADMIN.email);
  form.set('password', ADMIN.password);
  const post = (headers: Record<string, string>) =>
    fetch(`${url}/sign-in`, { method: 'POST', body: form, headers, redirect: 'manual' });
  const signedIn = await post({ ...proxied, Origin: 'https://contacts.example.com' });
  const cookies = signedIn.headers.getSetCookie();
  expect([signedIn.status, cookies.length]).toEqual([303, 2]);
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure/);
  expect((await post({ ...proxied, Origin: 'http://contacts.example.com' })).status).toBe(403);
});

test('no images are resized for strangers', async ({ program: { url } }) => {
  expect((await fetch(`${url}/_next/image?url=%2Fscreenshot.png&w=640&q=75`)).status).toBe(404);
});

test('without an account in the environment, a link to make one is printed', async () => {
  const { url, output } = await start({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  await expect
    .poll(output)
    .toMatch(new RegExp(`^Make the first account here: ${url}/setup\\?code=[\\w-]{43}$`, 'm'));
});

test('SIGTERM lets a request under way finish, then all is closed and the status is 0', async () => {
  const { url, stop, child } = await start();
  const { finish, status } = await requestUnderWay(url);
  const stopped = stop('SIGTERM');
  await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(503);
  expect(child.exitCode).toBeNull();
  finish('{"email":"late@example.com"}');
  expect(await status).toBe(201);
  expect(await stopped).toBe(0);
  const again = await start();
  const contacts = await fetch(`${again.url}/v1/contacts`, { headers: HEADERS });
  expect(await contacts.text()).toContain('late@example.com');
});

test('SIGTERM while it starts ends it in good order, too', async () => {
  const program = spawnProgram({ DATA_DIR: folder, LOG_LEVEL: 'info' });
  programs.push(program);
  await expect.poll(() => existsSync(path.join(folder, 'lock'))).toBe(true);
  // Whatever it is at by then, listening included.
  expect(await program.stop('SIGTERM')).toBe(0);
  expect(program.output()).not.toMatch(/Error|ready/);
  await start();
});

test('a second signal ends it at once', async () => {
  const { url, stop, child, output } = await start();
  const { status } = await requestUnderWay(url);
  child.kill('SIGINT');
  await expect.poll(output).toContain('Stopping.');
  // Two within half a second are one: npm passes on what the terminal has sent already.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(child.exitCode).toBeNull();
  expect(await stop('SIGINT')).toBe(1);
  expect(await status).toBe('cut off');
});

test('what cannot work ends with one sentence', async ({ program }) => {
  const nowhere = 'postgres://ana:hidden@127.0.0.1:1/roster';
  expect(await refused({ DATABASE_URL: nowhere })).toMatch(
    /^There is no answer from .* at 127\.0\.0\.1:1 .*\.$/,
  );
  expect(await refused({ DATA_DIR: '/dev/null/data' })).toMatch(/^The data folder .* cannot be used .*\.$/);
  expect(await refused({ CONTACTS_API_TOKEN: 'short' })).toMatch(/^CONTACTS_API_TOKEN must have 32 .*\.$/);
  expect(await refused({ PORT: new URL(program.url).port })).toMatch(/^Port \d+ .* is in use: .*\.$/);
});

test('an organization is not named after an option, nor in several lines', async () => {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: path.join(folder, 'untouched') };
  for (const [name, said] of [
    ['-h', 'Usage: npm run organization -- "Name", of at most 200 characters'],
    ['--help', 'Usage: npm run organization -- "Name", of at most 200 characters'],
    ['Acme\nInc.', 'The name of an organization has one line and no tabs.'],
  ] as const) {
    const args = ['scripts/run.mjs', 'organization', name];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    expect([status, stdout, stderr.trim()]).toEqual([1, '', said]);
  }
  await expect(stat(env.DATA_DIR)).rejects.toThrow('ENOENT');
});

test('a command makes accounts for colleagues, and says what is wrong', async () => {
  const made = await migratedFolder();
  const run = (dataDir: string, ...given: string[]) => {
    const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir };
    const args = ['scripts/run.mjs', 'staff', ...given];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    return { status, said: stdout.trim(), refused: stderr.trim() };
  };
  const untouched = path.join(folder, 'without-staff');
  const usage = {
    status: 1,
    said: '',
    refused: expect.stringMatching(/^Usage: npm run staff -- EMAIL ROLE/),
  };
  expect(run(untouched, 'ben@example.com')).toEqual(usage);
  expect(run(untouched, 'ben@example.com', 'owner')).toEqual(usage);
  await expect(stat(untouched)).rejects.toThrow('ENOENT');
  expect(run(made.folder, 'ana@example.com', 'admin', 'Ana Silva').said).toMatch(
    /^ana@example\.com is an admin\. The password, which is not shown again:\n[\w-]{20}$/,
  );
  expect(run(made.folder, 'ana@example.com', 'viewer')).toEqual({
    status: 1,
    said: '',
    refused: 'Nobody else is an admin, and somebody has to be.',
  });
  await made.remove();
});
