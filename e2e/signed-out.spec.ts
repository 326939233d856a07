import type { BrowserContext, Locator } from '@playwright/test';
import { field, makeContact, unique } from './contact-journey';
import { ADMIN } from './program';
import { expect, test } from './signed-in';

test('whoever is signed out in the middle signs in beside what they typed, and goes on', async ({
  page,
  api,
  context,
  signedIn,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  const ana = await makeContact(api, { email: `${unique('ana')}@example.com` });
  await page.goto(`/contacts/${ana.id}`);
  await field(page, 'Company').fill('Acme');
  await context.clearCookies();
  await page.keyboard.press('Control+Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'You are signed out' });
  await signInBeside(context, alert);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Updated ${ana.email}`)).toBeVisible();
  await expect(alert).toBeHidden();

  // Other forms show the same link.
  const title = unique('Beside');
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await page.getByRole('button', { name: 'Create segment' }).click();
  const adding = page.getByRole('dialog', { name: 'Create segment' });
  await adding.getByRole('textbox', { name: 'Name' }).fill(title);
  await context.clearCookies();
  await page.keyboard.press('Control+Enter');
  await expect(signInIn(alert)).toBeVisible();
  // A press outside the dialog keeps typed text.
  await page.mouse.click(5, 5);
  await expect(adding.getByRole('textbox', { name: 'Name' })).toHaveValue(title);
  await context.addCookies(signedIn('admin'));
  await adding.getByRole('button', { name: 'Create segment' }).click();
  await expect(page.getByText(`Added segment ${title}`)).toBeVisible();
  // Without typed text, a press outside closes the dialog.
  await page.getByRole('button', { name: 'Create segment' }).click();
  await page.mouse.click(5, 5);
  await expect(adding).toBeHidden();

  await api('DELETE', `/contacts/${ana.id}`);
  await page.goto('/contacts/trash');
  await page.getByRole('checkbox', { name: `Select ${ana.email}` }).check();
  await context.clearCookies();
  const restore = page.getByRole('button', { name: 'Restore', exact: true });
  await restore.click();
  await expect(page.getByText('Nothing was restored')).toBeVisible();
  await expect(signInIn(page.getByRole('alert').filter({ hasText: 'Not up to date.' }))).toBeVisible();
  await context.addCookies(signedIn('admin'));
  await restore.click();
  await expect(page.getByText('1 contact restored')).toBeVisible();
  await expect(page.getByText('Nothing was restored')).toBeHidden();

  await context.clearCookies();
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Search contacts, pages and commands' }).fill('ana');
  await expect(signInIn(alert)).toBeVisible();
});

const signInIn = (alert: Locator) => alert.getByRole('link', { name: 'Sign in' });

async function signInBeside(context: BrowserContext, alert: Locator): Promise<void> {
  const opened = context.waitForEvent('page');
  await signInIn(alert).click();
  const beside = await opened;
  await beside.getByLabel('Email').fill(ADMIN.email);
  await beside.getByLabel('Password').fill(ADMIN.password);
  await beside.getByRole('button', { name: 'Sign in' }).click();
  await beside.waitForURL('**/contacts');
  await beside.close();
}
