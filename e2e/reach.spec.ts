import { expect, type Locator, type Page } from '@playwright/test';
import { createHttpServer } from '@/lib/http/http-server';
import { listen } from '@/lib/http/listen';
import { createLog } from '@/lib/system/log';
import { callApi } from './call-api';
import { makeContact, makeSegment, unique } from './contact-journey';
import { heading, isReady, rows } from './contacts-page';
import { preparedFolder } from './data-folders';
import { test } from './journey';
import { freePort, startProgram } from './program';
import { sessionAt } from './sign-in';

// What people see while the server is away, frozen or slow.
test.describe.configure({ timeout: 120_000 });
/** What the browser logs of an answer that the end of the server or of the test cuts off. */
const CUT_OFF = /ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_ABORTED|ERR_CONNECTION|Failed to fetch RSC payload/;

const strip = (page: Page) => page.getByText('Roster can’t be reached. Trying again…');

/** A program on a port of its own, so that it can be stopped and started again, with two contacts in a segment. */
async function startOnPort() {
  const { env, remove } = await preparedFolder();
  const port = String(await freePort());
  let program = await startProgram({ ...env, PORT: port });
  const { url } = program;
  const api = (method: string, path: string, body?: unknown) => callApi(url, method, path, body);
  const segment = await makeSegment(api, 'VIP');
  const [email, other] = [`${unique('ana')}@example.com`, `${unique('ben')}@example.com`];
  for (const each of [other, email]) await makeContact(api, { email: each, segmentIds: [segment.id] });
  return {
    url,
    email,
    title: segment.title,
    freeze: () => program.child.kill('SIGSTOP'),
    thaw: () => program.child.kill('SIGCONT'),
    stop: () => program.stop(),
    restart: async () => void (program = await startProgram({ ...env, PORT: port })),
    async remove() {
      await program.stop('SIGKILL');
      await remove();
    },
  };
}

/** A way from page to page by links, with the heading and title of each page that it leads to. */
function wayThroughAllPages(page: Page, email: string, segment: string) {
  const rail = page.getByRole('navigation', { name: 'Main' });
  const main = page.getByRole('main');
  const link = (within: Locator, name: string) => within.getByRole('link', { name, exact: true });
  const byRail = (name: string) => ({ link: link(rail, name), heading: name, title: name });
  const tab = (name: string) => ({ link: link(main, name), heading: 'Settings', title: name });
  return [
    { link: link(main, email), heading: email, title: email },
    { link: link(main, 'Back to contacts'), heading: 'Contacts', title: 'Contacts' },
    { link: link(main, 'Add contact'), heading: 'Add contact', title: 'Add contact' },
    byRail('Contacts'),
    { link: link(main, 'Duplicates'), heading: 'Likely duplicates', title: 'Likely duplicates' },
    byRail('Trash'),
    byRail('Segments'),
    {
      link: main.getByRole('rowheader').getByRole('link', { name: segment }),
      heading: segment,
      title: segment,
    },
    byRail('Referral codes'),
    byRail('Import'),
    { link: link(main, 'Paste a list'), heading: 'Paste a list', title: 'Paste a list' },
    byRail('Activity'),
    { ...byRail('Settings'), title: 'Profile' },
    ...['Team', 'Organization', 'API tokens', 'Webhooks', 'API reference'].map(tab),
    byRail('Contacts'),
  ];
}

/** Clicks and returns the milliseconds until the page has this heading, and the link of the rail is marked. */
async function timeToHeading(page: Page, link: Locator, text: string): Promise<number> {
  const time = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const onClick = ({ timeStamp }: Event) => {
          const look = () => {
            const shown = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility());
            const isDone = shown?.textContent === wanted && document.querySelector('.pending-bar');
            if (isDone) resolve(performance.now() - timeStamp);
            else requestAnimationFrame(look);
          };
          look();
        };
        document.addEventListener('click', onClick, { capture: true, once: true });
      }),
    text,
  );
  await link.click();
  return time;
}

