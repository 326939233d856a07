import type { Locator } from '@playwright/test';
import { contact } from '../lib/contract/contact';
import { segment } from '../lib/contract/segment';
import { dataOf, field, unique } from './contact-journey';
import { isReady, tray } from './contacts-page';
import { makeCompany } from './make-company';
import { expect, test } from './signed-in';

// By keyboard alone.

async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    await target.page().keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${String(target)}.`);
}

test('a contact is found, edited, assigned to two segments and saved', async ({ page, api }) => {
  const [vip, lead] = [
    dataOf(segment, await api('POST', '/segments', { title: unique('VIP') })),
    dataOf(segment, await api('POST', '/segments', { title: unique('Lead') })),
  ];
  const name = unique('Anastasia');
  const { id } = dataOf(
    contact,
    await api('POST', '/contacts', { email: `${unique('ana')}@example.com`, firstname: name }),
  );
  await page.goto('/contacts');
  await isReady(page);
  const key = (pressed: string) => page.keyboard.press(pressed);
  await key('/');
  await page.keyboard.type(name);
  await expect(page.getByRole('row')).toHaveCount(2);
  await key('Enter');
  await expect(page.getByRole('link', { name })).toBeFocused();
  await key('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await tabTo(field(page, 'Company'));
  await page.keyboard.type('Acme');
  await tabTo(field(page, 'Segments'));
  for (const { title } of [vip, lead]) {
    await page.keyboard.type(title);
    await expect(page.getByRole('option')).toHaveCount(1);
    await key('Enter');
    await expect(page.getByRole('button', { name: `Remove ${title}` })).toBeVisible();
  }
  await key('Control+Enter');
  await expect(page.getByText(`Updated ${name}`)).toBeVisible();
  const saved = dataOf(contact, await api('GET', `/contacts/${id}`));
  expect(saved.contact.company).toBe('Acme');
  expect(saved.segments.map(({ segmentId }) => segmentId).sort()).toEqual([vip.id, lead.id].sort());
});

test('five contacts of three pages are selected, deleted and restored', async ({ page, api }) => {
  const company = await makeCompany(api, 60);
  await page.goto('/contacts?size=25&sort=name');
  await isReady(page);
  const key = (pressed: string) => page.keyboard.press(pressed);
  const tabToButton = (name: string) => tabTo(page.getByRole('button', { name, exact: true }));
  await key('/');
  await page.keyboard.type(company);
  await expect(page.getByText('60 found')).toBeVisible();
  await key('ArrowDown');
  await expect(page.getByRole('link', { name: 'Ann 001' })).toBeFocused();
  await key('x');
  await key('j');
  await key('x');
  await key('n');
  await expect(page.getByRole('link', { name: 'Ann 026' })).toBeVisible();
  await key('p');
  await expect(page.getByRole('checkbox', { name: 'Select Ann 002' })).toBeChecked();
  await key('n');
  await expect(page.getByRole('link', { name: 'Ann 026' })).toBeVisible();
  await key('j');
  await key('x');
  await key('Shift+J');
  await tabToButton('Next page');
  await key('Enter');
  await expect(page.getByRole('link', { name: 'Ann 051' })).toBeVisible();
  await key('j');
  await key('x');
  await expect(tray(page)).toContainText('5 selected');
  await tabToButton('Delete');
  await key('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Delete 5 contacts?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await key('Tab');
  await key('Enter');
  await expect(page.getByText('5 contacts deleted')).toBeVisible();
  await expect(page.getByText('55 found')).toBeVisible();
  await key('Alt+T');
  await tabToButton('Undo');
  await key('Enter');
  await expect(page.getByText('5 contacts restored')).toBeVisible();
  await expect(page.getByText('60 found')).toBeVisible();

  // From a contact to the next one, and back to the row of the last.
  await key('/');
  await key('ArrowDown');
  await key('Enter');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await expect(heading('Ann 051')).toBeVisible();
  await key('j');
  await expect(heading('Ann 052')).toBeVisible();
  await key('k');
  await expect(heading('Ann 051')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous contact' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next contact' }).click();
  await expect(heading('Ann 052')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Ann 052' })).toBeFocused();

  // Single keys are listed, and can be turned off.
  await key('Shift+?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
  await key('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await key('/');
  await expect(page.getByRole('searchbox')).not.toBeFocused();
});
