import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect, isDeepStrictEqual } from 'node:util';
import {
  descriptorsOf,
  eachEngine,
  everyContact,
  freePort,
  location,
  memoryOf,
  patientCaller,
  readOptions,
  startRoster,
} from './harness.mjs';

/*
 * node bench/feed.mjs [--seconds 20] [--pause 0] [--engines postgresql,embedded] [--program FOLDER]
 *
 * Runs writers of every kind, kill -9, and three readers of the feed: a poller, a long poller, and a webhook that fails a
 * third of the time. Each reader must see each change in the activity once, in the same order, and a copy that follows the
 * events must equal GET /contacts. On a server, runs two instances. Prints memory and descriptors of the first one, which must
 * stay flat: look at half an hour with pauses of each writer, `--seconds 1800 --pause 2000`.
 */
const options = readOptions({ seconds: 20, pause: 0, engines: 'postgresql,embedded' });
const SECONDS = options.seconds;
const SAMPLE_MILLISECONDS = 5_000;
const SHARED = 200;
const LISTS = ['', '&sort=name', '&sort=-company', '&lacks=phone', '&search=writer', '&search=feed.example'];
/** Failures after which the receiver accepts an event, so that pauses stay short. */
const MOST_FAILURES = 5;
/** Activity that becomes an event. */
const KINDS =
  /^(contact\.(created|updated|deleted|restored|purged|merged|unmerged)|segment\.|referral-code\.)/;

await eachEngine(options.engines, async (engine, folder) => {
  const { port, env, drop } = await location(engine, folder, 'feed');
  const ports = engine === 'embedded' ? [port] : [port, await freePort()];
  const open = (at) => startRoster({ ...env, PORT: String(at) });
  const programs = [];
  try {
    for (const at of ports) programs.push(await open(at));
    await measure(engine, ports, programs, open);
  } finally {
    for (const program of programs) await program.stop();
    await drop();
  }
});

async function measure(engine, ports, programs, open) {
  const call = inTurn(ports);

  const { data: vip } = await call('POST', '/segments', { title: 'VIP' });
  const from = (await call('GET', '/events?after=now')).meta.cursor;
  const receiver = await receive();
  const { data: webhook } = await call('POST', '/webhooks', { url: receiver.url });
  const readers = [reader(call, from, 0), reader(call, from, 10)];

  const started = performance.now();
  const until = started + SECONDS * 1000;
  const counts = {};
  const writing = Promise.all(
    writers(vip.id).map(([kind, write], writer) =>
      repeat(until, writer, kind, (n) => write(call, n, writer), counts),
    ),
  );
  // Awaited below. Prevents an unhandled rejection if it fails before.
  writing.catch(() => {});
  await sleep((SECONDS * 1000) / 2);
  const killed = programs.length - 1;
  await programs[killed].kill();
  await sleep(engine === 'embedded' ? 0 : 3_000);
  programs[killed] = await open(ports[killed]);
  const growth = sample(programs[0].pid);
  await writing;
  const wrote = performance.now() - started;
  const [memory, descriptors] = growth();
  await settled(call);

  const expected = await activity(call);
  const reached = async (what, seen) => {
    const begun = performance.now();
    while (seen() < expected.size) {
      assert.ok(performance.now() - begun < 600_000, `${what} has seen ${seen()} of ${expected.size} events`);
      await sleep(100);
    }
    return (performance.now() - started - wrote) / 1000;
  };
  const pulls = await Promise.all(readers.map((one) => reached('a reader', () => one.events.length)));
  const pushed = await reached('the webhook', () => receiver.accepted.length);
  // Wait for events beyond the expected ones, which would be wrong.
  await sleep(2_000);
  for (const one of readers) await one.stop();

  const [poller, longPoller] = readers.map(({ events }) => events.map(({ id }) => id));
  assert.equal(new Set(poller).size, poller.length, 'the poller saw an event twice');
  assert.deepEqual(longPoller, poller);
  assert.deepEqual(new Set(poller), expected);
  const ids = (events) =>
    new Map([...groups(events)].map(([subject, list]) => [subject, list.map(({ id }) => id)]));
  assert.equal(receiver.accepted.length, expected.size);
  assert.deepEqual(ids(receiver.accepted), ids(readers[0].events));
  const [followed, stored] = [follow(readers[0].events), await everyContact(call)];
  const differing = [...new Set([...followed.keys(), ...stored.keys()])].filter(
    (id) => !isDeepStrictEqual(followed.get(id), stored.get(id)),
  );
  const examples = differing.slice(0, 3).map((id) => ({
    followed: followed.get(id),
    stored: stored.get(id),
    events: readers[0].events.filter(({ subjectId }) => subjectId === id),
  }));
  assert.equal(differing.length, 0, inspect(examples, { depth: 8 }));
  const { data: rest } = await call('GET', `/webhooks/${webhook.id}`);
  assert.deepEqual([rest.state, rest.waiting], ['active', 0]);

  const perSecond = (number) => Math.round((number / wrote) * 1000);
  console.log(
    `\n${engine}, ${ports.length} instance${ports.length > 1 ? 's' : ''}, one killed after ${SECONDS / 2} s`,
  );
  console.log(
    `  ${expected.size} events in ${(wrote / 1000).toFixed(1)} s, ${perSecond(expected.size)}/s, from calls:`,
    counts,
  );
  console.log(
    `  types:`,
    Object.fromEntries([...groups(readers[0].events, 'type')].map(([type, list]) => [type, list.length])),
  );
  console.log(
    `  poller and long poller: each event once, in the same order; at the end ${pulls.map((s) => s.toFixed(1)).join(' and ')} s after the last write`,
  );
  console.log(
    `  webhook: each event, in order per contact; ${receiver.attempts} attempts, ${receiver.failures} refused, ${receiver.repeated} repeated; at the end ${pushed.toFixed(1)} s after the last write`,
  );
  console.log(`  following the events gives the ${stored.size} contacts of GET /contacts`);
  console.log(`  first and last third since the kill: ${memory} MB, ${descriptors} descriptors`);
  receiver.close();
}

