import type { Page } from '@playwright/test';
import { referralCode } from '../lib/contract/referral-code';
import { expectAccessible } from './accessible';
import { dataOf, field, makeContact, makeSegment, unique } from './contact-journey';
import { rows } from './contacts-page';
import { expect, test } from './signed-in';

async function choose(page: Page, code: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${code}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('referral codes are created, generated, copied, edited, turned off and redeemed', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const vip = await makeSegment(api, 'VIP');
  const name = unique('SPRING').toUpperCase();
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await page.goto('/contacts');
  await page.getByRole('link', { name: 'Referral codes' }).click();
  await page.getByRole('button', { name: 'Create code' }).click();
  const creating = page.getByRole('dialog', { name: 'Create code' });

  // Invalid values are refused at their fields.
  await creating.getByLabel('Maximum uses').fill('0');
  await creating.getByRole('button', { name: 'Create code' }).click();
  await expect(field(page, 'Code')).toHaveAccessibleDescription('A code is required.');
  await expect(creating.getByLabel('Maximum uses')).toHaveAccessibleDescription(/whole number from 1/);
  await field(page, 'Code').fill(name);
  await creating.getByLabel('Label').fill('Spring fair');
  await creating.getByLabel('Maximum uses').fill('2');
  await creating.getByLabel('Expires').fill('2099-03-31');
  await field(page, 'Segments').fill(vip.title);
  await page.getByRole('option', { name: vip.title }).click();
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(creating).toBeHidden();
  await expect(row).toContainText('Spring fair');
  for (const text of ['Active', '0 of 2', 'Mar 31, 2099', vip.title]) await expect(row).toContainText(text);

  // An existing code is refused. A generated code has the typed text as its prefix.
  await page.getByRole('button', { name: 'Create code' }).click();
  await field(page, 'Code').fill(name.toLowerCase());
  await creating.getByRole('button', { name: 'Create code' }).click();
  await expect(field(page, 'Code')).toHaveAccessibleDescription(/already/);
  await field(page, 'Code').fill('FAIR-');
  await creating.getByRole('button', { name: 'Generate' }).click();
  await creating.getByRole('button', { name: 'Generate' }).click();
  await expect(field(page, 'Code')).toHaveValue(/^FAIR-[2-9A-HJKMNP-Z]{8}$/);

  const prefix = `${unique('F').toUpperCase()}-`;
  await creating.getByLabel('How many').fill('3');
  await creating.getByLabel('Prefix').fill(prefix);
  await creating.getByRole('button', { name: 'Create codes' }).click();
  await expect(creating).toBeHidden();
  const told = page.getByRole('listitem').filter({ hasText: 'Created 3 codes' });
  await told.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied 3 codes')).toBeVisible();
  expect((await copied()).split('\n').map((code) => code.slice(0, -8))).toEqual([prefix, prefix, prefix]);
  const search = page.getByRole('searchbox', { name: 'Search referral codes' });
  await search.fill(prefix.toLowerCase());
  await expect(page.getByRole('rowheader')).toHaveCount(3);
  await search.fill('nothing like it');
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search', exact: true }).last().click();

  await page.getByRole('button', { name: `Copy ${name}` }).click();
  await expect(page.getByText(`Copied ${name}`)).toBeVisible();
  expect(await copied()).toBe(name);

  // Changing the label keeps a colleague's new limit.
  const codes = dataOf(referralCode.array(), await api('GET', '/referral-codes'));
  const id = codes.find(({ code }) => code === name)?.id;
  await choose(page, name, 'Edit');
  const ben = await makeContact(api, { email: `${unique('ben')}@example.com`, firstname: 'Ben' });
  await api('PUT', `/referral-codes/${id}`, { maxRedemptions: 50 });
  await page.getByRole('dialog').getByLabel('Label').fill('Autumn fair');
  await field(page, 'Referrer').fill(`not-${ben.email}`);
  await page.getByRole('button', { name: 'Update code' }).click();
  await expect(field(page, 'Referrer')).toHaveAccessibleDescription(/^No contact with this email or phone/);
  await field(page, 'Referrer').fill(` ${ben.email?.toUpperCase()} `);
  await page.getByRole('button', { name: 'Update code' }).click();
  await expect(row).toContainText('Autumn fair');
  await expect(row).toContainText('0 of 50');
  await expect(row.getByRole('link', { name: 'Ben' })).toHaveAttribute('href', `/contacts/${ben.id}`);
  await choose(page, name, 'Edit');
  await expect(field(page, 'Referrer')).toHaveValue(ben.email ?? '');
  await expect(field(page, 'Referrer')).toHaveAccessibleDescription('Ben');
  await page.keyboard.press('Escape');

  await choose(page, name, 'Turn off');
  await expect(row.getByRole('cell', { name: 'Off', exact: true })).toBeVisible();
  await choose(page, name, 'Turn on');
  await expect(row.getByRole('cell', { name: 'Active', exact: true })).toBeVisible();

  const email = `${unique('ana')}@example.com`;
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(email);
  await field(page, 'Referral code').fill(name.toLowerCase());
  await expect(page.getByText(`Redeems ${name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Create contact' }).click();
  await expect(page).toHaveURL(/\/contacts\/[0-9a-f-]{36}/);
  await page.getByRole('link', { name: 'Referral codes', exact: true }).click();
  await expect(page).toHaveTitle(/Referral codes/);
  await expectAccessible(page);
  // Contacts who redeemed the code are on its page, in a filtered list and on the referrer's page.
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(`/referral-codes/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`/contacts?referralCode=${name}`);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: `Referral code is ${name}` }).click();
  await expect(page.getByRole('dialog', { name: 'Filter' }).getByRole('checkbox', { name })).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(email);
  await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute(
    'href',
    `/referral-codes/${id}`,
  );

  await page.goto(`/contacts/${ben.id}`);
  const referred = page.getByRole('list', { name: `Latest by ${name}` });
  await expect(referred.getByRole('link')).toHaveText(email);
  await expectAccessible(page);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(`/referral-codes/${id}`);
  await page.goto(`/contacts?referralCode=${name}`);
  await page.getByRole('button', { name: 'Remove the referral code filter' }).click();
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Filter by…' }).fill(name);
  await page.getByRole('option', { name: `Referral code is ${name}` }).click();
  await expect(page).toHaveURL(new RegExp(`referralCode=${name}`));
});

