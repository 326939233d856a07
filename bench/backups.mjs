import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import {
  atOnce,
  caller,
  command,
  eachEngine,
  location,
  memoryOf,
  readOptions,
  secondsSince,
  seed,
  startRoster,
} from './harness.mjs';

/*
 * node bench/backups.mjs [--contacts 1000000] [--engines postgresql,embedded] [--seconds 20] [--data FOLDER] [--program FOLDER]
 *
 * Backs up the running program while 8 writers upsert. Prints duration, memory, and upserts before, during and after. Then
 * moves the file to the other engine and back: restore, back up there, restore here, back up again. Each restore compares
 * the tables with the file, and the three files must have the same rows. With --data, measures only the backup of that
 * seeded folder, on the embedded engine.
 */
const options = readOptions({
  contacts: 1_000_000,
  seconds: 20,
  data: '',
  engines: 'postgresql,embedded',
});
const WRITERS = 8;

await eachEngine(options.engines, async (engine, folder) => {
  const other = engine === 'embedded' ? 'postgresql' : 'embedded';
  const places = [];
  const place = async (of, name) => {
    const { env, drop } = await location(of, folder, `backups-${name}`);
    places.push(drop);
    return env;
  };
  const file = (name) => path.join(folder, `${engine}.${name}.backup`);
  try {
    const source = await place(engine, 'source');
    if (options.data) return await underLoad(engine, { ...source, DATA_DIR: options.data }, file('source'));
    await seed(source, options.contacts);
    console.log(`\n${engine}, ${options.contacts.toLocaleString('en')} contacts`);
    await underLoad(engine, source, file('source'));
    const there = await place(other, 'there');
    await time(['restore', file('source')], there, `into ${other}`);
    await time(['backup', file('there')], there, `of ${other}, at rest`);
    const back = await place(engine, 'back');
    await time(['restore', file('there')], back, `into ${engine}`);
    await time(['backup', file('back')], back, `of ${engine}, at rest`);
    const [first, ...later] = await Promise.all(['source', 'there', 'back'].map((name) => sums(file(name))));
    for (const one of later) for (const [table, sum] of first) assert.deepEqual(one.get(table), sum, table);
    const rows = [...first.values()].reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `  ${engine} → ${other} → ${engine}: ${first.size} tables with ${rows.toLocaleString('en')} rows, identical`,
    );
  } finally {
    for (const drop of places) await drop();
    for (const name of ['source', 'there', 'back']) await rm(file(name), { force: true });
  }
});

/** Runs a command that must succeed, and prints its duration and peak memory. */
async function time(args, env, what) {
  const began = performance.now();
  const { status, printed, memory } = await command(args, env);
  assert.equal(status, 0, printed);
  console.log(`  ${args[0]} ${what}: ${secondsSince(began)} s, ${memory} MB`);
}

async function underLoad(engine, env, file) {
  const program = await startRoster(env);
  try {
    const load = upserts(caller(env.PORT));
    await load.during(sleep(5_000));
    const before = await load.during(sleep(options.seconds * 1000));
    const idle = memoryOf(program.pid);
    const backup = command(['backup', file], env);
    const began = performance.now();
    const meanwhile = await load.during(backup);
    const seconds = secondsSince(began);
    const { status, printed, memory } = await backup;
    assert.equal(status, 0, printed);
    const after = await load.during(sleep(options.seconds * 1000));
    await load.stop();
    const megabytes = Math.round((await stat(file)).size / 2 ** 20);
    // The program itself reads the embedded database.
    const most = engine === 'embedded' ? memoryOf(program.pid, 'VmHWM') : memory;
    console.log(
      `  backup under load: ${seconds} s, file of ${megabytes} MB, memory ${most} MB${engine === 'embedded' ? `, ${idle} MB before` : ''}`,
    );
    console.log(
      `  upserts a second: ${before.rate} before, ${meanwhile.rate} meanwhile, ${after.rate} after; the longest took ${before.longest}, ${meanwhile.longest} and ${after.longest} ms`,
    );
  } finally {
    await program.stop();
  }
}

/** Starts writers that upsert until they are stopped; half of the contacts are new. */
function upserts(call) {
  let isOver = false;
  let done = 0;
  let made = 0;
  let longest = 0;
  const writing = atOnce(WRITERS, async () => {
    while (!isOver) {
      const number = made > 1_000 && Math.random() < 0.5 ? Math.floor(Math.random() * made) : made++;
      const began = performance.now();
      await call('POST', '/contacts', {
        email: `upsert.${number}@load.example`,
        company: `Company ${Math.floor(Math.random() * 1000)}`,
      });
      longest = Math.max(longest, Math.round(performance.now() - began));
      done++;
    }
  });
  return {
    /** Upserts per second until the promise settles, and the duration of the longest one in milliseconds. */
    async during(promise) {
      const [from, began] = [done, performance.now()];
      longest = 0;
      await Promise.race([promise, writing]);
      const seconds = (performance.now() - began) / 1000;
      return { rate: Math.round((done - from) / seconds), longest };
    },
    stop: () => ((isOver = true), writing),
  };
}

/** Row count and digest of each table in a backup. */
async function sums(file) {
  const found = new Map();
  let table;
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    if (!line.startsWith('{')) continue;
    const value = JSON.parse(line);
    if (value.table) table = value.table;
    // The record at the end has the digest of everything else, such as the time.
    else if (value.digest && !value.end) found.set(table, value);
  }
  return found;
}
