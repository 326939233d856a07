import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  atOnce,
  caller,
  eachEngine,
  everyContact,
  freePort,
  location,
  query,
  readOptions,
  request,
  startRoster,
} from './harness.mjs';

/*
 * node bench/failover.mjs [--rounds 3] [--program FOLDER]
 *
 * Starts two PostgreSQL servers, the second one as a synchronous standby. While 8 writers write, kills the first server and
 * promotes the second: the program must continue within seconds and lose no acknowledged write. Each round starts new
 * servers. PostgreSQL does not run as root, so root runs it as the user `postgres`.
 */
const { rounds } = readOptions({ rounds: 3 });
const WRITERS = 8;

await eachEngine(Array(rounds).fill('postgresql').join(), async (_, folder) => {
  chmodSync(folder, 0o777);
  const servers = [await server(folder, 'first'), await server(folder, 'second')];
  try {
    await failOver(folder, servers);
  } finally {
    for (const { stop } of servers) stop();
  }
});

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
  const addressOf = ({ port }) => `postgres://postgres@127.0.0.1:${port}/postgres`;
  run('pg_basebackup', ...from, '-D', second.data, '-R', '-X', 'stream');
  second.start();
  await query(addressOf(first), "alter system set synchronous_standby_names = '*'");
  await query(addressOf(first), 'select pg_reload_conf()');

  const url = `postgres://postgres@127.0.0.1:${first.port},127.0.0.1:${second.port}/postgres?target_session_attrs=read-write`;
  const { port, env } = await location('postgresql', folder, 'failover', url);
  const program = await startRoster(env);
  const acknowledged = [];
  const statuses = {};
  let isOver = false;
  let killed = Number.POSITIVE_INFINITY;
  let firstAfter;
  const writing = atOnce(WRITERS, async (writer) => {
    for (let n = 0; !isOver; n++) {
      const sent = performance.now();
      const response = await request(port, 'POST', '/contacts', {
        email: `w${writer}.${n}@failover.example`,
      });
      const { data } = await response.json();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (!data) await sleep(100);
      else {
        acknowledged.push(data.id);
        if (sent > killed) firstAfter ??= performance.now();
      }
    }
  });
  await sleep(3_000);
  killed = performance.now();
  first.stop();
  run('pg_ctl', '--wait', '-D', second.data, 'promote');
  const promoted = performance.now();
  // The promoted server has no standby, for which each commit would wait.
  for (const text of ['alter system reset synchronous_standby_names', 'select pg_reload_conf()'])
    await query(addressOf(second), text);
  const deadline = performance.now() + 60_000;
  while (!firstAfter && performance.now() < deadline) await sleep(20);
  await sleep(2_000);
  isOver = true;
  await writing;
  const stored = await everyContact(caller(port));
  const lost = acknowledged.filter((id) => !stored.has(id));
  await program.stop();
  const seconds = (from) => ((firstAfter - from) / 1000).toFixed(1);
  console.log(
    `first server killed, second promoted: writes again ${seconds(killed)} s after the kill, ${seconds(promoted)} s after the promotion; ${lost.length} of ${acknowledged.length} acknowledged lost; answers ${JSON.stringify(statuses)}`,
  );
  if (lost.length > 0 || !firstAfter) process.exitCode = 1;
}
