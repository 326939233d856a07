import type { Page } from '@playwright/test';
import { expectAccessible, expectLayout } from './accessible';
import { expect, test } from './signed-in';

test.use({ viewport: { width: 360, height: 740 } });

/** Nothing is wider than the phone, and nothing is there that some cannot use. */
async function expectFit(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBe(360);
  await expectAccessible(page);
}

test('every page of a connected console fits a phone', { tag: '@fill' }, async ({
  page,
  fake,
  expectedErrors,
}) => {
  test.slow();
  const { id } = fake.add({
    email: `narrow.${Date.now()}@a-rather-long-domain-name.example`,
    firstname: 'Narrow',
    company: 'A company with quite a long name, as companies have them',
  });
  await page.goto('/contacts?search=narrow');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('link', { name: 'Narrow' })).toBeVisible();
  await expectFit(page);
  for (const address of [
    `/contacts/${id}`,
    '/contacts/new',
    '/contacts/trash',
    '/segments',
    '/settings/connection',
    '/settings/api',
    '/settings/tokens',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Wider, other journeys look at all of it.
    await expectLayout(page);
  }

  fake.contacts.delete(id);
  await page.goto(`/contacts/${id}`);
  await expect(page.getByText('The service no longer has this contact')).toBeVisible();
  await page.getByLabel('First name').fill('Narrower');
  await page.getByRole('button', { name: 'Update contact' }).click();
  await expect(page.getByText('has been deleted meanwhile')).toBeVisible();
  await expectFit(page);

  expectedErrors.push(/50[23]/);
  fake.fault = (_, response) => {
    response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
    return true;
  };
  await page.goto('/settings/connection');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Cannot be reached', { exact: true })).toBeVisible();
  await expectFit(page);
  for (const address of ['/contacts', `/contacts/${id}`, '/segments']) {
    await page.goto(address);
    await expect(page.getByText('Read-only until it answers again')).toBeVisible();
    await expectFit(page);
  }
  fake.fault = null;
  // The longer it was away, the later it is asked again by itself.
  await page.goto('/settings/connection');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Read-only until it answers again')).toBeHidden();
});
