import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { heading, open, rows, tray, wholePage } from './contacts-page';
import { expect, test } from './signed-in';
import { callApi, makeContacts, type Place } from './table-contacts';

/** Other journeys of this worker work in the same organization: these keep to one company. */
let company: string;
let segmentId: string;
let place: Place;
const COUNT = 130;

test.beforeAll(async ({ program, service, browser, session }, { workerIndex }) => {
  place = { program, service, browser, session };
  company = `Tablecorp${workerIndex}${Date.now()}`;
  const { data } = await callApi<{ id: string }>(place, 'POST', '/segments', { title: `Third ${company}` });
  segmentId = data.id;
  await makeContacts(place, { count: COUNT, company, segmentId });
});

/** What Undo says of deleted contacts: without a trash they are others than before. */
const found = (page: Page, count: number) => expect(page.getByText(`${count} found`)).toBeVisible();

test('search, sort, filter, size and page stand in the URL: back and reload keep them', {
  tag: '@remote',
}, async ({ page }) => {
  await page.goto('/contacts');
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill(company);
  await found(page, COUNT);
  await expect(page).toHaveURL(new RegExp(`search=${company}`));
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText('Ann 001');
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(rows(page).first()).toContainText('Ann 130');

  await page.getByLabel('Rows per page').selectOption('25');
  await expect(rows(page)).toHaveCount(25);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(`26–50 of ${COUNT}`)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(rows(page).first()).toContainText('Ann 105');
  await expect(page.getByRole('searchbox')).toHaveValue(company);
  await page.getByRole('button', { name: 'Last page' }).click();
  await expect(page.getByText(`126–130 of ${COUNT}`)).toBeVisible();
  await page.goBack();
  await expect(rows(page).first()).toContainText('Ann 105');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('checkbox', { name: `Third ${company}` }).check();
  await found(page, 43);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`segment=${segmentId}`));
  await expect(page).not.toHaveURL(/page=|cursor=/);
  await expect(page.getByRole('button', { name: `Segment is Third ${company}` })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/search|segment/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.goBack();
  await found(page, 43);
  await expect(page.getByRole('searchbox')).toHaveValue(company);
});

test('contacts of any of several segments are listed, of none of them, and those without one', {
  tag: '@roster',
}, async ({ page }) => {
  await open(page, company);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('checkbox', { name: `Third ${company}` }).check();
  await found(page, 43);
  await page.getByRole('checkbox', { name: 'No segments' }).check();
  await found(page, COUNT);
  await page.getByRole('checkbox', { name: 'No segments' }).uncheck();
  await page.getByLabel('Segment is or is not').selectOption('is none of');
  await found(page, COUNT - 43);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('button', { name: `Segment is not Third ${company}` })).toBeVisible();
  await wholePage(page).check();
  await page.getByRole('button', { name: `Select all ${COUNT - 43} matching` }).click();
  await expect(tray(page)).toContainText(
    `All ${COUNT - 43} matching “${company}” where segment is not Third`,
  );
  // A single choice ends that; what is in sight stays selected.
  await page.getByRole('checkbox', { name: 'Select Ann 002' }).uncheck();
  await expect(tray(page)).toContainText('24 selected');
  await tray(page).getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Remove the segment filter' }).click();
  await found(page, COUNT);
});

test('a selection survives paging, sorting and searching; deleting it can be undone', {
  tag: '@remote',
}, async ({ page }) => {
  await open(page, company);
  await page.getByRole('checkbox', { name: 'Select Ann 001' }).check();
  await expect(wholePage(page)).toHaveJSProperty('indeterminate', true);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('checkbox', { name: 'Select Ann 030' }).check();
  await page.getByRole('checkbox', { name: 'Select Ann 033' }).click({ modifiers: ['Shift'] });
  await expect(tray(page)).toContainText('5 selected');
  await page.getByRole('button', { name: 'Name' }).click();
  await page.getByRole('searchbox').fill(`${company} 003`);
  await page.getByRole('checkbox', { name: 'Select Ann 003' }).check();
  await expect(tray(page)).toContainText('6 selected');
  await page.getByRole('button', { name: '6 selected' }).click();
  await page.getByRole('button', { name: 'Deselect Ann 033' }).click();
  await expect(page.getByRole('dialog')).toContainText('5 contacts selected');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('searchbox').fill(company);
  await found(page, COUNT);
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 5 contacts?' });
  await expect(dialog).toContainText('Ann 001, Ann 030, Ann 031 and 2 more');
  await dialog.getByRole('button', { name: 'Delete 5 contacts' }).click();
  await expect(page.getByText('5 contacts deleted')).toBeVisible();
  await expect(tray(page)).toBeHidden();
  await found(page, COUNT - 5);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`5 contacts restored`)).toBeVisible();
  await found(page, COUNT);
});

