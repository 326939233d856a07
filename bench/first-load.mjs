import { ADMIN, openBrowser } from './browser.mjs';
import { eachEngine, location, percentile, readOptions, seed, startRoster } from './harness.mjs';

/*
 * node bench/first-load.mjs [--contacts 1000] [--rounds 7] [--program FOLDER]
 *
 * First load of the contacts page with 100 rows and an empty cache, on loopback: bytes on the wire, times in
 * milliseconds.
 */
const options = readOptions({ contacts: 1000, rounds: 7 });

await eachEngine('embedded', async (engine, folder) => {
  const { port, env: place } = await location(engine, folder, 'first-load');
  const env = { ...place, ...ADMIN };
  await seed(env, options.contacts);
  const program = await startRoster(env);
  await measure(`http://127.0.0.1:${port}`).finally(program.stop);
});

async function measure(url) {
  const browser = await openBrowser(url);
  const rounds = [];
  while (rounds.length < options.rounds) rounds.push(await firstLoad(browser));
  await browser.close();
  const rounded = (value) => Math.round(value * 10) / 10;
  const table = {};
  for (const name of Object.keys(rounds[0])) {
    const values = rounds.map((round) => round[name]);
    table[name] = { median: rounded(percentile(values, 0.5)), worst: rounded(Math.max(...values)) };
  }
  console.table(table);
}

async function firstLoad(browser) {
  const { context, page, cdp } = await browser.newPage();
  const received = await countBytes(cdp);
  await page.goto('/contacts?size=100', { waitUntil: 'networkidle' });
  const { rows, largest, shift } = await page.evaluate(() => window.seen);
  const count = await page.locator('tbody tr[data-row]').count();
  if (count !== 100) throw new Error(`The page has ${count} rows.`);
  const kilobytes = (type) => received[type] / 1000;
  await context.close();
  return {
    'JavaScript, kB': kilobytes('Script'),
    'style sheets, kB': kilobytes('Stylesheet'),
    'fonts, kB': kilobytes('Font'),
    'page, kB': kilobytes('Document'),
    'first row painted': rows,
    'largest contentful paint': largest,
    'layout shift': shift,
  };
}

/** Bytes received by resource type. */
async function countBytes(cdp) {
  const types = new Map();
  const received = { Script: 0, Stylesheet: 0, Font: 0, Document: 0 };
  cdp.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    received[types.get(requestId)] += encodedDataLength;
  });
  await cdp.send('Network.enable');
  return received;
}
