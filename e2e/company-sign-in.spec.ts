import { TestIdentityProvider } from '../lib/staff/sign-in/test-identity-provider';
import { expectAccessible } from './accessible';
import { heading } from './contacts-page';
import { preparedFolder, startOn } from './data-folders';
import { expect, test } from './journey';
import { ADMIN, freePort } from './program';

test('the people of a company sign in with its accounts, and one admin with a password', async ({
  page,
  expectedErrors,
}) => {
  // The company's sign-in page requests these files.
  expectedErrors.push(/fonts\.googleapis\.com/, /favicon\.ico/);
  const port = await freePort();
  const APP_URL = `http://127.0.0.1:${port}`;
  const company = await TestIdentityProvider.start(APP_URL);
  const program = await startOn(await preparedFolder(), {
    PORT: String(port),
    APP_URL,
    OIDC_PROVIDERS: 'acme',
    OIDC_ACME_NAME: 'Acme',
    OIDC_ACME_ISSUER: company.options.issuer,
    OIDC_ACME_CLIENT_ID: company.options.clientId,
    OIDC_ACME_CLIENT_SECRET: company.options.clientSecret,
    OIDC_ACME_DOMAINS: 'acme.example',
    OIDC_ACME_ROLE: 'editor',
    PASSWORD_ONLY_FOR: ADMIN.email,
  });
  try {
    await page.goto(`${APP_URL}/segments`);
    await expect(heading(page)).toHaveText('Sign in');
    await expect(page.getByLabel('Password')).toBeHidden();
    await expectAccessible(page);
    const atCompany = async (email: string) => {
      await page.getByPlaceholder('Enter any login').fill(email);
      await page.getByPlaceholder('and password').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await atCompany('ben@acme.example');
    await page.waitForURL(`${APP_URL}/segments`);
    await page.goto(`${APP_URL}/settings/profile`);
    await expect(page.getByLabel('Name')).toHaveValue('ben of Acme');
    await expect(page.getByRole('heading', { name: 'Password' })).toHaveCount(0);

    await page.context().clearCookies();
    await page.goto(`${APP_URL}/sign-in`);
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await atCompany('ben@elsewhere.example');
    await expect(page.getByText('This account has no access.')).toBeVisible();
    await expectAccessible(page);

    await page.getByText('Sign in with a password').click();
    await page.getByLabel('Email').fill('ben@acme.example');
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Sign in with your company’s account.')).toBeVisible();
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${APP_URL}/contacts`);
  } finally {
    await page.close();
    await program.stop();
    await company.stop();
  }
});