test('a referral code has a page with what it does, its people and its uses', async ({
  page,
  api,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const vip = await makeSegment(api, 'VIP');
  const layla = await makeContact(api, { email: `${unique('layla')}@example.ae`, firstname: 'ليلى' });
  const name = unique('SUMMER').toUpperCase();
  const make = async (body: object) =>
    dataOf(referralCode, await api('POST', '/referral-codes', { label: name, ...body }));
  const { id } = await make({
    code: name,
    maxRedemptions: 50,
    expiresAt: '2099-03-31T23:59:59.999Z',
    segmentIds: [vip.id],
    referrerId: layla.id,
  });
  await make({ code: `${name}-A` });

  // The list sorts by its columns, with a search that stays in the address.
  await page.goto(`/referral-codes?search=${name}`);
  await expect(page.getByRole('rowheader')).toHaveText([new RegExp(`^${name}-A`), new RegExp(`^${name}`)]);
  await expect(page.getByText(/^[\d,]+ uses?$/)).toBeVisible();
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await expect(page).toHaveURL(/sort=code/);
  await expect(page.getByRole('rowheader').last()).toHaveText(new RegExp(`^${name}-A`));
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(`/referral-codes/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const header = page.getByRole('banner').or(page.locator('header')).filter({ hasText: name });
  await expect(header).toContainText(/0 of 50 uses.*Valid through Mar 31, 2099/);
  await expect(header.getByRole('link', { name: vip.title })).toHaveAttribute('href', `/segments/${vip.id}`);
  await expect(header.getByRole('link', { name: 'ليلى' })).toHaveAttribute('href', `/contacts/${layla.id}`);
  await expect(page.getByRole('heading', { name: 'Nobody yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Copy code ${name}` }).click();
  await expect(page.getByText(`Copied ${name}`)).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(name);
  await choose(page, name, 'Copy link');
  await expect.poll(copied).toBe(page.url());

  // It is turned off and edited here as in the list.
  await choose(page, name, 'Turn off');
  await expect(header.getByText('Off', { exact: true })).toBeVisible();
  await choose(page, name, 'Turn on');
  await expect(header.getByText('Active', { exact: true })).toBeVisible();
  await choose(page, name, 'Edit');
  const editing = page.getByRole('dialog', { name: `Edit ${name}` });
  await editing.getByLabel('Label').fill('Sommerfest');
  await editing.getByRole('button', { name: 'Update code' }).click();
  await expect(header).toContainText('Sommerfest');

  const hanako = await makeContact(api, {
    email: `${unique('hanako')}@example.jp`,
    firstname: '花子',
    referralCode: name,
  });
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(header).toContainText('1 of 50 uses');
  await page.getByRole('tab', { name: 'Uses' }).click();
  await expect(page).toHaveURL(/tab=growth/);
  const latest = page.getByRole('list', { name: 'Latest uses' });
  await expect(latest.getByRole('link', { name: '花子' })).toHaveAttribute('href', `/contacts/${hanako.id}`);
  const chart = page.getByRole('slider', { name: 'Uses by day' });
  await expect(chart).toHaveAttribute('aria-valuetext', /: 1 use, \+1$/);
  await page.getByRole('button', { name: '365 days' }).click();
  await expect(chart).toHaveAttribute('max', '364');
  await expectAccessible(page);

  // Activity and the command menu lead here.
  await page.goto('/activity');
  await expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute(
    'href',
    `/referral-codes/${id}`,
  );
  const menu = page.getByRole('dialog', { name: 'Command menu' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(menu).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await menu.getByRole('combobox').fill(name);
  await menu
    .getByRole('option')
    .filter({ hasText: `${name}Sommerfest` })
    .click();
  await expect(page).toHaveURL(`/referral-codes/${id}`);
  await page.goto(`/referral-codes/${vip.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Referral code not found' })).toBeVisible();
});
