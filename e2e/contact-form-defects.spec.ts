import { z } from 'zod';
import { formatPhone } from '../components/text/phone';
import { segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import {
  dataOf,
  field,
  makeContact,
  makeSegment,
  previewOf,
  stored,
  unique,
  uniquePhone,
} from './contact-journey';
import { expect, test } from './signed-in';

test('a phone is shown as it will be stored, and stored so', async ({ page, api }) => {
  const ana = await makeContact(api, { email: `${unique('ana')}@example.com` });
  const phone = uniquePhone();
  const national = phone.replaceAll(' ', '');
  await page.goto(`/contacts/${ana.id}`);
  await field(page, 'Phone').fill(phone.replace('+49 30', '+49 (0) 30'));
  await expect(field(page, 'Phone')).toHaveAccessibleDescription(`Saved as ${formatPhone(national)}`);
  await page.keyboard.press('Control+Enter');
  await expect(field(page, 'Phone')).toHaveValue(formatPhone(national));
  expect((await stored(api, ana)).phone).toBe(national);
});

test('a conflict is seen before saving, and not said of an email and phone that are typed later', async ({
  page,
  api,
}) => {
  const email = `${unique('ana.with-a-long-name-before-the-at')}@example.com`;
  const phone = uniquePhone();
  const ana = await makeContact(api, { email, firstname: 'Ana' });
  const ben = await makeContact(api, { phone, firstname: 'Ben' });
  const preview = previewOf(page);
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(email);
  await field(page, 'Phone').fill(phone);
  await field(page, 'Company').fill('Acme');
  await expect(preview.getByRole('status')).toHaveText('Conflict: this email is Ana’s, this phone is Ben’s');
  // Saving is not the primary action while there is a conflict.
  await expect(page.getByRole('button', { name: 'Update contact' })).not.toHaveClass(/(^| )bg-accent( |$)/);
  await expect(preview.getByRole('link', { name: 'Ana' })).toHaveAttribute('href', `/contacts/${ana.id}`);
  await expect(preview.getByRole('link', { name: 'Ben' })).toHaveAttribute('href', `/contacts/${ben.id}`);
  // Emails to compare must not be truncated.
  const shown = preview.getByText(email, { exact: true });
  expect(await shown.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
  await page.keyboard.press('Control+Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'this email is Ana’s, this phone is Ben’s' });
  await expect(alert).toBeFocused();
  await expectAccessible(page);
  await field(page, 'Email').fill(`${unique('zoe')}@example.com`);
  const fresh = uniquePhone();
  await field(page, 'Phone').fill(fresh);
  await expect(alert).toBeHidden();
  await expect(preview.getByRole('status')).toHaveText('Creates a new contact');
  await expect(page.getByRole('button', { name: 'without this phone' })).toHaveCount(0);
  await expect(field(page, 'Phone')).toHaveValue(fresh);

  await field(page, 'Email').fill(email);
  await field(page, 'Phone').fill(phone);
  await preview.getByRole('button', { name: 'Update Ben without this email' }).click();
  await expect(field(page, 'Email')).toBeFocused();
  await expect(preview.getByRole('status')).toHaveText(/^Updates Ben.*(Adds|Replaces) 1 value$/);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(new RegExp(`/contacts/${ben.id}`));
  await expect(field(page, 'Company')).toHaveValue('Acme');
});

test('a segment is made by leaving the field, by the keyboard alone, and nothing moves', async ({
  page,
  api,
}) => {
  const lead = await makeSegment(api, 'Lead');
  const ana = await makeContact(api, { email: `${unique('ana')}@example.com`, segmentIds: [lead.id] });
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
  const below = page.getByRole('heading', { name: 'Referral codes', includeHidden: true });
  const before = await below.boundingBox();
  // Retried, because keys before hydration have no effect.
  await expect(async () => {
    await input.press('ArrowDown');
    await expect(page.getByRole('option', { name: lead.title })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await below.boundingBox()).toEqual(before);
  await page.keyboard.press('Escape');

  await pick(left);
  // Leaving the field saves it.
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await expect(page).toHaveURL(/\/segments$/);
  await expect.poll(titles).toContain(left);

  await page.goto(`/contacts/${ana.id}`);
  await pick(title);
  // Creating a title that differs only by case is not offered.
  await input.fill(lead.title.toUpperCase());
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await input.fill('');
  await page.keyboard.press('Tab');
  await expect(page.getByText(`Updated ${ana.email}`)).toBeVisible();
  expect(await titles()).toContain(title);
  expect((await stored(api, ana)).segments).toHaveLength(3);
});

test('a contact in the trash with the same email is said, and restored', async ({ page, api }) => {
  const email = `${unique('ana')}@example.com`;
  const ana = await makeContact(api, { email, firstname: 'Ana' });
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

test('a code is redeemed on the contact, and a wrong one is refused at its field', async ({ page, api }) => {
  const code = unique('SPRING').toUpperCase();
  dataOf(z.unknown(), await api('POST', '/referral-codes', { code }));
  const ana = await makeContact(api, { email: `${unique('ana')}@example.com` });
  await page.goto(`/contacts/${ana.id}`);
  await field(page, 'Company').fill('Acme');
  await page.getByRole('button', { name: 'Redeem a code' }).click();
  const redeem = field(page, 'Referral code');
  await redeem.fill('NO-SUCH-CODE');
  await redeem.press('Enter');
  await expect(redeem).toHaveAccessibleDescription(/Unknown referral code/);
  await expectAccessible(page);
  await redeem.fill(` ${code.toLowerCase()} `);
  await redeem.press('Enter');
  await expect(
    page.getByRole('region', { name: 'Referral codes' }).getByRole('link', { name: code }),
  ).toBeVisible();
  expect((await stored(api, ana)).contact.company).toBe('Acme');
});
