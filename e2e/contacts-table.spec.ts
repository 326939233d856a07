import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { makeSegment, unique } from './contact-journey';
import {
  addFilter,
  chooseFilter,
  heading,
  isReady,
  open,
  openDisplay,
  rows,
  title,
  tray,
  wholePage,
} from './contacts-page';
import { makeCompany } from './make-company';
import { expect, test } from './signed-in';

const found = (page: Page, count: number) =>
  expect(title(page)).toHaveText(new RegExp(`^Contacts${count} of [\\d,]+$`));

test('search, sort, filter, size and page stand in the URL: back and reload keep them', async ({
  page,
  api,
}) => {
  const { id, title: third } = await makeSegment(api, 'Third');
  const company = await makeCompany(api, 130, (n) => (n % 3 === 0 ? [id] : []));
  await page.goto('/contacts');
  // Typing a search right after a click on a header keeps both.
  await page.getByRole('button', { name: 'Name' }).click();
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill(company);
  await found(page, 130);
  await expect(page).toHaveURL(new RegExp(`search=${company}`));
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText('Ann 001');
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(rows(page).first()).toContainText('Ann 130');
  await expect(page.getByText('Sorted by name, Z to A.')).toHaveRole('status');
  await page.getByRole('button', { name: 'Segments', exact: true }).click();
  await expect(page).toHaveURL(/sort=-segments/);
  await expect(page.getByText('Sorted by segments, most first.')).toHaveRole('status');
  await page.goBack();
  await expect(rows(page).first()).toContainText('Ann 130');

  await page.getByLabel('Rows per page').selectOption('25');
  await expect(rows(page)).toHaveCount(25);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('26–50 of 130')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(rows(page).first()).toContainText('Ann 105');
  await expect(page.getByRole('searchbox')).toHaveValue(company);
  await page.getByRole('button', { name: 'Last page' }).click();
  await expect(page.getByText('126–130 of 130')).toBeVisible();
  await page.goBack();
  await expect(rows(page).first()).toContainText('Ann 105');

  const add = page.getByRole('button', { name: 'Filter', exact: true });
  const part = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const counted: (string | null)[] = [];
  page.on('request', (one) => one.url().includes('countContactValues') && counted.push(one.postData()));
  await addFilter(page, 'has ph', 'Has phone');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await part('Phone is set').click();
  await page.getByRole('button', { name: 'is empty' }).click();
  await found(page, 130);
  await addFilter(page, 'no job', 'Has no job title');
  await addFilter(page, company.slice(2).toLowerCase(), `Company is ${company}130`);
  await addFilter(page, 'created today', 'Created today');
  await expect(part(/^Created today [A-Z][a-z]+ \d+$/)).toBeVisible();
  await expect(add).toBeFocused();
  await found(page, 130);
  // Words are searched for as typed; nothing is counted for blank ones.
  expect(counted.filter((body) => body?.includes(company.slice(2).toLowerCase()))).not.toEqual([]);
  expect(counted.filter((body) => !body?.includes('Contains'))).toEqual([]);
  // Escape closes the popup in each of its steps.
  await add.press('Enter');
  await page.keyboard.type('upd');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Custom…' }).click();
  await page.getByLabel('From').fill('2026-01-31');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('button', { name: 'Today', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();
  // The condition and the value are changed in the pill.
  await part('Company is').click();
  await expect(page.getByRole('button', { name: 'is any of (current)' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'contains' }).click();
  await found(page, 130);
  await part(`Company contains ${company}`).click();
  await page.getByRole('textbox', { name: 'Company contains' }).fill(company.slice(2).toLowerCase());
  await page.keyboard.press('Enter');
  await expect(part(`Company contains ${company.slice(2).toLowerCase()}`)).toBeVisible();
  await found(page, 130);
  for (const name of ['company', 'created', 'job title', 'phone'])
    await page.getByRole('button', { name: `Remove the ${name} filter` }).click();
  await expect(page).not.toHaveURL(/company|created|lacks/);

  // Values have counts, and are ticked at once.
  await chooseFilter(page, 'Company');
  await page.getByRole('checkbox', { name: company }).check();
  await expectAccessible(page);
  await found(page, 130);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove the company filter' }).click();
  await chooseFilter(page, 'Segment');
  await page.getByRole('checkbox', { name: third }).check();
  await found(page, 43);
  await expect(page).not.toHaveURL(/page=|cursor=/);
  await page.getByRole('checkbox', { name: 'No segments' }).check();
  await found(page, 130);
  await page.getByRole('checkbox', { name: 'No segments' }).uncheck();
  await page.keyboard.press('Escape');
  await part('Segment is').click();
  await page.getByRole('button', { name: 'is none of' }).click();
  await found(page, 87);
  await page.reload();
  await expect(page.getByRole('button', { name: `Segment is not ${third}` })).toBeVisible();
  await wholePage(page).check();
  await page.getByRole('button', { name: 'Select all 87 matching' }).click();
  await expect(tray(page)).toContainText('All 87 selected');
  await tray(page).getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/search|segment/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.goBack();
  await found(page, 87);
  await expect(page.getByRole('searchbox')).toHaveValue(company);
});

test('a company is tagged, and new people without a phone are found, by a few keys', async ({
  page,
  api,
}) => {
  const company = await makeCompany(api, 40);
  const { id, title: tag } = await makeSegment(api, 'Tagged');
  const type = async (...keys: string[]) => {
    for (const key of keys)
      await (key.length > 1 && !/^(Enter|Control)/.test(key)
        ? page.keyboard.type(key, { delay: 30 })
        : page.keyboard.press(key));
  };
  await page.goto('/contacts');
  await isReady(page);
  await type('f', company, 'Enter');
  await expect(page.getByRole('button', { name: `Company is ${company}` })).toBeVisible();
  await type('Control+a');
  await expect(tray(page)).toContainText('40 selected');
  await type('s', tag, 'Enter', 'Enter');
  await expect(rows(page).first()).toContainText(tag);
  await page.goto(`/contacts?segment=${id}`);
  await expect(title(page)).toHaveText(new RegExp(`^${tag}40 of [\\d,]+$`));

  await page.goto('/contacts');
  await isReady(page);
  await type('f', 'last 7', 'Enter');
  await expect(page.getByRole('button', { name: /^Created in the last 7 days since/ })).toBeVisible();
  await type('f', 'no ph', 'Enter');
  await expect(page).toHaveURL(/created=last-7-days&lacks=phone/);
});

test('a row is opened at the side by the mouse, as it was last', async ({ page, api }) => {
  await open(page, await makeCompany(api, 3));
  const side = page.getByRole('complementary', { name: /^Contact/ });
  const row = (index: number) => rows(page).nth(index);
  const email = async () => (await row(0).getByRole('cell').filter({ hasText: '@' }).boundingBox())?.x;
  const before = await email();
  await row(0).hover();
  expect(await email()).toBe(before);
  await row(0).getByTitle('Open at the side').click();
  await expect(side).toHaveAccessibleName('Contact: Ann 001');
  await page.keyboard.press('Escape');
  await expect(side).toHaveCount(0);
  await row(1).click();
  await expect(side).toHaveAccessibleName('Contact: Ann 002');
  await side.getByRole('link', { name: 'Open page' }).click();
  await expect(heading(page)).toHaveText('Ann 002');
  await page.goto('/contacts');
  await isReady(page);
  await row(0).click();
  await expect(page).toHaveURL(/\/contacts\/[\da-f-]{36}$/);
  await page.goto('/contacts');
  await isReady(page);
  await row(0).click({ modifiers: ['Shift'] });
  await expect(side).toBeVisible();
});

test('a selection survives paging, sorting and searching; what fails loses nothing; Undo restores', async ({
  page,
  context,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  const company = await makeCompany(api, 130);
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
  await page.getByRole('button', { name: '6 selected' }).click();
  await page.getByRole('button', { name: 'Deselect Ann 033' }).click();
  await expect(page.getByRole('dialog')).toContainText('5 contacts selected');
  await page.keyboard.press('Escape');
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete 5 contacts?' })).toContainText(
    'Ann 001, Ann 030, Ann 031 and 2 more',
  );
  await page.keyboard.press('Escape');

  // More than 100 contacts require typing the number.
  await page.goto(`/contacts?search=${company}&sort=name&size=100`);
  await wholePage(page).check();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page)).toHaveCount(30);
  await wholePage(page).check();
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 130 contacts?' });
  const button = dialog.getByRole('button', { name: 'Delete 130 contacts' });
  await expect(button).toBeDisabled();
  await dialog.getByLabel('Type 130 to confirm').fill('130');
  await context.setOffline(true);
  await button.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await dialog.getByLabel('Type 130 to confirm').fill('130');
  await button.click();
  await expect(page.getByText('Moved 130 contacts to the trash')).toBeVisible();
  await expect(tray(page)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await found(page, 130);
});

test('typed words stay through a change of the order, and not through Back', async ({ page, api }) => {
  const company = await makeCompany(api, 2);
  const box = page.getByRole('searchbox', { name: 'Search contacts' });
  await page.goto('/contacts?page=1');
  await isReady(page);
  await box.fill(company);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await found(page, 2);
  await expect(page).toHaveURL(/sort=/);
  await expect(box).toHaveValue(company);
  await page.getByRole('button', { name: 'Company', exact: true }).click();
  await expect(page).toHaveURL(/sort=company/);
  await box.fill('other words');
  await page.evaluate(() => window.history.back());
  await expect(box).toHaveValue(company);
});

test('rows stay while others are on their way, and the list stays where it was left', async ({
  page,
  api,
}) => {
  const company = await makeCompany(api, 100);
  await open(page, company, 'sort=name&size=100');
  const row = page.getByRole('link', { name: 'Ann 090' });
  await row.scrollIntoViewIfNeeded();
  const before = await row.boundingBox();
  // Click beside the name.
  await rows(page).nth(89).getByRole('cell').last().click();
  await expect(heading(page)).toHaveText('Ann 090');
  // The heading comes first.
  await expect(page).toHaveURL(/contacts\/[\da-f-]{36}$/);
  await page.goBack();
  await expect(row).toBeFocused();
  expect((await row.boundingBox())?.y).toBe(before?.y);
  await row.click();
  await page.getByRole('link', { name: 'Back to contacts' }).click();
  await expect(row).toBeFocused();

  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/data/listContacts?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press('/');
  await page.getByRole('searchbox').fill(`${company} 029`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect(rows(page).first()).toContainText('Ann 001');
  // Enter focuses the first result once the results are loaded.
  await expect(page.getByRole('searchbox')).toBeFocused();
  release();
  await expect(page.getByRole('link', { name: 'Ann 029' })).toBeFocused();
  await page.keyboard.press('x');
  await expect(tray(page)).toContainText('1 selected');
});

test('names are read from their side; density and columns are right from the first paint', async ({
  page,
  api,
}) => {
  const name = 'عبد الرحمن بن محمد '.repeat(4).trim();
  const email = `${unique('abd')}@example.com`;
  await api('POST', '/contacts', { email, firstname: name });
  await page.goto(`/contacts?search=${email}`);
  const link = page.getByRole('link', { name });
  await expect(link).toHaveCSS('direction', 'rtl');
  await expect(link).toHaveCSS('text-overflow', 'ellipsis');

  const display = await openDisplay(page);
  await display.getByRole('checkbox', { name: 'Company' }).uncheck();
  await display.getByLabel('Density').selectOption('Compact');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Company' })).toBeHidden();
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain(email);
  expect(html).toContain('>Phone<');
  expect(html).not.toContain('>Company<');
});

test('at 360 px everything is there, and the navigation is a button away', async ({ page, api }) => {
  const company = await makeCompany(api, 30);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, company, 'sort=name&size=25&has=email');
  await expect(rows(page).first()).toContainText('ann.1@');
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  expect(await top(rows(page).first())).toBeLessThanOrEqual(185);
  await wholePage(page).check();
  await expect(tray(page).getByRole('button', { name: 'Select all 30 matching' })).toBeVisible();
  // At the end, no row is below the tray.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const last = await rows(page).last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(await top(tray(page)));
  await expectAccessible(page);
  await tray(page).getByRole('button', { name: 'Clear' }).click();
  await (await openDisplay(page)).getByLabel('Sort by').selectOption('Name, Z to A');
  await expect(rows(page).first()).toContainText('Ann 030');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Segments', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // On paper, all columns are there.
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Name', 'Email', 'Company', 'Updated'])
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
});

test('what a URL asks for wrongly is told, and what cannot be is no match', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  await page.goto('/contacts?createdFrom=01/02/2026&has=name');
  await expect(
    page.getByText('Part of this link was left out: has=name, createdFrom=01/02/2026', {
      exact: true,
    }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save view', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).toHaveURL(/\/contacts$/);
  for (const impossible of ['segment=x', 'search=%00']) {
    await page.goto(`/contacts?${impossible}`);
    await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  }
  await page.goto('/contacts?size=25&page=99999');
  await expect(rows(page).first()).toBeVisible();
  await expect(page).not.toHaveURL(/page=99999/);
});
