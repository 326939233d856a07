import { contact } from '../lib/contract/contact';
import { segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import { dataOf, unique } from './contact-journey';
import { heading, isReady, tray, wholePage } from './contacts-page';
import { expect, test } from './signed-in';
import { makeContacts } from './table-contacts';

// Every page and state, in both themes, at 1280 and at 320 px.

test('the contact table is accessible in every state', async ({
  page,
  program,
  service,
  browser,
  session,
  expectedErrors,
}, { workerIndex }) => {
  test.setTimeout(120_000);
  expectedErrors.push(/503/);
  const company = `Axecorp${workerIndex}${Date.now()}`;
  await makeContacts({ program, service, browser, session }, { count: 30, company });
  await page.goto(`/contacts?search=${company}&size=25`);
  await isReady(page);
  await expectAccessible(page);
  await wholePage(page).check();
  await page.getByRole('button', { name: /^Select all 30/ }).click();
  await expect(tray(page)).toContainText('All 30');
  await expectAccessible(page);

  for (const name of ['Filter', 'View']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.locator('[role=dialog], [role=menu]')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('[role=dialog], [role=menu]')).toHaveCount(0);
  }
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command menu' }).getByRole('combobox').fill(company);
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.goto('/contacts?search=nobody-is-called-that&segment=none');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expectAccessible(page);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/data/contacts?*', async (route) => {
    await answered;
    await route.fulfill({ status: 503, json: { error: { code: 'UNAVAILABLE', message: 'No database.' } } });
  });
  await page.goto(`/contacts?search=${'x'.repeat(250)}`);
  await expect(page.getByRole('status').filter({ hasText: 'Loading contacts …' })).toBeAttached();
  await expectAccessible(page);
  answer();
  await expect(page.getByRole('heading', { name: 'Contacts could not be loaded' })).toBeVisible();
  await expectAccessible(page);
});

test('all other pages are accessible, with what opens on them', async ({ page, api, expectedErrors }) => {
  test.setTimeout(120_000);
  expectedErrors.push(/404/);
  const vip = dataOf(segment, await api('POST', '/segments', { title: unique('VIP') }));
  const email = `${unique('ana')}@example.com`;
  const ana = dataOf(contact, await api('POST', '/contacts', { email, segmentIds: [vip.id] }));
  const gone = dataOf(contact, await api('POST', '/contacts', { email: `gone.${email}` }));
  await api('DELETE', `/contacts/${gone.id}`);
  await api('POST', '/tokens', { name: 'Shop', scopes: ['contacts:read'] });
  for (const path of [
    `/contacts/${ana.id}`,
    '/contacts/new',
    '/contacts/trash',
    '/segments',
    '/settings/tokens',
    '/settings/api',
    '/nothing',
  ]) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/contacts/new');
  await page.getByRole('button', { name: 'Show all segments' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  for (const [path, name] of [
    ['/segments', 'Add segment'],
    ['/segments', `Edit ${vip.title}`],
    ['/segments', `Delete ${vip.title}`],
    ['/settings/tokens', 'Create token'],
    ['/settings/tokens', 'Revoke Shop'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name }).first().click();
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toBeVisible();
    await expectAccessible(page);
  }
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await expectAccessible(page);
});
