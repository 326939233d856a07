import { z } from 'zod';
import { contact } from '../lib/contract/contact';
import { expectAccessible } from './accessible';
import { dataOf, makeContact, makeSegment } from './contact-journey';
import { rows, title, tray } from './contacts-page';
import { emailAt, makeCompany } from './make-company';
import { expect, test } from './signed-in';

test('contacts are restored, stay where they cannot be, or are deleted forever', async ({ page, api }) => {
  const segment = await makeSegment(api, 'Gone');
  await api('DELETE', `/segments/${segment.id}`);
  const company = await makeCompany(api, 6);
  const listed = await api('GET', `/contacts?search=${company}&pageSize=50`);
  const ids = dataOf(z.array(contact), listed).map(({ id }) => id);
  await api('DELETE', '/contacts', { ids });
  await page.goto('/contacts');
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('tab', { name: /^Segments \d/ }).click();
  await page.getByRole('button', { name: `Restore ${segment.title}` }).click();
  await expect(page.getByText(`Restored segment ${segment.title}`)).toBeVisible();
  await page.getByRole('tab', { name: /^Contacts \d/ }).click();
  await page.getByRole('searchbox', { name: 'Search the trash' }).fill(company);
  await expect(title(page)).toHaveText('Trash');
  await expect(rows(page)).toHaveCount(6);
  await expect(rows(page).first()).toContainText('just now');
  await expect(rows(page).first()).toContainText('30 days');

  // A row opens with its values.
  await page.getByRole('link', { name: 'Ann 002' }).click();
  const opened = page.getByRole('dialog', { name: 'Ann 002' });
  await expect(opened).toContainText(emailAt(company, 'ann.2'));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();

  await page.getByRole('checkbox', { name: 'Select Ann 001' }).check();
  await page.getByRole('checkbox', { name: 'Select Ann 004' }).check();
  await tray(page).getByRole('button', { name: 'Delete forever' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 contacts forever?' });
  await expect(dialog).toContainText(/Ann 00[14] and Ann 00[14]/);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await expect(page.getByText('2 contacts deleted forever')).toBeVisible();
  await expect(rows(page)).toHaveCount(4);

  const email = emailAt(company, 'ann.3');
  const other = await makeContact(api, { email, firstname: 'Other' });
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await tray(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('3 contacts restored')).toBeVisible();
  const conflict = page
    .getByRole('listitem')
    .filter({ hasText: 'Could not restore Ann 003: its email belongs' });
  const link = conflict.getByRole('link', { name: 'another contact' });
  await expect(link).toHaveAttribute('href', `/contacts/${other.id}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(tray(page)).toContainText('1 selected');
  await page.goto(`/contacts?search=${company}&sort=name`);
  await expect(page.locator('[data-row-link]')).toHaveText(['Ann 002', 'Ann 005', 'Ann 006', 'Other']);

  // Emptying says how many, also of segments.
  await api('DELETE', `/segments/${segment.id}`);
  await page.goto('/contacts/trash');
  await page.getByRole('button', { name: 'Empty trash' }).click();
  const emptying = page.getByRole('alertdialog', {
    name: /^Delete [\d,]+ contacts? and \d+ segments? forever\?$/,
  });
  await expectAccessible(page);
  const number = emptying.getByLabel(/^Type .* to confirm$/);
  if (await number.isVisible())
    await number.fill(/[\d,]+/.exec((await emptying.getByRole('heading').textContent()) ?? '')?.[0] ?? '');
  await emptying.getByRole('button', { name: 'Delete forever' }).click();
  await expect(emptying).toBeHidden();
  await expect(page.getByText('No deleted contacts')).toBeVisible();
  await page.getByRole('tab', { name: 'Segments' }).click();
  await expect(page.getByText('No deleted segments')).toBeVisible();
  await expectAccessible(page);
});
