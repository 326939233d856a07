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
  await expect(figure('Other person')).toHaveText('1Other person');
  for (const [label, count] of Object.entries({ New: 3, 'Skipped values': 3, Rejected: 1 }))
    await expect(figure(label)).toHaveText(`${count}${label}`);
  await figure('Other person').click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Same phone as another person: line 3.');
  await figure('Skipped values').click();
  await expect(rows.filter({ hasText: 'Ana' })).toContainText(`E-Mail 2 “${email('ana.home')}”`);
  await expect(rows.filter({ hasText: 'Dora' })).toContainText('The country code is missing.');
  await figure('Rejected').click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Means “no value”.');
  await expectAccessible(page);

  // Choose the suggested country, then what to do with shared phones. Each choice plans the file again.
  await page.getByRole('button', { name: 'Read as Germany' }).click();
  await expect(figure('Corrected')).toHaveText('1Corrected');
  await figure('Corrected').click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`Phone “${lost}”: Read as ${formatPhone(`+${lost}`)}`);
  await page.getByLabel('These rows').selectOption('Import without the shared address');
  await expect(figure('New')).toHaveText('4New');
  await expect(figure('Other person')).toBeHidden();
  await page.getByRole('button', { name: 'Prefer E-Mail 2' }).click();
  await figure('Skipped values').click();
  await expect(rows.filter({ hasText: 'Ana' })).toContainText(`E-Mail “${email('ana')}”`);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download rejected rows' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text).toContain('Emil;Frost;unknown;n/a;');
  await page.getByRole('button', { name: 'Import 4 contacts' }).click();
  await expect(page.getByText('4 created, 1 rejected. 3 rows have skipped values.')).toBeVisible();
  await figure('Skipped values').click();
  await expect(rows.filter({ hasText: 'Ben' })).toContainText('Same phone as another person. Skipped.');
  await expectAccessible(page);

  const { body } = await api('GET', `/contacts?search=${mark}&sort=email`);
  const stored = (body as { data: { email: string; phone: string | null }[] }).data;
  expect(stored.map((one) => [one.email, one.phone])).toEqual([
    [email('ana.home'), shared.replaceAll(' ', '')],
    [email('ben'), null],
    [email('cleo'), `+${lost}`],
    [email('dora'), '+4930901820'],
  ]);
});