/** Returns a function that calls the instances in turn, and retries at another one. All calls must be safe to repeat. */
function inTurn(ports) {
  const calls = ports.map(patientCaller);
  let turn = 0;
  return async (...asked) => {
    for (;;) {
      const answer = await calls[turn++ % calls.length](...asked);
      if (answer) return answer;
      await sleep(50);
    }
  };
}

/** Samples memory and descriptors of a process. Returns a function that stops it and returns the most in the first and last third. */
function sample(pid) {
  const samples = [];
  const note = () => samples.push({ memory: memoryOf(pid), descriptors: descriptorsOf(pid) });
  note();
  const timer = setInterval(note, SAMPLE_MILLISECONDS);
  const most = (list, name) => Math.max(...list.map((one) => one[name]));
  return () => {
    clearInterval(timer);
    note();
    const third = Math.ceil(samples.length / 3);
    const [first, last] = [samples.slice(0, third), samples.slice(-third)];
    return ['memory', 'descriptors'].map((name) => `${most(first, name)} → ${most(last, name)}`);
  };
}

/** Reads the feed until it is stopped. @param wait Seconds that a long poll waits; 0 polls instead. */
function reader(call, from, wait) {
  const events = [];
  let isStopped = false;
  const read = async () => {
    for (let cursor = from; !isStopped; ) {
      const { data, meta } = await call(
        'GET',
        `/events?limit=${wait ? 1000 : 100}&wait=${wait}&after=${cursor}`,
      );
      events.push(...data);
      cursor = meta.cursor;
      if (!wait && data.length === 0) await sleep(200);
    }
  };
  const reading = read();
  return { events, stop: () => ((isStopped = true), reading) };
}

/** Starts an endpoint that fails a third of the time. */
async function receive() {
  const state = { accepted: [], attempts: 0, failures: 0, repeated: 0 };
  const failed = new Map();
  const seen = new Set();
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString());
      state.attempts++;
      const failures = failed.get(event.id) ?? 0;
      if (failures < MOST_FAILURES && Math.random() < 1 / 3) {
        failed.set(event.id, failures + 1);
        state.failures++;
        return response.writeHead(500).end();
      }
      if (seen.has(event.id)) state.repeated++;
      else state.accepted.push(event);
      seen.add(event.id);
      response.end();
    });
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  const close = () => (server.closeAllConnections(), server.close());
  return Object.assign(state, { url: `http://localhost:${server.address().port}/`, close });
}

