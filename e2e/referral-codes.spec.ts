import { referralCode } from '../lib/contract/referral-code';
import { expectAccessible } from './accessible';
import { dataOf, field, makeContact, makeSegment, unique } from './contact-journey';
import { rows } from './contacts-page';
import { expect, test } from './signed-in';

test('referral codes are created, generated, copied, edited, switched off and redeemed', async ({
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
  await page.getByRole('button', { name: `Edit ${name}` }).click();
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
  await expect(row.getByRole('link')).toHaveText('Ben');
  await expect(row.getByRole('link')).toHaveAttribute('href', `/contacts/${ben.id}`);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(field(page, 'Referrer')).toHaveValue(ben.email ?? '');
  await expect(field(page, 'Referrer')).toHaveAccessibleDescription('Ben');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Switch off ${name}` }).click();
  await expect(row.getByRole('cell', { name: 'Off', exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Switch on ${name}` }).click();
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
  // Contacts who redeemed the code are in a filtered list and on the referrer's page.
  await page.getByRole('link', { name: `1 redemption of ${name}` }).click();
  await expect(page).toHaveURL(/\/contacts\?referralCode=/);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: `Referral code is ${name}` }).click();
  await expect(page.getByRole('dialog', { name: 'Filter' }).getByRole('checkbox', { name })).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(email);
  await expect(page.getByRole('code').getByText(name)).toBeVisible();

  await page.goto(`/contacts/${ben.id}`);
  const referred = page.getByRole('list', { name: `Latest by ${name}` });
  await expect(referred.getByRole('link')).toHaveText(email);
  await expectAccessible(page);
  await page.getByRole('link', { name: `1 contact by ${name}` }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove the referral code filter' }).click();
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Filter by…' }).fill(name);
  await page.getByRole('option', { name: `Referral code is ${name}` }).click();
  await expect(page).toHaveURL(new RegExp(`referralCode=${name}`));
});
