import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { createHttpServer } from '@/lib/http/http-server';
import { listen } from '@/lib/http/listen';
import { createLog } from '@/lib/system/log';
import { chooseAction, makeContact, previewOf } from './contact-journey';
import { heading, isReady, rows, tray } from './contacts-page';
import { startOn } from './data-folders';
import { temporaryFolder } from './program';
import { expect, test } from './signed-in';

/*
 * Takes pictures of each page in light and dark, at 1440 and 360 px: empty, full, with long names in four scripts, loading
 * and failed. Writes them to `test-results/screenshots`.
 */
const folder = path.resolve(import.meta.dirname, '../test-results/screenshots');
const sizes = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];

const long = {
  arabic: {
    email: 'layla@example.ae',
    firstname: 'ليلى عبد الرحمن',
    lastname: 'المنصوري الهاشمي البغدادي',
    company: 'شركة الاتصالات المتكاملة المحدودة',
  },
  japanese: {
    email: 'hanako@example.jp',
    firstname: '花子',
    lastname: '山田',
    company: '株式会社日本総合研究所システム開発部',
  },
  russian: {
    email: 'ekaterina@example.ru',
    firstname: 'Екатерина',
    lastname: 'Воскресенская-Преображенская',
  },
  latin: {
    email: 'maximiliane.von.und.zu.hohenstein@rechtsanwaltskanzlei-hohenstein-partner.example',
    firstname: 'Maximiliane Friederike',
    lastname: 'Freifrau von und zu Hohenstein-Württemberg',
    jobtitle: 'Stellvertretende Abteilungsleiterin für Unternehmenskommunikation',
    company: 'Rechtsanwaltskanzlei Hohenstein, Württemberg & Partner mbB',
  },
};

/** Takes four pictures of the page, by size and theme; two of what only one size has. */
async function take(page: Page, name: string, shown = sizes): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const size of shown) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // The page that is shown while Roster starts has no class.
      await expect(page.locator(`html.${colorScheme}, html:not([class])`)).toBeAttached();
      const file = path.join(folder, `${name}-${size.width}-${colorScheme}.png`);
      await page.screenshot({ path: file, animations: 'disabled' });
    }
  }
  await page.setViewportSize(sizes[0] as (typeof sizes)[number]);
}

async function show(page: Page, name: string, address: string, open?: (page: Page) => Promise<unknown>) {
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
  await open?.(page);
  await take(page, name);
}

