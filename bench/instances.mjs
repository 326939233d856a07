import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { build, isBuilt } from '../scripts/build.mjs';
import { root } from '../scripts/sources.mjs';
import { eachEngine, freePort, location, percentile, readArguments, start } from './programs.mjs';

/*
 * node bench/instances.mjs [--proxies haproxy,nginx] [--old FOLDER] [--new FOLDER] [--rounds 1]
 *
 * Runs two instances on one PostgreSQL behind a proxy with the README's configuration. Every request works through either
 * instance; restarts in turn under load, from an old version (a folder, built or packed) to a new one if given, fail no
 * request; and one instance takes over the job of the other when that is killed.
 */
const { values: options } = readArguments({ proxies: 'haproxy,nginx', old: root, new: root, rounds: '1' });
const TOKEN = `bench-${randomBytes(24).toString('hex')}`;
const PERSON = { email: 'ana@example.com', password: 'correct horse battery' };
const READY = 'Roster is ready';

if (options.new === root && !isBuilt()) await build();
for (const proxy of options.proxies.split(','))
  await eachEngine('postgresql', (engine, folder) => run(proxy, engine, folder));

async function run(proxy, engine, folder) {
  const place = await location(engine, folder, 'instances');
  const [ports, port] = [[await freePort(), await freePort()], await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...place.env,
    APP_SECRET: TOKEN,
    CONTACTS_API_TOKEN: TOKEN,
    ADMIN_EMAIL: PERSON.email,
    ADMIN_PASSWORD: PERSON.password,
    APP_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
  };
  const open = (at, version = options.new) =>
    start(['scripts/start.mjs'], { ...env, PORT: String(ports[at]) }, READY, version);
  const instances = [await open(0, options.old), await open(1, options.old)];
  const stopProxy = await startProxy(proxy, folder, port, ports);
  try {
    await eitherWay(url, proxy);
    await inTurn(url, `${proxy}: restarted in turn`, async () => {
      for (const at of [0, 1]) {
        await instances[at].stop();
        // The other instance serves everything meanwhile.
        await sleep(1_000);
        instances[at] = await open(at);
        await bothServe(url);
      }
    });
    if (proxy === options.proxies.split(',')[0]) await takenOver(instances, ports, open, place.url);
  } finally {
    await stopProxy();
    for (const instance of instances) await instance.stop();
    await place.drop();
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
  const args = { haproxy: ['-db', '-f', file], nginx: ['-c', file, '-p', folder, '-g', 'daemon off;'] }[
    proxy
  ];
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
async function bothServe(url) {
  const seen = new Set();
  while (seen.size < 2) {
    const response = await fetch(`${url}/v1/health`);
    if (response.ok) seen.add(response.headers.get('x-instance'));
    await sleep(50);
  }
}

/** Sends each step to another instance than the one before. */
async function eitherWay(url, proxy) {
  const served = new Map();
  let cookie = '';
  const ask = async (method, target, { body, headers = {}, expected = [200, 201, 303] } = {}) => {
    const response = await fetch(url + target, { method, body, headers, redirect: 'manual' });
    const instance = response.headers.get('x-instance');
    served.set(instance, (served.get(instance) ?? 0) + 1);
    assert.ok(expected.includes(response.status), `${method} ${target}: ${response.status}`);
    return response;
  };
  const json = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const call = async (method, target, body) =>
    (await ask(method, `/v1${target}`, { body: body && JSON.stringify(body), headers: json })).json();
  const until = async (target, states) => {
    for (;;) {
      const { data } = await call('GET', target);
      if (states.includes(data.state)) return data;
      assert.notEqual(data.state, 'failed');
      await sleep(50);
    }
  };

  // One instance serves the page, the other its server action, and both accept the session.
  for (let n = 0; n < 6; n++) cookie = await signIn(ask);
  for (let n = 0; n < 6; n++) await ask('GET', '/contacts', { headers: { Cookie: cookie }, expected: [200] });
  await ask('GET', '/contacts', { expected: [307] });

  const contacts = Array.from({ length: 500 }, (_, n) => ({ email: `p${n}@example.com`, company: 'Either' }));
  await call('POST', '/contacts/batch', { contacts });
  const csv = `email,company\n${contacts.map(({ email }) => `${email},Way`).join('\n')}`;
  const upload = await ask('POST', '/v1/imports?name=a.csv', {
    body: csv,
    headers: { ...json, 'Content-Type': 'application/octet-stream' },
  });
  const { data: file } = await upload.json();
  await call('POST', `/imports/${file.id}/plan`);
  await until(`/imports/${file.id}`, ['planned']);
  await call('POST', `/imports/${file.id}/run`);
  assert.equal((await until(`/imports/${file.id}`, ['finished'])).run.updated, 500);
  const { data: made } = await call('POST', '/exports');
  await until(`/exports/${made.id}`, ['finished']);
  for (let n = 0; n < 2; n++) {
    const text = await (await ask('GET', `/v1/exports/${made.id}/file`, { headers: json })).text();
    assert.equal(text.match(/Way/g).length, 500);
  }
  // Both instances refuse a token revoked at one of them.
  const { data: token } = await call('POST', '/tokens', { name: 'Short', scopes: ['contacts:read'] });
  await call('DELETE', `/tokens/${token.id}`);
  for (let n = 0; n < 4; n++)
    await ask('GET', '/v1/contacts', {
      headers: { Authorization: `Bearer ${token.secret ?? token.token}` },
      expected: [401],
    });
  // Each instance learns the rate-limit counts of the other with its own next request.
  const left = async () =>
    Number(/r=(\d+)/.exec((await ask('GET', '/v1/segments', { headers: json })).headers.get('ratelimit'))[1]);
  const before = Math.min(await left(), await left());
  for (let n = 0; n < 42; n++) await left();
  await sleep(1_000);
  for (let n = 0; n < 2; n++) await left();
  await sleep(1_000);
  for (let n = 0; n < 2; n++) assert.ok((await left()) <= before - 42, 'Limits are counted together');
  assert.equal(served.size, 2);
  console.log(
    `${proxy}: sign-in, session, server action, upload, import, export, revoked token, limits through either (${[...served.values()].join(' and ')} requests)`,
  );
}

/** Signs in by posting the page's form, like a browser without JavaScript. */
async function signIn(ask) {
  const page = await (await ask('GET', '/sign-in')).text();
  const form = new FormData();
  for (const [, name = '', value = ''] of page.matchAll(
    /<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g,
  ))
    form.set(name, value.replaceAll('&quot;', '"'));
  form.set('email', PERSON.email);
  form.set('password', PERSON.password);
  const answer = await ask('POST', '/sign-in', { body: form, expected: [303] });
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  assert.ok(cookies.length > 0, 'Signed in');
  return cookies.join('; ');
}

/** Restarts under load: no request may fail, and every acknowledged write must be stored afterwards. */
async function inTurn(url, what, restart) {
  const agent = new Agent({ keepAlive: true });
  const durations = [];
  const failed = [];
  const kept = [];
  let isOver = false;
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const send = async (method, target, body, head = headers) => {
    const from = performance.now();
    try {
      const sending = request(url + target, { method, agent, headers: head });
      sending.end(body && JSON.stringify(body));
      const [response] = await once(sending, 'response');
      const chunks = [];
      for await (const chunk of response) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      if (response.statusCode >= 400)
        failed.push(`${method} ${target}: ${response.statusCode} ${text.slice(0, 200)}`);
      else return text;
    } catch (error) {
      failed.push(`${method} ${target}: ${error.code ?? error.message}`);
    } finally {
      durations.push(performance.now() - from);
    }
  };
  const ask = async (method, target, { body, headers: head = {}, expected = [200] } = {}) => {
    const from = performance.now();
    const response = await fetch(url + target, { method, body, headers: head, redirect: 'manual' });
    durations.push(performance.now() - from);
    if (!expected.includes(response.status)) failed.push(`${method} ${target}: ${response.status}`);
    return response;
  };
  const cookie = await signIn(ask);
  const writer = async (writer) => {
    for (let n = 0; !isOver; n++) {
      const email = `${what.replace(/\W+/g, '-')}.${writer}.${n}@load.example`;
      const text = await send('POST', '/v1/contacts', { email });
      if (text) kept.push(JSON.parse(text).data.id);
    }
  };
  const reader = async (target, head) => {
    while (!isOver) {
      await send('GET', target, undefined, head);
      await sleep(20);
    }
  };
  const people = async () => {
    while (!isOver) {
      await signIn(ask).catch((error) => failed.push(error.message));
      await sleep(500);
    }
  };
  const load = Promise.all([
    ...[0, 1, 2, 3, 4, 5].map(writer),
    reader('/v1/contacts?pageSize=50'),
    reader('/contacts', { Cookie: cookie }),
    reader('/data/listContacts', { Cookie: cookie }),
    people(),
  ]);
  await sleep(2_000);
  await restart();
  await sleep(1_000);
  isOver = true;
  await load;
  agent.destroy();
  const stored = new Set();
  for (let cursor = ''; cursor !== null; ) {
    const target = `${url}/v1/contacts?pageSize=100&sort=createdAt${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { data, meta } = await (await fetch(target, { headers })).json();
    for (const { id } of data) stored.add(id);
    cursor = meta.nextCursor;
  }
  const lost = kept.filter((id) => !stored.has(id));
  const [p99, longest] = [percentile(durations, 0.99), Math.max(...durations)].map(Math.round);
  console.log(
    `${what}: ${durations.length} requests, ${failed.length} failed, ${lost.length} of ${kept.length} acknowledged lost; 99 % within ${p99} ms, longest ${longest} ms`,
  );
  for (const failure of new Set(failed)) console.log(`  ${failure}`);
  if (failed.length + lost.length > 0) process.exitCode = 1;
}

/** Kills the instance that runs a job, and measures the time until the other one continues it. */
async function takenOver(instances, ports, open, databaseUrl) {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const call = async (at, method, target, body) => {
    const response = await fetch(`http://127.0.0.1:${ports[at]}/v1${target}`, {
      method,
      headers:
        typeof body === 'string' ? { ...headers, 'Content-Type': 'application/octet-stream' } : headers,
      body: typeof body === 'string' ? body : body && JSON.stringify(body),
    });
    assert.ok(response.ok, `${method} ${target}: ${response.status}`);
    return (await response.json()).data;
  };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const times = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    await instances[1].stop();
    const rows = Array.from({ length: 60_000 }, (_, n) => `r${round}.${n}@job.example,Job`).join('\n');
    const { id } = await call(0, 'POST', '/imports?name=a.csv', `email,company\n${rows}`);
    const job = async () => {
      const { rows: found } = await client.query(
        "select position, state from jobs where id = $1 or input::text like '%' || $1::text || '%' order by created_at desc limit 1",
        [id],
      );
      return found[0];
    };
    await call(0, 'POST', `/imports/${id}/plan`);
    while ((await call(0, 'GET', `/imports/${id}`)).state !== 'planned') await sleep(200);
    await call(0, 'POST', `/imports/${id}/run`);
    while ((await call(0, 'GET', `/imports/${id}`)).run.rows < 1_000) await sleep(20);
    const opening = open(1);
    instances[1] = await opening;
    const state = await call(0, 'GET', `/imports/${id}`);
    assert.equal(state.state, 'running', 'The import was done before it could be killed: give it more rows');
    instances[0].kill();
    const killed = performance.now();
    const { position } = await job();
    while ((await job()).position === position) await sleep(20);
    times.push(performance.now() - killed);
    let ended = state;
    while ((ended = await call(1, 'GET', `/imports/${id}`)).state === 'running') await sleep(200);
    assert.deepEqual([ended.state, ended.run.created], ['finished', 60_000]);
    instances[0] = await open(0);
  }
  await client.end();
  console.log(
    `job of a killed instance: taken over after ${times.map((time) => (time / 1000).toFixed(1)).join(', ')} s, each row imported once`,
  );
}
