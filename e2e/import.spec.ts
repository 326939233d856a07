import { readFile } from 'node:fs/promises';
import { expectAccessible } from './accessible';
import { unique, uniquePhone } from './contact-journey';
import { expect, test } from './signed-in';

test('a file is planned, corrected, imported and undone', async ({ page, api, expectedErrors }) => {
  const mark = unique('import');
  const email = (name: string) => `${name}.${mark}@example.com`;
  const phone = uniquePhone();
  await api('POST', '/contacts', { email: email('ana'), firstname: 'Ana', company: 'Old' });
  await api('POST', '/contacts', { email: email('ben'), firstname: 'Ben' });
  await api('POST', '/contacts', { phone });
  const lines = [
    'E-Mail;Telefon;Vorname;Firma;Spitzname',
    `${email('ana')};;;New;`,
    `${email('ben')};;Ben;;`,
    `${email('cleo')};;كليو;Acme;Kleo`,
    `${email('dora')};;花子;;`,
    `${email('ana')};${phone};;;`,
    'not an email;;Emil;;',
  ];
  const name = `${mark}.csv`;

  await page.goto('/contacts');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeEnabled();
  expectedErrors.push(/400 .*photo\.csv/);
  const file = page.getByLabel('File of contacts');
  await file.setInputFiles({
    name: 'photo.csv',
    mimeType: 'image/png',
    buffer: Buffer.from([0, 1, 2, 0, 255]),
  });
  await expect(page.getByRole('alert').filter({ hasText: 'This is not a table.' })).toBeVisible();
  const buffer = Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
  await file.setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.waitForURL(/\/import\/[\w-]+$/);

  const figure = (label: string) => page.getByRole('button', { name: new RegExp(`^\\d+ ?${label}$`) });
  const rows = page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem');
  const start = page.getByRole('button', { name: 'Import 3 contacts' });
  await expect(start).toBeEnabled();
  await page.getByText('File options').click();
  await expect(page.getByLabel('Delimiter')).toHaveValue(';');
  await expect(page.getByText('1 column is left out: Spitzname')).toBeVisible();
  for (const [label, count] of Object.entries({
    New: 2,
    Updated: 1,
    Unchanged: 1,
    'Held back': 2,
  }))
    await expect(figure(label)).toHaveText(`${count}${label}`);
  await figure('Updated').click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('CompanyOld → New');
  await figure('Held back').click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('This is not a valid email address.');
  await expect(rows.getByRole('link', { name: phone })).toHaveAttribute('href', /\/contacts\//);
  await figure('Held back').click();
  await expect(rows).toHaveCount(6);
  await expectAccessible(page);

  // Each change of the format is saved and planned at once.
  await page.getByLabel('Encoding').selectOption('Western (Windows-1252)');
  await expect(rows.filter({ hasText: '花子' })).toHaveCount(0);
  await page.getByLabel('Encoding').selectOption('Unicode (UTF-8)');
  await expect(rows.filter({ hasText: '花子' })).toHaveCount(1);
  await page.getByLabel('Delimiter').selectOption('Comma');
  await expect(page.getByLabel('Firma becomes')).toBeHidden();
  await page.getByLabel('Delimiter').selectOption('Semicolon');
  await expect(figure('New')).toHaveText('2New');
  await page.getByLabel('Firma becomes').selectOption('Leave out');
  await expect(page.getByRole('button', { name: 'Import 2 contacts' })).toBeEnabled();
  await page.getByLabel('Spitzname becomes').selectOption('Company');
  await expect(rows.filter({ hasText: 'Company Kleo' })).toHaveCount(1);
  await page.getByLabel('Firma becomes').selectOption('Company');
  await page.getByLabel('Spitzname becomes').selectOption('Leave out');
  await page.getByRole('button', { name: 'Keep as a note' }).click();
  await expect(page.getByLabel('Spitzname becomes')).toHaveValue('note');
  await expect(page.getByText('1 column is left out')).toBeHidden();
  await page.getByLabel('Import', { exact: true }).selectOption('New contacts only');
  await expect(figure('Unchanged')).toHaveText('2Unchanged');
  await page.getByLabel('Import', { exact: true }).selectOption('New and existing contacts');
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('CLEO');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.reload();
  await expect(start).toBeEnabled();

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download held-back rows' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${mark} rejected.csv`);
  expect(await readFile(await download.path(), 'utf8')).toContain(
    'not an email;;Emil;;;7;E-Mail “not an email”: This is not a valid email address.',
  );

  // A colleague changes a contact between plan and run.
  await api('POST', '/contacts', { email: email('ana'), company: 'Newer' });
  await start.click();
  await expect(page.getByText('2 contacts added, 1 updated.')).toBeVisible();
  await expect(page.getByText('2 rows were held back.')).toBeVisible();
  await expect(rows.filter({ hasText: 'Other values than in the preview' })).toHaveCount(1);
  await page.getByRole('button', { name: '1 row changed since the preview' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('CompanyNewer → New');
  await expectAccessible(page);
  await figure('New').click();
  await rows.getByRole('link', { name: 'كليو' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('كليو');
  await expect(page.getByText('Acme').first()).toBeVisible();
  await expect(page.getByText('Spitzname: Kleo')).toBeVisible();

  // The undo names contacts that were edited since, and keeps them.
  const { body } = await api('GET', `/contacts?search=${email('dora')}`);
  const [dora] = (body as { data: { id: string }[] }).data;
  await api('PUT', `/contacts/${dora?.id}`, { company: 'Initech' });
  await page.goto('/import');
  await expect(page.getByRole('row', { name: name })).toContainText('2 added, 1 updated');
  await expectAccessible(page);
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'Moves 1 new contact to the trash and resets 1. 1 was edited since and stays.',
  );
  await expect(dialog.getByRole('link', { name: '花子' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(
    page.getByText('Import undone. 2 contacts are as they were. 1 was edited since and kept.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: '花子' }).first()).toBeVisible();
  const { body: after } = await api('GET', `/contacts?search=${mark}&sort=email`);
  const companies = (after as { data: { contact: { company?: string } }[] }).data.map(
    ({ contact }) => contact.company,
  );
  expect(companies).toEqual(['Newer', undefined, 'Initech']);
});

test('rejected and incomplete rows are corrected in the plan, one by one and all at once', async ({
  page,
}) => {
  const mark = unique('fix');
  const email = (name: string) => `${name}.${mark}@example.com`;
  const phones = Array.from({ length: 3 }, () => uniquePhone().replace('+49 ', '0'));
  const lines = [
    'Email,Phone,First name',
    `${email('ana')},${phones[0]},Ana`,
    `ben(at)${mark}.example.com,,Ben`,
    ',,Cleo',
    `,${phones[1]},Dora`,
    `,${phones[2]},Eve`,
  ];
  await page.goto('/import');
  await page.getByLabel('File of contacts').setInputFiles({
    name: `${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  await page.waitForURL(/\/import\/[\w-]+$/);
  const figure = (label: string) => page.getByRole('button', { name: new RegExp(`^\\d+ ?${label}$`) });
  await expect(figure('Held back')).toHaveText('4Held back');
  await figure('Held back').click();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Email, line 3' }).fill(email('ben'));
  await page.keyboard.press('Enter');
  await expect(figure('Held back')).toHaveText('3Held back');
  // Leaving a cell saves it, and the next cell keeps the focus.
  const cleo = page.getByRole('textbox', { name: 'Email, line 4' });
  await cleo.fill(email('cleo'));
  await page.keyboard.press('Tab');
  await expect(figure('Held back')).toHaveText('2Held back');
  await expect(page.getByText('3 phones have no country code')).toBeVisible();
  await page.getByLabel('Country of phone numbers').selectOption('Germany');
  await expect(figure('Held back')).toHaveText('0Held back');
  // The filter "Held back" has no rows left, so all rows are shown.
  await expect(page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')).toHaveCount(5);
  await expect(page.getByLabel('Rows to show')).toHaveValue('all');
  await figure('New').click();
  await page.getByRole('button', { name: 'Import 5 contacts' }).click();
  await expect(page.getByText('5 contacts added.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View 5 contacts' }).click();
  await expect(page.getByRole('row')).toHaveCount(6);

  // Nothing was edited since, so one click undoes it. The same file can then be imported again, with its corrections.
  await page.goBack();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('Import undone. 5 new contacts moved to the trash.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change and import again' }).click();
  await expect(figure('New')).toHaveText('5New');
  await page.getByRole('button', { name: 'Import 5 contacts' }).click();
  await expect(page.getByText('5 contacts added.')).toBeVisible();
});

test('columns that lead nowhere become fields of their own', async ({ page, api }) => {
  const mark = unique('columns');
  const lines = [
    `Email;Customer no ${mark};Plan ${mark};Score ${mark}`,
    ...['Pro', 'Free', 'Pro', 'Free'].map(
      (plan, index) => `p${index}.${mark}@example.com;004${index};${plan};${index}`,
    ),
  ];
  await page.goto('/import');
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeEnabled();
  await page.getByLabel('File of contacts').setInputFiles({
    name: `${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lines.join('\n')}\n`),
  });
  await page.waitForURL(/\/import\/[\w-]+$/);
  await expect(page.getByText('3 columns are left out')).toBeVisible();
  await page.getByLabel(`Customer no ${mark} becomes`).selectOption('New field…');
  const label = page.getByLabel(`Label of the field of Customer no ${mark}`);
  await expect(label).toHaveValue(`Customer no ${mark}`);
  await expect(page.getByLabel(`Type of the field of Customer no ${mark}`)).toHaveValue('text');
  await label.fill(`Number ${mark}`);
  await label.press('Enter');
  await page.getByRole('button', { name: 'Create fields' }).click();
  await expect(page.getByLabel(`Type of the field of Plan ${mark}`)).toHaveValue('choice');
  await page.getByLabel(`Type of the field of Score ${mark}`).selectOption('Text');
  await expect(page.getByText(`Creates 3 fields: Number ${mark}, Plan ${mark}, Score ${mark}`)).toBeVisible();
  const rows = page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem');
  await expect(rows.first()).toContainText(`Number ${mark} 0040`);
  await expect(rows.first()).toContainText(`Plan ${mark} Pro`);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Import 4 contacts' }).click();
  await expect(page.getByText('4 contacts added.')).toBeVisible();
  await expect(rows.first()).toContainText(`Plan ${mark} Pro`);
  const { body } = await api('GET', `/contacts?search=${mark}&sort=email`);
  const [first] = (body as { data: { id: string; fields: Record<string, string> }[] }).data;
  expect(Object.values(first?.fields ?? {}).toSorted()).toEqual(['0', '0040', 'pro']);

  // The list filters and exports what the file has brought.
  const [plan] = Object.entries(first?.fields ?? {}).find(([, value]) => value === 'pro') ?? [];
  await page.goto(`/contacts?search=${mark}&own=${plan}%3Dpro`);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export contacts' });
  await dialog.getByLabel('Preset').selectOption('All columns');
  await expect(dialog.getByLabel(`Plan ${mark}`)).toBeChecked();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(3);
  expect(text.split('\r\n')[0]).toContain(`Number ${mark},Plan ${mark},Score ${mark}`);

  await page.goto('/import');
  await page.getByRole('link', { name: `${mark}.csv` }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('Import undone. 4 new contacts moved to the trash.')).toBeVisible();
  const fields = (await api('GET', '/fields')).body as { data: { id: string; label: string }[] };
  const created = fields.data.filter((field) => field.label.endsWith(mark));
  expect(created).toHaveLength(3);
  for (const { id } of created) await api('PUT', `/fields/${id}`, { archived: true });
});
