import type { Page } from '@playwright/test';
import { z } from 'zod';
import { contact } from '../lib/contract/contact';
import { dataOf, field, unique } from './contact-journey';
import { expect, test } from './signed-in';

/** Makes the page look like one of an older build, which requests actions and files by their old names. */
async function outdate(page: Page): Promise<void> {
  await page.route('**/_next/static/chunks/**', (route) =>
    route.continue({ url: route.request().url().replace('/chunks/', '/chunks/old-') }),
  );
  await page.route('**/contacts/new', (route) => {
    const headers = route.request().headers();
    const { 'next-action': action } = headers;
    if (!action) return route.continue();
    // The first two digits encode the action's arguments.
    const old = action.slice(0, 2) + action.slice(2).split('').toReversed().join('');
    return route.continue({ headers: { ...headers, 'next-action': old } });
  });
}

test('a tab that an upgrade left behind says so, and keeps what was typed', async ({
  page,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (404|409)/);
  const email = `${unique('tab')}@example.com`;
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(email);
  await field(page, 'Company').fill('Acme');
  // The notifications load with the first key.
  await field(page, 'Company').press('End');
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached();
  await outdate(page);

  await page.keyboard.press('Control+k');
  const toast = page.locator('[data-sonner-toast]');
  await expect(toast).toContainText('Roster was updated. Reload to continue.');
  await expect(field(page, 'Email')).toHaveValue(email);

  await page.keyboard.press('Control+Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'Roster was updated' });
  await expect(alert).toHaveText('Roster was updated. Reload to continue. What you typed is still here.');
  await expect(page.getByRole('button', { name: /Retry|Try again/ })).toHaveCount(0);

  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Reload' }).click();
  await expect(alert).toBeHidden();
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Company')).toHaveValue('Acme');
  await field(page, 'Company').press('Control+Enter');
  await expect(page).toHaveURL(/\/contacts\/[\da-f-]{36}$/);
  const found = dataOf(z.array(contact), await api('GET', `/contacts?search=${email}`));
  expect(found.map((one) => one.contact.company)).toEqual(['Acme']);
});
