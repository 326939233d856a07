import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { unique, uniquePhone } from './contact-journey';
import { give, isReady, open, rows, tray } from './contacts-page';
import { expect, test } from './signed-in';

/** Downloads from the dialog and returns the file's text. */
async function downloaded(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^contacts \d{4}-\d\d-\d\d\.csv$/);
  return readFile(await download.path(), 'utf8');
}

test('contacts are exported by filter and by selection, with chosen columns', async ({ page, api }) => {
  const company = unique('Export');
  const phone = uniquePhone();
  await api('POST', '/contacts', { email: `ana@${company}.example`, firstname: 'Ana', company });
  await api('POST', '/contacts', { phone, firstname: '=1+1', company });
  await api('POST', '/contacts', { email: `sara@${company}.example`, firstname: 'سارة', company });
  await open(page, company);

  const dialog = page.getByRole('dialog', { name: 'Export contacts' });
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toContainText(`3 contacts matching “${company}”`);
  await expectAccessible(page);
  for (const column of ['Updated', 'Segments', 'Job title', 'Last name'])
    await dialog.getByLabel(column, { exact: true }).uncheck();
  const csv = await downloaded(page);
  await expect(dialog).toBeHidden();
  // In the order of the list.
  expect(csv.split('\r\n').slice(1)).toEqual([
    `'=1+1,,'${phone.replaceAll(' ', '')},${company}`,
    `Ana,ana@${company.toLowerCase()}.example,,${company}`,
    `سارة,sara@${company.toLowerCase()}.example,,${company}`,
    '',
  ]);
  expect(csv.split('\r\n')[0]).toBe('First name,Email,Phone,Company');

  await rows(page).filter({ hasText: 'Ana' }).getByRole('checkbox').check();
  await rows(page).filter({ hasText: 'سارة' }).getByRole('checkbox').check();
  await tray(page).getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toContainText('2 selected contacts');
  for (const column of await dialog.getByRole('checkbox').all()) await column.uncheck();
  await expect(dialog.getByRole('button', { name: 'Export' })).toBeDisabled();
  await dialog.getByLabel('Email').check();
  await dialog.getByLabel('First name').check();
  await dialog.getByLabel('Format').selectOption('CSV for Excel');
  const excel = await downloaded(page);
  expect(excel.startsWith('\uFEFFFirst name;Email\r\n')).toBe(true);
  expect(
    excel
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(';')[0]),
  ).toEqual(['Ana', 'سارة']);
  await expect(tray(page)).toContainText('2 selected');

  // All matches are exported by their filter.
  const contacts = Array.from({ length: 30 }, (_, index) => ({
    email: `${index}@${company}.example`,
    company,
  }));
  await api('POST', '/contacts/batch', { contacts });
  await open(page, company);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await tray(page).getByRole('button', { name: 'Select all 33 matching' }).click();
  await expect(tray(page)).toContainText('All 33 selected');
  await tray(page).getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toContainText(`33 contacts matching “${company}”`);
  expect((await downloaded(page)).trim().split('\r\n')).toHaveLength(34);
});

test('a pasted list is previewed as an import, or the contacts in it are selected', async ({
  page,
  api,
  expectedErrors,
}) => {
  const mark = unique('paste');
  const email = (name: string) => `${name}.${mark}@example.com`;
  const phone = uniquePhone();
  await api('POST', '/contacts', { email: email('ana'), firstname: 'آنا', company: mark });
  await api('POST', '/contacts', { phone, firstname: 'Ben', company: mark });
  const lines = `Ana Silva, ${email('ANA')},\nBen Okafor,, ${phone}\nCleo Demir, ${email('cleo')}, ${uniquePhone()}`;

  await page.goto('/import');
  await page.getByRole('link', { name: 'Paste a list' }).click();
  const box = page.getByLabel('Rows of a sheet, or a line for each person');
  const select = page.getByRole('button', { name: 'Find these in Contacts' });
  await expect(box).toBeFocused();
  await select.click();
  await expect(box).toHaveAccessibleDescription(/Paste at least one email or phone number/);
  await expectAccessible(page);
  await box.fill('nobody@example.com');
  await select.click();
  await expect(box).toHaveAccessibleDescription(/No contact has one of these/);
  await box.fill(lines);
  expectedErrors.push(/Failed to load resource/);
  await page.route('**/import/paste', (route) => route.abort());
  await select.click();
  await expect(box).toHaveAccessibleDescription(/Roster cannot be reached/);
  await page.unroute('**/import/paste');
  await select.click();
  await page.waitForURL('**/contacts');
  await expect(tray(page)).toContainText('2 selected');
  await expect(page.getByText(`1 not found: ${email('cleo')}`)).toBeVisible();

  // Pasted on the list, the rows open in the box, and Enter previews their import.
  await give(page, 'paste', lines);
  await expect(box).toHaveValue(lines);
  await expect(page.getByRole('button', { name: 'Preview import' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/import\/[\w-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pasted rows');
  await expect(page.getByRole('button', { name: 'Import 3 contacts' })).toBeEnabled();

  // A file that is dropped on the list is imported at once.
  await page.goto('/contacts');
  await isReady(page);
  await give(page, 'drop', `Email\n${email('dora')}\n`);
  await page.waitForURL(/\/import\/[\w-]{36}$/);
  await expect(page.getByRole('button', { name: 'Import 1 contact' })).toBeEnabled();
});
