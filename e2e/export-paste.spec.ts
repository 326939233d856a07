import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { unique, uniquePhone } from './contact-journey';
import { open, rows, tray } from './contacts-page';
import { expect, test } from './signed-in';

/** Downloads from the dialog and returns the file's text. */
async function downloaded(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
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
  for (const column of ['Created', 'Updated', 'Id', 'Segments', 'Job title', 'Last name'])
    await dialog.getByLabel(column, { exact: true }).uncheck();
  const csv = await downloaded(page);
  await expect(dialog).toBeHidden();
  expect(csv.split('\r\n').slice(1).sort()).toEqual(
    [
      '',
      `ana@${company.toLowerCase()}.example,,Ana,${company}`,
      `,'${phone.replaceAll(' ', '')},'=1+1,${company}`,
      `sara@${company.toLowerCase()}.example,,سارة,${company}`,
    ].sort(),
  );
  expect(csv.split('\r\n')[0]).toBe('Email,Phone,First name,Company');

  await rows(page).filter({ hasText: 'Ana' }).getByRole('checkbox').check();
  await rows(page).filter({ hasText: 'سارة' }).getByRole('checkbox').check();
  await tray(page).getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toContainText('2 selected contacts');
  for (const column of await dialog.getByRole('checkbox').all()) await column.uncheck();
  await expect(dialog.getByRole('button', { name: 'Download' })).toBeDisabled();
  await dialog.getByLabel('Email').check();
  await dialog.getByLabel('First name').check();
  await dialog.getByLabel('Format').selectOption('CSV for Excel');
  const excel = await downloaded(page);
  expect(excel.startsWith('\uFEFFEmail;First name\r\n')).toBe(true);
  expect(
    excel
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(';')[1])
      .sort(),
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
  await expect(tray(page)).toContainText(`All 33 matching “${company}” selected`);
  await tray(page).getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toContainText(`33 contacts matching “${company}”`);
  expect((await downloaded(page)).trim().split('\r\n')).toHaveLength(34);
});

test('a pasted list is looked up, chosen from, selected and created', async ({
  page,
  api,
  expectedErrors,
}) => {
  const mark = unique('paste');
  const email = (name: string) => `${name}.${mark}@example.com`;
  const phone = uniquePhone();
  await api('POST', '/contacts', { email: email('ana'), firstname: 'آنا', company: mark });
  await api('POST', '/contacts', { phone, firstname: 'Ben', company: mark });
  await api('POST', '/contacts', { email: email('eve'), firstname: '江里', company: mark });

  await page.goto('/import');
  await page.getByRole('link', { name: 'Paste a list' }).click();
  const box = page.getByLabel('Paste emails or phone numbers');
  const lookUp = page.getByRole('button', { name: 'Look up' });
  const result = page.getByRole('region', { name: 'Result' });
  await expect(box).toBeEnabled();
  await lookUp.click();
  await expect(box).toBeFocused();
  await expect(box).toHaveAccessibleDescription(/Paste at least one email or phone number/);

  const other = uniquePhone();
  const text = `Ana <${email('ANA')}>; ${phone}\n"van Dyk, Cleo" <${email('cleo')}>, ${other}\n${email('eve')}, ${email('dora')}\n${email('ana')}\nhello there`;
  await box.fill(text);
  expectedErrors.push(/Failed to load resource/);
  await page.route('**/import/paste', (route) => route.abort());
  await lookUp.click();
  await expect(box).toHaveAccessibleDescription(/Roster cannot be reached/);
  await expect(box).toHaveValue(text);
  await page.unroute('**/import/paste');
  await page.keyboard.press('Control+Enter');

  await expect(result.getByRole('status').first()).toHaveText(
    '1 found, 2 not found, 1 ambiguous, 1 not read',
  );
  for (const title of ['1 found', '2 not found', '1 not read'])
    await result.getByText(title, { exact: true }).click();
  await expect(result.getByRole('listitem')).toHaveText([
    `江里${email('eve')}`,
    `${email('ANA')}, ${phone}آنا${email('ana')}Ben${phone}`,
    `van Dyk, Cleo${email('cleo')}, ${other}`,
    email('dora'),
    'hello there',
  ]);
  await expectAccessible(page);

  await result.getByRole('button', { name: 'Create 2 contacts' }).click();
  await expect(result.getByText('2 contacts created')).toBeVisible();
  await expect(result).toBeFocused();
  await expect(result.getByText('3 found', { exact: true })).toBeVisible();
  await expect(result.getByText('0 not found', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const { body } = await api('GET', `/contacts?search=${email('cleo')}`);
  const [cleo] = (body as { data: { phone: string; contact: object }[] }).data;
  expect(cleo).toMatchObject({
    phone: other.replaceAll(' ', ''),
    contact: { firstname: 'Cleo', lastname: 'van Dyk' },
  });

  await result.getByRole('checkbox', { name: 'آنا' }).check();
  await result.getByRole('button', { name: 'Select 4 contacts' }).click();
  await page.waitForURL('**/contacts');
  await expect(tray(page)).toContainText('4 selected');
});
