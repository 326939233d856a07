import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, isBuilt } from '../scripts/build.mjs';
import { ADMIN, openBrowser, percentile } from './browser.mjs';
import { ended, location, start } from './programs.mjs';

/*
 * node bench/console.mjs [--contacts 1000000 --rounds 20 --engines postgresql,embedded --keep]
 *
 * How long people wait in the contact table: from the last key of a search, or the click on a filter or another page, until
 * the rows are painted, in milliseconds, in a real browser on loopback; and what of that passes before the request, until it
 * is answered, and until the answer is painted (medians). With --keep, what is filled in stays for the next time: in
 * roster-bench in the folder for temporary files, and in a database roster_bench_console_CONTACTS. With DATABASE_URL or
 * DATA_DIR set, that place is measured, which must be filled already.
 */
const { values: options } = parseArgs({
  options: {
    contacts: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
    engines: { type: 'string', default: 'postgresql,embedded' },
    keep: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const LIMITS = { rows: 300, page: 150 };
const SORTS = ['-updatedAt', 'updatedAt', 'name', '-name', 'email', '-email', 'company', '-company'];

if (!isBuilt()) await build();
if (process.env.DATABASE_URL || process.env.DATA_DIR) await serve('as configured', {});
else for (const engine of options.engines.split(',')) await measureEngine(engine);

async function measureEngine(engine) {
  const { keep } = options;
  const kept = path.join(tmpdir(), 'roster-bench');
  if (keep) await mkdir(kept, { recursive: true });
  const folder = keep ? kept : await mkdtemp(path.join(tmpdir(), 'roster-console-'));
  const place = await location(engine, folder, `console_${options.contacts}`, { keep });
  const env = {
    PORT: String(place.port),
    DATA_DIR: place.dataDir,
    ...(place.url && { DATABASE_URL: place.url }),
  };
  const filled = path.join(folder, `${engine}-${options.contacts}.filled`);
  try {
    if (!existsSync(filled)) {
      await ended(['scripts/run.mjs', 'seed', '--contacts', options.contacts, '--segments', '20'], env);
      await writeFile(filled, '');
    }
    await serve(engine, env);
  } finally {
    await place.drop();
    if (!keep) await rm(folder, { recursive: true, force: true });
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
    console.log(`\n${name}, ${options.contacts} contacts`);
    console.table(Object.fromEntries(Object.entries(figures).map(([what, waits]) => [what, row(waits)])));
  } finally {
    await stop();
  }
}

/** Waits of one kind as a row of the table. */
function row({ limit, waits }) {
  const of = (name, p) => {
    const times = waits.map((wait) => wait[name]).filter((time) => time !== undefined);
    return times.length > 0 ? Math.round(percentile(times, p)) : '';
  };
  const p95 = of('total', 0.95);
  return {
    p50: of('total', 0.5),
    p95,
    limit,
    met: p95 <= limit ? 'yes' : 'no',
    before: of('before', 0.5),
    answer: of('answer', 0.5),
    paint: of('paint', 0.5),
    times: waits.length,
  };
}

/** Waits by what was waited for, each with the limit of their kind. */
async function measure(page) {
  await page.goto('/contacts');
  await page.waitForLoadState('networkidle');
  const figures = {};
  const add = (what, limit, waits) => {
    figures[what] ??= { limit, waits: [] };
    figures[what].waits.push(...waits);
  };
  const words = await searches(page);
  for (const [kind, each] of Object.entries(words))
    for (const text of each) add(`search: ${kind}`, LIMITS.rows, [await search(page, text)]);
  await search(page, '');

  const next = await switches(page, 'Next page', rounds);
  add('next page, the mouse still on its button', LIMITS.page, next);
  for (let round = 0; round < rounds; round++) {
    add('last page', LIMITS.page, await switches(page, 'Last page', 1));
    add('first page', LIMITS.page, await switches(page, 'First page', 1));
  }
  await search(page, 'example');
  add('next page of a broad search', LIMITS.page, await switches(page, 'Next page', rounds));
  add('last page of it', LIMITS.page, await switches(page, 'Last page', 1));

  for (const [index, sort] of SORTS.entries()) {
    await page.goto(`/contacts?sort=${sort}`);
    await page.waitForLoadState('networkidle');
    const names = [0, 1, 2].map((at) =>
      words['a first name'].at((3 * index + at) % words['a first name'].length),
    );
    for (const text of names) add('first name, each order', LIMITS.rows, [await search(page, text)]);
    await search(page, '');
    await page.getByRole('button', { name: 'Segments' }).click();
    add('filter: without segment', LIMITS.rows, [await filterBy(page, 'Without segment')]);
    await page.getByRole('checkbox', { name: 'Without segment' }).click();
    add('filter: one segment', LIMITS.rows, [await filterBy(page, 'VIP')]);
    add('filter: any of two segments', LIMITS.rows, [await filterBy(page, 'Press')]);
    for (const text of names) add('the same in two segments', LIMITS.rows, [await search(page, text)]);
  }
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

/** Types the words at the pace of a quick typist; resolves to the wait after the last key. */
async function search(page, words) {
  const box = page.getByRole('searchbox', { name: 'Search contacts' });
  await page.evaluate(observeAnswer, ['search', words]);
  await box.press('ControlOrMeta+a');
  if (words) await box.pressSequentially(words, { delay: 40 });
  else await box.press('Delete');
  // The list without a search is in memory: nothing is asked.
  if (words === '') return void (await page.waitForURL((url) => !url.searchParams.has('search')));
  return page.evaluate(waitOf);
}

/** Waits of so many switches to a page; the mouse does not announce any but the first. */
async function switches(page, button, count) {
  const { x, y, width, height } = await page.getByRole('button', { name: button }).boundingBox();
  const waits = [];
  for (let round = 0; round < count; round++) {
    await page.evaluate(() => {
      const range = document.querySelector('nav[aria-label=Pages] p');
      const before = range.textContent;
      window.answered = window.painted(
        () => range.textContent !== before && document.querySelector('table').ariaBusy !== 'true',
      );
    });
    await page.mouse.click(x + width / 2, y + height / 2);
    waits.push(await page.evaluate(async () => ({ total: (await window.answered) - window.seen.acted })));
  }
  return waits;
}

async function filterBy(page, label) {
  await page.evaluate(observeAnswer, ['segmentId', null]);
  await page.getByRole('checkbox', { name: label }).click();
  return page.evaluate(waitOf);
}

/** Runs in the page: the wait since the last key or click, and of what it was made. */
async function waitOf() {
  const painted = await window.answered;
  const { acted } = window.seen;
  const { requestStart, responseEnd } = performance.getEntriesByType('resource').findLast(window.isAnswer);
  return {
    total: painted - acted,
    before: requestStart - acted,
    answer: responseEnd - requestStart,
    paint: painted - responseEnd,
  };
}

/** Runs in the page: waits for the rows that were asked for with this parameter, any value of it for `null`. */
function observeAnswer([name, value]) {
  performance.clearResourceTimings();
  window.isAnswer = ({ name: url }) => {
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
      performance.getEntriesByType('resource').some(window.isAnswer),
  );
}