test('every page, empty, then full', async ({ page, api, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|503|404|400|TypeError|Minified React error/);
  for (const name of ['contacts', 'segments', 'referral-codes', 'import', 'activity'])
    await show(page, `empty-${name}`, `/${name}`);
  await show(page, 'empty-trash', '/contacts/trash');
  await show(page, 'empty-duplicates', '/contacts/duplicates');
  await show(page, 'empty-webhooks', '/settings/webhooks');
  await show(page, 'new-contact', '/contacts/new');

  await api('POST', '/sample-data');
  const segments = await api('GET', '/segments');
  const ids = (segments.body as { data: { id: string }[] }).data.map(({ id }) => id);
  const made = (fields: object) => makeContact(api, { ...fields, segmentIds: ids.slice(0, 5) });
  const [arabic, , , latin] = await Promise.all(Object.values(long).map(made));
  const codes = await api('GET', '/referral-codes');
  const [code] = (codes.body as { data: { id: string }[] }).data;
  for (const [name, address] of [
    ['contacts', '/contacts'],
    ['contacts-ignored', '/contacts?sort=shoe-size'],
    ['contacts-no-matches', '/contacts?search=nobody'],
    ['contacts-filtered', '/contacts?created=last-30-days&company=Willow+Bank&company=Quillworks&has=email'],
    ['record', `/contacts/${latin?.id}`],
    ['record-arabic', `/contacts/${arabic?.id}`],
    ['segments', '/segments'],
    ['segment', `/segments/${ids[0]}`],
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

  await show(page, 'contacts-selected', '/contacts', (page) =>
    page.getByRole('checkbox', { name: 'Select all on this page' }).click(),
  );
  await show(page, 'contacts-some-selected', '/contacts', async (page) => {
    await isReady(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
  });
  await show(page, 'contacts-side', '/contacts', async (page) => {
    await page.getByRole('link', { name: 'Екатерина' }).press('Enter');
    await expect(page.getByRole('complementary', { name: 'Contact' })).toBeVisible();
  });
  await show(page, 'contacts-delete', '/contacts', async (page) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await tray(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  });
  await show(page, 'contacts-filter', '/contacts', (page) =>
    page.getByRole('button', { name: 'Filter', exact: true }).first().click(),
  );
  await show(page, 'contacts-filter-values', '/contacts', async (page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Filter by…' }).fill('segment');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('checkbox', { name: 'Customer' })).toBeVisible();
  });
  await show(page, 'contacts-company', '/contacts?company=Willow+Bank');
  await show(page, 'contacts-display', '/contacts', async (page) => {
    await page.getByRole('button', { name: 'Display', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await show(page, 'contacts-export', '/contacts', async (page) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await show(page, 'contacts-keys', '/contacts', async (page) => {
    await isReady(page);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await show(page, 'account-menu', '/contacts', async (page) => {
    await page.getByRole('button', { name: /^Account: / }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/contacts');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await take(page, 'drawer', sizes.slice(1));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/contacts');
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await take(page, 'contacts-display-phone', sizes.slice(1));
  await show(page, 'command-menu', '/contacts', async (page) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option', { name: 'Activity' })).toBeVisible();
  });
  await show(page, 'command-menu-nothing', '/contacts', async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search contacts/ }).fill('nobody at all');
    await expect(page.getByRole('option', { name: /^Add contact/ })).toBeVisible();
  });
  const named = { segmentId: [ids.at(-1)], segmentMatch: 'none' };
  const lapsed = await api('POST', '/segments', {
    title: 'عملاء غير نشطين',
    rule: { companyContains: 'a', has: ['email'], ...named },
  });
  await api('POST', '/segments', { title: '休眠顧客', rule: { ...named, lacks: ['phone'] } });
  const { id: ruleId } = (lapsed.body as { data: { id: string } }).data;
  await show(page, 'segment-by-rule', `/segments/${ruleId}`, (page) =>
    expect(page.getByRole('region', { name: 'Rule', exact: true })).toBeVisible(),
  );
  await show(page, 'segment-rule-edited', `/contacts?rule=${ruleId}&companyContains=o`, async (page) => {
    await page.getByText(/\d leaves?$/).click();
  });
  await show(page, 'segment-growth', `/segments/${ids[0]}?tab=growth`);
  for (const [name, address, button] of [
    ['token-dialog', '/settings/tokens', 'Create token'],
    ['invite-dialog', '/settings/team', 'Invite'],
  ] as const)
    await show(page, name, address, async (page) => {
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    });
  await show(page, 'preview', '/contacts/new', async (page) => {
    await page.getByLabel('Email', { exact: true }).fill(long.arabic.email);
    await page.getByLabel('Company', { exact: true }).fill(long.japanese.company);
    await expect(previewOf(page)).toContainText('Updates');
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await show(page, 'preview-open', '/contacts/new', async (page) => {
    await page.getByLabel('Email', { exact: true }).fill(long.arabic.email);
    await page.getByLabel('Company', { exact: true }).fill(long.japanese.company);
    await expect(previewOf(page)).toContainText('Updates');
  });
  await page.setViewportSize({ width: 1440, height: 900 });

  // Two contacts that are likely the same person.
  const jon = { firstname: 'Jon', lastname: 'Smith', company: 'Larkspur Health' };
  const first = await makeContact(api, { ...jon, email: 'jon.smith@larkspur.example', jobtitle: 'Nurse' });
  const second = await makeContact(api, { ...jon, email: 'jonsmith@larkspur.example', phone: '+4930901820' });
  await api('POST', '/duplicates/search');
  await show(page, 'duplicates', '/contacts/duplicates', (page) =>
    expect(page.getByRole('button', { name: 'Merge…' }).first()).toBeVisible(),
  );
  await show(page, 'merge', '/contacts/duplicates', async (page) => {
    await page.getByRole('button', { name: 'Merge…' }).first().click();
    await expect(page.getByRole('dialog').getByRole('group', { name: 'Keep' })).toBeVisible();
  });
  await show(page, 'merge-whom', `/contacts/${first.id}`, (page) => chooseAction(page, 'Merge with…'));
  await show(page, 'toast', `/contacts/${second.id}`, async (page) => {
    await page.getByLabel('Job title', { exact: true }).fill('Nurse');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Updated Jon Smith')).toBeVisible();
  });
  await show(page, 'toast-list', '/contacts', async (page) => {
    await rows(page).nth(5).getByRole('checkbox').check();
    await tray(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });
  await show(page, 'trash', '/contacts/trash');
  await show(page, 'trash-contact', '/contacts/trash', async (page) => {
    await rows(page).first().getByRole('link').click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await api('DELETE', `/segments/${ids.at(-1)}`);
  await show(page, 'segments-rule-problem', '/segments');
  await show(page, 'segment-rule-problem', `/segments/${ruleId}`, (page) =>
    expect(page.getByRole('alert').filter({ hasText: 'is in the trash' })).toBeVisible(),
  );
  await show(page, 'trash-segments', '/contacts/trash?tab=segments');
  const hook = await api('POST', '/webhooks', { url: 'http://localhost:4249/roster/contacts' });
  await show(page, 'settings-webhooks', '/settings/webhooks');
  const { id: hookId } = (hook.body as { data: { id: string } }).data;
  await makeContact(api, { email: 'sent@example.com' });
  await show(page, 'settings-webhook', `/settings/webhooks/${hookId}`, (page) =>
    expect(page.getByRole('button', { name: 'Contact created', exact: true })).toBeVisible(),
  );
  await page.getByRole('button', { name: 'Contact created', exact: true }).click();
  await take(page, 'webhook-delivery');
  await show(page, 'gone', '/contacts/01a00000-0000-7000-8000-000000000000');
  await page.goto('/import');
  await page.getByLabel('File of contacts').setInputFiles({
    name: 'Freunde & Bekannte.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `E-Mail,Name,Telefon,Firma\n${first.email},Jon Smith,,Larkspur\nnew@example.com,花子 山田,030 901820,\nnot an email,Emil,,\n`,
    ),
  });
  await page.waitForURL(/\/import\/[\w-]+$/);
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible();
  await take(page, 'import-plan');
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText(/^Import undone/)).toBeVisible();
  await take(page, 'import-undone');
  await show(page, 'paste-result', '/import/paste', async (page) => {
    await page
      .getByLabel('Rows of a sheet, or a line for each person')
      .fill(`Jon Smith, ${first.email}\nAna Silva, ana@example.com`);
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.waitForURL(/\/import\/[\w-]{36}$/);
    await expect(page.getByText('2 rows', { exact: true })).toBeVisible();
  });

  await show(page, 'empty-fields', '/settings/fields');
  for (const body of [
    {
      label: 'Tier',
      type: 'choice',
      options: ['Basic', 'Pro', 'Enterprise'].map((label, n) => ({
        label,
        color: ['#475569', '#2563eb', '#7c3aed'][n],
      })),
    },
    { label: 'Customer no.', type: 'text' },
    { label: 'Birthday', type: 'date' },
    { label: 'Wants to be called before the first delivery', type: 'boolean' },
    {
      label: 'Interests',
      type: 'choices',
      options: ['Sailing', 'Chess', 'Gardening'].map((label) => ({ label, color: '#0d9488' })),
    },
  ])
    await api('POST', '/fields', body);
  for (const { id } of [arabic, latin] as { id: string }[])
    await api('PUT', `/contacts/${id}`, {
      fields: { tier: 'pro', customer_no: '0042', birthday: '1990-02-28', interests: ['sailing', 'chess'] },
    });
  await show(page, 'fields', '/settings/fields');
  await show(page, 'fields-add', '/settings/fields', async (page) => {
    await page.getByRole('button', { name: 'Add field' }).first().click();
    await page.getByRole('dialog').getByLabel('Type').selectOption('Choice');
  });
  await show(page, 'fields-form', '/contacts/new');
  await show(page, 'fields-record', `/contacts/${latin?.id}`);
  await show(
    page,
    'fields-list',
    '/contacts?columns=email,fields.tier,fields.interests,fields.customer_no,fields.birthday,segments&own=tier%3Dpro',
  );
  await show(page, 'fields-bulk', '/contacts', async (page) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await tray(page).getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Field').selectOption('Tier');
    await expect(page.getByRole('region', { name: 'Now' })).toBeVisible();
  });

  await page.route('**/data/*', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'UNAVAILABLE', message: 'The database cannot be reached.' } },
    }),
  );
  // The search is too long, so the server renders the page without contacts and the browser reads them again.
  await show(page, 'contacts-failed', `/contacts?search=${'x'.repeat(250)}`, (page) =>
    expect(page.getByRole('alert').filter({ hasText: 'Contacts could not be loaded.' })).toBeVisible(),
  );
  await page.unrouteAll();
  await show(page, 'unreachable', '/contacts', async (page) => {
    await isReady(page);
    await page.context().setOffline(true);
    await page.getByRole('searchbox').fill('x');
    await expect(page.getByText("Roster can't be reached.")).toBeVisible();
  });
  await page.context().setOffline(false);
  await page.route('**/data/listContacts?*', () => {});
  await show(page, 'contacts-loading', `/contacts?search=${'x'.repeat(250)}`);
  await page.unrouteAll();
  await show(page, 'error', '/contacts', async (page) => {
    await page.route('**/data/listContacts?*', (route) =>
      route.fulfill({ json: { data: [null], meta: null } }),
    );
    await page.getByRole('button', { name: 'Name' }).click();
    await expect(heading(page)).toHaveText('This page could not be shown');
  });
  await page.unrouteAll();
  await page.context().clearCookies();
  await show(page, 'sign-in', '/sign-in');
  await show(page, 'sign-in-forgot', '/forgot-password');
  await show(page, 'not-found-signed-out', '/nothing');
  await show(page, 'invitation-expired', '/join?code=x');
});

test('the first start', async ({ page }) => {
  const { url, output, stop } = await startOn(await temporaryFolder(), {
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
  });
  await show(page, 'set-up-no-link', url);
  await expect.poll(() => output()).toContain('/setup?code=');
  await show(page, 'set-up', `${url}${/\/setup\?code=\S+/.exec(output())?.[0]}`);
  await stop();
});

test('the page that is shown while Roster starts', async ({ page, expectedErrors }) => {
  expectedErrors.push(/503/);
  const log = createLog('error');
  const options = { dev: false, appUrl: undefined, trustedProxies: undefined, version: '1.2.3', log };
  const { server } = createHttpServer(options);
  await show(page, 'starting', `${await listen(server, { host: '127.0.0.1', port: 0 })}/contacts`);
  server.close();
});
