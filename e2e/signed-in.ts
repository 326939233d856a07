import type { BrowserContext, Page } from '@playwright/test';
import { test as base, expect } from './journey';
import { ADMIN } from './program';

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Signs the administrator in and waits for the contacts. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/contacts');
}

/** A journey of the administrator, who is signed in already: once for each worker, as people are. */
export const test = base.extend<object, { session: Session }>({
  session: [
    async ({ program, browser }, use) => {
      const page = await browser.newPage({ baseURL: program.url });
      await signIn(page);
      const state = await page.context().storageState();
      await page.close();
      await use(state);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  storageState: ({ session }, use) => use(session),
});

export { expect };
