import type { Page } from '@playwright/test';
import { z } from 'zod';
import { contact } from '../lib/contract/contact';
import { referralCode } from '../lib/contract/referral-code';
import { segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import { dataOf, field, previewOf, unique, uniquePhone } from './contact-journey';
import { expect, test } from './signed-in';

const save = (page: Page, label: 'Create contact' | 'Update contact') =>
  page.getByRole('button', { name: label, exact: true });

test('where it cannot be told what saving will do, the form says why', async ({ page, expectedErrors }) => {
  const status = previewOf(page).getByRole('status');
  await page.goto('/contacts/new');
  await expect(status).toHaveText('Add an email or phone.');
  await field(page, 'Email').fill(`${unique('ana')}@example.com`);
  await expect(status).toHaveText('Creates a new contact');
  await field(page, 'Phone').fill('030 1234');
  await expect(status).toHaveText('Fix the invalid fields first.');
  expectedErrors.push(/400|401|ERR_INTERNET_DISCONNECTED/);
  await field(page, 'Phone').fill('+999 123456789');
  await expect(status).toHaveText(
    'Fix the invalid fields first.This is not a possible phone number in its country.',
  );
  await field(page, 'Phone').fill('');
  await page.context().setOffline(true);
  await field(page, 'Email').fill(`${unique('ana')}@example.com`);
  await expect(status).toHaveText('Roster cannot be reached. Check the connection.');
  await page.context().setOffline(false);
  await page.context().clearCookies();
  await field(page, 'Email').fill(`${unique('ana')}@example.com`);
  await expect(status).toContainText('You are signed out.');
  await expect(status.getByRole('link', { name: 'Sign in in another tab' })).toBeVisible();
});

for (const [width, height] of [
  [1440, 900],
  [360, 740],
] as const)
  test(`an existing contact, ${width} px wide: what changes, old and new`, {
    tag: '@roster',
  }, async ({ page, api }) => {
    await page.setViewportSize({ width, height });
    const vip = dataOf(segment, await api('POST', '/segments', { title: unique('VIP') }));
    const email = `${unique('ana')}@example.com`;
    const ana = dataOf(
      contact,
      await api('POST', '/contacts', { email, firstname: 'Ana', lastname: 'Silva', company: 'Acme' }),
    );
    await page.goto('/contacts/new');
    const preview = previewOf(page);
    await field(page, 'Email').fill(email.toUpperCase());
    await field(page, 'Company').fill('Globex');
    await field(page, 'Segments').fill(vip.title);
    await page.getByRole('option', { name: vip.title }).click();
    await expect(preview.getByRole('status')).toHaveText(/^Updates Ana Silva.*: 2 changes$/);
    await expect(preview.getByRole('link', { name: 'Ana Silva' })).toHaveAttribute(
      'href',
      `/contacts/${ana.id}`,
    );
    if (width < 1280) await preview.getByRole('button', { name: 'Details of the preview' }).click();
    await expect(preview).toContainText('CompanyAcme → Globex');
    await expect(preview).toContainText(`Segmentsadds ${vip.title}`);
    await expect(save(page, 'Update contact')).toBeVisible();
    if (width < 1280) await preview.getByRole('button', { name: 'Details of the preview' }).click();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectAccessible(page);

    await save(page, 'Update contact').click();
    await expect(page).toHaveURL(new RegExp(`/contacts/${ana.id}`));
    const saved = dataOf(contact, await api('GET', `/contacts/${ana.id}`));
    expect(saved.contact).toEqual({ firstname: 'Ana', lastname: 'Silva', company: 'Globex' });

    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    await field(page, 'Company').fill('Globex');
    await expect(preview.getByRole('status')).toHaveText(/^No changes to Ana Silva/);
    await expectAccessible(page);
    await save(page, 'Update contact').click();
    await expect(page.getByText('No changes to Ana Silva', { exact: true })).toBeVisible();
  });

test('a conflict is seen before saving, with both contacts and the ways out', { tag: '@roster' }, async ({
  page,
  api,
}) => {
  const email = `${unique('ana.with-a-long-name-before-the-at')}@example.com`;
  const phone = uniquePhone();
  const ana = dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ana' }));
  const ben = dataOf(contact, await api('POST', '/contacts', { phone, firstname: 'Ben' }));
  await page.goto('/contacts/new');
  const preview = previewOf(page);
  await field(page, 'Email').fill(email);
  await field(page, 'Phone').fill(phone);
  await field(page, 'Company').fill('Acme');
  await expect(preview.getByRole('status')).toHaveText('Conflict: this email is Ana’s, this phone is Ben’s');
  await expect(preview.getByRole('link', { name: 'Ana' })).toHaveAttribute('href', `/contacts/${ana.id}`);
  await expect(preview.getByRole('link', { name: 'Ben' })).toHaveAttribute('href', `/contacts/${ben.id}`);
  // They are what has to be compared: nothing of them is cut off.
  const shown = preview.getByText(email, { exact: true });
  expect(await shown.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Update Ben without this email' }).click();
  await expect(field(page, 'Email')).toBeFocused();
  await expect(preview.getByRole('status')).toHaveText(/^Updates Ben.*: 1 change$/);
  await save(page, 'Update contact').click();
  await expect(page).toHaveURL(new RegExp(`/contacts/${ben.id}`));
  await expect(field(page, 'Company')).toHaveValue('Acme');
});

test('the preview on a referral code stands at its field', { tag: '@roster' }, async ({ page, api }) => {
  const code = unique('ONCE').toUpperCase();
  const vip = dataOf(segment, await api('POST', '/segments', { title: unique('VIP') }));
  dataOf(
    z.unknown(),
    await api('POST', '/referral-codes', { code, maxRedemptions: 1, segmentIds: [vip.id] }),
  );
  const email = `${unique('ana')}@example.com`;
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(email);
  await field(page, 'Referral code').fill(` ${code.toLowerCase()}`);
  await expect(field(page, 'Referral code')).toHaveAccessibleDescription('Redeems on save');
  await expect(previewOf(page)).toContainText(`Segmentsadds ${vip.title}`);
  await field(page, 'Referral code').fill('NO-SUCH-CODE');
  await expect(field(page, 'Referral code')).toHaveAccessibleDescription(/not recognized/);
  await expect(previewOf(page).getByRole('status')).toContainText('not recognized');
  await expectAccessible(page);
  dataOf(z.unknown(), await api('POST', '/contacts', { email, referralCode: code }));
  await field(page, 'Referral code').fill(code);
  await expect(field(page, 'Referral code')).toHaveAccessibleDescription(/Already redeemed/);

  // Used up between the preview and the save: what saving said is said from then on.
  const last = dataOf(
    referralCode,
    await api('POST', '/referral-codes', { code: unique('LAST'), maxRedemptions: 1 }),
  );
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(`${unique('cleo')}@example.com`);
  await field(page, 'Referral code').fill(last.code);
  await expect(previewOf(page)).toContainText(`redeems ${last.code}`);
  const dora = `${unique('dora')}@example.com`;
  dataOf(z.unknown(), await api('POST', '/contacts', { email: dora, referralCode: last.code }));
  await save(page, 'Create contact').click();
  await expect(field(page, 'Referral code')).toHaveAccessibleDescription('This referral code is used up.');
  await expect(previewOf(page).getByRole('status')).toContainText('used up');
  await expect(previewOf(page)).not.toContainText(`redeems ${last.code}`);
});

test('what came between the preview and the save is said, and nothing is saved before', {
  tag: '@roster',
}, async ({ page, api }) => {
  const email = `${unique('ana')}@example.com`;
  await page.goto('/contacts/new');
  const status = previewOf(page).getByRole('status');
  const alert = page.getByRole('alert').filter({ hasText: 'Not saved yet' });
  await field(page, 'Email').fill(email);
  await field(page, 'Company').fill('Mine');
  await expect(status).toHaveText('Creates a new contact');

  const ana = dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ana', company: 'Theirs' }));
  await save(page, 'Create contact').click();
  await expect(alert).toBeFocused();
  await expect(alert).toContainText('Ana now has this email or phone.');
  await expect(status).toHaveText(/^Updates Ana.*: 1 change$/);
  await expectAccessible(page);

  dataOf(z.unknown(), await api('PUT', `/contacts/${ana.id}`, { jobtitle: 'Boss', company: 'Others' }));
  await save(page, 'Update contact').click();
  await expect(alert).toContainText('Someone else just changed Ana.');
  await expect(alert).toContainText('Job titleBoss');
  await expect(alert).toContainText('CompanyTheirs → Others');
  await expect(previewOf(page)).toContainText('CompanyOthers → Mine');
  expect(dataOf(contact, await api('GET', `/contacts/${ana.id}`)).contact.company).toBe('Others');

  await save(page, 'Update contact').click();
  await expect(page).toHaveURL(new RegExp(`/contacts/${ana.id}`));
  const saved = dataOf(contact, await api('GET', `/contacts/${ana.id}`));
  expect(saved.contact).toEqual({ firstname: 'Ana', jobtitle: 'Boss', company: 'Mine' });
});

test('a save right after the last key does what the form said, or nothing', { tag: '@roster' }, async ({
  page,
  api,
}) => {
  const email = `${unique('ana')}@example.com`;
  const ana = dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ana', company: 'Kept' }));
  await page.goto('/contacts/new');
  const status = previewOf(page).getByRole('status');
  const alert = page.getByRole('alert').filter({ hasText: 'Not saved yet' });
  await field(page, 'Company').fill('Zoe GmbH');
  const other = `${unique('zoe')}@example.com`;
  await field(page, 'Email').fill(other);
  await expect(status).toHaveText('Creates a new contact');

  // From here on no answer comes before the save.
  await page.route('**/data/contacts/preview', () => {});
  await field(page, 'Email').fill(email);
  await expect(status).toHaveText('Checking …');
  await page.keyboard.press('Control+Enter');
  await expect(alert).toBeFocused();
  await expect(alert).toContainText('Ana has this email or phone.');
  await expect(status).toHaveText(/^Updates Ana.*: 1 change$/);
  await expectAccessible(page);

  await field(page, 'Email').fill(other);
  await page.keyboard.press('Control+Enter');
  await expect(alert).toContainText('No contact has this email or phone.');
  await expect(status).toHaveText('Creates a new contact');
  await save(page, 'Create contact').click();
  await expect(page.getByText(`Created ${other}`)).toBeVisible();
  expect(dataOf(contact, await api('GET', `/contacts/${ana.id}`)).contact.company).toBe('Kept');
});

test('an edit says before saving what changes, and whose an email or phone is', { tag: '@copy' }, async ({
  page,
  api,
}) => {
  const ana = dataOf(
    contact,
    await api('POST', '/contacts', { email: `${unique('ana')}@example.com`, company: 'Acme' }),
  );
  const email = `${unique('ben')}@example.com`;
  const ben = dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ben' }));
  // A copy has whom the console has seen.
  await page.goto(`/contacts/${ben.id}`);
  await page.goto(`/contacts/${ana.id}`);
  const preview = previewOf(page);
  const place = () => save(page, 'Update contact').boundingBox();
  const before = await place();
  await expect(preview).toBeHidden();
  await field(page, 'First name').fill('Ana');
  await field(page, 'Company').fill(' Globex ');
  await expect(preview.getByRole('status')).toHaveText(`Updates ${ana.email}: 2 changes`);
  await expect(preview).toContainText('CompanyAcme → Globex');
  expect(await place()).toEqual(before);
  await expectAccessible(page);

  await field(page, 'Email').fill(email.toUpperCase());
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Ben .*has this email/);
  await expect(preview.getByRole('status')).toHaveText('Conflict: this email is Ben’s');
  await expect(preview.getByRole('link', { name: 'Ben' })).toHaveAttribute('href', `/contacts/${ben.id}`);
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Keep the current email' }).click();
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveValue(ana.email ?? '');
  await expect(field(page, 'Email')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(preview.getByRole('status')).toHaveText(`Updates ${ana.email}: 2 changes`);

  // A refused save has the same way out.
  await field(page, 'Email').fill(email);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was saved' })).toBeFocused();
  await page.getByRole('button', { name: 'Keep the current email' }).click();
  await save(page, 'Update contact').click();
  await expect(page.getByText('Updated Ana')).toBeVisible();
  await expect(preview).toBeHidden();
});

test('over a replica it is as far as the replica knows', { tag: '@stranger' }, async ({ page }) => {
  const email = `${unique('ana')}@example.com`;
  const preview = previewOf(page);
  for (const said of [/^Creates a new contact$/, /^Updates .*: 1 change$/]) {
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    await field(page, 'Company').fill(unique('Acme'));
    await expect(preview.getByRole('status')).toHaveText(said);
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/\/contacts\/[0-9a-f-]{36}$/);
  }
});
