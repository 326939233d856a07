import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { open, rows } from './contacts-page';
import { signIn } from './sign-in';
import { expect, test } from './signed-in';
import { makeContacts } from './table-contacts';

let company: string;

test.beforeAll(async ({ program, service, browser, session }, { workerIndex }) => {
  company = `Menucorp${workerIndex}${Date.now()}`;
  await makeContacts({ program, service, browser, session }, { count: 3, company });
});

const menu = (page: Page) => page.getByRole('dialog', { name: 'Command menu' });
const input = (page: Page) => menu(page).getByRole('combobox');
const options = (page: Page) => menu(page).getByRole('option');
const highlighted = (page: Page) => menu(page).locator('[role=option][data-highlighted]');
const opener = (page: Page) => page.getByRole('button', { name: 'Search or go to' });

async function ready(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(menu(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test('goes to pages and to contacts without the mouse', async ({ page }) => {
  await ready(page, '/contacts');
  await expect(input(page)).toBeFocused();
  await expect(highlighted(page)).toHaveText(/Contacts/);
  await expectAccessible(page);
  await page.keyboard.type('segm');
  await expect(highlighted(page)).toHaveText(/Segments/);
  // What a screen reader is told is highlighted is what Enter opens.
  const id = await highlighted(page).getAttribute('id');
  await expect(input(page)).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/segments$/);
  await expect(menu(page)).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(input(page)).toHaveValue('');
  // What things are called elsewhere.
  for (const [words, name] of [
    ['new contact', 'Add contact'],
    ['log out', 'Sign out'],
    ['dark mode', 'Dark theme'],
  ] as const) {
    await input(page).fill(words);
    await expect(highlighted(page)).toHaveText(name);
  }
  await input(page).fill('');
  await page.keyboard.type(`ann ${company}`);
  await expect(options(page)).toHaveCount(4);
  await expect(menu(page).getByRole('status')).toHaveText('3 contacts found');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  const name = (await highlighted(page).textContent()) ?? '';
  expect(name).toMatch(/^Ann 00\d/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name.slice(0, 7));

  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type(company);
  await expect(options(page)).toHaveCount(4);
  await page.keyboard.press('ArrowUp');
  await expect(highlighted(page)).toHaveText(`All contacts with “${company}”`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/contacts\\?search=${company}$`));
  await expect(page.getByRole('searchbox')).toHaveValue(company);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacts3 found');
});

test('finds segments, and what can be done with the selection', async ({ page, api }) => {
  const title = `Menu ${Date.now()}`;
  const { body } = await api('POST', '/segments', { title });
  const { id } = (body as { data: { id: string } }).data;
  await api('POST', '/contacts', { email: `in.${Date.now()}@menu.example`, segmentIds: [id] });
  await page.goto('/segments');
  await page.keyboard.press('Control+k');
  const menu = page.getByRole('dialog', { name: 'Command menu' });
  await menu.getByRole('combobox').fill(title);
  await menu.getByRole('option', { name: title }).first().click();
  await expect(page).toHaveURL(`/contacts?segment=${id}`);
  await page.getByRole('checkbox', { name: /^Select in\./ }).check();
  await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await menu.getByRole('combobox').fill('selected');
  await expect(menu.getByRole('option', { name: 'Segments of 1 selected contact' })).toBeVisible();
  await menu.getByRole('option', { name: 'Delete 1 selected contact' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 1 contact?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('Escape leads back to where the focus was, and dialogs keep the keys to themselves', async ({
  page,
}) => {
  await ready(page, '/contacts');
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await opener(page).click();
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();

  await opener(page).click();
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('add seg');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add segment' });
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Control+k');
  await expect(menu(page)).toBeHidden();
  await dialog.getByLabel('Title').fill(`From the menu ${company}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Added the segment From the menu ${company}`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/contacts$/);
});

test('a dialog that a command opened gives the focus back to what had it before the menu', async ({
  page,
}) => {
  await open(page, company);
  const cancel = async (words: string, title: string) => {
    await page.keyboard.press('Control+k');
    await expect(input(page)).toBeFocused();
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole(title.startsWith('Delete') ? 'alertdialog' : 'dialog', { name: title });
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await expect(menu(page)).toHaveCount(0);
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  // Nothing had it: the page as a whole has it then, not the first link there.
  await cancel('add seg', 'Add segment');
  await expect(page.getByRole('main')).toBeFocused();
  await cancel('help', 'Keyboard');
  await expect(page.getByRole('main')).toBeFocused();
  const row = rows(page).nth(1).getByRole('link');
  await row.focus();
  await page.keyboard.press('x');
  for (const [words, title] of [
    ['delete 1', 'Delete 1 contact?'],
    ['segments of', 'Segments of 1 contact'],
    ['add seg', 'Add segment'],
  ] as const) {
    await cancel(words, title);
    await expect(row).toBeFocused();
  }
});

test('changes the theme, and signs out', async ({ page, expectedErrors }) => {
  // What the page or the menu was still asking for when the session ended.
  expectedErrors.push(/401/);
  await page.context().clearCookies();
  await signIn(page);
  await ready(page, '/segments');
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sign-in/);
});

test('asks before what was typed in a form is lost', async ({ page }) => {
  await ready(page, '/contacts/new');
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await page.getByLabel('Email', { exact: true }).fill('not.saved@example.com');
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('segments');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('not.saved@example.com');
});

test('at 360 px it is a button away', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/contacts');
  await opener(page).click();
  await expect(input(page)).toBeFocused();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
