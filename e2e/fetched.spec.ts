import type { Page } from '@playwright/test';
import { contact } from '../lib/contract/contact';
import { dataOf, field, unique, verdictOf } from './contact-journey';
import { isReady, open, rows, tray, wholePage } from './contacts-page';
import { expect, test } from './signed-in';
import { makeContacts } from './table-contacts';

// What is fetched when it is opened for the first time: slowly, or not at all.

const SCRIPTS = '**/_next/static/chunks/*.js';
const menu = (page: Page) => page.getByRole('dialog', { name: 'Command menu' });
const failure = (page: Page) => page.getByText('This part of the page could not be loaded');
const checked = (page: Page) => page.getByRole('checkbox', { checked: true });

let company: string;

test.beforeAll(async ({ program, service, browser, session }, { workerIndex }) => {
  company = `Fetchcorp${workerIndex}${Date.now()}`;
  await makeContacts({ program, service, browser, session }, { count: 102, company });
});

/** Holds the scripts that the page asks for from now on. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(SCRIPTS, async (route) => {
    await released;
    return route.continue();
  });
  return release;
}

/** As after an update: what the page would fetch is not there any more. */
async function loseScripts(page: Page, expectedErrors: RegExp[]): Promise<void> {
  expectedErrors.push(/404/);
  await page.route(SCRIPTS, (route) => route.fulfill({ status: 404, body: 'Not found' }));
}

test('a menu that cannot be fetched leaves the form as it is, and is fetched anew', async ({
  page,
  context,
  expectedErrors,
}) => {
  await page.goto('/contacts/new');
  await field(page, 'Email').fill('kept@fetched.example');
  await field(page, 'Company').fill(company);
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await page.keyboard.press('Control+k');
  await expect(failure(page)).toBeVisible();
  await expect(page.getByText('There is no connection.')).toBeVisible();
  // The keys are the form's again.
  await page.keyboard.type(' Ltd');
  await expect(field(page, 'Company')).toHaveValue(`${company} Ltd`);
  await expect(field(page, 'Email')).toHaveValue('kept@fetched.example');
  await context.setOffline(false);
  await page.keyboard.press('Control+k');
  await expect(menu(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field(page, 'Company')).toBeFocused();
});

test('after an update the page says what it cannot fetch, and stays', async ({ page, expectedErrors }) => {
  await open(page, company);
  await loseScripts(page, expectedErrors);
  const view = page.getByRole('button', { name: 'View' });
  await view.click();
  await expect(failure(page)).toBeVisible();
  await expect(page.getByText('reload the page')).toBeVisible();
  await expect(view).toBeFocused();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(failure(page)).toBeHidden();
  await page.keyboard.press('?');
  await expect(failure(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(25);
  await page.unroute(SCRIPTS);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
});

test('what was done is said, and can be undone, without the code that shows messages', async ({
  page,
  api,
  expectedErrors,
}) => {
  const { id } = dataOf(
    contact,
    await api('POST', '/contacts', { email: `${unique('toast')}@fetched.example`, company: 'Before' }),
  );
  await page.goto(`/contacts/${id}`);
  await expect(field(page, 'Company')).toHaveValue('Before');
  await loseScripts(page, expectedErrors);
  await field(page, 'Company').fill('After');
  await page.keyboard.press('Control+Enter');
  const said = page.getByRole('alert').filter({ hasText: 'Updated' });
  await expect(said).toBeVisible();
  await expect(field(page, 'Company')).toHaveValue('After');
  await said.getByRole('button', { name: 'Undo' }).click();
  await expect(field(page, 'Company')).toHaveValue('Before');
});

test('what is typed before the page can do anything is not lost, be it left or changed by others', async ({
  page,
  api,
}) => {
  const { id } = dataOf(
    contact,
    await api('POST', '/contacts', { email: `${unique('ana')}@fetched.example` }),
  );
  const release = await holdScripts(page);
  await page.goto(`/contacts/${id}`, { waitUntil: 'commit' });
  await field(page, 'First name').fill('Ana');
  await api('PUT', `/contacts/${id}`, { company: 'Theirs' });
  const readAnew = page.waitForResponse((response) => response.url().endsWith(`/data/contacts/${id}`));
  release();
  await readAnew;
  await expect(verdictOf(page).getByRole('status')).toHaveText(/^Updates .*: 1 field changes$/);
  await expect(field(page, 'First name')).toHaveValue('Ana');
  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await expect(page.getByRole('alertdialog', { name: 'Discard unsaved changes?' })).toBeVisible();
});

test('a form that is sent before the page can do anything stays on it, with all that is typed', async ({
  page,
  api,
}) => {
  const { id } = dataOf(
    contact,
    await api('POST', '/contacts', { email: `${unique('ben')}@fetched.example` }),
  );
  for (const path of ['/contacts/new', `/contacts/${id}`]) {
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await field(page, 'Company').fill('Acme');
    await field(page, 'Email').fill(`${unique('ana')}@fetched.example`);
    await page.keyboard.press('Enter');
    await page
      .locator('form')
      .getByRole('button', { name: / contact$/ })
      .click();
    release();
    await expect(verdictOf(page).getByRole('status')).toHaveText(/^(Creates|Updates)/);
    await expect(field(page, 'Company')).toHaveValue('Acme');
    await expect(page).toHaveURL(path);
    await page.unroute(SCRIPTS);
  }
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Updated/)).toBeVisible();
});

test('a phone number that is typed before the page can do anything is shown as it will be saved', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/contacts/new', { waitUntil: 'commit' });
  const phone = field(page, 'Phone');
  await phone.fill('+49 30 901820');
  release();
  await expect(phone).toHaveAccessibleDescription('Saved as +4930901820');
  await expect(phone).toHaveValue('+49 30 901820');
});