async function repeat(until, writer, kind, write, counts) {
  for (let n = 0; performance.now() < until; n++) {
    await write(n);
    counts[kind] = (counts[kind] ?? 0) + 1;
    await sleep(options.pause * (0.5 + Math.random()));
  }
}

/** 32 writers by kind. Some write the same contacts. */
function writers(vip) {
  const email = (n) => `p${n % SHARED}@feed.example`;
  const any = () => Math.floor(Math.random() * SHARED);
  const some = async (call, path, take = 5) => {
    const { data } = await call('GET', `${path}?pageSize=50`);
    return data.map(({ id }) => id).slice(0, take);
  };
  const until = async (call, path, states) => {
    for (;;) {
      const { data, status } = await call('GET', path);
      // Purging contacts also removes imports that are not planned yet.
      if (status === 404 || states.includes(data.state)) return;
      await sleep(100);
    }
  };
  const single = (call, n, writer) =>
    call('POST', '/contacts', { email: `w${writer}.${n}@feed.example`, firstname: `Writer ${writer}` });
  const shared = (call, n, writer) =>
    call('POST', '/contacts', {
      email: email(any()),
      company: `Company ${writer}.${n}`,
      segmentIds: n % 3 ? [] : [vip],
    });
  const batch = (call, n, writer) =>
    call('POST', '/contacts/batch', {
      contacts: Array.from({ length: 20 }, (_, k) => ({
        email: k % 2 ? email(any()) : `b${writer}.${n}.${k}@feed.example`,
        jobtitle: `Batch ${n}`,
      })),
    });
  const update = async (call, n) => {
    for (const id of await some(call, '/contacts', 3))
      await call('PUT', `/contacts/${id}`, { company: `Update ${n}` });
  };
  const remove = async (call) => {
    const [id] = await some(call, '/contacts', 1);
    if (id) await call('DELETE', `/contacts/${id}`);
    await sleep(20);
  };
  const removeMany = async (call) => {
    await call('DELETE', '/contacts', { ids: await some(call, '/contacts') });
    await sleep(20);
  };
  const restore = async (call) => {
    const ids = await some(call, '/trash');
    if (ids.length > 0) await call('POST', '/trash/restore', { ids });
    await sleep(20);
  };
  const purge = async (call) => {
    const ids = await some(call, '/trash', 1);
    if (ids.length > 0) await call('DELETE', '/trash', { ids });
    await sleep(100);
  };
  const bulk = async (call, n) => {
    const ids = await some(call, '/contacts', 50);
    if (ids.length === 0) return sleep(100);
    const change = n % 2 ? { type: 'delete' } : { type: 'segments', add: [vip], remove: [] };
    const { data, status } = await call('POST', '/bulk-changes', { change, ids });
    if (status === 409) return sleep(100);
    await until(call, `/bulk-changes/${data.id}`, ['finished', 'failed', 'cancelled']);
    await call('POST', `/bulk-changes/${data.id}/undo`);
    await until(call, `/bulk-changes/${data.id}`, ['undone', 'failed', 'cancelled']);
  };
  const importFile = async (call, n, writer) => {
    const lines = Array.from(
      { length: 100 },
      (_, k) => `${k % 2 ? email(any()) : `i${writer}.${n}.${k}@feed.example`},Import ${n}`,
    );
    const { data, status, ...rest } = await call(
      'POST',
      `/imports?name=a${n}.csv`,
      `email,company\n${lines.join('\n')}\n`,
    );
    // A purge removed the import before the response.
    if (status === 404) return;
    if (!data) throw new Error(JSON.stringify(rest));
    const path = `/imports/${data.id}`;
    await call('POST', `${path}/plan`);
    await until(call, path, ['planned', 'failed']);
    await call('POST', `${path}/run`);
    await until(call, path, ['finished', 'failed']);
    if (n % 2) return;
    await call('POST', `${path}/undo`);
    await until(call, path, ['undone', 'partly-undone', 'failed']);
  };
  // The segments have no contacts, because deleting a segment changes its contacts without an event for each.
  const segments = async (call, n, writer) => {
    const { data } = await call('POST', '/segments', {
      title: `Segment ${writer}.${n}.${randomBytes(3).toString('hex')}`,
    });
    await call('PUT', `/segments/${data.id}`, { title: `${data.title}x` });
    await call('DELETE', `/segments/${data.id}`);
    if (n % 2) await call('POST', `/trash/segments/${data.id}/restore`, {});
    await sleep(50);
  };
  const codes = async (call) => {
    const { data } = await call('POST', '/referral-codes', { code: randomBytes(6).toString('hex') });
    await call('POST', '/contacts', { email: email(any()), referralCode: data.code });
    await call('PUT', `/referral-codes/${data.id}`, { label: 'Changed' });
    await sleep(50);
  };
  const merge = async (call, n) => {
    const [id, from] = (await some(call, '/contacts', 40)).sort(() => Math.random() - 0.5);
    if (!from) return sleep(100);
    const { mergeId } = await call('POST', `/contacts/${id}/merge`, { from, take: [] });
    if (mergeId && n % 2) await call('POST', `/merges/${mergeId}/undo`);
    await sleep(50);
  };
  const list = (call, n) => call('GET', `/contacts?pageSize=50${LISTS[n % LISTS.length]}`);
  const exportFile = async (call) => {
    const { data } = await call('POST', '/exports?columns=email,company');
    await until(call, `/exports/${data.id}`, ['finished', 'failed']);
    await call('DELETE', `/exports/${data.id}`);
    await sleep(100);
  };
  const kinds = {
    single,
    shared,
    batch,
    update,
    remove,
    removeMany,
    restore,
    purge,
    bulk,
    importFile,
    segments,
    codes,
    merge,
    list,
    exportFile,
  };
  const numbers = {
    single: 4,
    shared: 6,
    batch: 4,
    update: 3,
    remove: 2,
    removeMany: 1,
    restore: 2,
    purge: 1,
    bulk: 2,
    importFile: 2,
    segments: 1,
    codes: 1,
    merge: 1,
    list: 1,
    exportFile: 1,
  };
  return Object.entries(numbers).flatMap(([kind, number]) =>
    Array.from({ length: number }, () => [kind, kinds[kind]]),
  );
}

