import { contact } from '../lib/contract/contact';
import { segment } from '../lib/contract/segment';
import { dataOf, field, previewOf, stored, unique } from './contact-journey';
import { expect, test } from './signed-in';

test.describe('what was changed and is taken back', { tag: '@roster' }, () => {
  test('what is deleted meanwhile is not said to be changed', async ({ page, api }) => {
    const doomed = dataOf(segment, await api('POST', '/segments', { title: unique('Doomed') }));
    const ana = dataOf(
      contact,
      await api('POST', '/contacts', { email: `${unique('ana')}@example.com`, firstname: 'Ana' }),
    );
    const status = previewOf(page).getByRole('status');
    await page.goto(`/contacts/${ana.id}`);
    await field(page, 'Segments').fill(doomed.title);
    await page.getByRole('option', { name: doomed.title }).click();
    await expect(status).toHaveText('Updates Ana: 1 change');
    await api('DELETE', `/segments/${doomed.id}`);
    await page.keyboard.press('Control+Enter');
    await expect(field(page, 'Segments')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('button', { name: 'Remove Deleted segment' })).toBeVisible();
    await expect(status).toHaveText('Fix the invalid fields first.');
    await page.getByRole('button', { name: 'Remove Deleted segment' }).click();

    await field(page, 'Company').fill('Acme');
    await api('DELETE', `/contacts/${ana.id}`);
    await page.keyboard.press('Control+Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'has been deleted' });
    await expect(alert).toBeFocused();
    await expect(status).toHaveText('Cannot save: this contact was deleted');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(alert).toBeHidden();
  });

  test('an update is undone from its message, unless somebody came in between', async ({ page, api }) => {
    const vip = dataOf(segment, await api('POST', '/segments', { title: unique('VIP') }));
    const ana = dataOf(
      contact,
      await api('POST', '/contacts', {
        email: `${unique('ana')}@example.com`,
        firstname: 'Ana',
        segmentIds: [vip.id],
      }),
    );
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await page.goto(`/contacts/${ana.id}`);
    await field(page, 'First name').fill('Anna');
    await field(page, 'Company').fill('Acme');
    await page.getByRole('button', { name: `Remove ${vip.title}` }).click();
    await page.keyboard.press('Control+Enter');
    // Pressed twice, it is done once.
    await undo.dblclick();
    await expect(page.getByText('Undid the change to Ana')).toBeVisible();
    await expect(field(page, 'First name')).toHaveValue('Ana');
    await expect(field(page, 'Company')).toHaveValue('');
    const back = await stored(api, ana);
    expect(back.contact).toEqual({ firstname: 'Ana' });
    expect(back.segments).toHaveLength(1);
    await expect(undo).toBeHidden();

    await field(page, 'Company').fill('Globex');
    await page.keyboard.press('Control+Enter');
    await expect(undo).toBeVisible();
    await field(page, 'Company').fill('Initech');
    await page.keyboard.press('Control+Enter');
    await expect(previewOf(page)).toBeHidden();
    await expect(undo).toHaveCount(1);
    expect(await page.getByText('Could not undo the change to Ana').count()).toBe(0);
    await api('PUT', `/contacts/${ana.id}`, { jobtitle: 'Boss' });
    await undo.click();
    await expect(page.getByText('Could not undo the change to Ana')).toBeVisible();
    await expect(field(page, 'Job title')).toHaveValue('Boss');
    expect((await stored(api, ana)).contact.company).toBe('Initech');
  });

  test('what is typed stays when an update is undone, on top of what is there then', async ({
    page,
    api,
  }) => {
    const email = `${unique('ana')}@example.com`;
    const ana = dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ana' }));
    await page.goto(`/contacts/${ana.id}`);
    await field(page, 'First name').fill('Anna');
    await expect(previewOf(page).getByRole('status')).toHaveText('Updates Ana: 1 change');
    await page.keyboard.press('Control+Enter');
    // Also when all of the page has been read again: the title that came with it may be put there late.
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Anna');
    await expect(page).toHaveTitle('Anna · Roster');
    await field(page, 'Company').fill('Acme');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Undid the change to Ana')).toBeVisible();
    await expect(page).toHaveTitle('Ana · Roster');
    await expect(field(page, 'First name')).toHaveValue('Ana');
    await expect(previewOf(page).getByRole('status')).toHaveText('Updates Ana: 1 change');
    await field(page, 'Company').press('Control+Enter');
    await expect(page.getByText('Updated Ana')).toBeVisible();
    expect((await stored(api, ana)).contact).toEqual({ firstname: 'Ana', company: 'Acme' });
  });
});
