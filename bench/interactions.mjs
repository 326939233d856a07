import { ADMIN, openBrowser } from './browser.mjs';
import { eachEngine, location, percentile, readOptions, seed, startRoster } from './harness.mjs';

/*
 * node bench/interactions.mjs [--contacts 10000] [--rounds 3] [--engines postgresql] [--program FOLDER]
 *
 * Measures interactions of the console at 50 rows, with the main thread slowed down: milliseconds from input to next paint,
 * and for the slowest round the times of input delay, handling and painting. A popup's first press also loads it. On a busy
 * machine, compare the least of many rounds.
 */
const options = readOptions({ contacts: 10_000, rounds: 3, engines: 'postgresql' });

/** By how much the main thread is slowed down, like the phone of Lighthouse. */
const RATE = 4;

await eachEngine(options.engines, async (engine, folder) => {
  const { port, env: place, drop } = await location(engine, folder, 'interactions');
  const env = { ...place, ...ADMIN };
  await seed(env, options.contacts);
  const program = await startRoster(env);
  await measure(`http://127.0.0.1:${port}`).finally(program.stop);
  await drop();
});

async function measure(url) {
  const browser = await openBrowser(url);
  const rounds = [];
  while (rounds.length < options.rounds) rounds.push(await interactions(browser));
  await browser.close();
  const table = {};
  for (const name of Object.keys(rounds[0])) {
    const sorted = rounds.map((round) => round[name]).sort((one, other) => one.duration - other.duration);
    const durations = sorted.map(({ duration }) => duration);
    const { duration: worst, ...parts } = sorted.at(-1);
    table[name] = { least: durations[0], median: percentile(durations, 0.5), worst, ...parts };
  }
  console.table(table);
}

async function interactions(browser) {
  const { context, page, cdp } = await browser.newPage();
  const figures = {};
  const time = async (name, act) => {
    await settled(page);
    await page.evaluate(() => Object.assign(window.seen, { slowest: 0, parts: null }));
    await act();
    await settled(page);
    const { slowest: duration, parts } = await page.evaluate(() => window.seen);
    figures[name] = { duration, ...parts };
  };
  // The hit test of `locator.click()` would be timed, too. Like a person, move the pointer first and hold the button briefly.
  const click = async (locator) => {
    await locator.waitFor();
    const { x, y, width, height } = await locator.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await settled(page);
    await page.mouse.click(x + width / 2, y + height / 2, { delay: 60 });
  };
  const key = (pressed) => page.keyboard.press(pressed);
  const type = (text) => page.keyboard.type(text, { delay: 80 });
  const button = (name) => page.getByRole('button', { name, exact: true });
  const boxes = page.locator('tbody input[type=checkbox]');
  // CSS selectors, because Playwright computes the role of every element to find one, which would be timed, too.
  const shown = (selector) => page.locator(selector).first().waitFor();
  const gone = (role) => page.locator(`[role=${role}]`).waitFor({ state: 'detached' });
  const goTo = async (path) => {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.goto(path, { waitUntil: 'networkidle' });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: RATE });
  };

  await goTo('/contacts?size=50');
  for (const again of ['', ', again']) {
    await time(`open the filter${again}`, async () => {
      await click(button('Filter'));
      await shown('[role=dialog]');
    });
    await time(`type in the filter${again}`, () => type('company'));
    await time(`choose a field${again}`, () => key('Enter'));
    await key('Escape');
    await key('Escape');
    await gone('dialog');
    await time(`open the display menu${again}`, async () => {
      await click(button('Display'));
      await shown('[role=dialog]');
    });
    await time(`close the display menu${again}`, () => key('Escape'));
    await gone('dialog');
    await time(`open the command menu${again}`, async () => {
      await key('Control+k');
      await shown('[role=dialog]');
    });
    await time(`type in the command menu${again}`, () => type('maria'));
    await key('Escape');
    await key('Escape');
    await gone('dialog');
  }
  await time('tick a row', () => click(boxes.nth(3)));
  await time('tick another', () => click(boxes.nth(5)));
  await time('select the page', () => click(page.getByRole('checkbox', { name: 'Select all on this page' })));
  await time('clear the selection', () => click(button('Clear')));
  await time('compact rows', async () => {
    await click(button('Display'));
    await shown('[role=dialog]');
    await page.getByRole('dialog').getByLabel('Density').selectOption('compact');
  });
  await key('Escape');
  await gone('dialog');
  await time('sort', async () => {
    await click(button('Name'));
    await page.waitForURL(/sort=/);
  });
  await time('next page', async () => {
    await click(page.getByRole('button', { name: 'Next page' }));
    await page.waitForURL(/page=2/);
  });
  await time('type in search', async () => {
    await page.focus('[role=searchbox]');
    await type('maria');
    await page.waitForURL(/search=maria/);
  });
  await time('empty the search', async () => {
    await key('Escape');
    await page.waitForURL((address) => !address.search.includes('search='));
  });
  await time('move to the next row', async () => {
    await page.locator('[data-row-link]').first().focus();
    await key('j');
  });
  await time('open a record at the side', async () => {
    await key('Enter');
    await shown('#side [name=company]');
  });
  await time('type in a field of it', async () => {
    await page.focus('#side [name=company]');
    await type('Acme');
  });
  await goTo('/contacts?size=50');
  await time('open a record', async () => {
    await click(page.locator('[data-row-link]').nth(2));
    await page.waitForURL(/contacts\/[\da-f-]{36}/);
    await shown('[name=company]');
  });
  await goTo('/contacts?size=50');
  await time('open the form', async () => {
    await click(page.getByRole('link', { name: 'Add contact' }));
    await shown('[name=email]');
  });
  await time('type an email', async () => {
    await page.focus('[name=email]');
    await type('ana@example.com');
  });
  await time('open the segment picker', async () => {
    await click(button('Show all segments'));
    await shown('[role=listbox]');
  });
  await time('type in the segment picker', () => type('cus'));
  await goTo('/contacts?size=50');
  await time('open the account menu', async () => {
    await click(page.getByRole('button', { name: /^Account/ }));
    await shown('[role=menu]');
  });
  await time('change the theme', () => click(page.getByRole('menuitemradio', { name: /Dark/ })));
  await context.close();
  return figures;
}

/** Waits for loading rows, and for performance entries, which arrive one frame later. */
async function settled(page) {
  await page.waitForFunction(() => !document.querySelector('table[aria-busy=true]'));
  for (let frames = 0; frames < 3; frames++) await page.evaluate(() => window.painted(() => true));
}