test('text in the field of segments, typed before the page can do anything, is not lost', async ({
  page,
  api,
}) => {
  const { id } = dataOf(
    contact,
    await api('POST', '/contacts', { email: `${unique('ana')}@fetched.example` }),
  );
  const release = await holdScripts(page);
  await page.goto(`/contacts/${id}`, { waitUntil: 'commit' });
  const picker = page.getByRole('combobox', { name: 'Segments', exact: true });
  await picker.fill('Not there');
  release();
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeVisible();
  await expect(picker).toHaveValue('Not there');
  await field(page, 'Company').fill('Acme');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('“Not there” is not assigned').first()).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(picker).toHaveValue('');
});

test('boxes that are checked before the page can do anything are selected', async ({ page, api }) => {
  const release = await holdScripts(page);
  await page.goto(`/contacts?search=${company}&sort=name&size=25`, { waitUntil: 'commit' });
  await rows(page).nth(1).getByRole('checkbox').check();
  await rows(page).nth(3).getByRole('checkbox').check();
  release();
  await expect(tray(page)).toContainText('2 selected');
  await expect(checked(page)).toHaveCount(2);
  await page.unroute(SCRIPTS);

  const { id } = dataOf(
    contact,
    await api('POST', '/contacts', { email: `${unique('ana')}@fetched.example` }),
  );
  await api('DELETE', `/contacts/${id}`);
  const releaseTrash = await holdScripts(page);
  await page.goto('/contacts/trash', { waitUntil: 'commit' });
  await wholePage(page).check();
  releaseTrash();
  await expect(tray(page)).toContainText(/^\d+ selected/);
  await expect(checked(page)).toHaveCount((await rows(page).count()) + 1);
});

test('boxes are not checked by the browser that goes back to a page, where nothing is selected', async ({
  page,
}) => {
  await open(page, company);
  await rows(page).nth(1).getByRole('checkbox').check();
  await expect(tray(page)).toContainText('1 selected');
  await page.goto('/segments');
  await page.goBack();
  await isReady(page);
  await expect(checked(page)).toHaveCount(0);
  await expect(tray(page)).toBeHidden();
});

test('as many rows are listed as were chosen before the page could do anything', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(`/contacts?search=${company}&sort=name&size=25`, { waitUntil: 'commit' });
  await page.getByLabel('Rows per page').selectOption('50');
  release();
  await expect(rows(page)).toHaveCount(50);
  await expect(page.getByLabel('Rows per page')).toHaveValue('50');
});

