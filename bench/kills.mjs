import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, isBuilt } from '../scripts/build.mjs';
import { root } from '../scripts/sources.mjs';
import { eachEngine, location, readArguments, start } from './programs.mjs';

/*
 * node bench/kills.mjs [--engines embedded,postgresql] [--writes 200] [--backups 50] [--contacts 5000] [--program FOLDER]
 *
 * `kill -9` at a random moment of mixed writes: whatever was acknowledged is there after the next start. Then at a random
 * moment of a backup or of its restoring: a file under its name is complete, and a database that opens has every row.
 */
const { values: options } = readArguments({
  writes: '200',
  backups: '50',
  program: root,
  contacts: '5000',
});
const TOKEN = `bench-${randomBytes(24).toString('hex')}`;
const WRITERS = 8;

if (options.program === root && !isBuilt()) await build();
await eachEngine(options.engines, async (engine, folder) => {
  const place = await location(engine, folder, 'kills');
  const env = {
    ...place.env,
    CONTACTS_API_TOKEN: TOKEN,
    APP_SECRET: TOKEN,
    RATE_LIMIT: 'none',
    LOG_LEVEL: 'error',
    DRAIN_DELAY: '0',
  };
  try {
    await duringWrites(engine, env);
    await duringBackups(engine, env, folder);
  } finally {
    await place.drop();
  }
});

/** As a supervisor does: on a busy machine the server may not answer in time. */
async function open(env, attempts = 3) {
  try {
    return await start(['scripts/start.mjs'], env, 'Roster is ready', options.program);
  } catch (error) {
    if (attempts === 1) throw error;
    return open(env, attempts - 1);
  }
}