test('over 100, the number has to be typed; a failure loses nothing', { tag: '@remote' }, async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await open(page, company, 'sort=name&size=100');
  await wholePage(page).check();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page)).toHaveCount(COUNT - 100);
  await wholePage(page).check();
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${COUNT} contacts?` });
  const button = dialog.getByRole('button', { name: `Delete ${COUNT} contacts` });
  await expect(button).toBeDisabled();
  await dialog.getByLabel(`Type ${COUNT} to confirm`).fill(String(COUNT));
  await context.setOffline(true);
  await button.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await dialog.getByLabel(`Type ${COUNT} to confirm`).fill(String(COUNT));
  await button.click();
  await expect(page.getByText(`${COUNT} contacts deleted`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  // Without a trash that is a call or two for each.
  await expect(page.getByText(`${COUNT} contacts restored`)).toBeVisible({ timeout: 30_000 });
  await found(page, COUNT);
});

test('a page behind the last one leads to it', { tag: '@roster' }, async ({ page }) => {
  await page.goto(`/contacts?search=${company}&size=100&page=9`);
  await page.getByRole('button', { name: 'Last page' }).first().click();
  await expect(page.getByText(`101–130 of ${COUNT}`)).toBeVisible();
});

test('while other rows are on their way those before stay, and cannot be selected', async ({ page }) => {
  await open(page, company);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/data/contacts?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press('/');
  await page.getByRole('searchbox').fill(`${company} 029`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect(rows(page).first()).toContainText('Ann 001');
  // Enter leads to what is found, once it is.
  await expect(page.getByRole('searchbox')).toBeFocused();
  release();
  await expect(page.getByRole('link', { name: 'Ann 029' })).toBeFocused();
  await page.keyboard.press('x');
  await expect(tray(page)).toContainText('1 selected');
});

test('back from a contact the list is where it was left, at the row that was opened', async ({ page }) => {
  await open(page, company, 'sort=name&size=100');
  const row = page.getByRole('link', { name: 'Ann 090' });
  await row.scrollIntoViewIfNeeded();
  const before = await row.boundingBox();
  // Beside the name.
  await rows(page).nth(89).getByRole('cell').last().click();
  await expect(heading(page)).toHaveText('Ann 090');
  await page.goBack();
  await expect(row).toBeFocused();
  expect((await row.boundingBox())?.y).toBe(before?.y);
  await row.click();
  await page.getByRole('link', { name: 'Back to contacts' }).click();
  await expect(row).toBeFocused();
});

test('names of both directions are read from their side', async ({ page }) => {
  const name = 'عبد الرحمن بن محمد '.repeat(4).trim();
  const email = `abd.${Date.now()}@example.com`;
  await callApi(place, 'POST', '/contacts', { email, firstname: name });
  await page.goto(`/contacts?search=${email}`);
  const link = page.getByRole('link', { name });
  await expect(link).toHaveCSS('direction', 'rtl');
  await expect(link).toHaveCSS('text-overflow', 'ellipsis');
});

test('density and columns are remembered, and right from the first paint', async ({ page }) => {
  await open(page, company);
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Company' }).click();
  await page.getByRole('menuitemradio', { name: 'Compact' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Company' })).toBeHidden();
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain('Ann 001');
  expect(html).toContain('>Phone<');
  expect(html).not.toContain('>Company<');
});

test('at 360 px everything is there, and the navigation is a button away', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, company);
  await expect(rows(page).first()).toContainText('ann.001@');
  await wholePage(page).check();
  await expect(tray(page).getByRole('button', { name: /^Select all 1\d\d matching/ })).toBeVisible();
  await expectAccessible(page);
  await tray(page).getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemradio', { name: 'Name, Z to A' }).click();
  await expect(rows(page).first()).toContainText('Ann 130');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Segments' })).toBeVisible();
  await expectAccessible(page);
});
