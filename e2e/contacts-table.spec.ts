import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { heading, open, rows, tray } from './contacts-page';
import type { Service } from './service';
import { expect, test } from './signed-in';
import { callApi, makeContacts } from './table-contacts';

/** Other journeys of this worker work in the same organization: these keep to one company. */
let company: string;
let segmentId: string;
const COUNT = 130;

test.beforeAll(async ({ program, service, browser, session }, { workerIndex }) => {
  const place = { program, service, browser, session };
  company = `Tablecorp${workerIndex}${Date.now()}`;
  const { data } = await callApi<{ id: string }>(place, 'POST', '/segments', { title: `Third ${company}` });
  segmentId = data.id;
  await makeContacts(place, { count: COUNT, company, segmentId });
});

/** What Undo says of deleted contacts: without a trash they are others than before. */
const backOf = (service: Service) => (service.fake ? 'created anew' : 'restored');

const names = (page: Page) => page.locator('[data-row-link]').allTextContents();

test('search, sort, filter and page stand in the URL: back and reload keep them', { tag: '@remote' }, async ({
  page,
}) => {
  await page.goto('/contacts');
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill(company);
  await expect(heading(page)).toHaveText(`Contacts${COUNT} found`);
  await expect(page).toHaveURL(new RegExp(`search=${company}`));

  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText('Ann 001');
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText('Ann 130');

  await page.getByLabel('Rows per page').selectOption('25');
  await expect(rows(page)).toHaveCount(25);
  // A second click before there is anything new to see is no page, and no way back, of its own.
  const before = await page.evaluate(() => window.history.length);
  await page.getByRole('button', { name: 'Next page' }).evaluate((button) => {
    (button as HTMLElement).click();
    (button as HTMLElement).click();
  });
  await expect(rows(page).first()).toContainText('Ann 105');
  await expect(page.getByText(`26–50 of ${COUNT}`)).toBeVisible();
  expect(await page.evaluate(() => window.history.length)).toBe(before + 1);
  await page.reload();
  await expect(rows(page).first()).toContainText('Ann 105');
  await expect(page.getByRole('searchbox')).toHaveValue(company);

  await page.getByRole('button', { name: 'Last page' }).click();
  await expect(page.getByText(`126–130 of ${COUNT}`)).toBeVisible();
  expect(await names(page)).toEqual(['Ann 005', 'Ann 004', 'Ann 003', 'Ann 002', 'Ann 001']);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(rows(page).first()).toContainText('Ann 030');
  await page.goBack();
  await expect(rows(page).first()).toContainText('Ann 005');
  await page.goBack();
  await expect(rows(page).first()).toContainText('Ann 105');
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(rows(page).first()).toContainText('Ann 130');

  await page.getByRole('button', { name: 'Segments' }).click();
  await page.getByRole('checkbox', { name: `Third ${company}` }).check();
  await expect(heading(page)).toHaveText('Contacts43 found');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`segment=${segmentId}`));
  await expect(rows(page).first()).toContainText(`Third ${company}`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/search|segment/);
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.goBack();
  await expect(heading(page)).toHaveText('Contacts43 found');
  await expect(page.getByRole('searchbox')).toHaveValue(company);
});

test('a selection survives paging, sorting and searching; deleting it can be undone', {
  tag: '@remote',
}, async ({ page, service }) => {
  await open(page, company);
  await page.getByRole('checkbox', { name: 'Select Ann 001' }).check();
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toHaveJSProperty(
    'indeterminate',
    true,
  );
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('checkbox', { name: 'Select Ann 030' }).check();
  await page.getByRole('checkbox', { name: 'Select Ann 033' }).click({ modifiers: ['Shift'] });
  await expect(tray(page)).toContainText('5 selected');
  await page.getByRole('button', { name: 'Name' }).click();
  await page.getByRole('searchbox').fill(`${company} 003`);
  await expect(heading(page)).toContainText('found');
  await page.getByRole('checkbox', { name: 'Select Ann 003' }).check();
  await expect(tray(page)).toContainText('6 selected');

  await page.getByRole('button', { name: '6 selected' }).click();
  await page.getByRole('button', { name: 'Drop Ann 033' }).click();
  await expect(page.getByRole('dialog')).toContainText('5 contacts selected');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('searchbox').fill(company);
  await expect(heading(page)).toHaveText(`Contacts${COUNT} found`);
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 5 contacts?' });
  await expect(dialog).toContainText('Ann 001, Ann 030, Ann 031 and 2 more');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete 5 contacts' }).click();
  await expect(page.getByText('5 contacts deleted')).toBeVisible();
  await expect(tray(page)).toBeHidden();
  await expect(heading(page)).toHaveText(`Contacts${COUNT - 5} found`);
  // A message stays as long as the focus is on it.
  await page.getByRole('button', { name: 'Undo' }).focus();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`5 contacts ${backOf(service)}`)).toBeVisible();
  await expect(heading(page)).toHaveText(`Contacts${COUNT} found`);
});

