import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, isBuilt } from '../scripts/build.mjs';
import { root } from '../scripts/sources.mjs';
import { freePort, readArguments, start } from './programs.mjs';

/*
 * node bench/failover.mjs [--rounds 3] [--program FOLDER]
 *
 * Starts two PostgreSQL servers, the second one as a synchronous standby. While 8 writers write, kills the first server and
 * promotes the second: the program must continue within seconds and lose no acknowledged write. Each round starts new
 * servers. PostgreSQL does not run as root, so root runs it as the user `postgres`.
 */
const { values: options } = readArguments({ rounds: '3', program: root });
const TOKEN = `bench-${randomBytes(24).toString('hex')}`;
const WRITERS = 8;

if (options.program === root && !isBuilt()) await build();
for (let round = 0; round < Number(options.rounds); round++) {
  const folder = await mkdtemp(path.join(tmpdir(), 'roster-failover-'));
  chmodSync(folder, 0o777);
  const servers = [await server(folder, 'first'), await server(folder, 'second')];
  try {
    await failOver(folder, servers);
  } finally {
    for (const { stop } of servers) stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function server(folder, name) {
  const data = path.join(folder, name);
  const port = await freePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=50`;
  return {
    port,
    data,
    start: () => run('pg_ctl', '--wait', '-D', data, '-l', `${data}.log`, '-o', settings, 'start'),
    stop(mode = 'immediate') {
      try {
        run('pg_ctl', '-D', data, '-m', mode, 'stop');
      } catch {
        // The server is not running.
      }
    },
  };
}

/** Runs a PostgreSQL program, which Debian does not put on the PATH. */
function run(program, ...args) {
  const versions = '/usr/lib/postgresql';
  const [latest] = readdirSync(versions).sort((one, other) => Number(other) - Number(one));
  const command = [path.join(versions, latest, 'bin', program), ...args];
  const [file, ...rest] = process.getuid() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  return execFileSync(file, rest, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
}

async function failOver(folder, [first, second]) {
  run('initdb', '-D', first.data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
  first.start();
  const from = ['-h', '127.0.0.1', '-p', String(first.port), '-U', 'postgres'];
  const sql = (text) => run('psql', ...from, '-c', text);
  run('pg_basebackup', ...from, '-D', second.data, '-R', '-X', 'stream');
  second.start();
  sql("alter system set synchronous_standby_names = '*'");
  sql('select pg_reload_conf()');

  const port = await freePort();
  const program = await start(
    ['scripts/start.mjs'],
    {
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: `postgres://postgres@127.0.0.1:${first.port},127.0.0.1:${second.port}/postgres?target_session_attrs=read-write`,
      APP_SECRET: TOKEN,
      CONTACTS_API_TOKEN: TOKEN,
      RATE_LIMIT: 'none',
      LOG_LEVEL: 'error',
    },
    'Roster is ready',
    options.program,
  );
  const url = `http://127.0.0.1:${port}/v1/contacts`;
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const acknowledged = [];
  const statuses = {};
  let isOver = false;
  let killed = Number.POSITIVE_INFINITY;
  let firstAfter;
  const writing = Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = 0; !isOver; n++) {
        const sent = performance.now();
        const body = JSON.stringify({ email: `w${writer}.${n}@failover.example` });
        const response = await fetch(url, { method: 'POST', headers, body });
        const { data } = await response.json();
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        if (!data) await sleep(100);
        else {
          acknowledged.push(data.id);
          if (sent > killed) firstAfter ??= performance.now();
        }
      }
    }),
  );
  await sleep(3_000);
  killed = performance.now();
  first.stop();
  run('pg_ctl', '--wait', '-D', second.data, 'promote');
  const promoted = performance.now();
  // The promoted server has no standby, for which each commit would wait.
  for (const command of ['alter system reset synchronous_standby_names', 'select pg_reload_conf()'])
    run('psql', '-h', '127.0.0.1', '-p', String(second.port), '-U', 'postgres', '-c', command);
  const deadline = performance.now() + 60_000;
  while (!firstAfter && performance.now() < deadline) await sleep(20);
  await sleep(2_000);
  isOver = true;
  await writing;
  const stored = new Set();
  for (let cursor = ''; cursor !== null; ) {
    const target = `${url}?pageSize=100&sort=createdAt${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { data, meta } = await (await fetch(target, { headers })).json();
    for (const { id } of data) stored.add(id);
    cursor = meta.nextCursor;
  }
  const lost = acknowledged.filter((id) => !stored.has(id));
  await program.stop();
  const seconds = (from) => ((firstAfter - from) / 1000).toFixed(1);
  console.log(
    `first server killed, second promoted: writes again ${seconds(killed)} s after the kill, ${seconds(promoted)} s after the promotion; ${lost.length} of ${acknowledged.length} acknowledged lost; answers ${JSON.stringify(statuses)}`,
  );
  if (lost.length > 0 || !firstAfter) process.exitCode = 1;
}
