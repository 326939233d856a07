import { makeContact, makeSegment, previewOf, unique } from './contact-journey';
import { heading, open, rows, title, tray } from './contacts-page';
import { builtPages } from './entries';
import { ADMIN } from './program';
import { expect, test } from './signed-in';
import { translate, untranslated } from './translate';

// Locators ignore case, and the translation is in capitals, so exact texts reveal old or missing ones.
test.beforeEach(({ page }) => translate(page));
test.use({ actionTimeout: 20_000 });

test('every page is translated, and so is what comes later', async ({ page, api, expectedErrors }) => {
  test.setTimeout(240_000);
  expectedErrors.push(/404/);
  const vip = await makeSegment(api, 'VIP');
  const ana = await makeContact(api, { email: `${unique('ana')}@example.com`, segmentIds: [vip.id] });
  const file = await api('POST', '/imports?name=a.csv', `Email\n${unique('new')}@example.com\n`);
  const code = await api('POST', '/referral-codes', { code: unique('FAIR') });
  const webhook = await api('POST', '/webhooks', { url: 'http://localhost:1/' });
  const idOf = ({ body }: { body: unknown }) => (body as { data: { id: string } }).data.id;
  const ids: Record<string, string> = {
    '/contacts/[id]': ana.id,
    '/segments/[id]': vip.id,
    '/referral-codes/[id]': idOf(code),
    '/import/[id]': idOf(file),
    '/settings/webhooks/[id]': idOf(webhook),
  };
  for (const built of builtPages().filter((each) => !each.startsWith('/_'))) {
    await page.goto(built.replace(/\[.*\]/, ids[built] ?? 'nothing'));
    await expect(heading(page)).toBeVisible();
    await expect(heading(page).locator('font').first(), built).toBeAttached();
    await expect.poll(() => untranslated(page), built).toEqual([]);
  }
  await api('DELETE', `/webhooks/${idOf(webhook)}`);
});

test('contacts are created, edited, searched for, selected, deleted and restored on translated pages', async ({
  page,
  api,
}) => {
  const company = unique('Translated');
  const email = (name: string) => `${name}@${company.toLowerCase()}.example`;
  await page.goto('/contacts/new');
  await page.getByLabel('Email').fill(email('ana'));
  await page.getByLabel('Company').fill(company);
  await expect(previewOf(page)).toContainText('CREATES A NEW CONTACT');
  await page.getByRole('button', { name: 'Create contact' }).click();
  await expect(heading(page)).toHaveText(email('ana').toUpperCase());

  // The same page shows several saves in a row.
  for (const name of ['Globex', company]) {
    await page.getByLabel('Company').fill(name);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(`UPDATED ${email('ana').toUpperCase()}`)).toBeVisible();
    const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
    await expect(history.first()).toContainText(name.toUpperCase());
  }
  await makeContact(api, { email: email('ben'), firstname: 'Ben', company });
  await makeContact(api, { email: email('cleo'), firstname: 'Cleo', company });

  await open(page, company);
  await expect(title(page)).toHaveText(/^CONTACTS3 OF [\d,]+$/);
  const search = page.getByRole('searchbox', { name: 'Search contacts' });
  await search.fill(`${company} cleo`);
  await expect(title(page)).toHaveText(/^CONTACTS1 OF [\d,]+$/);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(title(page)).not.toContainText('FOUND');
  await search.fill(company);
  await expect(title(page)).toHaveText(/^CONTACTS3 OF [\d,]+$/);
  for (const [index, name] of ['Ben', 'Cleo'].entries()) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await expect(tray(page)).toContainText(`${index + 1} SELECTED`);
  }
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 contacts' }).click();
  await expect(page.getByText('MOVED 2 CONTACTS TO THE TRASH')).toBeVisible();
  await expect(title(page)).toHaveText(/^CONTACTS1 OF [\d,]+$/);
  await expect(tray(page)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(title(page)).toHaveText(/^CONTACTS3 OF [\d,]+$/);
  await expect(rows(page)).toHaveCount(3);

  // Sort the list.
  await page.getByRole('button', { name: 'Email' }).click();
  await expect(rows(page).first()).toContainText(email('ana').toUpperCase());
  await page.getByRole('button', { name: 'Email' }).click();
  await expect(rows(page).first()).toContainText('CLEO');
});

test('a file is imported and undone on a translated page', async ({ page, api }) => {
  const mark = unique('import');
  await page.goto('/import');
  await page.getByLabel('File of contacts').setInputFiles({
    name: `${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`Email,Company\nana@${mark}.example,Acme\nben@${mark}.example,Acme\nnobody,Acme\n`),
  });
  await page.waitForURL(/\/import\/[\w-]+$/);
  await page.getByLabel('Company becomes').selectOption('LEAVE OUT');
  await expect(page.getByText('1 COLUMN IS LEFT OUT: COMPANY')).toBeVisible();
  await page.getByRole('button', { name: /Held back/i }).click();
  await page.getByRole('textbox', { name: 'Email, line 4' }).fill(`cleo@${mark}.example`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Import 3 contacts' }).click();
  await expect(page.getByText('3 CONTACTS ADDED.')).toBeVisible();
  const found = async () =>
    ((await api('GET', `/contacts?search=${mark}`)).body as { data: unknown[] }).data.length;
  expect(await found()).toBe(3);
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('IMPORT UNDONE. 3 NEW CONTACTS MOVED TO THE TRASH.')).toBeVisible();
  expect(await found()).toBe(0);
});

test('a segment and the profile are saved on translated pages', async ({ page }) => {
  const name = unique('VIP');
  await page.goto('/segments');
  await page.getByRole('button', { name: 'Create segment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create segment' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`ADDED SEGMENT ${name.toUpperCase()}`)).toBeVisible();
  await page.getByLabel('Search segments').fill(name);
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} Two`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('rowheader')).toHaveText(`${name} TWO`.toUpperCase());

  await page.goto('/settings/profile');
  const own = page.getByLabel('Name');
  await expect(own).not.toHaveValue('');
  const before = await own.inputValue();
  for (const next of [unique('Ada'), before]) {
    await own.fill(next);
    await page.keyboard.press('Enter');
    await expect(page.getByText('NAME UPDATED').first()).toBeVisible();
    await expect(own).toHaveValue(next);
    await expect(page.getByRole('button', { name: 'UPDATE', exact: true })).toBeDisabled();
  }
});

test('a wrong password is told on a translated page, and the right one lets in', async ({ page }) => {
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(ADMIN.email);
  for (const wrong of ['wrong horse', 'another wrong horse']) {
    await page.getByLabel('Password').fill(wrong);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'PASSWORD' })).toBeVisible();
  }
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/contacts');
  await expect(heading(page)).toHaveText('CONTACTS');
});

test('a page that is translated before React has it is made anew, and works', async ({
  browser,
  program,
}) => {
  const page = await browser.newPage({ baseURL: program.url });
  await translate(page, true);
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password').fill('wrong horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'PASSWORD' })).toBeVisible();
  await page.close();
});
