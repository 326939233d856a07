import { readFile } from 'node:fs/promises';
import { formatPhone } from '../components/text/phone';
import { expectAccessible } from './accessible';
import { unique, uniquePhone } from './contact-journey';
import { expect, test } from './signed-in';

test('a file as people have it: what is held back and left out is shown, with a choice', async ({
  page,
  api,
}) => {
  const mark = unique('held');
  const email = (name: string) => `${name}.${mark}@example.com`;
  const shared = uniquePhone();
  const lost = uniquePhone().replace(/\D/g, '');
  const lines = [
    'Guests of the fair;;;;;',
    'First name;Last name;E-Mail;E-Mail 2;Phone;Company',
    `Ana;Silva;${email('ana')};${email('ana.home')};${shared};Acme`,
    `Ben;Okafor;${email('ben')};;${shared};Acme`,
    `Cleo;Demir;Cleo Demir <${email('cleo')}>;;${lost};NULL`,
    `Dora;Eck;${email('dora')};;030 901820;`,
    'Emil;Frost;unknown;n/a;-;Acme',
  ];
  await page.goto('/import');
  await page.getByLabel('File of contacts').setInputFiles({
    name: `${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
  await page.waitForURL(/\/import\/[\w-]+$/);

  const figure = (label: string) => page.getByRole('button', { name: new RegExp(`^\\d+ ?${label}$`) });
  const rows = page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem');
  const show = page.getByLabel('Rows to show');
  for (const [label, count] of Object.entries({ New: 3, Updated: 0, Unchanged: 0, 'Held back': 2 }))
    await expect(figure(label)).toHaveText(`${count}${label}`);
  await figure('Held back').click();
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Ben' })).toContainText('Line 3 has this phone.');
  await expect(rows.filter({ hasText: 'Emil' })).toContainText('Means “no value”.');
  await show.selectOption('Values left out (3)');
  await expect(rows.filter({ hasText: 'Ana' })).toContainText(`E-Mail 2 “${email('ana.home')}”`);
  await expect(rows.filter({ hasText: 'Dora' })).toContainText('The country code is missing.');
  await expectAccessible(page);

  // Choose the suggested country, then what to do with shared phones. Each choice plans the file again.
  await page.getByRole('button', { name: 'Read as Germany' }).click();
  await show.selectOption('Read differently (1)');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`Phone “${lost}”: Read as ${formatPhone(`+${lost}`)}`);
  await page.getByLabel('These rows').selectOption('Import without the shared email or phone');
  await expect(figure('New')).toHaveText('4New');
  await expect(figure('Held back')).toHaveText('1Held back');
  await page.getByRole('button', { name: 'Prefer E-Mail 2' }).click();
  await show.selectOption('leftOut');
  await expect(rows.filter({ hasText: 'Ana' })).toContainText(`E-Mail “${email('ana')}”`);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download held-back rows' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text).toContain('Emil;Frost;unknown;n/a;');
  await page.getByRole('button', { name: 'Import 4 contacts' }).click();
  await expect(page.getByText('4 contacts added.')).toBeVisible();
  await expect(page.getByText('1 row was held back, 3 rows have values left out.')).toBeVisible();
  await show.selectOption('leftOut');
  await expect(rows.filter({ hasText: 'Ben' })).toContainText('Another person has this phone. Left out.');
  await expectAccessible(page);

  const { body } = await api('GET', `/contacts?search=${mark}&sort=email`);
  const stored = (body as { data: { email: string; phone: string | null }[] }).data;
  expect(stored.map((one) => [one.email, one.phone])).toEqual([
    [email('ana.home'), shared.replaceAll(' ', '')],
    [email('ben'), null],
    [email('cleo'), `+${lost}`],
    [email('dora'), '+4930901820'],
  ]);

  // Those rows open as another import, where they are corrected.
  await page.getByRole('button', { name: 'Fix' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${mark} held back.csv`);
  await page.getByRole('textbox', { name: 'E-Mail, line 5' }).fill(email('emil'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Import 1 contact' })).toBeEnabled();
});
