/* oxlint-disable unicorn/require-post-message-target-origin -- to a thread, not a window */
import { parentPort, workerData } from 'node:worker_threads';

/*
 * Follows the feed by long polls until it is told to stop, then posts the delay of each event since its `at`, shortly before
 * its commit. Runs in its own thread, because real readers are other programs than the writers.
 */
const { port, headers } = workerData;
const delays = [];
let isStopped = false;
parentPort.once('message', () => {
  isStopped = true;
});

let { cursor } = (await get('/events?after=now')).meta;
parentPort.postMessage('following');
while (!isStopped) {
  const { data, meta } = await get(`/events?limit=1000&wait=1&after=${cursor}`);
  const now = Date.now();
  for (const { at } of data) delays.push(now - Date.parse(at));
  cursor = meta.cursor;
}
parentPort.postMessage(delays);

async function get(path) {
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, { headers });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}
