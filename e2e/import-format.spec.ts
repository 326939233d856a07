import { strToU8, zipSync } from 'fflate';
import { expectAccessible } from './accessible';
import { unique } from './contact-journey';
import { expect, test } from './signed-in';

test('how a file is read is guessed, shown and chosen', async ({ page }) => {
  const mark = unique('format');
  const people = (name: string) =>
    new Uint8Array(
      Buffer.from(
        `Kunden;;\r\nE-Mail;Vorname;Abgemeldet\r\n${name}.${mark}@example.com;Jürgen;ja\r\n`,
        'latin1',
      ),
    );
  const archive = zipSync({
    'kunden.csv': people('a'),
    'gäste.csv': strToU8(`Email,First name\nb.${mark}@example.com,Zoë\n`),
  });
  await page.goto('/import');
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeEnabled();
  await page.getByLabel('File of contacts').setInputFiles({
    name: `${mark}.zip`,
    mimeType: 'application/zip',
    buffer: Buffer.from(archive),
  });
  await page.waitForURL(/\/import\/[\w-]+$/);
  const file = page.getByRole('group', { name: 'File options' });
  await page.getByText('File options').click();
  await expect(page.getByLabel('File', { exact: true })).toHaveValue('kunden.csv');
  await expect(file.getByLabel('Encoding')).toHaveValue('windows-1252');
  await expect(file.getByText('Jürgen')).toBeVisible();
  await expect(file.getByLabel('Header in line')).toHaveValue('2');
  await expect(page.getByLabel('Abgemeldet becomes')).toHaveValue('doNotContact');
  await expect(page.getByText('1 row is marked “Do not contact”')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 1 contact' })).toBeEnabled();
  await expectAccessible(page);

  await file.getByLabel('Encoding').selectOption('Central European (DOS 852)');
  await expect(file.getByText('Jürgen')).toBeHidden();
  await expect(page.getByText('JŘrgen').first()).toBeVisible();
  await file.getByLabel('Header in line').fill('1');
  await file.getByLabel('Header in line').press('Enter');
  await expect(page.getByLabel('Kunden becomes')).toBeVisible();
  await page.getByLabel('File', { exact: true }).selectOption('gäste.csv');
  await expect(file.getByLabel('Encoding')).toHaveValue('utf-8');
  await expect(page.getByLabel('First name becomes')).toHaveValue('firstname');
  await expect(page.getByText('marked “Do not contact”')).toBeHidden();
});
