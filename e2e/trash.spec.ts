import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { rows, title, tray } from './contacts-page';
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
  await expect(title(page)).toHaveText('Trash6 found');
  await expect(rows(page)).toHaveCount(6);
}

test('selected contacts are restored', { tag: '@roster' }, async ({ page }) => {
  await openTrash(page);
  await expect(rows(page).first()).toContainText('just now');
  await expect(rows(page).first()).toContainText('in 30 days');
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Select Ann 002' }).check();
  await page.getByRole('checkbox', { name: 'Select Ann 005' }).check();
  await tray(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('2 contacts restored')).toBeVisible();
  await expect(rows(page)).toHaveCount(4);
  await expect(tray(page)).toBeHidden();
  await expectAccessible(page);
  await page.goto(`/contacts?search=${company}&sort=name`);
  await expect(page.locator('[data-row-link]')).toHaveText(['Ann 002', 'Ann 005']);
});

test('what cannot come back is named, and stays', { tag: '@roster' }, async ({ page }) => {
  const email = `ann.003@${company.toLowerCase()}.example`;
  const other = await callApi<{ id: string }>(place, 'POST', '/contacts', { email, firstname: 'Other' });
  await openTrash(page);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await tray(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('5 contacts restored')).toBeVisible();
  const conflict = page
    .getByRole('listitem')
    .filter({ hasText: 'Could not restore Ann 003: its email belongs' });
  const link = conflict.getByRole('link', { name: 'another contact' });
  await expect(link).toHaveAttribute('href', `/contacts/${other.data.id}`);
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
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expectAccessible(page);
});