/** Sends a request; `null` if the program died before it had answered. */
async function send(env, method, target, body) {
  try {
    const response = await fetch(`http://127.0.0.1:${env.PORT}/v1${target}`, {
      method,
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    assert.ok(response.status < 500, JSON.stringify(answer));
    return answer;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return null;
  }
}

/** Contacts by id, page by page. */
async function everyContact(env) {
  const found = new Map();
  for (let cursor = ''; cursor !== null; ) {
    const target = `/contacts?pageSize=100&sort=createdAt${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { data, meta } = await send(env, 'GET', target);
    for (const contact of data) found.set(contact.id, contact);
    cursor = meta.nextCursor;
  }
  return found;
}

async function duringWrites(engine, env) {
  const rounds = Number(options.writes);
  if (rounds === 0) return;
  /** The state that was last acknowledged of each contact; `null`: deleted. Each belongs to one writer. */
  const expected = new Map();
  let acknowledged = 0;
  let lost = 0;
  let program = await open(env);
  for (let round = 0; round < rounds; round++) {
    let isOver = false;
    /** Contacts whose last change was not answered: either state is right. */
    const unclear = new Set();
    const writing = Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const own = [];
        for (let n = 0; !isOver; n++) {
          const key = `r${round}.w${writer}.${n}@kill.example`;
          const id = own.length > 4 ? own[Math.floor(Math.random() * own.length)] : undefined;
          const kind = id ? ['create', 'update', 'delete', 'batch'][n % 4] : n % 3 ? 'create' : 'batch';
          if (kind === 'update' || kind === 'delete') {
            unclear.add(id);
            const answer =
              kind === 'update'
                ? await send(env, 'PUT', `/contacts/${id}`, { company: key })
                : await send(env, 'DELETE', `/contacts/${id}`);
            if (!answer) return;
            unclear.delete(id);
            expected.set(id, kind === 'update' ? key : null);
            if (kind === 'delete') own.splice(own.indexOf(id), 1);
            acknowledged++;
          } else {
            const contacts = Array.from({ length: kind === 'batch' ? 20 : 1 }, (_, k) => ({
              email: `${k}.${key}`,
              company: key,
            }));
            const answer =
              kind === 'batch'
                ? await send(env, 'POST', '/contacts/batch', { contacts })
                : await send(env, 'POST', '/contacts', contacts[0]);
            if (!answer) return;
            const made =
              kind === 'batch' ? answer.data.results.map(({ contact }) => contact.id) : [answer.data.id];
            for (const one of made) {
              assert.ok(one, JSON.stringify(answer).slice(0, 300));
              expected.set(one, key);
              own.push(one);
            }
            acknowledged += made.length;
          }
        }
      }),
    );
    const enough = acknowledged + Math.random() * 100;
    while (acknowledged < enough) {
      await sleep(5);
      assert.equal(program.exitCode(), null, 'It ended by itself');
    }
    await sleep(Math.random() * 20);
    program.kill();
    isOver = true;
    await writing;
    await program.stop();
    program = await open(env);
    // All at times, those of this round always.
    const stored = await everyContact(env);
    for (const [id, company] of expected) {
      const found = stored.get(id);
      const isThere = company === null ? !found : found?.contact.company === company;
      if (!isThere && !unclear.has(id)) lost++;
      // What the unanswered change has left, and old rounds, which were compared often enough.
      if (unclear.has(id) || round % 10 === 9) expected.delete(id);
    }
    if (round % 10 === 9) {
      const ids = [...stored.keys()];
      for (let from = 0; from < ids.length; from += 10_000)
        await send(env, 'DELETE', '/contacts', { ids: ids.slice(from, from + 10_000) });
      process.stdout.write(`  ${round + 1} rounds, ${acknowledged} acknowledged, ${lost} lost\n`);
    }
  }
  await program.stop();
  console.log(
    `${engine}: ${rounds} kills during mixed writes: ${acknowledged} writes acknowledged, ${lost} lost`,
  );
  if (lost > 0) process.exitCode = 1;
}

/** Runs a command and kills it after so many milliseconds. @returns its exit status; `null` when it was killed. */
async function command(args, env, milliseconds = Number.POSITIVE_INFINITY) {
  const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
    cwd: options.program,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const timer =
    milliseconds < 1e9 ? globalThis.setTimeout(() => child.kill('SIGKILL'), milliseconds) : undefined;
  const [status] = await once(child, 'close');
  clearTimeout(timer);
  return { status, said };
}

async function duringBackups(engine, env, folder) {
  const rounds = Number(options.backups);
  if (rounds === 0) return;
  const source = await location(engine, folder, 'source');
  const from = { ...env, ...source.env };
  const seeded = await command(['seed', '--contacts', options.contacts, '--segments', '5'], from);
  assert.equal(seeded.status, 0, seeded.said);
  const whole = path.join(folder, `${engine}.backup`);
  let begun = performance.now();
  const made = await command(['backup', whole], from);
  const backupTime = performance.now() - begun;
  assert.equal(made.status, 0, made.said);
  const [, rows] = /Backed up ([\d,]+) rows/.exec(made.said);

  const counts = { 'no file': 0, 'complete file': 0, 'no database': 0, 'complete database': 0, damaged: 0 };
  for (let round = 0; round < rounds; round++) {
    const file = path.join(folder, `${engine}.${round}.backup`);
    await command(['backup', file], from, Math.random() * backupTime * 1.1);
    if (existsSync(file)) {
      counts['complete file']++;
      await restoreInto(file, rows);
    } else counts['no file']++;
    // What it had written so far is told as damaged, whoever takes it for a backup.
    if (existsSync(`${file}.part`)) {
      const { status, said } = await restored(`${file}.part`);
      assert.equal(status, 1, said);
      assert.match(said, /damaged or not complete|not a backup/);
      counts.damaged++;
    }
    for (const name of [file, `${file}.part`]) await rm(name, { force: true });
  }

  begun = performance.now();
  await restoreInto(whole, rows);
  const restoreTime = performance.now() - begun;
  for (let round = 0; round < rounds; round++) {
    const target = await location(engine, folder, `target${round}`);
    const to = { ...env, ...target.env };
    await command(['restore', whole], to, Math.random() * restoreTime * 1.1);
    // Either all of it is there, and another restoring is refused, or nothing, and it can be restored once more.
    const { status, said } = await command(['restore', whole], to);
    if (status === 0) counts['no database']++;
    else {
      assert.match(said, /has a database already|is not empty/);
      counts['complete database']++;
    }
    const again = path.join(folder, 'again.backup');
    const check = await command(['backup', again], to);
    assert.match(check.said, new RegExp(`Backed up ${rows} rows`));
    await rm(again);
    await target.drop();
    if (engine === 'embedded') await rm(target.dataDir, { recursive: true });
  }
  await source.drop();
  console.log(
    `${engine}: ${rounds} kills during a backup of ${rows} rows: ${counts['no file']} left no file, ${counts.damaged} a part that is told as damaged, ${counts['complete file']} a complete one; ${rounds} during its restoring: ${counts['no database']} left nothing, ${counts['complete database']} every row`,
  );

  async function restored(file) {
    const target = await location(engine, folder, `check${randomBytes(3).toString('hex')}`);
    const outcome = await command(['restore', file], { ...env, ...target.env });
    await target.drop();
    if (engine === 'embedded') await rm(target.dataDir, { recursive: true, force: true });
    return outcome;
  }

  async function restoreInto(file, count) {
    const { status, said } = await restored(file);
    assert.equal(status, 0, said);
    assert.match(said, new RegExp(`Restored ${count} rows`));
  }
}
