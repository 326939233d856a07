import { build, isBuilt } from '../scripts/build.mjs';
import { ADMIN, openBrowser } from './browser.mjs';
import { eachEngine, ended, location, percentile, readArguments, start } from './programs.mjs';

/*
 * node bench/first-load.mjs [--contacts 1000 --rounds 7]
 *
 * First load of the contacts page with 100 rows and an empty cache, on loopback: bytes on the wire, times in
 * milliseconds.
 */
const { values: options } = readArguments({ contacts: '1000', rounds: '7' });

if (!isBuilt()) await build();
await eachEngine('embedded', async (engine, folder) => {
  const { port, env: place } = await location(engine, folder, 'first-load');
  const env = { ...place, ...ADMIN };
  await ended(['scripts/run.mjs', 'seed', '--contacts', options.contacts, '--segments', '20'], env);
  const program = await start(['scripts/start.mjs'], env, 'Roster is ready');
  await measure(`http://127.0.0.1:${port}`).finally(program.stop);
});

async function measure(url) {
  const browser = await openBrowser(url);
  const rounds = [];
  while (rounds.length < Number(options.rounds)) rounds.push(await firstLoad(browser));
  await browser.close();
  const of = (name) => rounds.map((round) => round[name]);
  console.table(
    Object.fromEntries(
      Object.keys(rounds[0]).map((name) => [
        name,
        { median: rounded(percentile(of(name), 0.5)), worst: rounded(Math.max(...of(name))) },
      ]),
    ),
  );
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

function rounded(value) {
  return Math.round(value * 10) / 10;
}
