import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  atOnce,
  command,
  eachEngine,
  everyContact,
  location,
  patientCaller,
  readOptions,
  seed,
  startRoster,
} from './harness.mjs';
import { Ledger } from './ledger.mjs';

/*
 * node bench/kills.mjs [--engines embedded,postgresql] [--writes 200] [--backups 50] [--restores 50] [--copies 50] [--contacts 5000] [--program FOLDER]
 *
 * `kill -9` at a random moment of mixed writes: every acknowledged write is stored after the next start. Then of a backup or
 * a restore: a file under its final name is complete, and a database that opens has every row. Then of the program while it
 * copies the embedded database and reads the copy: the next start removes the remains.
 */
const options = readOptions({
  writes: 200,
  backups: 50,
  restores: 50,
  copies: 50,
  contacts: 5000,
  engines: 'postgresql,embedded',
});
const WRITERS = 8;
/** Latest moment to kill, about half the time to make and read a copy of some 20,000 contacts. */
const COPY_MILLISECONDS = 2_000;

await eachEngine(options.engines, async (engine, folder) => {
  const { env, drop } = await location(engine, folder, 'kills');
  try {
    if (options.writes > 0) await duringWrites(engine, env);
    if (options.backups + options.restores > 0) await duringBackups(engine, folder);
    if (engine === 'embedded' && options.copies > 0) await duringCopies(folder);
  } finally {
    await drop();
  }
});

/** Starts the program with retries like a supervisor, because on a busy machine the server may not respond in time. */
async function open(env, attempts = 10) {
  try {
    return await startRoster(env);
  } catch (error) {
    if (attempts === 1) throw error;
    return open(env, attempts - 1);
  }
}

async function duringWrites(engine, env) {
  const rounds = options.writes;
  const send = patientCaller(env.PORT);
  const ledger = new Ledger(send);
  let lost = 0;
  let program = await open(env);
  for (let round = 0; round < rounds; round++) {
    const { writing, stop } = writers(ledger, round);
    let isOver = false;
    const enough = ledger.acknowledged + Math.random() * 100;
    void writing.then(() => (isOver = true));
    while (!isOver && ledger.acknowledged < enough) {
      await sleep(5);
      assert.equal(program.exitCode(), null, 'It ended by itself');
    }
    await sleep(Math.random() * 20);
    await program.kill();
    await stop();
    program = await open(env);
    const stored = await everyContact(send);
    lost += ledger.lost(stored);
    if (round % 10 === 9) {
      // These contacts were compared often enough.
      ledger.expected.clear();
      const ids = [...stored.keys()];
      for (let from = 0; from < ids.length; from += 10_000)
        await send('DELETE', '/contacts', { ids: ids.slice(from, from + 10_000) });
      process.stdout.write(`  ${round + 1} rounds, ${ledger.acknowledged} acknowledged, ${lost} lost\n`);
    }
  }
  await program.stop();
  console.log(
    `${engine}: ${rounds} kills during mixed writes: ${ledger.acknowledged} writes acknowledged, ${lost} lost`,
  );
  if (lost > 0) process.exitCode = 1;
}

/** Starts writers, which write until the program is gone or they are stopped. */
function writers(ledger, round) {
  let isOver = false;
  const writing = atOnce(WRITERS, async (writer) => {
    const own = [];
    for (let n = 0; !isOver; n++)
      if (!(await ledger.write(own, n, `r${round}.w${writer}.${n}@kill.example`))) return;
  });
  return { writing, stop: () => ((isOver = true), writing) };
}

