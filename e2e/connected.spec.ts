import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expect, test } from './signed-in';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('another Roster is offered as what it is, without a copy', { tag: '@connected' }, async ({
  page,
  service,
  program,
}) => {
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/settings\/connection$/);
  await expect(page.getByText(service.url(program))).toBeVisible();
  await expect(page.getByText('Reachable', { exact: true })).toBeVisible();
  await expect(page.getByText('No', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/contacts');
  await expect(page.getByRole('link', { name: 'Trash' })).toBeVisible();
  await expect(page.getByText('Last seen')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Load sample data' })).toHaveCount(0);
});

test.describe('a service of somebody else', { tag: '@stranger' }, () => {
  test('is offered as what it can do, and why not the rest', async ({ page, service, expectedErrors }) => {
    await page.goto('/segments');
    await expect(page.getByText('this service cannot create segments')).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'VIP' })).toBeVisible();
    await expect(page.getByRole('button', { name: /segment|VIP/ })).toHaveCount(0);

    await page.goto('/contacts');
    await expect(page.getByRole('link', { name: 'Trash' })).toHaveCount(0);
    await page.goto('/contacts/trash');
    await expect(page.getByRole('heading', { name: 'This service has no trash.' })).toBeVisible();
    await page.goto('/settings/tokens');
    await expect(page.getByRole('heading', { name: 'This service cannot list API tokens.' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'API tokens' })).toHaveCount(0);

    await page.goto('/settings/api');
    await expect(page.locator('#upsertContact')).toHaveCount(1);
    await expect(page.locator('#listContacts')).toHaveCount(service.kind === 'list' ? 1 : 0);
    for (const absent of ['createSegment', 'listTrash', 'listActivity', 'listTokens'])
      await expect(page.locator(`#${absent}`)).toHaveCount(0);

    expectedErrors.push(/404/);
    await page.goto('/contacts/0198c0de-7a11-7000-8000-0123456789ab');
    await expect(page.getByText('There is no such contact')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Look in the trash' })).toHaveCount(0);
  });

  test('has its state in the settings, and never its token', async ({ page, fake }) => {
    await page.goto('/settings');
    await expect(page).toHaveURL(/\/settings\/connection$/);
    await expect(page.getByText(fake.url)).toBeVisible();
    await expect(page.getByText('Reachable', { exact: true })).toBeVisible();
    await expect(page.getByText('Restore deleted contacts')).toBeVisible();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('The contacts service answers.')).toBeVisible();
    expect(await page.content()).not.toContain(fake.token);
  });

  test('redeems a code, or says at the field that it does not', async ({ page, fake }) => {
    const email = `ana.${Date.now()}@example.com`;
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    await field(page, 'First name').fill('Ana');
    await field(page, 'Segments').fill('Newsletter');
    await page.getByRole('option', { name: 'Newsletter' }).click();
    await field(page, 'Referral code').fill('NOBODY');
    await page.getByRole('button', { name: 'Create contact' }).click();
    await expect(field(page, 'Referral code')).toHaveAccessibleDescription(/unknown code/);
    await field(page, 'Referral code').fill('FRIEND');
    await page.getByRole('button', { name: 'Create contact' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
    await expect(page.getByText('created the contact')).toBeVisible();
    await expect(page.getByText('Redeemed referral codes')).toHaveCount(0);
    await expect(page.getByText('Last seen')).toBeVisible();
    await expectAccessible(page);
    // It is seen again in the answer to a change.
    const seen = page.waitForRequest(/\/data\/sightings/);
    await field(page, 'Company').fill('Acme');
    await page.keyboard.press('Control+Enter');
    await seen;
    const [id = ''] = page.url().split('/').slice(-1);
    expect(fake.contacts.get(id)?.email).toBe(email);
  });

  test('has no trash: Undo creates the contact anew, and says so', async ({ page, fake, expectedErrors }) => {
    const email = `ben.${Date.now()}@example.com`;
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    await field(page, 'First name').fill('Ben');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Ben' })).toBeVisible();
    const [id = ''] = page.url().split('/').slice(-1);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Ben?' });
    await expect(dialog).toContainText('Undo creates the contact anew, with a new id');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/contacts$/);
    expect(fake.contacts.has(id)).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Created Ben anew')).toBeVisible();
    await expect(page.getByText('The contact has a new id.')).toBeVisible();
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(field(page, 'Email')).toHaveValue(email);
    expect(page.url()).not.toContain(id);

    // Somebody else deletes it; the console learns it by deleting it too, or by what its page still reads.
    expectedErrors.push(/404/);
    const [newId = ''] = page.url().split('/').slice(-1);
    fake.contacts.delete(newId);
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Ben had been deleted before')).toBeVisible();
    await expect(page).toHaveURL(/\/contacts$/);

    // Without an answer it may be done: whoever tries again is told that it is.
    const lost = fake.add({ email: `lost.${email}`, firstname: 'Lost', lastname: String(Date.now()) });
    const name = `Lost ${lost.contact.lastname}`;
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(`lost.${email}`);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    expectedErrors.push(/503/);
    fake.fault = ({ method, socket }) => {
      if (method !== 'DELETE') return false;
      fake.contacts.delete(lost.id);
      return !!socket.destroy();
    };
    await page.getByRole('button', { name: 'Delete' }).click();
    const losing = page.getByRole('alertdialog', { name: `Delete ${name}?` });
    await losing.getByRole('button', { name: 'Delete' }).click();
    await expect(losing.getByRole('alert')).toContainText(
      'No answer. It may have been deleted; check before trying again.',
      { timeout: 20_000 },
    );
    fake.fault = null;
    await losing.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`Deleted ${name}`)).toBeVisible();
    await expect(page).toHaveURL(/\/contacts$/);
  });

  test('a contact that was created without an answer is told of, and sent once', async ({
    page,
    fake,
    service,
  }) => {
    const email = `fay.${Date.now()}@example.com`;
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    const sent = () => fake.requests.filter((line) => line === 'POST /contacts').length;
    const before = sent();
    fake.fault = ({ method, socket }) => {
      if (method !== 'POST') return false;
      fake.add({ email });
      return !!socket.destroy();
    };
    await page.getByRole('button', { name: 'Create contact' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'No answer. It may have been saved; check before trying' }),
    ).toBeFocused();
    fake.fault = null;
    expect(sent()).toBe(before + 1);
    // The next look at its list finds it.
    if (service.kind === 'list')
      await expect(page.getByText('Changes nothing').filter({ visible: true })).toBeVisible({
        timeout: 20_000,
      });
  });

  test('says when it breaks, keeps what was typed, and goes on by itself', async ({ page, fake }) => {
    const email = `cleo.${Date.now()}@example.com`;
    // One that the copy has.
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(`before.${email}`);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`before.${email}`);
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    await field(page, 'Company').fill('Acme');
    fake.fault = (_, response) => {
      response.writeHead(503, { 'Content-Type': 'text/html' }).end('<h1>Out for lunch</h1>');
      return true;
    };
    await page.getByRole('button', { name: 'Create contact' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'What you typed is still here.' });
    await expect(refusal).toBeFocused();
    const banner = page.getByRole('status').filter({ hasText: 'The contacts service cannot be reached.' });
    await expect(banner).toContainText('Read-only until it answers again');
    await expect(banner).toContainText('Last error');
    await expect(field(page, 'Company')).toHaveValue('Acme');
    await expectAccessible(page);

    const elsewhere = await page.context().newPage();
    await elsewhere.goto(`/contacts?search=before.${email}`);
    await expect(elsewhere.getByRole('link', { name: 'Add contact' })).toHaveCount(0);
    await expect(elsewhere.locator('tbody tr[data-row]')).toHaveCount(1);
    await expect(elsewhere.locator('table input')).toHaveCount(0);
    const connection = await page.context().newPage();
    await connection.goto('/settings/connection');
    await expect(connection.getByText('Cannot be reached', { exact: true })).toBeVisible();
    await expect(connection.getByText(/status 503/)).toBeVisible();

    fake.fault = null;
    await refusal.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(`Created ${email}`)).toBeVisible();
    await expect(banner).toBeHidden();
    await expect(connection.getByText('Reachable', { exact: true })).toBeVisible();
    // Of the row that was there, too.
    await expect(elsewhere.locator('table input')).toHaveCount(2);
  });
});

