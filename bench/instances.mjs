import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  atOnce,
  caller,
  eachEngine,
  everyContact,
  freePort,
  location,
  percentile,
  query,
  readOptions,
  request,
  startRoster,
  until,
} from './harness.mjs';

/*
 * node bench/instances.mjs [--proxies haproxy,nginx] [--old FOLDER] [--program FOLDER] [--rounds 1]
 *
 * Runs two instances on one PostgreSQL behind a proxy with the README's configuration. Every request works through either
 * instance; restarts in turn under load, from an old version (a folder, built or packed) to a new one if given, fail no
 * request; and one instance takes over the job of the other when that is killed.
 */
const options = readOptions({ proxies: 'haproxy,nginx', old: '', rounds: 1 });
const PERSON = { email: 'ana@example.com', password: 'correct horse battery' };
const WRITERS = 6;
/** Rows of the import whose instance is killed. */
const ROWS = 60_000;
const proxies = options.proxies.split(',');

for (const proxy of proxies) await eachEngine('postgresql', (engine, folder) => run(proxy, engine, folder));

async function run(proxy, engine, folder) {
  const { url, drop, ...place } = await location(engine, folder, 'instances');
  const [ports, port] = [[place.port, await freePort()], await freePort()];
  const env = {
    ...place.env,
    ADMIN_EMAIL: PERSON.email,
    ADMIN_PASSWORD: PERSON.password,
    APP_URL: `http://127.0.0.1:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '100000',
    DRAIN_DELAY: '5',
  };
  const open = (at, version) => startRoster({ ...env, PORT: String(ports[at]) }, version);
  const old = options.old || options.program;
  const instances = [await open(0, old), await open(1, old)];
  const stopProxy = await startProxy(proxy, folder, port, ports);
  try {
    await eitherWay(port, proxy);
    await underLoad(port, `${proxy}: restarted in turn`, async () => {
      for (const at of [0, 1]) {
        await instances[at].stop();
        // The other instance serves everything meanwhile.
        await sleep(1_000);
        instances[at] = await open(at);
        await bothServe(port);
      }
    });
    if (proxy === proxies[0]) await takenOver(instances, ports, open, url);
  } finally {
    await stopProxy();
    for (const instance of instances) await instance.stop();
    await drop();
  }
}

/** Starts a proxy with the configuration of the README. */
async function startProxy(proxy, folder, port, [one, other]) {
  const file = path.join(folder, `${proxy}.conf`);
  const config = {
    haproxy: `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 5s
  option httpchk GET /health/ready
  option redispatch 1
  option forwardfor
  retry-on conn-failure empty-response 503
frontend public
  bind 127.0.0.1:${port}
  default_backend roster
backend roster
  http-response set-header X-Instance %s
  server a 127.0.0.1:${one} check inter 1s rise 1 fall 3
  server b 127.0.0.1:${other} check inter 1s rise 1 fall 3
`,
    nginx: `
${process.getuid() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/temp;
  upstream roster { server 127.0.0.1:${one} max_fails=0; server 127.0.0.1:${other} max_fails=0; keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://roster; proxy_set_header Host $host:${port}; client_max_body_size 200m;
      proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme; proxy_request_buffering on;
      proxy_http_version 1.1; proxy_set_header Connection ""; proxy_next_upstream error timeout http_503;
      add_header X-Instance $upstream_addr always; }
  }
}
`,
  }[proxy];
  await writeFile(file, config);
  const args = proxy === 'nginx' ? ['-c', file, '-p', folder, '-g', 'daemon off;'] : ['-db', '-f', file];
  const child = spawn(proxy, args, {
    // haproxy would print each instance that comes and goes.
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const ended = once(child, 'exit');
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null) throw new Error(`${proxy} has exited`);
    await sleep(100);
  }
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

/** Waits until the proxy sends requests to both instances. */
async function bothServe(port) {
  const seen = new Set();
  while (seen.size < 2) {
    const response = await request(port, 'GET', '/health');
    if (response.ok) seen.add(response.headers.get('x-instance'));
    await sleep(50);
  }
}

/** Asks for a page of the console. */
function getPage(port, target, cookie = '') {
  return fetch(`http://127.0.0.1:${port}${target}`, { headers: { Cookie: cookie }, redirect: 'manual' });
}

/** Signs in by posting the page's form, like a browser without JavaScript. Returns the cookies. */
async function signIn(port) {
  const page = await (await getPage(port, '/sign-in')).text();
  const form = new FormData();
  for (const [, name = '', value = ''] of page.matchAll(
    /<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g,
  ))
    form.set(name, value.replaceAll('&quot;', '"'));
  for (const [name, value] of Object.entries(PERSON)) form.set(name, value);
  const url = `http://127.0.0.1:${port}/sign-in`;
  const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  assert.ok(answer.status === 303 && cookies.length > 0, `Sign-in: ${answer.status}`);
  return cookies.join('; ');
}

