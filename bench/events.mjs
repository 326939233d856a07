/* oxlint-disable unicorn/require-post-message-target-origin -- to a thread, not a window */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  caller,
  eachEngine,
  load,
  location,
  percentile,
  person,
  readOptions,
  startRoster,
  TOKEN,
} from './harness.mjs';

/*
 * node bench/events.mjs [--events 100000] [--seconds 5] [--engines postgresql,embedded] [--program FOLDER]
 *
 * Measures upserts without and with a reader of the feed, in turn; the delay until a long poll receives a change under this
 * load; and how fast a long feed is read for the first time, which seals it, read again, and sent to a webhook.
 */
const options = readOptions({ events: 100_000, seconds: 5, engines: 'postgresql,embedded' });
const { events: EVENTS, seconds: duration } = options;
const ROUNDS = 6;
const BATCH = 1_000;

await eachEngine(options.engines, async (engine, folder) => {
  const { port, env, drop } = await location(engine, folder, 'events');
  const program = await startRoster(env);
  try {
    await measure(engine, port);
  } finally {
    await program.stop();
    await drop();
  }
});

async function measure(engine, port) {
  const call = caller(port);
  let made = 0;
  const upsert = () => ({
    method: 'POST',
    path: '/v1/contacts',
    body: JSON.stringify(person(made++, 'upsert')),
  });
  const upserts = async (limit) => (await load(port, upsert, limit)).requests.average;
  /** Starts a reader of the feed. Returns a function that stops it and returns the delay of each event. */
  const follow = async () => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const reader = new Worker(new URL('follow-events.mjs', import.meta.url), {
      workerData: { port, headers },
    });
    await once(reader, 'message');
    return async () => {
      reader.postMessage('stop');
      return (await once(reader, 'message'))[0];
    };
  };

  await upserts({ amount: 5_000 });
  const [alone, sealed, followed, delays] = [[], [], [], []];
  const measures = [
    async () => {
      const rate = await upserts({ duration });
      alone.push(rate);
      // Make the seals that the schedule would make within a minute.
      const began = performance.now();
      await call('GET', '/events?after=now');
      sealed.push((rate * duration) / (duration + (performance.now() - began) / 1000));
    },
    async () => {
      const stop = await follow();
      followed.push(await upserts({ duration }));
      delays.push(...(await stop()));
    },
  ];
  // In turn and in alternating order, because the speed of a shared machine varies.
  for (let round = 0; round < ROUNDS; round++)
    for (const measure of round % 2 ? measures.toReversed() : measures) await measure();

  const receiver = await receive();
  const { cursor: from } = (await call('GET', '/events?after=now')).meta;
  await call('POST', '/webhooks', { url: receiver.url, types: ['contact.created'] });
  const { data: paused } = await call('GET', '/webhooks');
  await call('PUT', `/webhooks/${paused[0].id}`, { state: 'paused' });
  for (let n = 0; n < EVENTS; n += BATCH) {
    const contacts = Array.from({ length: BATCH }, (_, index) => person(100_000_000 + n + index, 'batch'));
    await call('POST', '/contacts/batch', { contacts });
  }
  const read = async () => {
    const began = performance.now();
    let count = 0;
    for (let cursor = from; ; ) {
      const { data, meta } = await call('GET', `/events?limit=1000&after=${cursor}`);
      if (data.length === 0) break;
      count += data.length;
      cursor = meta.cursor;
    }
    return Math.round((count / (performance.now() - began)) * 1000);
  };
  const [first, again] = [await read(), await read()];
  await call('PUT', `/webhooks/${paused[0].id}`, { state: 'active' });
  const began = performance.now();
  const wanted = Math.min(EVENTS, 20_000);
  while (receiver.count < wanted) await sleep(20);
  const sent = Math.round((receiver.count / (performance.now() - began)) * 1000);
  receiver.close();

  const mean = (figures) => Math.round(figures.reduce((sum, figure) => sum + figure, 0) / figures.length);
  console.log(`\n${engine}, ${ROUNDS} × ${duration} s in turn`);
  console.table({
    'upserts, nobody reads': { 'per second': mean(alone) },
    'the same, with the seals of their activity': { 'per second': mean(sealed) },
    'upserts, one follows by long polls': { 'per second': mean(followed) },
    [`feed of ${EVENTS}, read and sealed`]: { 'per second': first },
    'the same again': { 'per second': again },
    'the same, sent to a webhook': { 'per second': sent },
  });
  const ratio = (rates) => (mean(followed) / mean(rates)).toFixed(2);
  console.log(
    `upserts, followed to alone: ${ratio(alone)}, with the seals that come anyway: ${ratio(sealed)}`,
  );
  console.log(
    `delay until a long poll has a change, under load: ${[0.5, 0.95, 0.99].map((p) => `p${p * 100} ${percentile(delays, p)} ms`).join(', ')}`,
  );
}

/** Starts an endpoint that only counts requests. */
async function receive() {
  const state = { count: 0 };
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      state.count++;
      response.end();
    });
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  const close = () => (server.closeAllConnections(), server.close());
  return Object.assign(state, { url: `http://localhost:${server.address().port}/`, close });
}