test('a range begins where the focus is, adds nothing to what was selected before, and ends with its page', {
  tag: '@copy',
}, async ({ page }) => {
  await open(page, company);
  await page.getByRole('checkbox', { name: 'Select Ann 005' }).check();
  await page.getByRole('checkbox', { name: 'Select Ann 001' }).check();
  await page.getByRole('link', { name: 'Ann 005' }).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(tray(page)).toContainText('3 selected');
  await expect(page.getByRole('checkbox', { name: 'Select Ann 006' })).toBeChecked();

  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('checkbox', { name: 'Select Ann 029' }).click({ modifiers: ['Shift'] });
  await expect(tray(page)).toContainText('4 selected');
  await expect(page.getByText('A range does not go over pages')).toBeVisible();
});

test('after all of the last page is deleted, there is the page before', { tag: '@roster' }, async ({
  page,
  program,
  service,
  browser,
  session,
}) => {
  const other = `Shortcorp${Date.now()}`;
  await makeContacts({ program, service, browser, session }, { count: 26, company: other });
  await open(page, other, 'sort=name&size=25&page=2');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete 1 contact' }).click();
  await expect(page.getByText('1–25 of 25')).toBeVisible();
  await expect(rows(page)).toHaveCount(25);

  // Whoever comes back to it by its address is led on as well.
  await open(page, other, 'sort=name&size=25&page=2');
  await expect(page.getByText('1–25 of 25')).toBeVisible();
  await expect(rows(page)).toHaveCount(25);
});

