import { z } from 'zod';
import { contact } from '../lib/contract/contact';
import { segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import { dataOf, field, previewOf, stored, unique, uniquePhone } from './contact-journey';
import { expect, test } from './signed-in';

test('a phone is shown as it will be stored, and stored so', { tag: '@roster' }, async ({ page, api }) => {
  const ana = dataOf(contact, await api('POST', '/contacts', { email: `${unique('ana')}@example.com` }));
  const phone = uniquePhone();
  const national = phone.replaceAll(' ', '');
  await page.goto(`/contacts/${ana.id}`);
  await field(page, 'Phone').fill(phone.replace('+49 30', '+49 (0) 30'));
  await expect(field(page, 'Phone')).toHaveAccessibleDescription(`Saved as ${national}`);
  await expect(previewOf(page)).toContainText(`Phone${national}`);
  await page.keyboard.press('Control+Enter');
  await expect(field(page, 'Phone')).toHaveValue(national);
  expect((await stored(api, ana)).phone).toBe(national);
});

test('a refused save is not said of an email and phone that are typed later', { tag: '@roster' }, async ({
  page,
  api,
}) => {
  const [email, phone] = [`${unique('ana')}@example.com`, uniquePhone()];
  dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ana' }));
  dataOf(contact, await api('POST', '/contacts', { phone, firstname: 'Ben' }));
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(email);
  await field(page, 'Phone').fill(phone);
  await page.keyboard.press('Control+Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'this email is Ana’s, this phone is Ben’s' });
  await expect(alert).toBeFocused();
  await expectAccessible(page);
  await field(page, 'Email').fill(`${unique('zoe')}@example.com`);
  const fresh = uniquePhone();
  await field(page, 'Phone').fill(fresh);
  await expect(alert).toBeHidden();
  await expect(previewOf(page).getByRole('status')).toHaveText('Creates a new contact');
  await expect(page.getByRole('button', { name: 'without this phone' })).toHaveCount(0);
  await expect(field(page, 'Phone')).toHaveValue(fresh);
});

test('a save that somebody overtook names them, and asks for each choice', { tag: '@roster' }, async ({
  page,
  api,
}) => {
  const email = `${unique('ana')}@example.com`;
  const ana = dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ana', company: 'Acme' }));
  await page.goto(`/contacts/${ana.id}`);
  await field(page, 'Company').fill('Mine');
  await api('PUT', `/contacts/${ana.id}`, { company: 'Theirs', jobtitle: 'Boss' });
  await page.getByRole('button', { name: 'Update contact' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'edited this while you were typing' });
  await expect(alert).toBeFocused();
  await expect(alert).not.toContainText('Someone else');
  await expect(alert).toContainText('Job titleBoss');
  await page.getByRole('button', { name: 'Update contact' }).click();
  await expect(alert).toBeFocused();
  await expect(alert).toContainText('Choose one to save.');
  await expectAccessible(page);
  await alert.getByRole('group', { name: 'Company' }).getByLabel('Yours').check();
  await expect(alert).not.toContainText('Choose one to save.');
  await page.getByRole('button', { name: 'Update contact' }).click();
  await expect(page.getByText('Updated Ana')).toBeVisible();
  expect((await stored(api, ana)).contact).toEqual({ firstname: 'Ana', company: 'Mine', jobtitle: 'Boss' });
});

test('a segment is made with the save, by the keyboard alone, and nothing moves', {
  tag: '@roster',
}, async ({ page, api }) => {
  const lead = dataOf(segment, await api('POST', '/segments', { title: unique('Lead') }));
  const ana = dataOf(
    contact,
    await api('POST', '/contacts', { email: `${unique('ana')}@example.com`, segmentIds: [lead.id] }),
  );
  const [left, title] = [unique('Left'), unique('Champion')];
  const titles = async () => dataOf(z.array(segment), await api('GET', '/segments')).map((one) => one.title);
  const input = field(page, 'Segments');
  const pick = async (text: string) => {
    await input.fill(text);
    await expect(page.getByRole('option', { name: `Create “${text}”` })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Remove ${text}` })).toBeVisible();
  };
  await page.goto(`/contacts/${ana.id}`);
  const save = page.getByRole('button', { name: 'Update contact', includeHidden: true });
  const before = await save.boundingBox();
  await input.press('ArrowDown');
  await expect(page.getByRole('option', { name: lead.title })).toBeVisible();
  expect(await save.boundingBox()).toEqual(before);
  await page.keyboard.press('Escape');

  await pick(left);
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await page.getByRole('button', { name: 'Discard changes' }).last().click();
  await expect(page).toHaveURL(/\/segments$/);
  expect(await titles()).not.toContain(left);

  await page.goto(`/contacts/${ana.id}`);
  await pick(title);
  // A duplicate that differs by case is not offered.
  await input.fill(lead.title.toUpperCase());
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await input.fill('');
  await expect(previewOf(page)).toContainText(`added ${title}`);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Updated ${ana.email}`)).toBeVisible();
  expect(await titles()).toContain(title);
  expect((await stored(api, ana)).segments).toHaveLength(2);
});

test('a contact in the trash with the same email is said, and restored', { tag: '@roster' }, async ({
  page,
  api,
}) => {
  const email = `${unique('ana')}@example.com`;
  const ana = dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ana' }));
  await api('DELETE', `/contacts/${ana.id}`);
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(email);
  await expect(previewOf(page)).toContainText('Ana in the trash has this email.');
  await expectAccessible(page);
  await previewOf(page).getByRole('button', { name: 'Restore it' }).click();
  await expect(page.getByText('Restored Ana')).toBeVisible();
  await expect(previewOf(page).getByRole('status')).toContainText('Ana');
  expect((await stored(api, ana)).email).toBe(email);
});

test('a code is redeemed on the contact, and a wrong one is refused at its field', {
  tag: '@roster',
}, async ({ page, api }) => {
  const code = unique('SPRING').toUpperCase();
  dataOf(z.unknown(), await api('POST', '/referral-codes', { code }));
  const ana = dataOf(contact, await api('POST', '/contacts', { email: `${unique('ana')}@example.com` }));
  await page.goto(`/contacts/${ana.id}`);
  await field(page, 'Company').fill('Acme');
  const redeem = field(page, 'Redeem a code');
  await redeem.fill('NO-SUCH-CODE');
  await redeem.press('Enter');
  await expect(redeem).toHaveAccessibleDescription(/not recognized|Unknown code/);
  await expectAccessible(page);
  await redeem.fill(` ${code.toLowerCase()} `);
  await redeem.press('Enter');
  await expect(page.locator('code', { hasText: code })).toBeVisible();
  await page.getByRole('button', { name: 'Update contact' }).click();
  await expect(page.getByText(`Updated ${ana.email}`)).toBeVisible();
  expect((await stored(api, ana)).contact.company).toBe('Acme');
});
