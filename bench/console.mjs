import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, isBuilt } from '../scripts/build.mjs';
import { ADMIN, openBrowser, percentile } from './browser.mjs';
import { ended, location, start } from './programs.mjs';

/*
 * node bench/console.mjs [--contacts 1000000 --rounds 20 --engines postgresql,embedded]
 *
 * How long people wait in the contact table: from the last key of a search, or the click on another page, until the
 * rows are painted, in milliseconds, in a real browser on loopback. With DATABASE_URL or DATA_DIR set, that place is
 * measured, which must be filled already.
 */
const { values: options } = parseArgs({
  options: {
    contacts: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
    engines: { type: 'string', default: 'postgresql,embedded' },
  },
});
const rounds = Number(options.rounds);

if (!isBuilt()) await build();
if (process.env.DATABASE_URL || process.env.DATA_DIR) await serve('as configured', {});
else for (const engine of options.engines.split(',')) await measureEngine(engine);

async function measureEngine(engine) {
  const folder = await mkdtemp(path.join(tmpdir(), 'roster-console-'));
  const place = await location(engine, folder, 'console');
  const env = {
    PORT: String(place.port),
    DATA_DIR: place.dataDir,
    ...(place.url && { DATABASE_URL: place.url }),
  };
  try {
    await ended(['scripts/run.mjs', 'seed', '--contacts', options.contacts, '--segments', '20'], env);
    await serve(engine, env);
  } finally {
    await place.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function serve(name, env) {
  const stop = await start(['scripts/start.mjs'], { ...env, ...ADMIN }, 'Roster is ready');
  try {
    const url = `http://127.0.0.1:${env.PORT ?? process.env.PORT}`;
    const browser = await openBrowser(url);
    const { page } = await browser.newPage();
    const figures = await measure(page);
    await browser.close();
    console.log(`\n${name}`);
    console.table(
      Object.fromEntries(
        Object.entries(figures).map(([what, times]) => [
          what,
          {
            p50: Math.round(percentile(times, 0.5)),
            p95: Math.round(percentile(times, 0.95)),
            times: times.length,
          },
        ]),
      ),
    );
  } finally {
    await stop();
  }
}

/** Times by what was waited for. */
async function measure(page) {
  await page.goto('/contacts');
  await page.waitForLoadState('networkidle');
  const figures = {};
  for (const [kind, words] of Object.entries(await searches(page))) {
    const times = [];
    for (const each of words) times.push(await search(page, each));
    figures[`search: ${kind}`] = times;
    await search(page, '');
  }

  figures['next page, the mouse still on its button'] = await switches(page, 'Next page', rounds);
  figures['last page'] = [];
  figures['first page'] = [];
  for (let round = 0; round < rounds; round++) {
    figures['last page'].push(...(await switches(page, 'Last page', 1)));
    figures['first page'].push(...(await switches(page, 'First page', 1)));
  }
  await search(page, 'example');
  figures['next page of a broad search'] = await switches(page, 'Next page', rounds);
  figures['last page of it'] = await switches(page, 'Last page', 1);
  await search(page, '');
  for (const filter of ['Without segment', 'Customer', 'VIP'])
    figures[`filter: ${filter}`] = await filterBy(page, filter);
  return figures;
}

/** Words as people search for them, of contacts of which half the time nothing is in memory yet. */
async function searches(page) {
  const contacts = await page.evaluate(async (count) => {
    const found = [];
    for (let at = 1; found.length < count; at++) {
      const response = await fetch(`/data/contacts?pageSize=100&page=${at * 9}`);
      const { data } = await response.json();
      found.push(...data.filter(({ email, phone }) => email && phone).slice(0, 3));
    }
    return found;
  }, rounds);
  const of = (pick) => [...new Set(contacts.slice(0, rounds).map(pick))].filter(Boolean);
  return {
    'a first name': of(({ contact }) => contact.firstname),
    'first and last name': of(({ contact }) => `${contact.firstname} ${contact.lastname}`),
    'the beginning of an email': of(({ email }) => email.slice(0, 12)),
    'a whole email': of(({ email }) => email),
    'the end of a phone': of(({ phone }) => phone.slice(-7)),
    'a company': of(({ contact }) => contact.company),
    nobody: of(({ phone }) => `zq${phone.slice(-5)}`),
  };
}

/** Types the words at the pace of a quick typist; resolves to what passed after the last key. */
async function search(page, words) {
  const box = page.getByRole('searchbox');
  if (words === '' && (await box.inputValue()) === '') return 0;
  await page.evaluate(observeAnswer, ['search', words]);
  await box.press('ControlOrMeta+a');
  if (words) await box.pressSequentially(words, { delay: 40 });
  else await box.press('Delete');
  // The list without a search is in memory: nothing is asked.
  if (words === '') return page.waitForURL((url) => !url.searchParams.has('search')).then(() => 0);
  return page.evaluate(async () => (await window.answered) - window.seen.acted);
}

/** Times of so many switches to a page; the mouse does not announce any but the first. */
async function switches(page, button, count) {
  const { x, y, width, height } = await page.getByRole('button', { name: button }).boundingBox();
  const times = [];
  for (let round = 0; round < count; round++) {
    await page.evaluate(() => {
      const range = document.querySelector('nav[aria-label=Pages] p');
      const before = range.textContent;
      window.answered = window.painted(
        () => range.textContent !== before && document.querySelector('table').ariaBusy !== 'true',
      );
    });
    await page.mouse.click(x + width / 2, y + height / 2);
    times.push(await page.evaluate(async () => (await window.answered) - window.seen.acted));
  }
  return times;
}

async function filterBy(page, label) {
  await page.getByRole('button', { name: 'Segments' }).click();
  const box = page.getByRole('checkbox', { name: label });
  await page.evaluate(observeAnswer, ['segmentId', null]);
  await box.click();
  const time = await page.evaluate(async () => (await window.answered) - window.seen.acted);
  await box.click();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('segment'));
  return [time];
}

/** Runs in the page: waits for the rows that were asked for with this parameter, any value of it for `null`. */
function observeAnswer([name, value]) {
  performance.clearResourceTimings();
  const isAnswer = ({ name: url }) => {
    const { pathname, searchParams } = new URL(url);
    return (
      pathname === '/data/contacts' &&
      searchParams.has(name) &&
      (value ?? searchParams.get(name)) === searchParams.get(name)
    );
  };
  window.answered = window.painted(
    () =>
      document.querySelector('table').ariaBusy !== 'true' &&
      performance.getEntriesByType('resource').some(isAnswer),
  );
}