test.describe(() => {
  // The browser itself prints these.
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|503 \(Service Unavailable\)/] });

  test('over 100, the number has to be typed; a failure loses nothing', { tag: '@remote' }, async ({
    page,
    context,
    service,
  }) => {
    await open(page, company, 'sort=name&size=100');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expect(page.getByRole('button', { name: `Select all ${COUNT} matching` })).toBeVisible();
    await expect(tray(page).getByRole('button', { name: 'Segments' })).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(rows(page)).toHaveCount(COUNT - 100);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await tray(page).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: `Delete ${COUNT} contacts?` });
    const button = dialog.getByRole('button', { name: `Delete ${COUNT} contacts` });
    await expect(button).toBeDisabled();
    await dialog.getByLabel(`Type ${COUNT} to confirm`).fill('12');
    await expect(button).toBeDisabled();
    await dialog.getByLabel(`Type ${COUNT} to confirm`).fill(String(COUNT));
    await expectAccessible(page);

    await context.setOffline(true);
    await button.click();
    await expect(dialog.getByRole('alert')).toContainText(
      /Nothing (was|is known to be) deleted: Roster cannot be reached\.|It may have begun; trying again starts it only once\./,
    );
    await expectAccessible(page);
    await context.setOffline(false);
    await dialog.getByLabel(`Type ${COUNT} to confirm`).fill(String(COUNT));
    await button.click();
    await expect(page.getByText(`${COUNT} contacts deleted`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No contact matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    // Without a trash that is a call or two for each.
    await expect(page.getByText(`${COUNT} contacts ${backOf(service)}`)).toBeVisible({ timeout: 30_000 });
    await expect(heading(page)).toHaveText(`Contacts${COUNT} found`);
    // What was created anew has new ids, by which the last row of the page before may stand on this one.
    if (!service.fake) await expect(rows(page)).toHaveCount(COUNT - 100);
  });

  test('what cannot be read is said, with a way on', { tag: '@copy' }, async ({ page }) => {
    await open(page, company);
    await page.route('**/data/contacts?*', (route) =>
      route.fulfill({
        status: 503,
        json: { error: { code: 'UNAVAILABLE', message: 'No database.', details: [], requestId: 'abc123' } },
      }),
    );
    await page.getByRole('searchbox').fill(`${company} 1`);
    await expect(page.getByRole('heading', { name: 'Contacts could not be loaded' })).toBeVisible();
    await expect(page.getByText('Request abc123')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/data/contacts?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(rows(page).first()).toBeVisible();
    // The button is gone; who works with the keys goes on at the list.
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test('back from a contact the list is where it was left, at the row that was opened', {
  tag: '@copy',
}, async ({ page }) => {
  await open(page, company, 'sort=name&size=100');
  const row = page.getByRole('link', { name: 'Ann 090' });
  await row.scrollIntoViewIfNeeded();
  const before = await row.boundingBox();
  expect(before?.y).toBeGreaterThan(0);
  await row.click();
  await expect(heading(page)).toHaveText('Ann 090');
  await page.goBack();
  await expect(row).toBeFocused();
  expect((await row.boundingBox())?.y).toBe(before?.y);
  await row.click();
  await expect(heading(page)).toHaveText('Ann 090');
  await page.getByRole('link', { name: 'Back to contacts' }).click();
  await expect(row).toBeFocused();
  expect((await row.boundingBox())?.y).toBe(before?.y);
});

test('a row opens by a click beside its name; its checkbox is easy to hit, and the numbers are announced', {
  tag: '@copy',
}, async ({ page }) => {
  await open(page, company);
  const announced = page.getByRole('status').filter({ hasText: `${COUNT} contacts found, page 1.` });
  await expect(announced).toBeAttached();
  const checkbox = page.getByRole('checkbox', { name: 'Select Ann 002' });
  const { x, y, width, height } = (await checkbox.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // A target of 24 px across and down.
  for (const [across, down] of [
    [-11, 0],
    [0, 11],
  ] as const) {
    const before = await checkbox.isChecked();
    await page.mouse.click(x + width / 2 + across, y + height / 2 + down);
    await expect(checkbox).toBeChecked({ checked: !before });
    await expect(page.getByText('1 selected.')).toBeAttached({ attached: !before });
  }
  await rows(page).nth(1).getByRole('cell').last().click();
  await expect(heading(page)).toHaveText('Ann 002');
});

test('contacts of any of several segments are shown, those of none of them, and those without one', {
  tag: '@roster',
}, async ({ page, program, service }) => {
  const place = { program, service };
  const title = `First ${company}`;
  const { data } = await callApi<{ id: string }>(place, 'POST', '/segments', { title });
  const email = `ann.001@${company.toLowerCase()}.example`;
  await callApi(place, 'POST', '/contacts', { email, segmentIds: [data.id] });
  await open(page, company);
  const thirds = Math.floor(COUNT / 3);
  await page.getByRole('button', { name: 'Segments' }).click();
  await page.getByRole('checkbox', { name: `Third ${company}` }).check();
  await expect(heading(page)).toHaveText(`Contacts${thirds} found`);
  await page.getByRole('checkbox', { name: title }).check();
  await expect(heading(page)).toHaveText(`Contacts${thirds + 1} found`);
  await page.getByRole('checkbox', { name: 'Without segment' }).check();
  await expect(heading(page)).toHaveText(`Contacts${COUNT} found`);
  await page.getByRole('checkbox', { name: `Third ${company}` }).uncheck();
  await page.getByRole('checkbox', { name: title }).uncheck();
  await expect(heading(page)).toHaveText(`Contacts${COUNT - thirds - 1} found`);
  await expect(page).toHaveURL(/segment=none/);

  await page.getByRole('radio', { name: 'In any of' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'In none of' })).toBeFocused();
  await expect(heading(page)).toHaveText(`Contacts${thirds + 1} found`);
  await page.getByRole('checkbox', { name: `Third ${company}` }).check();
  await expect(heading(page)).toHaveText('Contacts1 found');
  await page.getByRole('checkbox', { name: 'Leave out those without segment' }).uncheck();
  await expect(heading(page)).toHaveText(`Contacts${COUNT - thirds} found`);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Not in segments 1' })).toBeVisible();
  await expect(heading(page)).toHaveText(`Contacts${COUNT - thirds} found`);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: `Select all ${COUNT - thirds} matching` }).click();
  await expect(tray(page)).toContainText(
    `All ${COUNT - thirds} matching “${company}” not in Third ${company}`,
  );
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/segment/);
  await page.goBack();
  await expect(heading(page)).toHaveText(`Contacts${COUNT - thirds} found`);
  await callApi(place, 'DELETE', `/segments/${data.id}`);
});

