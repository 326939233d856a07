import { chooseForSelection, isReady } from '../contacts-page';
import { expect, test } from '../signed-in';
import { makeSamples, show, takeResized } from './take';

test.beforeAll(async ({ program }) => {
  await makeSamples(program.url);
});

test('selected and opened contacts', async ({ page }) => {
  await show(page, 'contacts-selected', '/contacts', (page) =>
    page.getByRole('checkbox', { name: 'Select all on this page' }).click(),
  );
  await show(page, 'contacts-some-selected', '/contacts', async (page) => {
    await isReady(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
  });
  await page.goto('/contacts');
  await isReady(page);
  await page.getByRole('link', { name: 'Екатерина' }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Contact' })).toBeVisible();
  await takeResized(page, 'contacts-side');
  await show(page, 'contacts-delete', '/contacts', async (page) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await chooseForSelection(page, 'Delete');
    await expect(page.getByRole('alertdialog')).toBeVisible();
  });
});

test('menus and dialogs of the list', async ({ page }) => {
  await show(page, 'contacts-filter', '/contacts', async (page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).first().click();
    await expect(page.getByRole('combobox', { name: 'Filter by…' })).toBeVisible();
  });
  await show(page, 'contacts-filter-values', '/contacts', async (page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Filter by…' }).fill('segment');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('checkbox', { name: 'Customer' })).toBeVisible();
  });
  await show(page, 'contacts-company', '/contacts?company=Willow+Bank');
  await show(page, 'contacts-display', '/contacts', async (page) => {
    await page.getByRole('button', { name: 'Display', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await show(page, 'contacts-export', '/contacts', async (page) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await chooseForSelection(page, 'Export');
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await show(page, 'contacts-keys', '/contacts', async (page) => {
    await isReady(page);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});
