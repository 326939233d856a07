import type { Page } from '@playwright/test';
import type { Api } from './call-api';
import { chooseAction, field, makeContact, makeSegment, unique } from './contact-journey';
import { heading, isReady, rows, tray } from './contacts-page';
import { expect, test } from './journey';
import type { sessionAt } from './sign-in';

/** Console error of the browser about a refused page. */
const REFUSED = [/403/];

/** Creates Ana, who is in a segment, Ben, and Old, who is in the trash. */
async function makeThree(api: Api) {
  const company = unique('Roles');
  const vip = await makeSegment(api, 'VIP');
  const make = (name: string, segmentIds: string[] = []) =>
    makeContact(api, {
      email: `${name}@${company}.example`,
      firstname: name,
      lastname: company,
      company,
      segmentIds,
    });
  await make('Ana', [vip.id]);
  await make('Ben');
  const old = await make('Old');
  await api('DELETE', `/contacts/${old.id}`);
  const code = unique('WELCOME').toUpperCase();
  expect((await api('POST', '/referral-codes', { code })).status).toBe(201);
  return { company, vip, code, list: `/contacts?search=${company}` };
}

async function signInAs(page: Page, session: ReturnType<typeof sessionAt>): Promise<void> {
  await page.context().clearCookies();
  await page.context().addCookies(session);
}

/** Expects status 403 and a page that says why, with a link to the contacts. */
async function expectForbidden(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(403);
  await expect(heading(page)).toHaveText('You do not have access to this page');
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to contacts' })).toBeVisible();
}

test('a viewer reads everything that is theirs to read, and is offered nothing else', async ({
  page,
  api,
  signedIn,
  expectedErrors,
}) => {
  const { company, vip, code, list } = await makeThree(api);
  await signInAs(page, signedIn('viewer'));
  await page.goto(list);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('link', { name: /Add contact|Import/ })).toHaveCount(0);
  await isReady(page);
  await page.locator('[data-row-link]').first().focus();
  await page.keyboard.press('x');
  await expect(tray(page).getByRole('button')).toHaveText(['1 selected', 'Copy emails', 'Export', 'Clear']);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('option', { name: /Add|API tokens|Import/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Ana' }).click();
  await expect(heading(page)).toHaveText(`Ana ${company}`);
  await expect(page.getByText(`Ana@${company}.example`).first()).toBeVisible();
  await expect(page.getByText(/added .* (in the console|through the API)/)).toBeVisible();
  await expect(page.getByRole('button', { name: /Update|Delete|Remove/ })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);

  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await expect(page.getByRole('link', { name: `1 contact in ${vip.title}` })).toBeVisible();
  await expect(page.getByRole('button', { name: /Create segment|Edit|Delete/ })).toHaveCount(0);

  await page.getByRole('link', { name: 'Referral codes' }).click();
  await expect(page.getByRole('rowheader', { name: code })).toBeVisible();
  await expect(page.getByRole('button', { name: `Copy ${code}` })).toBeVisible();
  await expect(page.getByRole('button', { name: /Create code|Actions for/ })).toHaveCount(0);

  await page.getByRole('link', { name: 'Activity' }).click();
  const entries = page.getByRole('region', { name: 'Today' }).getByRole('listitem');
  await expect(entries.first()).toBeVisible();
  await expect(entries.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  await page.goto(`/contacts/trash?search=${company}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('checkbox')).toHaveCount(0);

  await page.goto('/settings');
  await expect(page).toHaveURL(/\/settings\/profile$/);
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await expect(settings.getByRole('link')).toHaveText(['Profile', 'API reference']);

  expectedErrors.push(...REFUSED);
  await expectForbidden(page, '/contacts/new');
  await expectForbidden(page, '/import');
  await expectForbidden(page, '/settings/tokens');
  await page.getByRole('main').getByRole('link', { name: 'Go to contacts' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('an editor works with contacts and segments, and purges nothing and manages no tokens', async ({
  page,
  api,
  signedIn,
  expectedErrors,
}) => {
  // The command menu reads recently viewed contacts, which may be deleted.
  expectedErrors.push(/404 .*getContact/);
  const { company, vip } = await makeThree(api);
  await signInAs(page, signedIn('editor'));
  await page.goto('/contacts');
  await page.getByRole('link', { name: 'Add contact' }).click();
  await field(page, 'Email').fill(`cleo@${company}.example`);
  await field(page, 'First name').fill('Cleo');
  await page.getByRole('button', { name: 'Create contact' }).click();
  await expect(heading(page)).toHaveText('Cleo');
  await expect(page.getByText('editor', { exact: true }).first()).toBeVisible();
  await chooseAction(page, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(heading(page)).toHaveText('Contacts');
  await page.goto(`/contacts?search=${company}`);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await expect(page.getByRole('button', { name: `Actions for ${vip.title}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create segment' })).toBeVisible();

  await page.goto(`/contacts/trash?search=cleo@${company}`);
  await page.getByRole('checkbox', { name: 'Select Cleo' }).check();
  await expect(tray(page).getByRole('button', { name: 'Restore' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete forever' })).toHaveCount(0);

  await page.goto('/settings');
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: 'Add contact' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'API tokens' })).toHaveCount(0);
  expectedErrors.push(...REFUSED);
  await expectForbidden(page, '/settings/tokens');
});

test('what a role may not do is refused by the server as well, and the page says so', async ({
  page,
  api,
  signedIn,
  expectedErrors,
}) => {
  const { company, list } = await makeThree(api);
  const email = `dora@${company}.example`;
  await signInAs(page, signedIn('editor'));
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(email);
  await expect(page.getByRole('status').filter({ hasText: 'Creates a new contact' })).toBeVisible();
  const table = await page.context().newPage();
  await table.goto(list);
  await table.getByRole('checkbox', { name: 'Select Ben' }).check();

  // The pages are an editor's and the session is a viewer's, as after a change of the role.
  await signInAs(page, signedIn('viewer'));
  expectedErrors.push(...REFUSED);
  await page.getByRole('button', { name: 'Create contact' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Your role, viewer, does not allow this.' });
  await expect(refusal).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue(email);

  await tray(table).getByRole('button', { name: 'Delete' }).click();
  const dialog = table.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete 1 contact' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Your role, viewer, does not allow this.');
  const tokens = await page.request.get('/data/listTokens');
  expect(tokens.status()).toBe(403);

  await page.goto(list);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Ben' })).toBeVisible();
});
