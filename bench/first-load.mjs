import { build, isBuilt } from '../scripts/build.mjs';
import { ADMIN, openBrowser } from './browser.mjs';
import { eachEngine, ended, location, percentile, readArguments, start } from './programs.mjs';

/*
 * node bench/first-load.mjs [--contacts 1000 --rounds 7]
 *
 * First load of the contacts page with 100 rows and an empty cache, on loopback: bytes on the wire, times in
 * milliseconds. Interactions are timed with the CPU throttled to a quarter.
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
  for (let round = 0; round < Number(options.rounds); round++)
    rounds.push({ ...(await firstLoad(browser)), ...(await interactions(browser)) });
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

async function interactions(browser) {
  const { context, page, cdp } = await browser.newPage();
  await page.goto('/contacts?size=100', { waitUntil: 'networkidle' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const settled = () => page.waitForFunction(() => !document.querySelector('table[aria-busy=true]'));
  const figures = {};
  const time = async (name, act) => {
    await page.evaluate(() => (window.seen.slowest = 0));
    await act();
    await settled();
    // Performance entries are delivered one frame later.
    await page.evaluate(() => window.painted(() => true).then(() => window.painted(() => true)));
    figures[`${name}, slowed`] = await page.evaluate(() => window.seen.slowest);
  };
  // Not `locator.click()`, whose hit test would be timed, too.
  const click = async (locator) => {
    const { x, y, width, height } = await locator.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
  };
  await time('select a row', () => click(page.locator('tbody input[type=checkbox]').nth(3)));
  await time('select all rows', () => click(page.getByRole('checkbox', { name: 'Select all on this page' })));
  await time('open a menu', async () => {
    await click(page.getByRole('button', { name: 'View', exact: true }));
    await page.getByRole('menu').waitFor();
  });
  await time('close it', () => page.keyboard.press('Escape'));
  await time('sort', () => click(page.getByRole('button', { name: 'Name' })));
  await time('type a search', async () => {
    await page.getByRole('searchbox').pressSequentially('maria', { delay: 60 });
    await page.waitForURL(/search=maria/);
  });
  await context.close();
  return figures;
}

function rounded(value) {
  return Math.round(value * 10) / 10;
}