test('one call that takes long holds up nothing else', { tag: '@stranger' }, async ({ page, fake }) => {
  const name = `Dora${Date.now()}`;
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(`${name}@example.com`);
  await field(page, 'First name').fill(name);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  fake.held = (route) => (route.startsWith('PUT') ? gate : undefined);
  await field(page, 'Company').fill('Slow Ltd');
  await page.getByRole('button', { name: 'Update contact' }).click();
  const saving = page.getByRole('button', { name: 'Update contact' });
  await expect(saving).toBeDisabled();

  // The same person, elsewhere: what is read, searched and saved meanwhile goes on as ever.
  const elsewhere = await page.context().newPage();
  await elsewhere.goto('/contacts');
  await elsewhere.getByLabel('Search contacts').fill(name);
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Contacts1 found');
  await elsewhere.goto('/segments');
  await expect(elsewhere.getByRole('rowheader', { name: 'VIP' })).toBeVisible();
  await elsewhere.goto('/contacts/new');
  await field(elsewhere, 'Email').fill(`quick.${name}@example.com`);
  await elsewhere.keyboard.press('Control+Enter');
  await expect(elsewhere.getByText(`Created quick.${name.toLowerCase()}@example.com`)).toBeVisible();
  await expect(saving).toBeDisabled();

  release();
  fake.held = null;
  await expect(page.getByText(`Updated ${name}`)).toBeVisible();
});

