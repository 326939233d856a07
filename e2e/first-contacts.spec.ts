import { expectAccessible } from './accessible';
import { rows } from './contacts-page';
import { migratedFolder } from './data-folders';
import { expect, test } from './journey';
import { startProgram } from './program';
import { signIn } from './sign-in';

test('an empty installation offers to add a contact or to load sample data', async ({ page }) => {
  const { folder, remove } = await migratedFolder();
  const own = await startProgram({ DATA_DIR: folder });
  try {
    await signIn(page, { url: own.url });
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
  } finally {
    await own.stop();
    await remove();
  }
});
