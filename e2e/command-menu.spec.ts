import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { makeSegment, unique } from './contact-journey';
import { open, rows } from './contacts-page';
import { emailAt, makeCompany } from './make-company';
import { signIn } from './sign-in';
import { expect, test } from './signed-in';

const menu = (page: Page) => page.getByRole('dialog', { name: 'Command menu' });
const input = (page: Page) => menu(page).getByRole('combobox');
const options = (page: Page) => menu(page).getByRole('option');
const highlighted = (page: Page) => menu(page).locator('[role=option][data-highlighted]');

async function ready(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(menu(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(input(page)).toBeFocused();
}

test('goes to pages, segments and contacts without the mouse', async ({ page, api }) => {
  const company = await makeCompany(api, 9);
  await ready(page, '/contacts');
  await page.keyboard.type('segm');
  await expect(highlighted(page)).toHaveText(/Segments/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/segments$/);
  await expect(menu(page)).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(input(page)).toHaveValue('');
  // Names that other programs use find the commands, too.
  for (const [words, name] of [
    ['new contact', 'Add contact'],
    ['log out', 'Sign out'],
    ['dark mode', 'Dark theme'],
    ['no phone', 'Has no phone'],
    ['export', 'Export'],
  ] as const) {
    await input(page).fill(words);
    await expect(highlighted(page)).toHaveText(new RegExp(`^${name}`));
  }
  await input(page).fill(emailAt(company, 'ann.1'));
  await expect(highlighted(page)).toHaveText(/^Ann 001/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ann 001');

  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type(company);
  // The option counts all matches, of which fewer are shown.
  const all = menu(page).getByRole('option', { name: `All 9 contacts with “${company}”` });
  await expect(all).toBeVisible();
  // Seven contacts, their company, all of them, and a new one.
  await expect(options(page)).toHaveCount(10);
  await expect(options(page).last()).toHaveText(`Add contact “${company}”`);
  // The company counts all of its contacts.
  await expect(options(page).filter({ hasText: `${company}9 contacts` })).toHaveAttribute(
    'href',
    `/contacts?company=${company}`,
  );
  await all.click();
  await expect(page).toHaveURL(new RegExp(`/contacts\\?search=${company}$`));
  await expect(rows(page)).toHaveCount(9);

  // Segments without contacts are found, too. "No matches" appears only without any match.
  const { id, title } = await makeSegment(api, 'Menu');
  await ready(page, '/segments');
  await input(page).fill(title);
  await expect(options(page)).toHaveText([title]);
  await expect(menu(page).getByText('No matches')).toHaveCount(0);
  await input(page).fill(`${title} nothing`);
  await expect(menu(page).getByText('No matches')).toBeVisible();
  await input(page).fill(title);
  // The list follows the typed words.
  await expect(options(page).first()).toHaveText(title);
  await options(page).first().click();
  await expect(page).toHaveURL(`/segments/${id}`);
});

test('never ends dead: whom one looked at, and what one can do with what is typed', async ({
  page,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  const company = await makeCompany(api, 2);
  for (const [email, name] of [
    ['ann.1', 'Ann 001'],
    ['ann.2', 'Ann 002'],
  ] as const) {
    await page.goto(`/contacts?search=${emailAt(company, email)}`);
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    // The heading comes before the contact.
    await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  }
  const id = page.url().split('/').at(-1);
  await ready(page, '/segments');
  await expect(options(page).nth(0)).toHaveText(/^Ann 002/);
  await expect(options(page).nth(1)).toHaveText(/^Ann 001/);
  await expectAccessible(page);
  await api('DELETE', `/contacts/${id}`);
  await ready(page, '/segments');
  await expect(options(page).nth(0)).toHaveText(/^Ann 001/);

  const [first, last] = [unique('Nobody'), 'van Dyck'];
  await input(page).fill(`${first} ${last}`);
  await expect(options(page)).toHaveText([/^Search contacts/, /^Create segment/, /^Add contact/]);
  await expectAccessible(page);
  await options(page).nth(1).click();
  const dialog = page.getByRole('dialog', { name: 'Create segment' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(`${first} ${last}`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+k');
  await input(page).fill(`${first} ${last}`);
  await options(page).filter({ hasText: 'Add contact' }).click();
  await expect(page.getByLabel('First name')).toHaveValue(first);
  await expect(page.getByLabel('Last name')).toHaveValue(last);
});

test('acts on the selection, keeps what is typed, changes the theme, and signs out', async ({
  page,
  api,
  expectedErrors,
}) => {
  // The page or the menu may still be reading when the session ends.
  expectedErrors.push(/401/);
  const company = await makeCompany(api, 3);
  await page.context().clearCookies();
  await signIn(page);
  await open(page, company);
  const row = rows(page).nth(1).getByRole('link');
  await row.focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('delete 1');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Delete 1 contact?' });
  await expect(dialog.locator(':focus')).toHaveCount(1);
  // An open dialog keeps the keyboard to itself.
  await page.keyboard.press('Control+k');
  await expect(menu(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row).toBeFocused();

  await ready(page, '/contacts/new');
  await page.keyboard.press('Escape');
  await page.getByLabel('Email', { exact: true }).fill('not.saved@example.com');
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('segments');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('not.saved@example.com');
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/\/segments$/);

  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(menu(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sign-in/);
});

test('a colleague is invited and a webhook added by what is typed, and what is shown once is copied', async ({
  page,
  api,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const address = `${unique('kim')}@example.com`;
  await ready(page, '/contacts');
  await page.keyboard.type(`invite ${address}`);
  await expect(highlighted(page)).toHaveText(new RegExp(`^Invite ${address}`));
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Invited ${address}`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/join\?code=/);

  // So is a webhook by its URL.
  await page.keyboard.press('Control+k');
  const url = `http://localhost:1/${unique('hook')}`;
  await page.keyboard.type(`webhook ${url}`);
  await expect(highlighted(page)).toHaveText(new RegExp(`^Create webhook ${url}`));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Its signing secret is copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^whsec_/);
  const { data: webhooks } = (await api('GET', '/webhooks')).body as { data: { id: string; url: string }[] };
  await api('DELETE', `/webhooks/${webhooks.find((one) => one.url === url)?.id}`);

  // Dialogs of other pages open in place.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('create api token');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Zapier');
  await expect(
    page.getByRole('dialog', { name: 'Create token' }).getByLabel('Name', { exact: true }),
  ).toHaveValue('Zapier');
});
