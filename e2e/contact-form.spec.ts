import { z } from 'zod';
import { expectAccessible } from './accessible';
import {
  chooseAction,
  dataOf,
  field,
  makeContact,
  makeSegment,
  unique,
  uniquePhone,
} from './contact-journey';
import { expect, test } from './signed-in';

test('a contact is created with segments and a referral code, which its page shows', async ({
  page,
  api,
}) => {
  const vip = await makeSegment(api, 'VIP');
  const code = unique('WELCOME').toUpperCase();
  dataOf(z.unknown(), await api('POST', '/referral-codes', { code, label: 'Spring campaign' }));
  const email = `${unique('ana')}@example.com`;

  await page.goto('/contacts/new');
  // Errors of the contract appear at their fields before anything is sent.
  await page.getByRole('button', { name: 'Create contact' }).click();
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Add an email or phone/);
  await field(page, 'Phone').fill('030 901820');
  await page.keyboard.press('Control+Enter');
  await expect(field(page, 'Phone')).toBeFocused();
  await expect(field(page, 'Phone')).toHaveAccessibleDescription(/Include the country code/);
  // Email or phone is enough, so the error at the email disappears.
  await expect(field(page, 'Email')).not.toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await field(page, 'Email').fill(email);
  const phone = uniquePhone();
  const stored = phone.replaceAll(' ', '');
  await field(page, 'Phone').fill(phone);
  await field(page, 'First name').fill('Ana');
  await field(page, 'Last name').fill('Silva');
  await field(page, 'Job title').fill('Head of Sales');
  await field(page, 'Company').fill('Acme');
  await field(page, 'Segments').fill(vip.title);
  await page.getByRole('option', { name: vip.title }).click();
  await field(page, 'Referral code').fill('NO-SUCH-CODE');
  // No error while typing.
  await expect(field(page, 'Referral code')).toHaveAccessibleDescription('');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Referral code')).toHaveAccessibleDescription(/Unknown referral code/);
  await field(page, 'Referral code').fill('spring');
  await page.getByRole('option', { name: code }).click();
  await expect(field(page, 'Referral code')).toHaveValue(code);
  await field(page, 'Referral code').fill(`  ${code.toLowerCase()} `);
  await expect(field(page, 'Referral code')).toHaveAccessibleDescription('✓ Spring campaign');
  await page.getByRole('button', { name: 'Create contact' }).click();

  await expect(page.getByText('Created Ana Silva')).toBeVisible();
  await expect(page).toHaveURL(/\/contacts\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible();
  await expect(field(page, 'Phone')).toHaveValue(phone);
  await expect(page.getByRole('link', { name: 'Email', exact: true })).toHaveAttribute(
    'href',
    `mailto:${email}`,
  );
  await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', `tel:${stored}`);
  await expect(
    page.getByRole('region', { name: 'Referral codes' }).getByRole('link', { name: code }),
  ).toBeVisible();
  await expect(page.getByText('admin added Ana')).toBeVisible();
  await expectAccessible(page);
});

test('a contact with two segments and a code takes eight keys', async ({ page, api }) => {
  const [vip, lead] = [await makeSegment(api, 'Vip'), await makeSegment(api, 'Lead')];
  const code = unique('FRIEND').toUpperCase();
  dataOf(z.unknown(), await api('POST', '/referral-codes', { code, segmentIds: [lead.id] }));
  // An empty list has no search box.
  await makeContact(api, { email: `${unique('ana')}@example.com` });
  await page.goto('/contacts');
  await expect(page.getByRole('link', { name: 'Add contact' })).toBeVisible();
  // Keys work once the page runs.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  const { keyboard } = page;
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await keyboard.press(key);
  };
  await press('c');
  await expect(field(page, 'Email')).toBeFocused();
  await keyboard.type(`${unique('carla')}@example.com`);
  for (const label of ['Phone', 'First name', 'Last name', 'Segments']) {
    await press('Tab');
    await expect(field(page, label)).toBeFocused();
    if (label === 'First name') await keyboard.type('Carla');
  }
  await keyboard.type(vip.title.toLowerCase());
  await press('Enter');
  // Tab chooses the highlighted segment, too.
  await keyboard.type(lead.title.toLowerCase());
  await expect(page.getByRole('option', { name: lead.title })).toHaveAttribute('data-highlighted');
  await press('Tab');
  await keyboard.type(code.toLowerCase());
  await press('Enter');
  await expect(page.getByText('Created Carla')).toBeVisible();
  expect(keys).toBe(8);
  const entry = page.getByRole('region', { name: 'History' }).getByRole('listitem').last();
  await expect(entry).toContainText(
    /^admin added Carla to (Vip|Lead).* and (Vip|Lead).* with FRIEND.* in the console/,
  );
});