async function duringCopies(folder) {
  const rounds = options.copies;
  const { env, dataDir } = await location('embedded', folder, 'copies');
  await seed(env, options.contacts);
  const copies = () => readdirSync(dataDir).filter((name) => name.includes('.copy-'));
  const send = patientCaller(env.PORT);
  const ledger = new Ledger(send);
  const counts = { left: 0, backups: 0, lost: 0 };
  let program = await open(env);
  for (let round = 0; round < rounds; round++) {
    const { stop } = writers(ledger, round);
    const file = path.join(folder, `copies.${round}.backup`);
    const backup = command(['backup', file], env);
    while (copies().length === 0 && !existsSync(file)) await sleep(1);
    await sleep(Math.random() * COPY_MILLISECONDS);
    await program.kill();
    await Promise.all([stop(), backup]);
    if (copies().length > 0) counts.left++;
    if (existsSync(file)) counts.backups++;
    program = await open(env);
    assert.deepEqual(copies(), []);
    counts.lost += ledger.lost(await everyContact(send));
    for (const name of [file, `${file}.part`]) await rm(name, { force: true });
  }
  await program.stop();
  await rm(dataDir, { recursive: true });
  console.log(
    `${rounds} kills of the program during a backup: ${counts.left} left a copy, which the next start removed, ${counts.backups} were done; ${ledger.acknowledged} writes acknowledged, ${counts.lost} lost`,
  );
  if (counts.lost > 0) process.exitCode = 1;
}

async function duringBackups(engine, folder) {
  const { backups: rounds, restores } = options;
  const { env: from, drop } = await location(engine, folder, 'source');
  await seed(from, options.contacts);
  const whole = path.join(folder, `${engine}.backup`);
  let begun = performance.now();
  const made = await command(['backup', whole], from);
  const backupTime = performance.now() - begun;
  assert.equal(made.status, 0, made.printed);
  const [, rows] = /Backed up ([\d,]+) rows/.exec(made.printed);

  const counts = {
    'no file': 0,
    damaged: 0,
    'complete part': 0,
    'complete file': 0,
    'no database': 0,
    'complete database': 0,
  };
  for (let round = 0; round < rounds; round++) {
    const file = path.join(folder, `${engine}.${round}.backup`);
    await command(['backup', file], from, Math.random() * backupTime * 1.1);
    if (existsSync(file)) {
      counts['complete file']++;
      await restoreInto(file, rows);
    } else counts['no file']++;
    // Restoring the partial file must fail with a message that it is damaged, unless only its final name was missing.
    if (existsSync(`${file}.part`)) {
      const { status, printed } = await restored(`${file}.part`);
      if (status === 0) assert.match(printed, new RegExp(`Restored ${rows} rows`));
      else assert.match(printed, /damaged or not complete|not a backup/);
      counts[status === 0 ? 'complete part' : 'damaged']++;
    }
    for (const name of [file, `${file}.part`]) await rm(name, { force: true });
  }

  begun = performance.now();
  await restoreInto(whole, rows);
  const restoreTime = performance.now() - begun;
  for (let round = 0; round < restores; round++) {
    const target = await location(engine, folder, `target${round}`);
    const to = target.env;
    await command(['restore', whole], to, Math.random() * restoreTime * 1.1);
    // Either the database is complete and a second restore is refused, or it is empty and the second restore succeeds.
    const { status, printed } = await command(['restore', whole], to);
    if (status === 0) counts['no database']++;
    else {
      assert.match(printed, /has a database already|is not empty/);
      counts['complete database']++;
    }
    const again = path.join(folder, 'again.backup');
    const check = await command(['backup', again], to);
    assert.match(check.printed, new RegExp(`Backed up ${rows} rows`));
    await rm(again);
    await target.drop();
    if (engine === 'embedded') await rm(target.dataDir, { recursive: true });
    if (round % 10 === 9) process.stdout.write(`  ${round + 1} restores\n`);
  }
  await drop();
  console.log(
    `${engine}: ${rounds} kills during a backup of ${rows} rows, ${restores} during its restore left`,
    counts,
  );

  async function restored(file) {
    const target = await location(engine, folder, `check${randomBytes(3).toString('hex')}`);
    const outcome = await command(['restore', file], target.env);
    await target.drop();
    if (engine === 'embedded') await rm(target.dataDir, { recursive: true, force: true });
    return outcome;
  }

  async function restoreInto(file, count) {
    const { status, printed } = await restored(file);
    assert.equal(status, 0, printed);
    assert.match(printed, new RegExp(`Restored ${count} rows`));
  }
}