test('what is typed before a dialog is there is for its field', async ({ page }) => {
  await open(page, company);
  await wholePage(page).check();
  await page.getByRole('button', { name: 'Select all 102 matching' }).click();
  await expect(tray(page)).toContainText(`All 102 matching “${company}” selected`);
  const release = await holdScripts(page);
  await tray(page).getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('1023');
  await page.keyboard.press('Backspace');
  release();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 102 contacts?' });
  await expect(dialog.getByRole('textbox')).toHaveValue('102');
  await page.keyboard.type(' ');
  await expect(dialog.getByRole('textbox')).toHaveValue('102 ');
});

test('what is typed before the filter is there is for its field, and not for the table', async ({
  page,
  api,
}) => {
  for (let n = 0; n < 9; n++) await api('POST', '/segments', { title: unique(`Fetched ${n}`) });
  await open(page, company);
  const release = await holdScripts(page);
  await page.getByRole('button', { name: 'Segments' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('/jx');
  release();
  const box = page.getByRole('textbox', { name: 'Find a segment' });
  await expect(box).toHaveValue('/jx');
  await expect(checked(page)).toHaveCount(0);

  // What is found is said, and chosen by Enter; arrows lead through it.
  const filter = page.getByRole('dialog', { name: 'Filter by segment' });
  const said = filter.locator('[aria-live]');
  await expect(said).toHaveText('No segment is called that.');
  await box.fill('FETCHED 3');
  await expect(said).toHaveText('1 segment');
  await page.keyboard.press('Enter');
  await expect(filter.getByRole('checkbox', { name: /^Fetched 3/ })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(checked(page)).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await box.fill('');
  await page.keyboard.press('Enter');
  await expect(checked(page)).toHaveCount(0);
});

for (const [name, opener] of [
  ['Segments of 1 contact', 'Segments'],
  ['Keyboard', null],
] as const)
  test(`keys that are pressed before “${name}” is there do nothing to the table`, async ({ page }) => {
    await open(page, company);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(tray(page)).toContainText('1 selected');
    const release = await holdScripts(page);
    if (opener) await tray(page).getByRole('button', { name: opener }).focus();
    await page.keyboard.press(opener ? 'Enter' : '?');
    await page.keyboard.type('jjxjx');
    await page.keyboard.press('ArrowDown');
    release();
    await expect(page.getByRole('dialog', { name }).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(tray(page)).toContainText('1 selected');
  });

test('Enter, pressed before the menu is there, opens what is found for the text before it', async ({
  page,
}) => {
  // The company's number may have that of a contact in it.
  const emailOf = (number: string) => `ann.${number}@${company.toLowerCase()}.example`;
  await open(page, company);
  const release = await holdScripts(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(emailOf('007'));
  await page.keyboard.press('Enter');
  await page.keyboard.type('x');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ann 007');
  await expect(menu(page)).toBeHidden();

  // It is there by now, and what is found is not.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(emailOf('008'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ann 008');
});

test('Enter that ends a word of an input method opens nothing', async ({ page }) => {
  await open(page, company);
  await page.keyboard.press('Control+k');
  const input = menu(page).getByRole('combobox');
  await expect(input).toBeFocused();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/data/contacts?*', async (route) => {
    await released;
    return route.continue();
  });
  await page.keyboard.type(`${company} 00`);
  // As browsers tell it: what composes a word takes the key.
  await input.evaluate((element) => {
    const key = { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', key));
  });
  release();
  await expect(menu(page).getByText(/contacts found/)).toBeAttached();
  await page.keyboard.type('1');
  await expect(input).toHaveValue(`${company} 001`);
});

test('Escape takes back a menu that is not there yet', async ({ page }) => {
  await open(page, company);
  const release = await holdScripts(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  release();
  // It is fetched all the same, as this is that is fetched after it.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await expect(menu(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(tray(page)).toContainText('1 selected');
});
