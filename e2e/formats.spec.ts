import { makeContact, unique, uniquePhone } from './contact-journey';
import { expect, test } from './signed-in';

test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });

test('a German reader sees numbers, days, times and phones as at home', async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const company = unique('formats');
  const contacts = Array.from({ length: 1_000 }, (_, index) => ({
    email: `${index}@${company}.example`,
    company,
  }));
  await api('POST', '/contacts/batch', { contacts });
  const phone = uniquePhone();
  const ana = await makeContact(api, { phone, company });
  // Server and browser must format alike, because hydration errors fail a journey.
  await page.goto(`/contacts?search=${company}&createdFrom=2026-01-31`);
  await expect(page.getByText(/^1\.001 of [\d.,]+$/)).toBeVisible();
  await expect(page.getByText('since 31 Jan 2026')).toBeVisible();
  await page.goto('/activity');
  await expect(page.getByText(/added 1\.\d{3} contacts/).first()).toBeVisible();
  await expect(page.locator('time').first()).toHaveText(/^\d\d:\d\d$/);

  await page.goto(`/contacts/${ana.id}`);
  const name = page.getByRole('heading', { level: 1, name: phone });
  await expect(name).toBeVisible();
  await name.selectText();
  await page.keyboard.press('Control+c');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(phone.replaceAll(' ', ''));
});
