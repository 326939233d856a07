import type { Page } from '@playwright/test';
import { contact } from '../lib/contract/contact';
import { dataOf, field, unique } from './contact-journey';
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
    await expect(field(page, 'Phone')).toHaveAccessibleDescription(/Begins with \+ .* code: /);
    expect(await cancel.boundingBox()).toEqual(place);
  });
