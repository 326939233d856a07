import { rows } from './contacts-page';
import { migratedFolder } from './data-folders';
import { expect, test } from './journey';
import { API_TOKEN, startProgram } from './program';
import { signIn } from './sign-in';

test('an empty installation offers to add a contact or to load sample data', async ({ page }) => {
  const { folder, remove } = await migratedFolder();
  const own = await startProgram({ DATA_DIR: folder });
  try {
    await signIn(page, { url: own.url });
    await expect(page.getByRole('heading', { name: 'No contacts yet' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Add contact' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Load sample data' }).click();
    await expect(page.getByText(/\d+ sample contacts loaded/)).toBeVisible();
    await expect(rows(page)).toHaveCount(50);
    await page.goto(`${own.url}/contacts/trash`);
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();

    // Empty again, it says where they are.
    const api = (method: string, path: string, body?: unknown) =>
      fetch(`${own.url}/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${API_TOKEN}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    for (let left = 240; left > 0; left -= 100) {
      const { data } = (await (await api('GET', '/contacts?pageSize=100')).json()) as {
        data: { id: string }[];
      };
      await api('DELETE', '/contacts', { ids: data.map(({ id }) => id) });
    }
    await page.goto(`${own.url}/contacts`);
    await expect(page.getByText('You can restore 240 contacts from the trash.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No contacts', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open trash' })).toHaveAttribute('href', '/contacts/trash');
  } finally {
    await page.goto('about:blank');
    await own.stop();
    await remove();
  }
});
