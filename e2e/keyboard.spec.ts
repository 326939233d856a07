import type { Locator, Page } from '@playwright/test';
import { contact } from '../lib/contract/contact';
import { expectAccessible } from './accessible';
import { chooseAction, dataOf, editName, field, makeContact, makeSegment, unique } from './contact-journey';
import { isReady, open, tray, wholePage } from './contacts-page';
import { makeCompany } from './make-company';
import { expect, test } from './signed-in';

// Journeys by keyboard alone.

const side = (page: Page) => page.getByRole('complementary', { name: 'Contact' });

async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    await target.page().keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${String(target)}.`);
}

test('a contact is found, edited, assigned to two segments and saved', async ({ page, api }) => {
  const [vip, lead] = [await makeSegment(api, 'VIP'), await makeSegment(api, 'Lead')];
  const name = unique('Anastasia');
  const { id } = await makeContact(api, { email: `${unique('ana')}@example.com`, firstname: name });
  await page.goto('/contacts');
  await isReady(page);
  const key = (pressed: string) => page.keyboard.press(pressed);
  await key('/');
  await page.keyboard.type(name);
  await expect(page.getByRole('row')).toHaveCount(2);
  await key('Enter');
  await expect(page.getByRole('link', { name })).toBeFocused();
  await key('Enter');
  await expect(side(page).getByRole('heading', { level: 2, name })).toBeVisible();
  await tabTo(field(page, 'Company'));
  await page.keyboard.type('Acme');
  await tabTo(field(page, 'Segments'));
  await page.setViewportSize({ width: 1440, height: 420 });
  await side(page).evaluate((panel) => panel.scrollTo(0, 100));
  for (const { title } of [vip, lead]) {
    await page.keyboard.type(title);
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    expect(await side(page).evaluate(({ scrollTop }) => scrollTop)).toBe(100);
    await key('Enter');
    await expect(page.getByRole('button', { name: `Remove ${title}` })).toBeVisible();
  }
  await key('Control+Enter');
  await expect(page.getByText(`Updated ${name}`)).toBeVisible();
  const saved = async () => dataOf(contact, await api('GET', `/contacts/${id}`));
  // The company was saved on its own, when its field was left.
  const segmentIds = async () => (await saved()).segments.map(({ segmentId }) => segmentId).sort();
  await expect.poll(segmentIds).toEqual([vip.id, lead.id].sort());
  expect((await saved()).contact.company).toBe('Acme');
});

test('five contacts of three pages are selected, deleted and restored', async ({ page, api }) => {
  const company = await makeCompany(api, 60);
  await page.goto('/contacts?size=25&sort=name');
  await isReady(page);
  const key = (pressed: string) => page.keyboard.press(pressed);
  const tabToButton = (name: string) => tabTo(page.getByRole('button', { name, exact: true }));
  await key('/');
  await page.keyboard.type(company);
  await expect(page.getByText(/^60 of [\d.,]+$/)).toBeVisible();
  // The rows appear shortly after their count.
  await expect(page.getByRole('link', { name: 'Ann 001' })).toHaveCount(1);
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
  await expect(page.getByText('Moved 5 contacts to the trash')).toBeVisible();
  await expect(page.getByText(/^55 of [\d.,]+$/)).toBeVisible();
  await key('Alt+T');
  await tabToButton('Undo');
  await key('Enter');
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(page.getByText(/^60 of [\d.,]+$/)).toBeVisible();

  // J and K step from a contact's page to others; the list then focuses the row of the last one.
  await page.getByRole('link', { name: 'Ann 051' }).click();
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

  // A dialog lists the single keys and can turn them off.
  await key('Shift+?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
  await key('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await key('/');
  await expect(page.getByRole('searchbox')).not.toBeFocused();
});

test('the table is one Tab stop, in which arrows lead everywhere', async ({ page, api }) => {
  const segments = await Promise.all(['First', 'Second', 'Third'].map((name) => makeSegment(api, name)));
  await open(page, await makeCompany(api, 4, (n) => (n === 1 ? segments.map(({ id }) => id) : [])));
  const key = (pressed: string) => page.keyboard.press(pressed);
  const link = (name: string) => page.getByRole('link', { name });
  const box = page.getByRole('checkbox', { name: 'Select Ann 004' });
  await page.getByRole('button', { name: 'Display', exact: true }).focus();
  await key('Tab');
  await expect(link('Ann 001')).toBeFocused();
  await key('Tab');
  await expect(link('Ann 001')).not.toBeFocused();
  await key('Shift+Tab');
  await expect(link('Ann 001')).toBeFocused();
  await key('End');
  await expect(link('Ann 004')).toBeFocused();
  await key('Space');
  await expect(box).toBeChecked();
  await key('ArrowUp');
  await key('ArrowDown');
  await expect(link('Ann 004')).toHaveAccessibleDescription('Selected');
  await key('ArrowLeft');
  await expect(box).toBeFocused();
  await key('Space');
  await expect(box).not.toBeChecked();
  await key('Home');
  await expect(link('Ann 001')).toBeFocused();
  // All segments of a row are told where some have no room.
  await key('ArrowRight');
  for (const { title } of segments) await expect(page.getByRole('tooltip')).toContainText(title);
  await key('ArrowLeft');
  await expect(link('Ann 001')).toBeFocused();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await key('ArrowUp');
  await expect(wholePage(page)).toBeFocused();
  await key('ArrowRight');
  await expect(page.getByRole('button', { name: 'Name', exact: true })).toBeFocused();
  await key('ArrowDown');
  await expect(link('Ann 001')).toBeFocused();
});

test('Enter opens a contact beside the list, where the next ones are looked at, edited and deleted', async ({
  page,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  await api('POST', '/segments', { title: unique('VIP') });
  const company = await makeCompany(api, 30);
  await open(page, company);
  const key = (pressed: string) => page.keyboard.press(pressed);
  const beside = side(page);
  const name = (title: string) => beside.getByRole('heading', { level: 2, name: title });
  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  await key('j');
  await key('Enter');
  await expect(name('Ann 001')).toBeVisible();
  await expect(beside).toBeFocused();
  await expect(beside.getByRole('button', { name: 'Previous contact' })).toBeDisabled();
  await expectAccessible(page);
  await key('j');
  await expect(name('Ann 002')).toBeVisible();
  await key('x');
  await expect(page.getByRole('checkbox', { name: 'Select Ann 002' })).toBeChecked();
  await beside.getByRole('button', { name: 'Next contact' }).click();
  await expect(name('Ann 003')).toBeVisible();
  await page.reload();
  await isReady(page);
  await expect(name('Ann 003')).toBeVisible();

  // A save updates the list, and J continues from the old position.
  const firstName = beside.getByLabel('First name');
  await editName(beside);
  await firstName.fill('Zoe');
  await key('Control+Enter');
  await expect(row('Ann 003')).toHaveCount(0);
  await expect(name('Zoe 003')).toBeVisible();
  await beside.focus();
  await key('j');
  await expect(name('Ann 004')).toBeVisible();
  await key('k');
  await expect(name('Zoe 003')).toBeVisible();
  await editName(beside);
  await firstName.fill('Ann');
  await key('Control+Enter');
  await expect(row('Ann 003')).toBeVisible();
  const jobTitle = beside.getByLabel('Job title');
  await jobTitle.fill('Pilot');
  await key('Control+Enter');
  await expect(row('Ann 003').getByText('Pilot')).toBeAttached();
  await jobTitle.fill('Captain');
  await key('Escape');
  await expect(jobTitle).toHaveValue('Pilot');
  await expect(beside).toBeFocused();
  const segments = field(page, 'Segments');
  await segments.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await key('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(segments).toBeFocused();
  // The list is above all else, so it closes where a dialog opens.
  await segments.press('ArrowDown');
  await expect(page.locator('.picker-popup')).toBeVisible();
  await key('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('.picker-popup')).toBeHidden();
  await key('Escape');

  // A click opens another contact at the side; it stays open on the next page of the list.
  await row('Ann 001').getByRole('link').click();
  await expect(name('Ann 001')).toBeVisible();
  await key('n');
  await expect(page.getByRole('link', { name: 'Ann 026' })).toBeVisible();
  await expect(name('Ann 001')).toBeVisible();
  await key('Escape');
  await expect(beside).toBeHidden();
  await expect(page).not.toHaveURL(/contact=/);

  await page.getByRole('link', { name: 'Ann 026' }).focus();
  await key('Enter');
  await chooseAction(beside, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted Ann 026')).toBeVisible();
  await expect(beside).toBeHidden();
  await expect(page.getByRole('link', { name: 'Ann 026' })).toBeHidden();
  await page.getByRole('link', { name: 'Ann 027' }).focus();
  await key('Enter');
  await expect(name('Ann 027')).toBeVisible();
  // Enter that is pressed while the side still loads is not for the link.
  await expect(async () => {
    await page.getByRole('link', { name: 'Ann 027' }).focus();
    await key('Enter');
    await expect(beside).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await beside.getByRole('link', { name: 'Open page' }).click();
  const heading = (title: string) => page.getByRole('heading', { level: 1, name: title });
  await expect(heading('Ann 027')).toBeVisible();
  await key('j');
  await expect(heading('Ann 028')).toBeVisible();
  await page.goBack();
  await expect(name('Ann 027')).toBeVisible();

  // Single keys that work on every page.
  await key('e');
  await expect(field(page, 'Email')).toBeFocused();
  await key('Escape');
  await expect(beside).toBeFocused();
  await key('s');
  await expect(segments).toBeFocused();
  await beside.focus();
  await key('f');
  await expect(page.getByRole('dialog')).toBeVisible();
  await key('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await key('g');
  await key('s');
  await expect(page).toHaveURL(/\/segments$/);
  await key('c');
  await expect(page).toHaveURL(/\/contacts\/new$/);
  await page.getByRole('main').focus();
  await key('g');
  await key('c');
  await expect(page).toHaveURL(/\/contacts$/);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(name('Ann 027')).toBeVisible();

  // On screens too narrow for the side, Enter opens the page.
  await key('Escape');
  await page.setViewportSize({ width: 1000, height: 720 });
  await expect(page.getByRole('link', { name: 'Ann 027' })).toBeFocused();
  await key('Enter');
  await expect(heading('Ann 027')).toBeVisible();

  await page.goto('/contacts?contact=01a00000-0000-7000-8000-000000000000');
  await expect(name('Contact not found')).toBeVisible();
});
