import { contact } from '../lib/contract/contact';
import { expectAccessible } from './accessible';
import { chooseAction, dataOf, editName, field, makeSegment, previewOf, unique } from './contact-journey';
import { open, rows, selectAll, title, tray, wholePage } from './contacts-page';
import { makeCompany } from './make-company';
import { expect, test } from './signed-in';

test('another Roster is offered as what it is, without a replica: everything passes through', {
  tag: '@roster',
}, async ({ page, api, service }) => {
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/settings\/connection$/);
  await expect(page.getByText(`${service.url}/v1`)).toBeVisible();
  await expect(page.getByText('Reachable', { exact: true })).toBeVisible();
  await expect(page.getByText('No', { exact: true })).toHaveCount(0);
  await expectAccessible(page);

  const vip = await makeSegment(api, 'VIP');
  const email = `${unique('ana')}@example.com`;
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(email);
  await field(page, 'Segments').fill(vip.title);
  await page.getByRole('option', { name: vip.title }).click();
  await expect(previewOf(page).getByRole('status')).toHaveText('Creates a new contact');
  await page.getByRole('button', { name: 'Create contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  // The service names the console's token as the actor.
  await expect(page.getByText('Environment token added')).toBeVisible();
  const { body } = await api('GET', `/contacts?search=${email}`);
  const [made] = dataOf(contact.array(), { status: 200, body });
  expect(made?.segments.map(({ segmentId }) => segmentId)).toEqual([vip.id]);

  const company = await makeCompany(api, 60);
  await open(page, company);
  await expect(page.getByText(/^Synchronized/)).toHaveCount(0);
  await selectAll(page, 60);
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 60 contacts' }).click();
  await expect(page.getByText('Moved 60 contacts to the trash')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(title(page)).toHaveText(/^Contacts60 of [\d,]+$/);
});

test('own fields, ids and marks of another Roster are used as one’s own', { tag: '@roster' }, async ({
  page,
  api,
}) => {
  await page.goto('/settings/fields');
  await page.getByRole('button', { name: 'Create field' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create field' });
  await dialog.getByLabel('Label').fill('CRM id');
  await dialog.getByLabel('Type').selectOption('Id of another system');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Created field CRM id')).toBeVisible();
  const email = `${unique('kim')}@example.com`;
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(email);
  await field(page, 'CRM id').fill('007');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  const found = await api('GET', '/contacts?fields.crm_id=007');
  const [made] = dataOf(contact.array(), { status: 200, body: found.body });
  expect(made).toMatchObject({ email, fields: { crm_id: '007' } });

  await chooseAction(page, 'Do not contact…');
  await page.getByRole('dialog').getByLabel('Reason').selectOption('Complained');
  await page.getByRole('dialog').getByRole('button', { name: 'Mark' }).click();
  await expect(page.getByText(/^Complained · marked .* by /)).toBeVisible();
  const marked = await api('GET', `/contacts/${made?.id}`);
  expect(dataOf(contact, marked).doNotContact?.reason).toBe('complained');
  // An id finds its contact before a new email.
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(`${unique('lee')}@example.com`);
  await field(page, 'CRM id').fill('007');
  await expect(previewOf(page).getByRole('status')).toHaveText(/^Updates/);
});

test.describe('a service of somebody else', { tag: ['@list', '@five'] }, () => {
  // Must be the first test of the file, because it checks everything that the program has sent so far.
  test('is started and browsed with GET only, and offered as what it can do, and why not the rest', async ({
    page,
    service,
    fake,
    expectedErrors,
  }) => {
    expectedErrors.push(/404/);
    for (const address of ['/contacts?search=ana', `/contacts/${crypto.randomUUID()}`, '/contacts/trash']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await page.goto('/contacts/new');
    await field(page, 'Email').fill('ana@example.com');
    await expect(previewOf(page).getByRole('status')).toHaveText('Creates a new contact');
    await page.goto('/segments');
    await expect(page.getByText('this service cannot create, change or delete segments')).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'VIP' })).toBeVisible();
    await expect(page.getByRole('button', { name: /segment|VIP/ })).toHaveCount(0);
    await page.goto('/settings/tokens');
    await expect(page.getByRole('heading', { name: 'This service cannot list API tokens.' })).toBeVisible();
    await page.goto('/settings/api');
    await expect(page.locator('#upsertContact')).toHaveCount(1);
    await expect(page.locator('#listContacts')).toHaveCount(service.kind === 'list' ? 1 : 0);
    await expect(page.locator('#createSegment')).toHaveCount(0);

    await page.goto('/settings/fields');
    await expect(page.getByRole('heading', { name: 'This service cannot create a field.' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Fields' })).toHaveCount(0);
    await page.goto('/settings/connection');
    await expect(page.getByText('Reachable', { exact: true })).toBeVisible();
    await expect(page.getByText('Restoring creates a new contact with a new id.')).toBeVisible();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('The contacts service is reachable.')).toBeVisible();
    await expectAccessible(page);
    expect(await page.content()).not.toContain(fake.token);
    await page.goto('/contacts');
    const words =
      service.kind === 'list' ? /^Synchronized / : /cannot list its contacts \(GET \/contacts answered 405\)/;
    await expect(page.getByText(words)).toBeVisible();
    expect(new Set(fake.requests.map((line) => line.split(' ')[0]))).toEqual(new Set(['GET']));
    expect(fake.requests.length).toBeGreaterThan(5);
  });

  test('redeems a code, or says at the field that it does not; what is there is updated', async ({
    page,
    fake,
    service,
  }) => {
    const email = `${unique('ana')}@example.com`;
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    await field(page, 'First name').fill('Ana');
    await field(page, 'Referral code').fill('NOBODY');
    await page.getByRole('button', { name: 'Create contact' }).click();
    await expect(field(page, 'Referral code')).toHaveAccessibleDescription(/unknown code/);
    await field(page, 'Referral code').fill('FRIEND');
    await page.getByRole('button', { name: 'Create contact' }).click();
    await expect(page.getByText('Created Ana')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Ana' })).toBeVisible();
    await expect(page.getByText(/added .* (in the console|through the API)/)).toBeVisible();
    // If the latest version cannot be read, the page shows the age of this one.
    if (service.kind === 'five') await expect(page.getByText('Last seen')).toBeVisible();
    await expectAccessible(page);
    const [id = ''] = page.url().split('/').slice(-1);
    expect(fake.contacts.get(id)?.email).toBe(email);

    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email.toUpperCase());
    await field(page, 'Company').fill('Acme');
    await expect(previewOf(page).getByRole('status')).toHaveText(/^Updates .*Adds 1 value$/);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Updated the existing contact Ana')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/contacts/${id}`));
    expect(fake.contacts.get(id)?.contact).toEqual({ firstname: 'Ana', company: 'Acme' });

    // The service has no marks to filter by.
    await page.goto('/contacts');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filters = page.getByRole('listbox').getByRole('option');
    await expect(filters.filter({ hasText: 'Company' })).toHaveCount(1);
    await expect(filters.filter({ hasText: 'Do not contact' })).toHaveCount(0);
  });

  test('what is deleted goes to the trash, and Undo creates it again', async ({
    page,
    fake,
    expectedErrors,
  }) => {
    // The page may read the contact once more while it is left.
    expectedErrors.push(/404/);
    const email = `ben.${Date.now()}@example.com`;
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    await field(page, 'First name').fill('Ben');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Ben' })).toBeVisible();
    const [id = ''] = page.url().split('/').slice(-1);
    await chooseAction(page, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/contacts$/);
    expect(fake.contacts.has(id)).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Restored Ben')).toBeVisible();
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page).not.toHaveURL(/\/contacts$/);
    await expect(field(page, 'Email')).toHaveValue(email);
    expect(page.url()).not.toContain(id);
  });
});

test.describe('a service with a list', { tag: '@list' }, () => {
  test('a contact that was created without an answer is told of, and sent once', async ({ page, fake }) => {
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
      page.getByRole('alert').filter({ hasText: 'No response. It may have been saved; check before trying' }),
    ).toBeVisible();
    fake.fault = null;
    expect(sent()).toBe(before + 1);
    // The console finds the contact when it reads the service's list again.
    await expect(async () => {
      await page.goto(`/contacts?search=${email}`);
      await expect(rows(page)).toHaveCount(1, { timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
  });

  test('says when it breaks, keeps what was typed, and recovers by itself', async ({
    page,
    fake,
    expectedErrors,
  }) => {
    expectedErrors.push(/503/);
    const email = `cleo.${Date.now()}@example.com`;
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    await field(page, 'Company').fill('Acme');
    fake.fault = (_, response) => {
      response.writeHead(503, { 'Content-Type': 'text/html' }).end('<h1>Out for lunch</h1>');
      return true;
    };
    await page.getByRole('button', { name: 'Create contact' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'still here' });
    await expect(refusal).toBeVisible({ timeout: 20_000 });
    const banner = page.getByRole('status').filter({ hasText: 'The contacts service cannot be reached.' });
    await expect(banner).toContainText('Read-only until it responds.');
    await expect(banner).toContainText('Last error');
    await expect(field(page, 'Company')).toHaveValue('Acme');
    await expectAccessible(page);
    const elsewhere = await page.context().newPage();
    await elsewhere.goto('/contacts');
    await expect(elsewhere.getByRole('link', { name: 'Add contact' })).toHaveCount(0);

    fake.fault = null;
    await expect(banner).toBeHidden({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Create contact' }).click();
    await expect(page.getByText(`Created ${email}`)).toBeVisible();
    await expect(elsewhere.getByRole('link', { name: 'Add contact' }).first()).toBeVisible();
  });

  test('an edit of what somebody else has changed meanwhile overwrites nothing', async ({ page, fake }) => {
    const company = `Overtaken${Date.now()}`;
    const contact = fake.add({ email: `o@${company}.example`.toLowerCase(), firstname: 'Olga', company });
    await page.goto(`/contacts?search=${company}`);
    await page.getByRole('button', { name: 'Synchronize' }).click();
    // Wait for the synchronization before changing the contact in the service.
    await expect(page.getByText(/^1 of [\d.,]+$/)).toBeVisible();
    await page.goto(`/contacts/${contact.id}`);
    await editName(page);
    await expect(field(page, 'First name')).toHaveValue('Olga');
    // Type before the change, because an unchanged form may adopt the newer version.
    await field(page, 'First name').fill('Olga B.');
    contact.contact.firstname = 'Helga';
    contact.updatedAt = new Date().toISOString();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Helga').first()).toBeVisible();
    expect(contact.contact.firstname).toBe('Helga');
    expect(fake.bodies.filter((line) => line.startsWith('PUT') && line.includes('Olga B.'))).toEqual([]);
  });

  test('is synchronized on demand; what it no longer has leaves; many are changed with Undo', async ({
    page,
    fake,
  }) => {
    const company = `Synccorp${Date.now()}`;
    const made = Array.from({ length: 45 }, (_, n) =>
      fake.add({
        email: `s${n}@${company.toLowerCase()}.example`,
        firstname: 'Sync',
        lastname: String(n),
        company,
      }),
    );
    await page.goto(`/contacts?search=${company}&size=100`);
    await page.getByRole('button', { name: 'Synchronize' }).click();
    await expect(page.getByText(/^45 of [\d.,]+$/)).toBeVisible();
    await expect(page.getByText(/^Synchronized /)).toBeVisible();
    await expectAccessible(page);

    for (const { id } of made.splice(0, 5)) fake.contacts.delete(id);
    await page.getByRole('button', { name: 'Synchronize' }).click();
    await expect(page.getByText(/^40 of [\d.,]+$/)).toBeVisible();

    const vip = fake.segments[0]?.id;
    const inVip = () =>
      made.filter(({ id }) => fake.contacts.get(id)?.segments.some(({ segmentId }) => segmentId === vip))
        .length;
    await wholePage(page).check();
    await tray(page).getByRole('button', { name: 'Segments' }).click();
    const segments = page.getByRole('dialog', { name: 'Edit segments' });
    await segments.getByRole('checkbox', { name: /VIP/ }).click();
    await segments.getByRole('button', { name: 'Update 40 contacts' }).click();
    await expect(page.getByText('Added VIP to 40 contacts').first()).toBeVisible();
    expect(inVip()).toBe(40);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(page.getByText('Undone', { exact: true })).toBeVisible();
    expect(inVip()).toBe(0);

    const [locked] = made;
    fake.fault = ({ method, url }, response) => {
      if (method !== 'DELETE' || !url?.endsWith(`/${locked?.id}`)) return false;
      response.writeHead(409).end('{"error":{"code":"NO","message":"It is locked."}}');
      return true;
    };
    await wholePage(page).check();
    await tray(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 40 contacts' }).click();
    await expect(page.getByText('1 contact could not be changed: It is locked.')).toBeVisible();
    expect(made.filter(({ id }) => fake.contacts.has(id))).toEqual([locked]);
    fake.fault = null;
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(page.getByText(/^40 of [\d.,]+$/)).toBeVisible();
    await expect
      .poll(() => [...fake.contacts.values()].filter(({ contact }) => contact.company === company))
      .toHaveLength(40);
  });

  test('that cannot be used, or not wholly, is told as what it is', async ({ page, fake }) => {
    fake.contacts.clear();
    fake.addMany(129);
    const wrong = fake.add({ email: `wrong${Date.now()}@example.com` });
    wrong.updatedAt = 'yesterday';
    fake.style = { firstPage: 0 };
    await page.goto('/contacts');
    const synchronize = page.getByRole('button', { name: 'Synchronize' });
    await synchronize.click();
    await expect(page.getByText(/^Incomplete: 30 of 130\./)).toBeVisible();
    await expect(
      page.getByText(`Contact ${wrong.id}: Its updatedAt cannot be read: "yesterday".`),
    ).toBeVisible();
    await expectAccessible(page);
    // If no contact can be used, a retry is not offered.
    fake.style = { id: (id) => Number.parseInt(id, 16) % 1000 };
    await synchronize.click();
    await expect(
      page.getByText(
        /Synchronization stopped\. None of its contacts can be used\. Contact 1 on page 1: Its id/,
      ),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /Retry|Synchronize/ })).toHaveCount(0);
    await expectAccessible(page);
  });
});