test('no match says so, and clears the filters', { tag: '@copy' }, async ({ page }) => {
  await page.goto(`/contacts?search=${company}+nobody&segment=none`);
  await expect(page.getByRole('heading', { name: 'No contact matches' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page).toHaveURL(/\/contacts$/);
  await expect(rows(page).first()).toBeVisible();
});

test('everything goes by keyboard', { tag: '@copy' }, async ({ page }) => {
  await open(page, company);
  const key = (pressed: string) => page.keyboard.press(pressed);
  await key('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(`${company} Ann`);
  await expect(page).toHaveURL(/search=[^&]*Ann/);
  await expect(heading(page)).toHaveText(`Contacts${COUNT} found`);
  // With an input method, as of Japanese, Enter takes the word that is proposed.
  await page.getByRole('searchbox').dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await expect(page.getByRole('searchbox')).toBeFocused();
  await key('ArrowDown');
  await expect(page.getByRole('link', { name: 'Ann 001' })).toBeFocused();
  await key('x');
  await key('j');
  await key('ArrowDown');
  await expect(page.getByRole('link', { name: 'Ann 003' })).toBeFocused();
  await key('x');
  await key('Shift+J');
  await key('Shift+ArrowDown');
  await key('Shift+ArrowDown');
  await expect(tray(page)).toContainText('5 selected');
  // A range that has gone too far is taken back.
  await key('Shift+ArrowUp');
  await expect(tray(page)).toContainText('4 selected');
  await key('k');
  await expect(page.getByRole('link', { name: 'Ann 004' })).toBeFocused();

  await key('Shift+?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts' }).press('Space');
  await key('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await key('/');
  await expect(page.getByRole('searchbox')).not.toBeFocused();
  await page.getByRole('button', { name: 'Keyboard' }).click();
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts' }).check();
  await key('Escape');

  await page.getByRole('link', { name: 'Ann 004' }).focus();
  await key('Enter');
  await expect(heading(page)).toHaveText('Ann 004');
  await page.goBack();
  await expect(tray(page)).toContainText('4 selected');
});

test('density and columns are remembered, and right from the first paint', { tag: '@copy' }, async ({
  page,
  request,
}) => {
  await open(page, company);
  await page.getByRole('button', { name: 'View' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitemcheckbox', { name: 'Company' }).click();
  await page.getByRole('menuitemradio', { name: 'Compact' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Company' })).toBeHidden();
  const cookies = await page.context().cookies();
  const html = await (
    await request.get(page.url(), {
      headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
    })
  ).text();
  expect(html).toContain('Ann 001');
  expect(html).toContain('>Phone<');
  expect(html).not.toContain('>Company<');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Company' })).toBeHidden();
});

test('at 360 px nothing is cut off, and the navigation is a button away', { tag: '@copy' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, company);
  await expect(rows(page).first()).toContainText('ann.001@');
  // What is said of a selection moves nothing.
  const top = async () => (await rows(page).first().boundingBox())?.y;
  const before = await top();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(tray(page).getByRole('button', { name: /^Select all 1\d\d matching/ })).toBeVisible();
  expect(await top()).toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await tray(page).getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('checkbox', { name: 'Select Ann 001' }).check();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemradio', { name: 'Name, Z to A' }).click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(rows(page).first()).toContainText('Ann 130');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  // What has the focus is never behind the bars at the top and the bottom.
  for (const key of ['j', 'k'])
    for (let pressed = 0; pressed < 12; pressed++) {
      await page.keyboard.press(key);
      await expect(page.locator('[data-row-link]:focus')).toHaveCount(1);
      expect(await page.evaluate(isFocusCovered)).toBe(false);
    }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Segments' })).toBeVisible();
  await expectAccessible(page);
});

/** Runs in the page. */
function isFocusCovered(): boolean {
  const { activeElement } = document;
  if (!activeElement) return false;
  const { left, top, bottom } = activeElement.getBoundingClientRect();
  return [top + 1, bottom - 1].some((y) => !activeElement.contains(document.elementFromPoint(left + 2, y)));
}
