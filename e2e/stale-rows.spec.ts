import type { Page } from '@playwright/test';
import { heading, open, rows, tray } from './contacts-page';
import { expect, test } from './signed-in';
import { callApi, makeContacts, type Place } from './table-contacts';

// What is done while the rows that are shown are those of the state before.

let company: string;
let place: Place;

test.beforeEach(async ({ program, service, browser, session }, { workerIndex }) => {
  place = { program, service, browser, session };
  company = `Stalecorp${workerIndex}${Date.now()}`;
  await makeContacts(place, { count: 30, company });
});

const box = (page: Page) => page.getByRole('searchbox');
const table = (page: Page) => page.getByRole('table');

/** Holds what tables read, until what this returns is called. */
async function holdRows(page: Page): Promise<() => Promise<void>> {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/data\/(contacts|trash)\?/, async (route) => {
    await answered;
    await route.continue();
  });
  return async () => {
    answer();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

test('a key that leaves the search box leads to what was found', async ({ page }) => {
  for (const key of ['Enter', 'ArrowDown']) {
    await open(page, company);
    const release = await holdRows(page);
    await page.keyboard.press('/');
    await page.keyboard.type(`${company} 029`);
    await page.keyboard.press(key);
    await expect(table(page)).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Enter');
    await expect(box(page)).toBeFocused();
    await release();
    await expect(page.getByRole('link', { name: 'Ann 029' })).toBeFocused();
    await page.keyboard.press('x');
    await expect(page.getByRole('checkbox', { name: 'Select Ann 029' })).toBeChecked();
    await expect(tray(page)).toContainText('1 selected');
  }
});

test('a search that is left goes nowhere once somebody is elsewhere, or where it finds nothing', async ({
  page,
}) => {
  await open(page, company);
  const release = await holdRows(page);
  await box(page).fill(`${company} 029`);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  const elsewhere = await page.locator(':focus').elementHandle();
  await release();
  await expect(heading(page)).toHaveText('Contacts1 found');
  expect(await page.evaluate((one) => one === document.activeElement, elsewhere)).toBe(true);

  await box(page).fill(`${company} nobody`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No contact matches' })).toBeVisible();
  await expect(box(page)).toBeFocused();
  // What is found later, by other words, was not asked for.
  await page.keyboard.press('Control+A');
  await page.keyboard.type(`${company} 028`);
  await expect(heading(page)).toHaveText('Contacts1 found');
  await expect(box(page)).toBeFocused();
});

test('a key that leaves the search box of the trash leads to what was found', async ({ page }) => {
  const { data } = await callApi<{ id: string }[]>(place, 'GET', `/contacts?search=${company}&sort=name`);
  for (const { id } of data.slice(0, 2)) await callApi(place, 'DELETE', `/contacts/${id}`);
  await page.goto(`/contacts/trash?search=${company}`);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first().locator('time[title]').first()).toBeAttached();
  const release = await holdRows(page);
  await page.keyboard.press('/');
  await page.keyboard.type(`${company} 001`);
  await page.keyboard.press('Enter');
  await expect(table(page)).toHaveAttribute('aria-busy', 'true');
  await expect(box(page)).toBeFocused();
  await rows(page)
    .first()
    .click({ modifiers: ['Shift'] });
  await box(page).focus();
  await page.keyboard.press('Enter');
  await release();
  await expect(page.getByRole('checkbox', { name: 'Select Ann 001' })).toBeFocused();
  await expect(tray(page)).toBeHidden();
});

test('after a contact is deleted on its page, the row that took its place has the focus', async ({
  page,
}) => {
  await open(page, company);
  for (const [deleted, next] of [
    ['Ann 002', 'Ann 003'],
    ['Ann 003', 'Ann 004'],
  ] as const) {
    await page.getByRole('link', { name: deleted }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText(deleted);
    await page.getByRole('button', { name: 'Delete' }).click();
    const wasListed = await page.evaluateHandle((name) => {
      const seen = { rows: 0, deleted: 0 };
      new MutationObserver(() => {
        const rows = [...document.querySelectorAll('tbody tr[data-row]')];
        seen.rows += rows.length;
        seen.deleted += rows.filter((row) => row.textContent?.includes(name)).length;
      }).observe(document, { subtree: true, childList: true });
      return seen;
    }, deleted);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`Deleted ${deleted}`)).toBeVisible();
    await expect(page.getByRole('link', { name: next })).toBeFocused();
    // Not even until the list was read again.
    expect(await wasListed.jsonValue()).toMatchObject({ deleted: 0 });
    expect((await wasListed.jsonValue()).rows).toBeGreaterThan(0);
  }

  await page.goto(`/contacts?search=${company} 001`);
  await page.getByRole('link', { name: 'Ann 001' }).press('Enter');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No contact matches' })).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
});

test('what was undone while other rows were on their way is among them', async ({ page }) => {
  await open(page, company);
  for (const name of ['Ann 001', 'Ann 002'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 contacts' }).click();
  await expect(heading(page)).toHaveText('Contacts28 found');

  // What the first read finds reaches the page only after the change.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  await page.route(
    /\/data\/contacts\?/,
    async (route) => {
      const response = await route.fetch();
      isHeld();
      await answered;
      // It may have been given up.
      await route.fulfill({ response }).catch(() => {});
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Email' }).click();
  await held;
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 contacts restored')).toBeVisible();
  answer();
  await expect(heading(page)).toHaveText('Contacts30 found');
});