/** Waits until no bulk change and no import is running. */
async function settled(call) {
  for (;;) {
    const [changes, imports] = [
      await call('GET', '/bulk-changes'),
      await call('GET', '/imports?underWay=true'),
    ];
    if (imports.data.length === 0 && changes.data.every(({ state }) => !/^(running|undoing)$/.test(state)))
      return;
    await sleep(200);
  }
}

/** Ids of all activity that becomes an event, since the creation of the first segment. */
async function activity(call) {
  const ids = new Set();
  for (let cursor = ''; cursor !== null; ) {
    const { data, meta } = await call('GET', `/activity?pageSize=100${cursor && `&cursor=${cursor}`}`);
    for (const { id, action, after } of data)
      if (KINDS.test(action) && !(action === 'segment.created' && after.title === 'VIP')) ids.add(id);
    cursor = meta.nextCursor;
  }
  return ids;
}

function groups(events, by = 'subjectId') {
  const found = new Map();
  for (const event of events) found.set(event[by], [...(found.get(event[by]) ?? []), event]);
  return found;
}

/** Contacts of a copy that follows the events. */
function follow(events) {
  const contacts = new Map();
  for (const { type, subjectId, data, changes } of events) {
    if (!type.startsWith('contact.')) continue;
    if (/deleted|purged/.test(type)) contacts.delete(subjectId);
    // Events of purged contacts have no data.
    else if (data) contacts.set(subjectId, data);
    if (type === 'contact.merged') contacts.delete(changes.find(({ field }) => field === 'merged').after);
  }
  return contacts;
}
