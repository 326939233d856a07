import type { Page } from '@playwright/test';
import { openDatabase } from '../lib/database/database';
import { createStaff } from '../lib/staff/create-staff';
import type { Role } from '../lib/staff/roles';
import { call } from './call-api';
import { field } from './contact-journey';
import { heading, rows, tray } from './contacts-page';
import { migratedFolder, startOn } from './data-folders';
import { expect, test } from './journey';
import { ADMIN, type Program } from './program';
import { signIn } from './sign-in';

// One program for all: three colleagues, some contacts, one of them in the trash.
let program: Program;
const emailOf = (role: Role) => `${role}@example.com`;

test.beforeAll(async () => {
  const made = await migratedFolder();
  await makeAccounts(made.folder);
  program = await startOn(made);
  const make = async (path: string, body: object) =>
    (await call<{ id: string }>(program.url, 'POST', path, body)).data.id;
  const old = await make('/contacts', { email: 'old@example.com', firstname: 'Old' });
  await call(program.url, 'DELETE', `/contacts/${old}`);
  const vip = await make('/segments', { title: 'VIP' });
  await make('/contacts', { email: 'ana@example.com', firstname: 'Ana', segmentIds: [vip] });
  await make('/contacts', { email: 'ben@example.com', firstname: 'Ben' });
  await make('/referral-codes', { code: 'WELCOME' });
});
test.afterAll(() => program.stop());

/** What the browser prints of a refused page, which has no icon before its script is there. */
const REFUSED = [/403/, /favicon\.ico/];

/** There is no page that makes them yet. */
async function makeAccounts(dataDir: string): Promise<void> {
  const { pool, close } = await openDatabase({ dataDir });
  const log = { info: () => {}, error: (_: object, message: string) => Promise.reject(new Error(message)) };
  const staff = createStaff({ pool, secret: 'only passwords are made with it', log });
  const roles: Role[] = ['admin', 'editor', 'viewer'];
  for (const role of roles) {
    const made = await staff.createAccount({
      name: role,
      email: emailOf(role),
      password: ADMIN.password,
      role,
    });
    expect(made.ok).toBe(true);
  }
  await close();
}

const signInAs = (page: Page, role: Role) => signIn(page, { url: program.url, email: emailOf(role) });

/** The address answers 403, and the page says why, with a way on. */
async function expectForbidden(page: Page, path: string): Promise<void> {
  const answer = await page.goto(`${program.url}${path}`);
  expect(answer?.status(), path).toBe(403);
  await expect(heading(page)).toHaveText('You do not have access to this page');
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to contacts' })).toBeVisible();
}

test('a viewer reads everything that is theirs to read, and is offered nothing else', async ({
  page,
  expectedErrors,
}) => {
  await signInAs(page, 'viewer');
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('link', { name: /Add contact|Import/ })).toHaveCount(0);
  await page.locator('[data-row-link]').first().focus();
  await page.keyboard.press('x');
  await expect(tray(page).getByRole('button')).toHaveText(['1 selected', 'Export', 'Clear']);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('option', { name: /Add|API tokens|Import/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Ana' }).click();
  await expect(heading(page)).toHaveText('Ana');
  await expect(page.getByText('ana@example.com').first()).toBeVisible();
  await expect(page.getByText('created the contact')).toBeVisible();
  await expect(page.getByRole('button', { name: /Update|Delete|Remove/ })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);

  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await expect(page.getByRole('link', { name: '1 contact in VIP' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Add segment|Edit|Delete/ })).toHaveCount(0);

  await page.getByRole('link', { name: 'Referral codes' }).click();
  await expect(page.getByRole('rowheader', { name: 'WELCOME' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy WELCOME' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Create code|Edit|Switch/ })).toHaveCount(0);

  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Created the contact Ana' })).toBeVisible();

  await page.goto(`${program.url}/contacts/trash`);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('checkbox')).toHaveCount(0);

  await page.goto(`${program.url}/settings`);
  await expect(page).toHaveURL(/\/settings\/profile$/);
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await expect(settings.getByRole('link')).toHaveText(['Profile', 'API reference']);

  expectedErrors.push(...REFUSED);
  await expectForbidden(page, '/contacts/new');
  await expectForbidden(page, '/import');
  await expectForbidden(page, '/settings/tokens');
  await page.getByRole('main').getByRole('link', { name: 'Go to contacts' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('an editor works with contacts and segments, and purges nothing and manages no tokens', async ({
  page,
  expectedErrors,
}) => {
  await signInAs(page, 'editor');
  await page.getByRole('link', { name: 'Add contact' }).click();
  await field(page, 'Email').fill('cleo@example.com');
  await field(page, 'First name').fill('Cleo');
  await page.getByRole('button', { name: 'Create contact' }).click();
  await expect(heading(page)).toHaveText('Cleo');
  await expect(page.getByText('editor', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit VIP' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add segment' })).toBeVisible();

  await page.goto(`${program.url}/contacts/trash`);
  await page.getByRole('checkbox', { name: 'Select Cleo' }).check();
  await expect(tray(page).getByRole('button', { name: 'Restore' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete forever' })).toHaveCount(0);

  await page.goto(`${program.url}/settings`);
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: 'Add contact' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'API tokens' })).toHaveCount(0);
  expectedErrors.push(...REFUSED);
  await expectForbidden(page, '/settings/tokens');
});

test('what a role may not do is refused by the server as well, and the page says so', async ({
  page,
  browser,
  expectedErrors,
}) => {
  await signInAs(page, 'editor');
  await page.goto(`${program.url}/contacts/new`);
  await field(page, 'Email').fill('dora@example.com');
  await expect(page.getByRole('status').filter({ hasText: 'Creates a new contact' })).toBeVisible();
  const table = await page.context().newPage();
  await table.goto(`${program.url}/contacts`);
  await table.getByRole('checkbox', { name: 'Select Ben' }).check();

  // As if the editor had been made a viewer since: the pages are an editor's, the session is a viewer's.
  const other = await browser.newContext();
  await signInAs(await other.newPage(), 'viewer');
  await page.context().clearCookies();
  await page.context().addCookies(await other.cookies());
  await other.close();

  expectedErrors.push(...REFUSED);
  await page.getByRole('button', { name: 'Create contact' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Your role, viewer, does not allow this.' });
  await expect(refusal).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue('dora@example.com');

  await tray(table).getByRole('button', { name: 'Delete' }).click();
  const dialog = table.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete 1 contact' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Your role, viewer, does not allow this.');
  const tokens = await page.request.get(`${program.url}/data/tokens`);
  expect(tokens.status()).toBe(403);

  await page.goto(`${program.url}/contacts`);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Ben' })).toBeVisible();
});
