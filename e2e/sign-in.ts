import type { BrowserContext, Page } from '@playwright/test';
import { ADMIN } from './program';

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Signs somebody in, the administrator if nobody else, and waits for the contacts. */
export async function signIn(page: Page, { url = '', email = ADMIN.email } = {}): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/contacts');
}
