import { readFile } from 'node:fs/promises';
import { expectAccessible } from './accessible';
import { expect, test } from './signed-in';

test('more contacts than one waits for are exported in the background', async ({ page }) => {
  await page.goto('/contacts?search=.example');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export contacts' });
  await expect(dialog).toContainText('10,000+ contacts matching “.example”');
  await expect(dialog).toContainText('Written in the background.');
  await dialog.getByRole('button', { name: 'Start export' }).click();
  const line = page.getByRole('region', { name: 'Exports' }).getByRole('listitem');
  await expect(line).toContainText(/^[\d,]+ contacts exported\. The file stays for a day\./, {
    timeout: 60_000,
  });
  await expectAccessible(page);
  // On every page, also after a reload.
  await page.goto('/segments');
  const downloading = page.waitForEvent('download');
  await line.getByRole('link', { name: 'Download' }).click();
  const file = await (await downloading).path();
  const count = Number((await line.textContent())?.split(' ')[0]?.replaceAll(',', ''));
  expect(count).toBeGreaterThan(50_000);
  expect((await readFile(file, 'utf8')).trim().split('\r\n')).toHaveLength(count + 1);
  await line.getByRole('button', { name: 'Delete this export' }).click();
  await expect(line).toBeHidden();
});
