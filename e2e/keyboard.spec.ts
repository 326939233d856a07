import type { Locator } from '@playwright/test';
import { contact } from '../lib/contract/contact';
import { segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import { dataOf, field, unique } from './contact-journey';
import { heading, isReady, tray } from './contacts-page';
import { expect, test } from './signed-in';
import { makeContacts } from './table-contacts';

// By keyboard alone, among 100,000 contacts.

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

test('five contacts of three pages are selected, deleted and restored', async ({
  page,
  program,
  service,
  browser,
  session,
}, { workerIndex }) => {
  const company = `Keycorp${workerIndex}${Date.now()}`;
  await makeContacts({ program, service, browser, session }, { count: 60, company });
  await page.goto('/contacts?size=25&sort=name');
  await isReady(page);
  const key = (pressed: string) => page.keyboard.press(pressed);
  const tabToButton = (name: string) => tabTo(page.getByRole('button', { name, exact: true }));
  await key('/');
  await page.keyboard.type(company);
  await expect(heading(page)).toHaveText('Contacts60 found');
  await key('ArrowDown');
  // What the first letters find are the same: until all of them are searched, keys are for the box.
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
  await expectAccessible(page);
  await key('Tab');
  await key('Enter');
  await expect(page.getByText('5 contacts deleted')).toBeVisible();
  await expect(heading(page)).toHaveText('Contacts55 found');
  await expect(heading(page)).toBeFocused();
  await key('Alt+T');
  await tabToButton('Undo');
  await key('Enter');
  await expect(page.getByText('5 contacts restored')).toBeVisible();
  await expect(heading(page)).toHaveText('Contacts60 found');
});
