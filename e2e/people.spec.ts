import type { Page } from '@playwright/test';
import { openDatabase } from '../lib/database/database';
import { createOrganization } from '../lib/service/organizations/create-organization';
import { createStaff } from '../lib/staff/create-staff';
import { appCode } from '../lib/staff/testing';
import { expectAccessible } from './accessible';
import { call } from './call-api';
import { field } from './contact-journey';
import { heading, rows } from './contacts-page';
import { preparedFolder, startOn } from './data-folders';
import { expect, test } from './journey';
import { ADMIN, APP_SECRET, type Program } from './program';
import { sessionAt, signIn } from './sign-in';

// All tests share a program with two organizations. The admin's session needs the password again.
let program: Program;
const NEW_PASSWORD = 'another horse battery';

test.beforeAll(async () => {
  const made = await preparedFolder();
  const database = await openDatabase(made.location);
  const { pool } = database;
  await pool.query('delete from staff_user where email <> $1', [ADMIN.email]);
  await pool.query("update staff_user set name = 'Ada Admin'");
  const { id } = await createOrganization(database, 'Globex 株式会社');
  await pool.query(
    "insert into staff_membership (organization_id, user_id, role, joined_at) select $1, id, 'viewer', now() from staff_user",
    [id],
  );
  const staff = createStaff({ pool, secret: APP_SECRET, log: { info: () => {}, error: () => {} } });
  for (const name of ['Ted', 'Olga'])
    await staff.createAccount({
      name,
      email: `${name.toLowerCase()}@example.com`,
      password: ADMIN.password,
      role: 'editor',
    });
  await pool.query(
    `insert into api_tokens (organization_id, id, kind, name, digest, hint, scopes, created_at, created_by)
     select m.organization_id, u.id, 'issued', 'Sync', 'none', '', '{contacts:read}', now(), jsonb_build_object('kind', 'staff', 'id', u.id, 'name', u.name)
     from staff_user u join staff_membership m on m.user_id = u.id where u.name = 'Olga'`,
  );
  await pool.query("update staff_session set confirmed_at = now() - interval '16 minutes'");
  await database.close();
  program = await startOn(made);
  await call(program.url, 'POST', '/contacts', { email: 'here@example.com', firstname: 'Here' });
});
test.afterAll(() => program.stop());

const open = (page: Page, path: string) => page.goto(`${program.url}${path}`);

