import { z } from 'zod';
import { contact } from '../lib/contract/contact';
import { segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import { dataOf, field, unique, uniquePhone } from './contact-journey';
import { expect, test } from './signed-in';

test('a contact is created with segments and a referral code, which its page shows', {
  tag: '@roster',
}, async ({ page, api }) => {
  const vip = dataOf(segment, await api('POST', '/segments', { title: unique('VIP') }));
  const code = unique('WELCOME').toUpperCase();
  dataOf(z.unknown(), await api('POST', '/referral-codes', { code, label: 'Spring campaign' }));
  const email = `${unique('ana')}@example.com`;

  await page.goto('/contacts/new');
  await expectAccessible(page);
  await field(page, 'Email').fill(email);
  const phone = uniquePhone();
  const stored = phone.replaceAll(' ', '');
  await field(page, 'Phone').fill(phone);
  await expect(page.getByText(`Saved as ${stored}`)).toBeVisible();
  await field(page, 'First name').fill('Ana');
  await field(page, 'Last name').fill('Silva');
  await field(page, 'Job title').fill('Head of Sales');
  await field(page, 'Company').fill('Acme');
  await field(page, 'Segments').fill(vip.title);
  await page.getByRole('option', { name: vip.title }).click();
  await field(page, 'Referral code').fill(`  ${code.toLowerCase()} `);
  await page.getByRole('button', { name: 'Create contact' }).click();

  await expect(page.getByText('Created Ana Silva')).toBeVisible();
  await expect(page).toHaveURL(/\/contacts\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible();
  await expect(field(page, 'Phone')).toHaveValue(stored);
  await expect(page.locator('code', { hasText: code })).toBeVisible();
  // At another Roster the console's token is who did it.
  await expect(page.getByText(/(admin|CONTACTS_API_TOKEN \(API token\)) created the contact/)).toBeVisible();
  await expectAccessible(page);
});

test('what the contract refuses stands at its field before anything is sent', { tag: '@copy' }, async ({
  page,
}) => {
  await page.goto('/contacts/new');
  await page.getByRole('button', { name: 'Create contact' }).click();
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Add an email or phone/);
  await field(page, 'Phone').fill('030 901820');
  await page.keyboard.press('Control+Enter');
  await expect(field(page, 'Phone')).toBeFocused();
  await expect(field(page, 'Phone')).toHaveAccessibleDescription(/Include the country code/);
  // One of the two is enough: what was said at the other is settled.
  await expect(field(page, 'Email')).not.toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
});

test('saving an email that exists updates that contact, and says so', { tag: '@remote' }, async ({
  page,
  api,
  service,
}) => {
  const email = `${unique('ben')}@example.com`;
  const ben = dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ben', company: 'Globex' }));
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(email.toUpperCase());
  await field(page, 'Job title').fill('Engineer');
  // A stranger's service cannot tell before.
  if (!service.fake) await expect(page.getByRole('button', { name: 'Update contact' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Updated the existing contact Ben')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/contacts/${ben.id}`));
  await expect(field(page, 'Company')).toHaveValue('Globex');
  await expect(field(page, 'Job title')).toHaveValue('Engineer');
});

test('unsaved changes survive a stray click and the back button', { tag: '@copy' }, async ({ page, api }) => {
  const ana = dataOf(contact, await api('POST', '/contacts', { email: `${unique('ana')}@example.com` }));
  await page.goto('/segments');
  await page.goto(`/contacts/${ana.id}`);
  await field(page, 'Company').fill('Acme');
  await page.getByRole('link', { name: 'Segments' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(field(page, 'Company')).toHaveValue('Acme');
  await page.getByRole('link', { name: 'Segments' }).click();
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

test('what others have deleted or restored is seen as soon as its page is looked at', {
  tag: '@roster',
}, async ({ page, api, expectedErrors }) => {
  expectedErrors.push(/404|ERR_FAILED/);
  const email = `${unique('ana')}@example.com`;
  const ana = dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ana' }));
  const read = `**/data/contacts/${ana.id}`;
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(`/contacts?search=${email}`);
  await page.getByRole('link', { name: 'Ana' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await api('POST', '/trash/restore', { ids: [ana.id] });
  await page.goBack();
  await expect(heading).toHaveText('Ana');

  await page.goForward();
  await expect(heading).toHaveText(/^Contacts/);
  await api('DELETE', `/contacts/${ana.id}`);
  await page.goBack();
  await expect(heading).toHaveText('Contact not found');

  // What is typed is not taken from the page with it.
  await api('POST', '/trash/restore', { ids: [ana.id] });
  await page.goForward();
  await expect(heading).toHaveText(/^Contacts/);
  await page.goBack();
  await expect(heading).toHaveText('Ana');
  await field(page, 'Company').fill('Acme');
  await api('DELETE', `/contacts/${ana.id}`);
  const lookAgain = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await lookAgain();
  const alert = page.getByRole('alert').filter({ hasText: 'has been deleted' });
  await expect(alert).toBeVisible();
  await expect(field(page, 'Company')).toHaveValue('Acme');
  await api('POST', '/trash/restore', { ids: [ana.id] });
  // It is not taken back before the answer is there.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(read, (route) => answered.then(() => route.continue()));
  const asked = page.waitForRequest(read);
  await lookAgain();
  await asked;
  await expect(alert).toBeVisible();
  answer();
  await expect(alert).toBeHidden();

  // Where there is no answer, what is shown may be old.
  await page.unroute(read);
  await page.route(read, (route) => route.abort());
  const place = await field(page, 'Email').boundingBox();
  await lookAgain();
  const told = page.getByRole('listitem').filter({ hasText: 'Could not refresh Ana' });
  await expect(told).toContainText('Roster cannot be reached.');
  expect(await field(page, 'Email').boundingBox()).toEqual(place);
  await page.unroute(read);
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(told).toBeHidden();
  await field(page, 'Company').press('Control+Enter');
  await expect(page.getByText('Updated Ana')).toBeVisible();
});

test('a contact is deleted, undone, and an unknown one is not found', { tag: '@roster' }, async ({
  page,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(/404|ERR_FAILED/);
  const email = `${unique('ana')}@example.com`;
  const ana = dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ana' }));
  const read = `**/data/contacts/${ana.id}`;
  await page.goto(`/contacts?search=${email}`);
  await page.getByRole('link', { name: 'Ana' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Ana?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/contacts\?search=/);
  expect((await api('GET', `/contacts/${ana.id}`)).status).toBe(404);
  // What the browser has kept of the page is not shown as if it were still there, also while nobody can be asked.
  await page.route(read, (route) => route.abort());
  await page.goBack();
  await expect(page.getByText('The contact could not be loaded')).toBeVisible();
  await page.unroute(read);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Contact not found')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Restored Ana')).toBeVisible();
  dataOf(z.unknown(), await api('GET', `/contacts/${ana.id}`));
  // Its message takes nobody from what they type meanwhile without a question.
  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await page.getByRole('link', { name: 'Add contact' }).click();
  await field(page, 'Email').fill('half@');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page
    .getByRole('alertdialog', { name: 'Discard unsaved changes?' })
    .getByRole('button', { name: 'Discard changes' })
    .click();
  await expect(page).toHaveURL(new RegExp(`/contacts/${ana.id}$`));

  // Deleted again, which nobody is told at first, and brought back from the trash.
  await page.goto(`/contacts?search=${email}`);
  await page.getByRole('link', { name: 'Ana' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const change = `**/contacts/${ana.id}`;
  await page.route(change, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'No response, so the change may or may not have been made. You can safely try again.',
  );
  await page.unroute(change);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/contacts\?search=/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Deleted Ana' })).toContainText('Undo');
  await page.goBack();
  await page.getByRole('link', { name: 'Open trash' }).click();
  await page.getByRole('checkbox', { name: 'Select Ana' }).first().check();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('1 contact restored')).toBeVisible();
  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill(email);
  await expect(page.locator('div:has(> h1)')).toHaveText('Contacts1 found');
  await page.getByRole('link', { name: 'Ana' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana');

  // Who has the email by then is a link away.
  await page.reload();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/contacts(\?|$)/);
  dataOf(z.unknown(), await api('POST', '/contacts', { email, firstname: 'Ben' }));
  const deleted = page.getByRole('listitem').filter({ hasText: 'Deleted Ana' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  const stays = page.getByRole('listitem').filter({ hasText: 'Ana stays in the trash' });
  await expect(stays).toContainText('Another contact now has its email.');
  await stays.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ben');

  for (const id of ['0198c0de-7a11-7000-8000-0123456789ab', 'no-uuid']) {
    const response = await page.goto(`/contacts/${id}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByText('Contact not found')).toBeVisible();
  }
  await expectAccessible(page);
});
