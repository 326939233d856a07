import type { Page } from '@playwright/test';
import { contact } from '../lib/contract/contact';
import { expectAccessible } from './accessible';
import { dataOf, field, unique, verdictOf } from './contact-journey';
import { expect, test } from './signed-in';

/** Long enough that whatever follows from leaving a field is in the page. */
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

for (const width of [1440, 1000, 360])
  test(`at ${width} px a button stays under the mouse that is pressed on it`, { tag: '@roster' }, async ({
    page,
    api,
  }) => {
    const ana = dataOf(contact, await api('POST', '/contacts', { email: `${unique('ana')}@example.com` }));
    // Lower than the page, so that the buttons are not held at its end.
    await page.setViewportSize({ width, height: 1200 });
    await page.goto(`/contacts/${ana.id}`);
    const discard = page.getByRole('button', { name: 'Discard changes' });
    // Nothing else is said at this field: what is wrong with it takes a line of its own.
    await field(page, 'Company').fill('long '.repeat(60));
    const before = await discard.boundingBox();
    await discard.hover({ position: { x: 20, y: 3 } });
    await page.mouse.down();
    await twoFrames(page);
    expect(await discard.boundingBox()).toEqual(before);
    await page.mouse.up();
    await expect(field(page, 'Company')).toHaveValue('');

    await page.goto('/contacts/new');
    await field(page, 'Phone').fill('12');
    const cancel = page.getByRole('link', { name: 'Cancel' });
    const place = await cancel.boundingBox();
    await cancel.hover({ position: { x: 20, y: 3 } });
    await page.mouse.down();
    await twoFrames(page);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(field(page, 'Phone')).toHaveAccessibleDescription(/Include the country code, e.g./);
    expect(await cancel.boundingBox()).toEqual(place);
  });

for (const [width, height] of [
  [1440, 900],
  [1000, 1200],
  [1000, 600],
  [1000, 440],
  [360, 740],
  [360, 640],
] as const)
  test(`at ${width} × ${height} the buttons stay where they are when a save is refused`, {
    tag: '@roster',
  }, async ({ page, api, expectedErrors }) => {
    const [one, other] = [`${unique('ana')}@example.com`, `${unique('ben')}@example.com`];
    const ana = dataOf(contact, await api('POST', '/contacts', { email: one, firstname: 'Ana' }));
    dataOf(contact, await api('POST', '/contacts', { email: other, firstname: 'Ben' }));
    await page.setViewportSize({ width, height });
    await page.goto(`/contacts/${ana.id}`);
    const update = page.getByRole('button', { name: 'Update contact' });
    const alerts = page.getByRole('alert');
    async function refuses(said: string, save = update) {
      await save.hover();
      const before = await save.boundingBox();
      await page.mouse.down();
      await page.mouse.up();
      const alert = alerts.filter({ hasText: said });
      await expect(alert).toBeFocused();
      await expect(alert).toBeInViewport();
      expect(await save.boundingBox()).toEqual(before);
    }
    await field(page, 'Email').fill(other);
    await expect(verdictOf(page)).toContainText('this email is Ben’s');
    await refuses('Nothing was saved: this email is Ben’s.');
    await expectAccessible(page);
    await alerts.getByRole('button', { name: 'Keep this contact’s email' }).click();

    await field(page, 'Company').fill('Mine');
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await refuses('No answer');
    await page.context().setOffline(false);
    dataOf(contact, await api('PUT', `/contacts/${ana.id}`, { company: 'Theirs', jobtitle: 'Boss' }));
    // From within the message, which stands elsewhere.
    await page.keyboard.press('Control+Enter');
    await alerts.getByLabel('Yours').check();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Updated Ana')).toBeVisible();

    // At the end of a page that ends with the form.
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(`${unique('new')}@example.com`);
    await expect(verdictOf(page)).toContainText('Creates a new contact');
    const create = page.getByRole('button', { name: 'Create contact' });
    await field(page, 'Referral code').focus();
    await page.context().setOffline(true);
    await refuses('No answer', create);
    // Once more: what was said goes, and comes again.
    await refuses('No answer', create);
    await page.context().setOffline(false);
  });
