import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expect, test } from './journey';
import { ADMIN, type Program, startProgram, temporaryFolder } from './program';

// One folder through both: first nothing is in it, then what the first has left.
test.describe.configure({ mode: 'serial' });

let folder: string;
let remove: () => Promise<void>;
let own: Program;

test.beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
  own = await startProgram({ DATA_DIR: folder });
});
test.afterAll(async () => {
  await own.stop();
  await remove();
});

async function signIn(page: Page): Promise<void> {
  await page.goto(`${own.url}/sign-in`);
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/contacts');
}

const rows = (page: Page) => page.locator('tbody tr[data-row]');

test('an empty installation offers to add a contact or to load sample data', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'No contacts yet' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Add contact' })).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await expect(page.getByText(/\d+ sample contacts loaded/)).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  await expectAccessible(page);
  // More segments than their list has room for.
  await page.goto(`${own.url}/contacts/new`);
  await expect(async () => {
    await page.getByLabel('Segments', { exact: true }).press('ArrowDown');
    await expect(page.getByRole('option')).toHaveCount(12, { timeout: 1_000 });
  }).toPass();
  await expectAccessible(page);
  await page.goto(`${own.url}/contacts/trash`);
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await expectAccessible(page);
});

test('a viewer is offered nothing that a viewer may not do', async ({ page }) => {
  await own.stop();
  const database = await PGlite.create(path.join(folder, 'database'));
  await database.exec(`update staff_user set role = 'viewer'`);
  await database.close();
  own = await startProgram({ DATA_DIR: folder });

  await signIn(page);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Add contact' })).toHaveCount(0);
  await page.locator('[data-row-link]').first().focus();
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Selection' })).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('option', { name: /Add|API tokens/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});
