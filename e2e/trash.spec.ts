import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { heading, rows, tray } from './contacts-page';
import { expect, test } from './signed-in';
import { callApi, type Place } from './table-contacts';

/** Other journeys of this worker work in the same organization: each of these keeps to one company. */
let company: string;
let ids: string[];

let place: Place;

test.beforeEach(async ({ program, service, browser, session }, { workerIndex }) => {
  place = { program, service, browser, session };
  company = `Trashcorp${workerIndex}${Date.now()}`;
  // One after the other: what is deleted together is listed in the order in which it came into being.
  for (let number = 1; number <= 6; number++)
    await callApi(place, 'POST', '/contacts', {
      email: `ann.00${number}@${company.toLowerCase()}.example`,
      firstname: 'Ann',
      lastname: `00${number}`,
      company,
    });
  const { data } = await callApi<{ id: string }[]>(
    place,
    'GET',
    `/contacts?search=${company}&sort=name&pageSize=50`,
  );
  ids = data.map(({ id }) => id);
  await callApi(place, 'DELETE', '/contacts', { ids });
});

async function openTrash(page: Page): Promise<void> {
  await page.goto('/contacts');
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('searchbox', { name: 'Search the trash' }).fill(company);
  // As many may have been there before.
  await expect(heading(page)).toHaveText('Trash6 found');
  await expect(rows(page)).toHaveCount(6);
}

test('selected contacts are restored', { tag: '@roster' }, async ({ page }) => {
  await openTrash(page);
  await expect(rows(page).first()).toContainText('just now');
  await expect(rows(page).first()).toContainText('in 30 days');
  await expectAccessible(page);
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(rows(page).first().getByText('Gone forever in 30 days')).toBeVisible();
  if (viewport) await page.setViewportSize(viewport);

  // The same single keys as in the table of contacts, and the same way to switch them off.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(tray(page)).toContainText('1 selected');
  await page.keyboard.press('x');
  await expect(tray(page)).toBeHidden();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  await keys.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('x');
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).not.toBeFocused();
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search contacts' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).not.toBeFocused();
  await page.goForward();
  await expect(rows(page)).toHaveCount(6);

  await page.getByRole('checkbox', { name: 'Select Ann 002' }).check();
  await page.getByRole('checkbox', { name: 'Select Ann 005' }).check();
  // On paper there is nothing to press.
  await page.emulateMedia({ media: 'print' });
  await expect(rows(page)).toHaveCount(6);
  await expect(tray(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeHidden();
  await page.emulateMedia({ media: null });
  await tray(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('2 contacts restored')).toBeVisible();
  await expect(rows(page)).toHaveCount(4);
  await expect(tray(page)).toBeHidden();
  await expectAccessible(page);
  await page.goto(`/contacts?search=${company}&sort=name`);
  await expect(page.locator('[data-row-link]')).toHaveText(['Ann 002', 'Ann 005']);
});

test('what cannot come back is named, and stays', { tag: '@roster' }, async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const email = `ann.003@${company.toLowerCase()}.example`;
  const other = await callApi<{ id: string }>(place, 'POST', '/contacts', { email, firstname: 'Other' });
  await openTrash(page);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.route('**/data/trash?*', (route) => route.abort());
  const places = () => Promise.all([rows(page).first().boundingBox(), tray(page).boundingBox()]);
  const before = await places();
  await tray(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('5 contacts restored')).toBeVisible();
  const conflict = page
    .getByRole('listitem')
    .filter({ hasText: 'Ann 003 cannot come back: its email belongs' });
  const link = conflict.getByRole('link', { name: 'another contact' });
  await expect(link).toHaveAttribute('href', `/contacts/${other.data.id}`);
  // The rows are those of before, and it is said.
  const old = page.getByRole('alert').filter({ hasText: 'Not up to date.' });
  await expect(old).toContainText('Roster cannot be reached.');
  await expect(rows(page)).toHaveCount(6);
  // Where somebody may be about to press, nothing has moved.
  const [firstRow, trayNow] = await places();
  expect([firstRow?.y, trayNow?.y]).toEqual(before.map((place) => place?.y));
  await page.unrouteAll();
  await old.getByRole('button', { name: 'Retry' }).click();
  await expect(old).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await expect(tray(page)).toContainText('1 selected');
});

test('deleting forever asks once more, and is for good', { tag: '@roster' }, async ({ page }) => {
  await openTrash(page);
  await page.getByRole('checkbox', { name: 'Select Ann 001' }).check();
  await page.getByRole('checkbox', { name: 'Select Ann 003' }).click({ modifiers: ['Shift'] });
  await tray(page).getByRole('button', { name: 'Delete forever' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 3 contacts forever?' });
  // One deletion: the first is the last that came into being.
  await expect(dialog).toContainText('Ann 001, Ann 003 and Ann 002');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await expect(page.getByText('3 contacts deleted forever')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  const restored = await callApi<{ count: number }>(place, 'POST', '/trash/restore', { ids });
  expect(restored.data.count).toBe(3);
  await page.getByRole('searchbox').fill(`${company} nobody`);
  await expect(page.getByRole('heading', { name: 'No contact matches' })).toBeVisible();
  await expectAccessible(page);
});

test.describe(() => {
  // The browser itself prints this.
  test.use({ expectedErrors: [/status of 400/] });

  test('an address whose place in the list is refused leads to the first page', { tag: '@roster' }, async ({
    page,
  }) => {
    for (const path of ['/contacts', '/contacts/trash']) {
      await page.goto(`${path}?search=${company}&cursor=garbage&page=3`);
      await expect(page.getByRole('heading', { name: 'could not be loaded' })).toBeVisible();
      await page.getByRole('button', { name: 'First page' }).first().click();
    }
    await expect(rows(page)).toHaveCount(6);
    await expect(page.getByRole('main')).toBeFocused();
  });
});
