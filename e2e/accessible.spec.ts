import { referralCode } from '../lib/contract/referral-code';
import { expectAccessible } from './accessible';
import { dataOf, makeContact, makeSegment, unique } from './contact-journey';
import { heading, open, selectAll, tray } from './contacts-page';
import { makeCompany } from './make-company';
import { expect, test } from './signed-in';

// Every page and state, in both themes, at 1280 and 320 px. Other journeys check the states that they reach.
test.describe.configure({ timeout: 120_000 });

test('the contact table is accessible in every state', async ({ page, api, expectedErrors }) => {
  expectedErrors.push(/503/);
  const company = await makeCompany(api, 30);
  await open(page, company);
  await selectAll(page, 30);
  await expectAccessible(page);
  for (const name of ['Filter', 'Display']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.locator('[role=dialog], [role=menu]')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('[role=dialog], [role=menu]')).toHaveCount(0);
  }
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  // Same as a window of 1280 × 720 at 200 % zoom.
  await page.setViewportSize({ width: 640, height: 360 });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 720 });
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
  await page.route('**/data/listContacts?*', async (route) => {
    await answered;
    await route.fulfill({ status: 503, json: { error: { code: 'UNAVAILABLE', message: 'No database.' } } });
  });
  // The search is too long, so the server renders the page without contacts and the browser reads them again.
  await page.goto(`/contacts?search=${'x'.repeat(250)}`);
  await expect(page.getByRole('status').filter({ hasText: 'Loading contacts…' })).toBeAttached();
  await expectAccessible(page);
  answer();
  await expect(page.getByRole('heading', { name: 'Contacts could not be loaded' })).toBeVisible();
  await expect(page.getByText('Loading contacts…')).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Contacts' })).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page);
});

test('all other pages are accessible, with what opens on them', async ({ page, api, expectedErrors }) => {
  expectedErrors.push(/404/);
  const vip = await makeSegment(api, 'VIP');
  const email = `${unique('ana')}@example.com`;
  const ana = await makeContact(api, { email, segmentIds: [vip.id] });
  const gone = await makeContact(api, { email: `gone.${email}` });
  await api('DELETE', `/contacts/${gone.id}`);
  await api('POST', '/tokens', { name: 'Shop', scopes: ['contacts:read'] });
  const made = {
    code: unique('FAIR'),
    segmentIds: [vip.id],
    referrerId: ana.id,
    expiresAt: '2099-01-01T00:00:00Z',
  };
  const code = dataOf(referralCode, await api('POST', '/referral-codes', made));
  for (const [path, ...buttons] of [
    [`/contacts/${ana.id}`, 'More actions', 'Show all segments'],
    ['/contacts/new', 'Show all segments'],
    ['/contacts/trash'],
    ['/contacts/trash?tab=segments'],
    ['/contacts/duplicates'],
    ['/segments', 'Create segment', `Actions for ${vip.title}`],
    [`/segments/${vip.id}`, `Actions for ${vip.title}`],
    [`/segments/${vip.id}?tab=growth`],
    ['/referral-codes', 'Create code'],
    [`/referral-codes/${code.id}`, `Actions for ${code.code}`],
    [`/referral-codes/${code.id}?tab=growth`],
    ['/import'],
    ['/import/paste'],
    ['/activity'],
    ['/settings/profile'],
    ['/settings/team'],
    ['/settings/organization'],
    ['/settings/webhooks'],
    ['/settings/tokens', 'Create token', 'Revoke Shop'],
    ['/settings/api'],
    ['/settings/api?operation=createBulkChange'],
    ['/nothing'],
  ] as const) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expectAccessible(page);
    for (const name of buttons) {
      await page.getByRole('button', { name }).first().click();
      const opened = page.locator('[role=dialog], [role=alertdialog], [role=listbox], [role=menu]');
      await expect(opened).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      // A picker mounts its list, hidden, for a pointer that is near.
      await expect(opened).toBeHidden();
    }
  }
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/nothing');
  await expect(page.getByRole('link')).toHaveText(['Go to sign-in']);
  await expectAccessible(page);
});
