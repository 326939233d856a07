import type { Contact } from '../lib/contract/contact';
import type { Field } from '../lib/contract/field';
import { expectAccessible } from './accessible';
import { call } from './call-api';
import { field } from './contact-journey';
import { rows } from './contacts-page';
import { preparedFolder, startOn } from './data-folders';
import { expect, test } from './journey';
import { sessionAt } from './sign-in';

test('an empty installation offers sample data, and takes numbers as they are dialled in its country', async ({
  page,
}) => {
  const { url, stop } = await startOn(await preparedFolder(), { DEFAULT_COUNTRY: 'DE' });
  try {
    await page.context().addCookies(sessionAt(url));
    await page.goto(`${url}/contacts`);
    await expect(page.getByRole('heading', { name: 'No contacts yet' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Add contact' })).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Load sample data' }).click();
    await expect(page.getByText(/\d+ sample contacts loaded/)).toBeVisible();
    await expect(rows(page)).toHaveCount(50);
    const fields = async () =>
      (await call<Field[]>(url, 'GET', '/fields')).data.map(({ key, archived }) => archived || key);
    const marked = async () =>
      (await call<Contact[]>(url, 'GET', '/contacts?doNotContact=true')).data.map(({ id }) => id);
    expect(await fields()).toHaveLength(5);
    const ids = await marked();
    expect(ids).toHaveLength(3);
    // A field that somebody else has a value in stays.
    const own = await call<Contact>(url, 'POST', '/contacts', {
      email: 'own@example.com',
      fields: { plan: 'free' },
    });
    await page.getByRole('button', { name: 'Remove sample data' }).click();
    await expect(page.getByText('Sample data removed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove sample data' })).toHaveCount(0);
    expect((await call<unknown[]>(url, 'GET', '/segments')).data).toEqual([]);
    expect(await fields()).toEqual([true, 'plan', true, true, true]);
    await call(url, 'POST', '/trash/restore', { ids });
    expect(await marked()).toEqual([]);
    for (const id of [own.data.id, ...ids]) await call(url, 'DELETE', `/contacts/${id}`);

    // When the list is empty again, the page points to the trash.
    await page.goto(`${url}/contacts`);
    await expect(page.getByText('You can restore 241 contacts from the trash.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No contacts', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open trash' })).toHaveAttribute('href', '/contacts/trash');

    await page.getByRole('main').getByRole('link', { name: 'Add contact' }).click();
    const phone = field(page, 'Phone');
    await expect(phone).toHaveAccessibleDescription('Numbers without + are in Germany.');
    await phone.fill('(030) 90 18-20');
    await expect(phone).toHaveAccessibleDescription('Saved as +49 30 901820');
    await expect(page.getByRole('status').filter({ hasText: 'Creates a new contact' })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { level: 1, name: '+49 30 901820' })).toBeVisible();
    await phone.fill('001 202 555 0123');
    await page.keyboard.press('Control+Enter');
    await expect(phone).toHaveValue('+1 202 555 0123');
  } finally {
    await page.goto('about:blank');
    await stop();
  }
});