/** Reads the link that a dialog shows once. */
async function shownLink(page: Page): Promise<string> {
  const dialog = page.getByRole('alertdialog');
  const link = await dialog.getByLabel('Link').inputValue();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

/** Sets up two-factor sign-in in the profile. Returns the key and a recovery code. */
async function setUpTwoFactor(page: Page, password: string): Promise<{ key: string; recovery: string }> {
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const app = page.getByRole('dialog', { name: 'Add Roster to your authenticator app' });
  const code = app.getByRole('textbox', { name: 'Code' });
  await expectAccessible(page);
  const key = ((await app.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await code.fill('000000');
  await app.getByRole('button', { name: 'Turn on' }).click();
  await expect(code).toHaveAccessibleDescription(/^Incorrect code/);
  await code.fill(await appCode(key));
  await app.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('alertdialog', { name: 'Recovery codes' });
  const [recovery = ''] = (await codes.getByLabel('Codes').inputValue()).split('\n');
  await expectAccessible(page);
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  return { key, recovery };
}

test('somebody is invited, joins, gets a role, is deactivated, comes back and resets the password', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000);
  await context.addCookies(sessionAt(program.url));
  await open(page, '/settings');
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' });
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter an email address.');
  await field(page, 'Email').fill('ben@example.com');
  await expectAccessible(page);

  // The action requires the password again, and Escape closes only that dialog.
  const confirming = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await page.keyboard.press('Enter');
  await expect(confirming.getByLabel('Password')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(confirming).toBeHidden();
  await expect(dialog.getByRole('alert')).toContainText('Enter your password to continue.');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await confirming.getByLabel('Password').fill('wrong password');
  await page.keyboard.press('Enter');
  await expect(confirming.getByLabel('Password')).toHaveAccessibleDescription('Incorrect password.');
  await expectAccessible(page);
  await confirming.getByLabel('Password').fill(ADMIN.password);
  await confirming.getByRole('button', { name: 'Continue' }).click();
  const link = await shownLink(page);
  const row = page.getByRole('row').filter({ hasText: 'ben@example.com' });
  await expect(row).toContainText('Invited');

  const theirs = await browser.newContext();
  const ben = await theirs.newPage();
  await ben.goto(link);
  await expect(heading(ben)).toHaveText('Join My organization');
  await expectAccessible(ben);
  await ben.getByLabel('Name').fill('Ben بن');
  await ben.getByLabel('Password').fill('qwerty123456');
  await ben.getByRole('button', { name: 'Join' }).click();
  await expect(ben.getByLabel('Password')).toHaveAccessibleDescription(/too common/);
  await ben.getByLabel('Password').fill(ADMIN.password);
  await ben.getByRole('button', { name: 'Join' }).click();
  await ben.waitForURL('**/contacts');
  await expect(ben.getByRole('link', { name: 'Add contact' })).toHaveCount(0);
  await ben.goto(link);
  await expect(heading(ben)).toHaveText('This link is no longer valid');
  await expectAccessible(ben);

  await page.reload();
  await expect(row).not.toContainText('Invited');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Role of Ben بن/ }).click();
  await expectAccessible(page);
  await page.getByRole('menuitemradio', { name: /^Editor/ }).click();
  await expect(page.getByRole('button', { name: 'Role of Ben بن: Editor' })).toBeVisible();
  await open(ben, '/contacts');
  await expect(ben.getByRole('link', { name: 'Add contact' }).first()).toBeVisible();

  // The last admin cannot lose the role.
  const role = page.getByRole('button', { name: /^Role of Ada Admin/ });
  await role.click();
  await page.getByRole('menuitemradio', { name: /^Viewer/ }).click();
  await expect(page.getByText('At least one admin is required.')).toBeVisible();
  await expect(role).toHaveText('Admin');

  await page.getByRole('button', { name: 'Actions for Olga' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  const keeping = page.getByRole('alertdialog', { name: 'Deactivate Olga?' });
  await expect(keeping).toContainText('1 API token Olga made keeps working. Revoke it in Tokens.');
  await expect(keeping.getByRole('link')).toHaveAttribute('href', '/settings/tokens');
  await expectAccessible(page);
  await keeping.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Actions for Ben بن' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(row).toContainText('Deactivated');
  await open(ben, '/contacts');
  await expect(ben).toHaveURL(/\/sign-in/);

  await page.getByRole('button', { name: 'Actions for Ben بن' }).click();
  await page.getByRole('menuitem', { name: 'Reactivate' }).click();
  await expect(row).not.toContainText('Deactivated');
  await page.getByRole('button', { name: 'Actions for Ben بن' }).click();
  await page.getByRole('menuitem', { name: 'Reset password' }).click();
  await ben.goto(await shownLink(page));
  await expectAccessible(ben);
  await ben.getByLabel('New password').fill(NEW_PASSWORD);
  await ben.getByRole('button', { name: 'Set password' }).click();
  await ben.waitForURL('**/contacts');
  await theirs.close();
});

test('a profile has a name, a password, sessions and a second factor', async ({ page, browser }) => {
  await signIn(page, { url: program.url, email: 'ted@example.com' });
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, { url: program.url, email: 'ted@example.com' });
  await open(page, '/settings/profile');
  await page.getByLabel('Name').fill('Ted Žižek');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('button', { name: 'Account: Ted Žižek' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  await open(other, '/contacts');
  await expect(other).toHaveURL(/\/sign-in/);

  await page.getByLabel('Current password').fill('wrong password');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('Incorrect password.');
  await page.getByLabel('Current password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();

  const { key, recovery } = await setUpTwoFactor(page, NEW_PASSWORD);
  for (const code of [() => appCode(key, 1), () => Promise.resolve(recovery)]) {
    await open(other, '/sign-in?next=/segments');
    await other.getByLabel('Email').fill('ted@example.com');
    await other.getByLabel('Password').fill(NEW_PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await expect(heading(other)).toHaveText('Two-factor sign-in');
    await other.getByLabel('Code').fill('000000');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await expect(other.getByLabel('Code')).toHaveAccessibleDescription('Incorrect code.');
    await expect(other).toHaveTitle(/Two-factor/);
    await expectAccessible(other);
    await other.getByLabel('Code').fill(await code());
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.waitForURL('**/segments');
    await other.context().clearCookies();
  }
  await elsewhere.close();
});

test('an organization gets a name, a country and a logo, which everybody sees', async ({ page }) => {
  await signIn(page, { url: program.url });
  await page.goto(`${program.url}/settings/organization`);
  const stale = await page.context().newPage();
  await stale.goto(`${program.url}/settings/organization`);
  await page.getByLabel('Name').fill('Initech');
  await page.getByLabel('Country').selectOption('Germany');
  await page.getByLabel('Date format').selectOption('31.01.2026');
  await page.getByRole('button', { name: 'Update' }).first().click();
  const current = page.getByRole('button', { name: 'Organization: Initech' });
  await expect(current).toBeVisible();
  // The other form, on a page that still has the former name, leaves the new one.
  const assistants = stale.getByRole('region', { name: 'Assistants and scripts' });
  await assistants.getByLabel('Contacts an assistant may read a day').fill('500');
  await assistants.getByRole('button', { name: 'Update' }).click();
  await expect(stale.getByText('Organization updated')).toBeVisible();
  await expect(stale.getByRole('button', { name: 'Organization: Initech' })).toBeVisible();
  await stale.close();
  const choose = (name: string, mimeType: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
  await choose('notes.png', 'image/png', 'no image');
  await expect(page.getByText('notes.png cannot be read. Choose a PNG, JPEG or SVG.')).toBeVisible();
  // This SVG would run a script if it were served unchanged.
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><script>alert()</script><rect width="2" height="1" fill="#e11d48"/></svg>';
  await choose('mark.svg', 'image/svg+xml', drawing);
  await expect(page.getByText('Logo updated')).toBeVisible();
  const logo = current.getByRole('presentation');
  await expect(logo).toBeVisible();
  const sides = () => logo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(sides).toEqual([112, 112]);
  const answer = await page.request.get(await logo.evaluate((image: HTMLImageElement) => image.src));
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
  });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect(page.getByText('Logo removed')).toBeVisible();
  await expect(logo).toHaveCount(0);
  await page.getByLabel('Name').fill('My organization');
  await page.getByRole('button', { name: 'Update' }).first().click();
  await expect(page.getByRole('button', { name: 'Organization: My organization' })).toBeVisible();
  await page.goto(`${program.url}/contacts?createdFrom=2026-01-31`);
  await expect(page.getByText('since 31.01.2026')).toBeVisible();
  await page.goto(`${program.url}/contacts/new`);
  await expect(page.getByLabel('Country of the phone number')).toHaveValue('DE');
});

test('a person switches between organizations, in all tabs', async ({ page, context }) => {
  await signIn(page, { url: program.url });
  const tab = await context.newPage();
  await open(tab, '/segments');
  // This tab stays, to keep typed text.
  const kept = await context.newPage();
  let asked = 0;
  kept.on('dialog', async (dialog) => {
    await dialog.dismiss();
    asked++;
  });
  await open(kept, '/contacts/new');
  await field(kept, 'Email').click();
  await kept.keyboard.type('kept@example.com');
  await page.bringToFront();
  await page.getByRole('button', { name: 'Organization: My organization' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText(['Globex 株式会社', 'My organization']);
  await expectAccessible(page);
  await page.getByRole('menuitemradio', { name: 'Globex 株式会社' }).click();
  await expect(page.getByRole('button', { name: 'Organization: Globex 株式会社' })).toBeVisible();
  await expect(page.getByText('No contacts yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add contact' })).toHaveCount(0);
  await expect(tab.getByRole('button', { name: 'Organization: Globex 株式会社' })).toBeVisible();
  await expect(tab).toHaveURL(/\/contacts/);
  // The tab asks once, although the other tab has reloaded, too.
  await expect.poll(() => asked).toBe(1);
  await kept.bringToFront();
  await kept.getByRole('button', { name: 'Create contact' }).click();
  const refused = kept.getByText('You switched to Globex 株式会社 in another tab. Reload this one.');
  await expect(refused.first()).toBeVisible();
  expect(asked).toBe(1);
  // Close the tab before the next switch, whose dialog could still be open at the end.
  await kept.close();
  await page.bringToFront();
  await page.getByRole('button', { name: 'Organization: Globex 株式会社' }).click();
  await page.getByRole('menuitemradio', { name: 'My organization' }).click();
  await expect(rows(page)).toHaveCount(1);
  // The browser may hang if it closes while a tab reloads.
  await expect(tab.getByRole('button', { name: 'Organization: My organization' })).toBeVisible();
});

test('everybody can be required to set up two-factor sign-in', async ({ page, browser }) => {
  await signIn(page, { url: program.url });
  const context = await browser.newContext();
  const olga = await context.newPage();
  await signIn(olga, { url: program.url, email: 'olga@example.com' });
  const required = page.getByLabel('Require two-factor sign-in');
  await open(page, '/settings/team');
  await required.click();
  await expect(page.getByText('Set up two-factor sign-in in your own profile first.')).toBeVisible();
  await open(page, '/settings/profile');
  await setUpTwoFactor(page, ADMIN.password);
  await open(page, '/settings/team');
  await required.click();
  await expect(required).toBeChecked();
  await open(olga, '/contacts');
  await expect(olga).toHaveURL(/\/settings\/profile/);
  await expect(olga.getByText('Your organization requires two-factor sign-in')).toBeVisible();
  await expectAccessible(olga);
  await setUpTwoFactor(olga, ADMIN.password);
  await open(olga, '/contacts');
  await expect(rows(olga)).toHaveCount(1);
  await context.close();
});
