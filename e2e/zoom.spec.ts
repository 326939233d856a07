import { expectLayout } from './accessible';
import { heading, open, rows, tray } from './contacts-page';
import { expect, test } from './signed-in';
import { callApi, makeContacts } from './table-contacts';

// A window of 1280 × 720 at 200 %.
test.use({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 });

let company: string;
let id: string;

test.beforeAll(async ({ program, service, browser, session }, { workerIndex }) => {
  const place = { program, service, browser, session };
  company = `Zoomcorp${workerIndex}${Date.now()}`;
  await makeContacts(place, { count: 30, company });
  const { data } = await callApi<{ id: string }[]>(place, 'GET', `/contacts?search=${company}&sort=name`);
  id = data[0]?.id ?? '';
  // More than their dialog has room for.
  for (let n = 1; n <= 9; n++) await callApi(place, 'POST', '/segments', { title: `${company} ${n}` });
});

test('at 200 % every page fits, and nothing of it is cut off', async ({ page, expectedErrors }) => {
  for (const address of [
    `/contacts?search=${company}`,
    '/contacts?search=nobody-is-called-that',
    `/contacts/${id}`,
    '/contacts/new',
    '/contacts/trash',
    '/segments',
    '/activity',
    '/settings/tokens',
    '/settings/api',
    '/nowhere',
  ]) {
    if (address === '/nowhere') expectedErrors.push(/404/);
    await page.goto(address);
    await expect(heading(page)).toBeVisible();
    await expectLayout(page);
  }
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeInViewport();
  await expectLayout(page);
});

test('at 200 % contacts are selected, deleted and restored', async ({ page }) => {
  await open(page, company);
  await page.getByRole('checkbox', { name: 'Select Ann 001' }).check();
  await page.getByRole('checkbox', { name: 'Select Ann 020' }).check();
  await expect(tray(page)).toContainText('2 selected');
  await expectLayout(page);
  await tray(page).getByRole('button', { name: 'Segments' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Apply' })).toBeInViewport();
  await expectLayout(page);
  await page.keyboard.press('Escape');
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 contacts?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport();
  await expectLayout(page);
  await dialog.getByRole('button', { name: 'Delete 2 contacts' }).click();
  await expect(page.getByText('28 found')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('30 found')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page)).toHaveCount(5);
});
