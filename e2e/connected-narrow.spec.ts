import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expect, test } from './signed-in';

test.use({ viewport: { width: 360, height: 740 } });

/** Nothing is wider than the phone, and nothing is there that some cannot use. */
async function expectFit(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBe(360);
  await expectAccessible(page);
}

test('a connected console fits a phone, also while the service is down', { tag: '@fill' }, async ({
  page,
  fake,
  expectedErrors,
}) => {
  test.slow();
  expectedErrors.push(/50[23]/);
  for (const address of ['/contacts', '/settings/connection', '/segments']) {
    await page.goto(address);
    await expectFit(page);
  }
  fake.fault = (_, response) => {
    response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
    return true;
  };
  await page.goto('/settings/connection');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Unreachable', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expectFit(page);
  await page.goto('/contacts');
  await expect(page.getByText('Read-only until it responds.')).toBeVisible();
  await expectFit(page);
  fake.fault = null;
  await expect(page.getByText('Read-only until it responds.')).toBeHidden({ timeout: 30_000 });
});
