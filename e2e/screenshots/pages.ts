import { heading, isReady } from '../contacts-page';
import { expect, test } from '../signed-in';
import { desktop, makeSamples, phone, type Samples, show, take, takeResized } from './take';

let samples: Samples;
test.beforeAll(async ({ program }) => {
  samples = await makeSamples(program.url);
});

test('pages', async ({ page, api, expectedErrors }) => {
  expectedErrors.push(/404|400/);
  const { segmentIds, contactIds } = samples;
  const codes = await api('GET', '/referral-codes');
  const [code] = (codes.body as { data: { id: string }[] }).data;
  for (const [name, address] of [
    ['contacts', '/contacts'],
    ['contacts-ignored', '/contacts?sort=shoe-size'],
    ['contacts-no-matches', '/contacts?search=nobody'],
    ['contacts-filtered', '/contacts?created=last-30-days&company=Willow+Bank&company=Quillworks&has=email'],
    ['record', `/contacts/${contactIds.latin}`],
    ['record-arabic', `/contacts/${contactIds.arabic}`],
    ['segments', '/segments'],
    ['segment', `/segments/${segmentIds[0]}`],
    ['referral-codes', '/referral-codes'],
    ['referral-code', `/referral-codes/${code?.id}`],
    ['referral-code-uses', `/referral-codes/${code?.id}?tab=growth`],
    ['import', '/import'],
    ['paste', '/import/paste'],
    ['activity', '/activity'],
    ['settings-api-operation', '/settings/api?operation=upsertContact'],
    ...['team', 'profile', 'tokens', 'api', 'organization'].map((name) => [
      `settings-${name}`,
      `/settings/${name}`,
    ]),
    ['not-found', '/nothing'],
  ] as [string, string][])
    await show(page, name, address);
  await show(page, 'segment-growth', `/segments/${segmentIds[0]}?tab=growth`, (page) =>
    expect(page.locator('.growth-line')).toBeVisible(),
  );
  await show(page, 'gone', '/contacts/01a00000-0000-7000-8000-000000000000');
});

test('menus and dialogs of the frame', async ({ page }) => {
  await show(page, 'account-menu', '/contacts', async (page) => {
    await page.getByRole('button', { name: /^Account: / }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  });
  await page.setViewportSize(phone);
  await page.goto('/contacts');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await take(page, 'drawer');
  await page.setViewportSize(desktop);
  await show(page, 'command-menu', '/contacts', async (page) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option', { name: 'Activity' })).toBeVisible();
  });
  await show(page, 'command-menu-nothing', '/contacts', async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search contacts/ }).fill('nobody at all');
    await expect(page.getByRole('option', { name: /^Add contact/ })).toBeVisible();
  });
  for (const [name, address, button] of [
    ['token-dialog', '/settings/tokens', 'Create token'],
    ['invite-dialog', '/settings/team', 'Invite'],
  ] as const)
    await show(page, name, address, async (page) => {
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    });
});

test('webhooks', async ({ page, api }) => {
  const hook = await api('POST', '/webhooks', { url: 'http://localhost:4249/roster/contacts' });
  await show(page, 'settings-webhooks', '/settings/webhooks');
  const { id: hookId } = (hook.body as { data: { id: string } }).data;
  await api('POST', '/contacts', { email: 'sent@example.com' });
  await show(page, 'settings-webhook', `/settings/webhooks/${hookId}`, (page) =>
    expect(page.getByRole('button', { name: 'Contact created', exact: true })).toBeVisible(),
  );
  await page.getByRole('button', { name: 'Contact created', exact: true }).click();
  await takeResized(page, 'webhook-delivery');
});

test('a page that fails', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|400|503|TypeError|Minified React error/);
  await page.route('**/data/*', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'UNAVAILABLE', message: 'The database cannot be reached.' } },
    }),
  );
  // The search is too long, so the server renders the page without contacts and the browser reads them again.
  await show(page, 'contacts-failed', `/contacts?search=${'x'.repeat(250)}`, (page) =>
    expect(page.getByRole('heading', { name: 'Contacts could not be loaded' })).toBeVisible(),
  );
  await page.unrouteAll();
  await page.goto('/contacts');
  await isReady(page);
  await page.context().setOffline(true);
  await page.getByRole('searchbox').fill('x');
  await expect(page.getByText('Roster can’t be reached.')).toBeVisible();
  await takeResized(page, 'unreachable');
  await page.context().setOffline(false);
  await page.route('**/data/listContacts?*', () => {});
  await show(page, 'contacts-loading', `/contacts?search=${'x'.repeat(250)}`);
  await page.unrouteAll();
  await page.goto('/contacts');
  await isReady(page);
  await page.route('**/data/listContacts?*', (route) =>
    route.fulfill({ json: { data: [null], meta: null } }),
  );
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(heading(page)).toHaveText('This page could not be shown');
  await takeResized(page, 'error');
  await page.unrouteAll();
});