test('every click answers while the server is frozen or cut off, and the page arrives by itself', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  const roster = await startOnPort();
  await page.context().addCookies(sessionAt(roster.url));
  await page.goto(`${roster.url}/contacts`);
  await isReady(page);
  await page.evaluate(() => Object.assign(window, { same: true }));
  const way = wayThroughAllPages(page, roster.email, roster.title);

  const times: number[] = [];
  for (const { link, heading: text, title } of way) {
    await expect(link).toBeVisible();
    roster.freeze();
    times.push(await timeToHeading(page, link, text));
    roster.thaw();
    await expect(page).toHaveTitle(`${title} · Roster`);
    await expect(heading(page)).toHaveText(text);
  }
  console.log(times.map(Math.round).join(' '));
  expect(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]).toBeLessThan(100);

  for (const { link, heading: text, title } of way) {
    await expect(link).toBeVisible();
    await page.context().setOffline(true);
    await link.click();
    await expect(heading(page)).toHaveText(text);
    await expect(strip(page)).toBeVisible();
    await page.context().setOffline(false);
    await expect(page).toHaveTitle(`${title} · Roster`);
    await expect(heading(page)).toHaveText(text);
    await expect(strip(page)).toBeHidden();
  }
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
  await roster.remove();
});

test('every click answers before a slow server does', async ({ page, expectedErrors }) => {
  expectedErrors.push(CUT_OFF);
  const roster = await startOnPort();
  await page.context().addCookies(sessionAt(roster.url));
  await page.goto(`${roster.url}/contacts`);
  await isReady(page);
  for (const { link, heading: text, title } of wayThroughAllPages(page, roster.email, roster.title)) {
    await expect(link).toBeVisible();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/[?&]_rsc=/, async (route) => {
      await released;
      await route.continue();
    });
    await link.click();
    await expect(heading(page)).toHaveText(text);
    await expect(page.locator('.pending-bar')).toBeVisible();
    await expect(page.locator('main .animate-pulse').first()).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
    release();
    await expect(page).toHaveTitle(`${title} · Roster`);
    await expect(heading(page)).toHaveText(text);
    await page.unrouteAll({ behavior: 'wait' });
  }
  await roster.remove();
});

test('rows stay while the server is stopped or frozen, and are read again once it is back', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|503/, CUT_OFF);
  const roster = await startOnPort();
  await page.context().addCookies(sessionAt(roster.url));
  await page.goto(`${roster.url}/contacts`);
  await isReady(page);
  const { stop, restart, freeze, thaw } = roster;
  for (const [leave, comeBack] of [
    [stop, restart],
    [freeze, thaw],
  ] as const) {
    await leave();
    await page.getByRole('button', { name: 'Email' }).click();
    await expect(strip(page)).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.locator('tbody')).toHaveCSS('opacity', '0.7');
    await page.getByRole('searchbox').fill('ana-');
    await comeBack();
    await expect(rows(page)).toHaveCount(1);
    await expect(strip(page)).toBeHidden();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(rows(page)).toHaveCount(2);
  }

  await stop();
  const rail = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Trash', 'Segments', 'Referral codes', 'Import', 'Activity', 'Settings', 'Contacts']) {
    await rail.getByRole('link', { name, exact: true }).click();
    await expect(heading(page)).toHaveText(name);
    await expect(strip(page)).toBeVisible();
  }
  await restart();
  await expect(page).toHaveTitle('Contacts · Roster');
  await expect(rows(page)).toHaveCount(2);
  await expect(strip(page)).toBeHidden();
  await roster.remove();
});

test('a page that is opened while Roster starts opens by itself', async ({ page, expectedErrors }) => {
  expectedErrors.push(/503/);
  const log = createLog('error');
  const options = { dev: false, appUrl: undefined, trustedProxies: undefined, version: '1.2.3', log };
  const front = createHttpServer(options);
  await page.goto(`${await listen(front.server, { host: '127.0.0.1', port: 0 })}/contacts`);
  await expect(heading(page)).toHaveText('Roster is starting');
  front.open({
    api: () => {},
    console: (_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Contacts</h1>'),
    isSignedIn: async () => true,
    ready: async () => 'ready',
    isOut: () => false,
  });
  await expect(heading(page)).toHaveText('Contacts');
  await front.drain(0);
});
