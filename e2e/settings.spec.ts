import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { callApi } from './call-api';
import { unique } from './contact-journey';
import { expect, test } from './signed-in';

test('a token is created, works, is revoked, and is refused', async ({ page, program }) => {
  await page.goto('/settings');
  await page.getByRole('link', { name: 'API tokens' }).click();
  await expect(page).toHaveURL(/\/settings\/tokens$/);
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('CRM sync');
  await dialog.getByRole('checkbox', { name: 'contacts:write' }).check();
  const in90Days = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  await expect(dialog.getByLabel('Expires')).toHaveValue(in90Days);
  await dialog.getByLabel('Expires').fill('2099-12-31');
  await dialog.getByRole('button', { name: 'Create token' }).click();

  const shown = page.getByRole('alertdialog', { name: 'Token CRM sync created' });
  const token = await shown.getByLabel('Token').inputValue();
  // Escape does not close the dialog before the token is copied.
  await page.keyboard.press('Escape');
  await expect(shown.getByRole('status')).toHaveText('Not copied yet. Press Done to close it anyway.');
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('cell', { name: 'Dec 31, 2099' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'CRM sync' })).toContainText('by admin');
  const fromEnvironment = page.getByRole('row', { name: /^Environment token/ });
  await expect(fromEnvironment).toContainText('CONTACTS_API_TOKEN');
  await expect(fromEnvironment.getByRole('button')).toHaveCount(0);
  // The token was shown once, and no later response contains it.
  await page.reload();
  expect(await page.content()).not.toContain(token);

  const call = () =>
    fetch(`${program.url}/v1/contacts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'sync@example.com' }),
    });
  expect((await call()).ok).toBe(true);

  await page.getByRole('button', { name: 'Revoke CRM sync' }).click();
  const revoking = page.getByRole('alertdialog', { name: 'Revoke CRM sync?' });
  await revoking.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Revoked CRM sync')).toBeVisible();
  expect((await call()).status).toBe(401);
});

test('a token for an assistant is shown as the setup of its program, with its calls later', async ({
  page,
  program,
}) => {
  const name = unique('Assistant');
  const email = `${unique('agent-read')}@example.com`;
  await callApi(program.url, 'POST', '/contacts', { email });
  await page.goto('/settings/tokens');
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create token' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('checkbox', { name: 'For an assistant' }).check();
  await expect(dialog.getByRole('checkbox', { name: 'proposals:create' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('alertdialog', { name: `Token ${name} created` });
  await expect(shown.getByLabel('Setup')).toHaveValue(/^claude mcp add /);
  await shown.getByLabel('Program').selectOption('Cursor');
  const { url, headers } = JSON.parse(await shown.getByLabel('Setup').inputValue()).mcpServers.roster;
  expect(url).toBe(`${program.url}/mcp`);
  await shown.getByRole('button', { name: 'Done' }).click();

  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  await client.callTool({ name: 'search_contacts', arguments: { search: email } });
  await client.close();
  await page.reload();
  await page.getByRole('button', { name: `Last calls of ${name}` }).click();
  const calls = page.getByRole('dialog', { name: `Last calls of ${name}` });
  await expect(calls.getByRole('listitem')).toHaveText([/search_contacts1 contact/]);
});

test('the API reference shows one operation, found by its words, with an example for this address', async ({
  page,
  program,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/settings/api');
  const operations = page.getByRole('navigation', { name: 'Operations' });
  await operations.getByRole('searchbox').fill('contacts tokens nothing');
  await expect(operations.getByText('No matches')).toBeVisible();
  await operations.getByRole('searchbox').fill('post notes');
  await expect(operations.getByRole('link')).toHaveText([/^Add a note to a contact/]);
  await page.keyboard.press('Enter');
  await expect(operations.getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Add a note to a contact' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Get a contact' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy: Example: Add a note to a contact' }).click();
  await expect(page.getByText('Copied the example')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${program.url}/v1/contacts/`);

  await page.goto('/settings/api?operation=listActivity');
  await expect(page.getByText('Scopes activity:read, contacts:read')).toBeVisible();
});