/** Sends each step to another instance than the one before. */
async function eitherWay(port, proxy) {
  const served = new Map();
  const expect = async (status, asked) => {
    const response = await asked;
    const instance = response.headers.get('x-instance');
    served.set(instance, (served.get(instance) ?? 0) + 1);
    assert.equal(response.status, status, response.url);
    return response;
  };
  const call = caller(port);

  // One instance serves the page, the other its server action, and both accept the session.
  let cookie = '';
  for (let n = 0; n < 6; n++) cookie = await signIn(port);
  for (let n = 0; n < 6; n++) await expect(200, getPage(port, '/contacts', cookie));
  await expect(307, getPage(port, '/contacts'));

  const contacts = Array.from({ length: 500 }, (_, n) => ({ email: `p${n}@example.com`, company: 'Either' }));
  await call('POST', '/contacts/batch', { contacts });
  const csv = `email,company\n${contacts.map(({ email }) => `${email},Way`).join('\n')}`;
  const { data: file } = await call('POST', '/imports?name=a.csv', csv);
  await call('POST', `/imports/${file.id}/plan`);
  await until(call, `/imports/${file.id}`, 'planned');
  await call('POST', `/imports/${file.id}/run`);
  assert.equal((await until(call, `/imports/${file.id}`, 'finished')).run.updated, 500);
  const { data: made } = await call('POST', '/exports');
  await until(call, `/exports/${made.id}`, 'finished');
  for (let n = 0; n < 2; n++) {
    const text = await (await expect(200, request(port, 'GET', `/exports/${made.id}/file`))).text();
    assert.equal(text.match(/Way/g).length, 500);
  }
  // Both instances refuse a token revoked at one of them.
  const { data: token } = await call('POST', '/tokens', { name: 'Short', scopes: ['contacts:read'] });
  await call('DELETE', `/tokens/${token.id}`);
  const headers = { Authorization: `Bearer ${token.secret ?? token.token}` };
  for (let n = 0; n < 4; n++) await expect(401, request(port, 'GET', '/contacts', undefined, headers));
  // Each instance learns the rate-limit counts of the other with its own next request.
  const left = async () => {
    const response = await expect(200, request(port, 'GET', '/segments'));
    return Number(/r=(\d+)/.exec(response.headers.get('ratelimit'))[1]);
  };
  const before = Math.min(await left(), await left());
  for (let n = 0; n < 42; n++) await left();
  await sleep(1_000);
  for (let n = 0; n < 2; n++) await left();
  await sleep(1_000);
  for (let n = 0; n < 2; n++) assert.ok((await left()) <= before - 42, 'Limits are counted together');
  assert.equal(served.size, 2);
  console.log(
    `${proxy}: sign-in, session, server action, upload, import, export, revoked token, limits through either`,
  );
}

/** Restarts under load: no request may fail, and every acknowledged write must be stored afterwards. */
async function underLoad(port, what, restart) {
  const durations = [];
  const failed = [];
  const kept = [];
  let isOver = false;
  /** Sends requests until the end, with a pause between; notes their durations and failures. */
  const repeat = async (pause, send) => {
    for (let n = 0; !isOver; n++) {
      const began = performance.now();
      await send(n).catch((error) => failed.push(error.cause?.code ?? error.message));
      durations.push(performance.now() - began);
      await sleep(pause);
    }
  };
  const read = (asked) => async () => {
    const response = await asked();
    await response.text();
    assert.equal(response.status, 200, response.url);
  };
  const call = caller(port);
  const cookie = await signIn(port);
  const name = what.replace(/\W+/g, '-');
  const load = Promise.all([
    atOnce(WRITERS, (writer) =>
      repeat(0, async (n) => {
        const { data } = await call('POST', '/contacts', { email: `${name}.${writer}.${n}@load.example` });
        kept.push(data.id);
      }),
    ),
    repeat(
      20,
      read(() => request(port, 'GET', '/contacts?pageSize=50')),
    ),
    repeat(
      20,
      read(() => getPage(port, '/contacts', cookie)),
    ),
    repeat(
      20,
      read(() => getPage(port, '/data/listContacts', cookie)),
    ),
    repeat(500, () => signIn(port)),
  ]);
  await sleep(2_000);
  await restart();
  await sleep(1_000);
  isOver = true;
  await load;
  const stored = await everyContact(call);
  const lost = kept.filter((id) => !stored.has(id));
  const [p99, longest] = [0.99, 1].map((p) => Math.round(percentile(durations, p)));
  console.log(
    `${what}: ${durations.length} requests, ${failed.length} failed, ${lost.length} of ${kept.length} acknowledged lost; 99 % within ${p99} ms, longest ${longest} ms`,
  );
  for (const failure of new Set(failed)) console.log(`  ${failure}`);
  if (failed.length + lost.length > 0) process.exitCode = 1;
}

/** Kills the instance that runs a job, and measures the time until the other one continues it. */
async function takenOver(instances, ports, open, url) {
  const [first, second] = ports.map(caller);
  const times = [];
  for (let round = 0; round < options.rounds; round++) {
    await instances[1].stop();
    const rows = Array.from({ length: ROWS }, (_, n) => `r${round}.${n}@job.example,Job`).join('\n');
    const { id } = (await first('POST', '/imports?name=a.csv', `email,company\n${rows}`)).data;
    const target = `/imports/${id}`;
    const position = async () => {
      const [job] = await query(
        url,
        "select position from jobs where id = $1 or input::text like '%' || $1::text || '%' order by created_at desc limit 1",
        [id],
      );
      return job.position;
    };
    await first('POST', `${target}/plan`);
    await until(first, target, 'planned');
    await first('POST', `${target}/run`);
    while ((await first('GET', target)).data.run.rows < 1_000) await sleep(20);
    instances[1] = await open(1);
    const { state } = (await first('GET', target)).data;
    assert.equal(state, 'running', 'The import was done before it could be killed: give it more rows');
    await instances[0].kill();
    const killed = performance.now();
    const before = await position();
    while ((await position()) === before) await sleep(20);
    times.push(((performance.now() - killed) / 1000).toFixed(1));
    assert.equal((await until(second, target, 'finished')).run.created, ROWS);
    instances[0] = await open(0);
  }
  console.log(`job of a killed instance: taken over after ${times.join(', ')} s, each row imported once`);
}