test('unsaved changes survive a stray click and the back button', async ({ page, api }) => {
  const ana = await makeContact(api, { email: `${unique('ana')}@example.com` });
  await page.goto('/segments');
  await page.goto(`/contacts/${ana.id}`);
  // A field that can be saved is saved by leaving it.
  await field(page, 'Company').fill('Acme');
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await expect(page).toHaveURL(/\/segments$/);
  await page.goBack();
  await expect(field(page, 'Company')).toHaveValue('Acme');
  await field(page, 'Phone').fill('030 1');
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(field(page, 'Phone')).toHaveValue('030 1');
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/\/segments$/);

  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await page.getByRole('link', { name: 'Add contact' }).click();
  await field(page, 'Email').fill('half@');
  await page.evaluate(() => history.back());
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field(page, 'Email')).toHaveValue('half@');
  await page.evaluate(() => history.back());
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/\/contacts$/);
});

test('what others have deleted or restored is seen as soon as its page is looked at', async ({
  page,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(/404|ERR_FAILED/);
  const email = `${unique('ana')}@example.com`;
  const ana = await makeContact(api, { email, firstname: 'Ana' });
  const read = `**/data/getContact?id=${ana.id}`;
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(`/contacts?search=${email}`);
  await page.getByRole('link', { name: 'Ana' }).click();
  await expect(heading).toHaveText('Ana');
  await page.waitForURL(`**/contacts/${ana.id}`);
  await page.getByRole('link', { name: 'Back to contacts' }).click();
  // The heading comes before the page.
  await page.waitForURL('**/contacts?*');
  await expect(heading).toHaveText(/^Contacts/);
  await api('DELETE', `/contacts/${ana.id}`);
  await page.goBack();
  const alert = page.getByRole('alert').filter({ hasText: 'has been deleted' });
  await expect(alert).toBeVisible();
  const lookAgain = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await api('POST', '/trash/restore', { ids: [ana.id] });
  await lookAgain();
  await expect(alert).toBeHidden();

  // A deletion keeps typed text on the page.
  await field(page, 'Company').fill('Acme');
  await api('DELETE', `/contacts/${ana.id}`);
  await lookAgain();
  await expect(alert).toBeVisible();
  await expect(field(page, 'Company')).toHaveValue('Acme');
  await api('POST', '/trash/restore', { ids: [ana.id] });
  await lookAgain();
  await expect(alert).toBeHidden();

  // Without a response, the page warns that its data may be old.
  await page.route(read, (route) => route.abort());
  await lookAgain();
  const told = page.getByRole('listitem').filter({ hasText: 'Could not refresh Ana' });
  await expect(told).toContainText('Roster cannot be reached.');
  await page.unroute(read);
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(told).toBeHidden();
  await field(page, 'Company').press('Control+Enter');
  await expect(page.getByText('Updated Ana')).toBeVisible();
});

test('a contact is deleted, undone, and an unknown one is not found', async ({
  page,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(/404|ERR_FAILED/);
  const email = `${unique('ana')}@example.com`;
  const ana = await makeContact(api, { email, firstname: 'Ana' });
  const dialog = page.getByRole('alertdialog', { name: 'Delete Ana?' });
  await page.goto(`/contacts?search=${email}`);
  await page.getByRole('link', { name: 'Ana' }).click();
  await chooseAction(page, 'Delete');
  // A lost response allows a retry.
  const change = `**/contacts/${ana.id}`;
  await page.route(change, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'No response. The change may have been made; trying again is safe.',
  );
  await page.unroute(change);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/contacts\?search=/);
  expect((await api('GET', `/contacts/${ana.id}`)).status).toBe(404);
  await page.goBack();
  await expect(page.getByRole('alert').filter({ hasText: 'has been deleted' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Restored Ana')).toBeVisible();
  dataOf(z.unknown(), await api('GET', `/contacts/${ana.id}`));
  // Open in the toast asks before it discards typed text.
  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await page.getByRole('link', { name: 'Add contact' }).click();
  await field(page, 'Email').fill('half@');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page
    .getByRole('alertdialog', { name: 'Discard unsaved changes?' })
    .getByRole('button', { name: 'Discard changes' })
    .click();
  await expect(page).toHaveURL(new RegExp(`/contacts/${ana.id}$`));

  // If another contact has the email by then, the toast links to it.
  await chooseAction(page, 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/contacts(\?|$)/);
  dataOf(z.unknown(), await api('POST', '/contacts', { email, firstname: 'Ben' }));
  const deleted = page.getByRole('listitem').filter({ hasText: 'Deleted Ana' });
  await deleted.getByRole('button', { name: 'Undo' }).last().click();
  const stays = page.getByRole('listitem').filter({ hasText: 'Ana stays in the trash' });
  await expect(stays).toContainText('Another contact now has its email.');
  await stays.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ben');

  for (const id of ['0198c0de-7a11-7000-8000-0123456789ab', 'no-uuid']) {
    const response = await page.goto(`/contacts/${id}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByText('Contact not found')).toBeVisible();
  }
});