test('the copy says how complete it is, is read anew on demand, and marks what has vanished', {
  tag: '@fill',
}, async ({ page, fake }) => {
  const company = `Copycorp${Date.now()}`;
  const made = Array.from({ length: 205 }, (_, n) =>
    fake.add({
      email: `copy${n}@${company.toLowerCase()}.example`,
      firstname: 'Copy',
      lastname: String(n),
      company,
    }),
  );
  await page.goto(`/contacts?search=${company}`);
  await expect(page.getByText(/A copy of .* complete/)).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacts205 found');
  await expect(page.getByRole('columnheader', { name: 'Last seen' })).toBeVisible();
  await expectAccessible(page);

  const [first] = made;
  if (first) fake.contacts.delete(first.id);
  await page.goto(`/contacts?search=copy0@${company}`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Vanished', { exact: true })).toBeVisible();
  // Others may have vanished before.
  await expect(page.getByText(/contacts? ha(s|ve) vanished from the service\./)).toBeVisible();
  await page.getByRole('link', { name: 'Copy 0' }).click();
  await expect(page.getByText('The service no longer has this contact')).toBeVisible();

  // Deleting many can be cancelled: what is under way is finished, nothing more is begun.
  await page.goto(`/contacts?search=${company}&size=100`);
  const copy = page.getByText(/^A copy of /);
  const [, copied] = /A copy of ([\d,]+) contacts/.exec(await copy.innerText()) ?? [];
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Select all 205 matching' }).click();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('205 selected');
  await expect(page.getByRole('button', { name: 'Select all 205 matching' })).toBeHidden();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 205 contacts?' });
  await dialog.getByLabel('Type 205 to confirm').fill('205');
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  fake.held = (route) => (route === 'DELETE /contacts' ? gate : undefined);
  await dialog.getByRole('button', { name: 'Delete 205 contacts' }).click();
  await expect(dialog.getByText('0 of 205')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  release();
  fake.held = null;
  await expect(page.getByRole('alertdialog')).toContainText(
    'deleted, then it stopped: It was cancelled. 105 are left.',
  );
  // What is said of the copy follows at once.
  await expect(copy).toContainText(`A copy of ${Number(copied?.replace(',', '')) - 100} contacts`);
});

test('a service that counts more contacts than it lists is told of: the copy is incomplete', {
  tag: '@fill',
}, async ({ page, fake }) => {
  fake.add({ email: `listed${Date.now()}@example.com` });
  fake.claims = 5_000_000;
  await page.goto('/contacts');
  await page.getByRole('button', { name: 'Refresh' }).click();
  const incomplete = page.getByText(/^Incomplete: [\d,]+ of 5,000,000 contacts that the service counts\./);
  await expect(incomplete).toBeVisible();
  await expectAccessible(page);
  fake.claims = null;
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(incomplete).toHaveCount(0);
  await expect(page.getByText(/^A copy of .* complete/)).toBeVisible();
});

test('a contact of the service that cannot be read is named, with what is wrong', { tag: '@fill' }, async ({
  page,
  fake,
}) => {
  const wrong = fake.add({ email: `wrong${Date.now()}@example.com` });
  wrong.updatedAt = 'yesterday';
  await page.goto('/settings/connection');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(
    page.getByText(`${wrong.id}: Its updatedAt cannot be read: "yesterday".`, { exact: true }),
  ).toBeVisible();
  await expect(page.getByText(/A copy of .* complete .* 1 contact could not be copied\./)).toBeVisible();
  await expectAccessible(page);
  fake.contacts.delete(wrong.id);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(wrong.id)).toHaveCount(0);
});
