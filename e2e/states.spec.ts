import type { Page } from '@playwright/test';
import { contact } from '../lib/contract/contact';
import { openDatabase } from '../lib/database/database';
import { createStaff } from '../lib/staff/create-staff';
import { expectAccessible } from './accessible';
import { dataOf, unique } from './contact-journey';
import { heading, open, rows } from './contacts-page';
import { migratedFolder } from './data-folders';
import { ADMIN, startProgram } from './program';
import { expect, test } from './signed-in';
import { makeContacts } from './table-contacts';

/** Other journeys of this worker work in the same organization: these keep to one company. */
let company: string;

test.beforeAll(async ({ program, service, browser, session }, { workerIndex }) => {
  company = `Statecorp${workerIndex}${Date.now()}`;
  await makeContacts({ program, service, browser, session }, { count: 30, company });
});

/** Holds what the page reads of contacts until `release` is called; it is then read from `instead` where that is given. */
async function holdContacts(page: Page, instead?: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/data/contacts?*', async (route) => {
    await released;
    return route.continue({ url: instead });
  });
  return release;
}

test('where no contact is known yet, their place is held, and it is said that they are loaded', async ({
  page,
  program,
}) => {
  // More than can be searched for: the page comes without contacts, and they are asked for once more.
  const release = await holdContacts(
    page,
    `${program.url}/data/contacts?search=${company}&sort=name&pageSize=50`,
  );
  await page.goto(`/contacts?search=${'x'.repeat(250)}`);
  await expect(page.getByRole('status').filter({ hasText: 'Loading contacts …' })).toBeAttached();
  await expect(rows(page)).toHaveCount(0);
  await expectAccessible(page);
  release();
  await expect(rows(page)).toHaveCount(30);
  await expect(page.getByText('Loading contacts …')).toHaveCount(0);
});

test.describe(() => {
  // The browser itself prints this.
  test.use({ expectedErrors: [/status of 404/] });

  test('an address without a page says so, within the console where somebody is signed in', async ({
    page,
    context,
  }) => {
    for (const path of ['/nothing', '/contacts/nothing/here', '/settings/connection']) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(heading(page)).toHaveText('Page not found');
      await expect(page.getByRole('main')).toHaveCount(1);
      await expect(page.getByRole('link', { name: 'Segments', exact: true })).toBeVisible();
    }
    await page.goto('/nothing');
    await expect(page).toHaveTitle('Page not found · Roster');
    await expectAccessible(page);
    await context.clearCookies();
    expect((await page.reload())?.status()).toBe(404);
    await expect(heading(page)).toHaveText('Page not found');
    await expect(page.getByRole('link')).toHaveText(['Go to contacts']);
    await expectAccessible(page);
  });
});

test.describe(() => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('a list that cannot be read anew, or not to its end, says so', async ({ page, api }) => {
    const title = unique('Anew');
    const ana = dataOf(contact, await api('POST', '/contacts', { email: `${unique('ana')}@example.com` }));
    for (let count = 0; count < 20; count++)
      await api('PUT', `/contacts/${ana.id}`, { company: `Acme ${count}` });
    await page.goto('/segments');
    await page.getByRole('button', { name: 'Add segment' }).first().click();
    await page.route('**/data/*', (route) => route.abort('internetdisconnected'));
    await page.getByLabel('Title').fill(title);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Could not refresh the segments')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('rowheader', { name: title })).toBeVisible();
    await expect(page.getByText('Could not refresh the segments')).toBeHidden();

    await page.goto(`/contacts/${ana.id}`);
    await page.route('**/data/activity?*', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Roster cannot be reached.' })).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await expect(page.getByText('created the contact')).toBeVisible();
    await api('DELETE', `/contacts/${ana.id}`);
  });

  test('without a network that is said, and when it is back the list is, too', async ({ page, context }) => {
    await open(page, company);
    await context.setOffline(true);
    await page.getByRole('searchbox').fill(`${company} 002`);
    await expect(page.getByText('Roster cannot be reached. Check the connection.')).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    await context.setOffline(false);
    await expect(rows(page)).toHaveCount(1);
  });
});

test.describe(() => {
  // What went wrong, and that it did.
  test.use({ expectedErrors: [/TypeError|Minified React error|500/] });

  test('a page that fails in the browser leaves the rest of the console, and can be tried again', async ({
    page,
  }) => {
    await open(page, company);
    await page.route('**/data/contacts?*', (route) => route.fulfill({ json: { data: [null], meta: null } }));
    await page.getByRole('button', { name: 'Name' }).click();
    await expect(heading(page)).toHaveText('This page could not be loaded');
    await expect(page.getByRole('link', { name: 'Segments', exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/data/contacts?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page).first()).toBeVisible();
  });

  test('where the program cannot make a page at all, that is said, with what the log calls it', async ({
    browser,
  }) => {
    const { folder, remove } = await migratedFolder();
    const secret = 'a secret of the end-to-end tests, long enough';
    const cookies = await signedInWithoutSessions(folder, secret);
    const broken = await startProgram({ DATA_DIR: folder, APP_SECRET: secret });
    const page = await browser.newPage({ baseURL: broken.url });
    await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: broken.url })));
    try {
      const answer = await page.goto('/contacts');
      expect(answer?.status()).toBe(500);
      await expect(heading(page)).toHaveText('This page could not be loaded');
      const digest = await page.getByRole('main').locator('code').innerText();
      expect(broken.output()).toContain(digest);
      expect(await page.content()).not.toContain('staff_session');
      await expectAccessible(page);
      await expect(page.getByRole('link', { name: 'Go to contacts' })).toHaveAttribute('href', '/contacts');
    } finally {
      await page.close();
      await broken.stop();
      await remove();
    }
  });
});

/** Signs somebody in and takes away the table that says so: what every page begins with then fails. */
async function signedInWithoutSessions(
  dataDir: string,
  secret: string,
): Promise<{ name: string; value: string }[]> {
  const { pool, close } = await openDatabase({ dataDir });
  const staff = createStaff({ pool, secret, log: { info: () => {}, error: () => {} } });
  await staff.ensureFirstAccount(ADMIN);
  const signedIn = await staff.signIn(ADMIN, new Headers());
  await pool.query('alter table staff_session rename to staff_session_gone');
  await close();
  if (!signedIn.ok) throw new Error(signedIn.error.message);
  return signedIn.cookies.map(({ name, value }) => ({ name, value: encodeURIComponent(value) }));
}
