import type { BrowserContext } from '@playwright/test';
import { test as base, expect } from './journey';
import { ADMIN } from './program';

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A journey of the administrator, who is signed in already: once for each worker, as people are. */
export const test = base.extend<object, { session: Session }>({
  session: [
    async ({ program, browser }, use) => {
      const page = await browser.newPage({ baseURL: program.url });
      await page.goto('/sign-in');
      await page.getByLabel('Email').fill(ADMIN.email);
      await page.getByLabel('Password').fill(ADMIN.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/contacts');
      const state = await page.context().storageState();
      await page.close();
      await use(state);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  storageState: ({ session }, use) => use(session),
});

export { expect };
