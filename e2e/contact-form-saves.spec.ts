import type { Page } from '@playwright/test';
import { contact } from '../lib/contract/contact';
import { segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import { dataOf, field, loseAnswer, previewOf, stored, unique } from './contact-journey';
import { expect, test } from './signed-in';

test.describe('what a save of the contact form leads to', { tag: '@roster' }, () => {
  test('a new contact cannot be typed into while it is being saved', async ({ page }) => {
    const email = `${unique('ana')}@example.com`;
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    await expect(previewOf(page).getByRole('status')).toHaveText('Creates a new contact');
    const answer = await holdSaves(page);
    await page.keyboard.press('Control+Enter');
    await expect(field(page, 'First name')).toHaveJSProperty('readOnly', true);
    await expect(field(page, 'Segments')).toHaveJSProperty('readOnly', true);
    answer();
    await expect(page.getByText(`Created ${email}`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  });

  test('an answer that is lost: saving again says that it is saved', async ({
    page,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_FAILED/);
    const ana = dataOf(contact, await api('POST', '/contacts', { email: `${unique('ana')}@example.com` }));
    const alert = page.getByRole('alert').filter({ hasText: 'It may have been saved' });
    await page.goto(`/contacts/${ana.id}`);
    await field(page, 'Company').fill('Acme');
    await loseAnswer(page);
    await page.keyboard.press('Control+Enter');
    await expect(alert).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(`Already saved: ${ana.email} is up to date`)).toBeVisible();
    await expect(alert).toBeHidden();
    await expect(page.getByRole('button', { name: 'Discard changes' })).toBeHidden();

    // What is changed besides goes on top.
    await field(page, 'Company').fill('Globex');
    await loseAnswer(page);
    await page.keyboard.press('Control+Enter');
    await expect(alert).toBeFocused();
    await field(page, 'Job title').fill('Boss');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(`Updated ${ana.email}`)).toBeVisible();
    expect((await stored(api, ana)).contact).toEqual({ company: 'Globex', jobtitle: 'Boss' });

    const email = `${unique('new')}@example.com`;
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    await expect(previewOf(page).getByRole('status')).toHaveText('Creates a new contact');
    await loseAnswer(page);
    await page.keyboard.press('Control+Enter');
    await expect(alert).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('listitem').filter({ hasText: /No changes to / })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  });

  test('of what two people changed, only what they made different is asked about', async ({ page, api }) => {
    const [vip, lead, churn] = await Promise.all(
      ['VIP', 'Lead', 'Churn'].map(async (title) =>
        dataOf(segment, await api('POST', '/segments', { title: unique(title) })),
      ),
    );
    if (!vip || !lead || !churn) throw new Error('There are three.');
    const values = { company: 'Acme', jobtitle: 'Intern', segmentIds: [churn.id] };
    const ana = dataOf(
      contact,
      await api('POST', '/contacts', { ...values, email: `${unique('ana')}@example.com` }),
    );
    const email = `${unique('new')}@example.com`;
    await page.goto(`/contacts/${ana.id}`);
    await field(page, 'Email').fill(email.toUpperCase());
    await field(page, 'First name').fill('Ana ');
    await field(page, 'Company').fill('Mine');
    await field(page, 'Segments').fill(vip.title);
    await page.getByRole('option', { name: vip.title }).click();
    await api('PUT', `/contacts/${ana.id}`, {
      email,
      firstname: 'Ana',
      company: 'Theirs',
      jobtitle: 'Boss',
      segmentIds: [lead.id],
    });
    await page.keyboard.press('Control+Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'edited this while you were typing' });
    await expect(alert).toBeFocused();
    await expect(alert.getByRole('group')).toHaveCount(1);
    await expect(alert.getByRole('group')).toHaveAccessibleName('Company was Acme');
    await expect(alert).toContainText('Job titleIntern → Boss');
    await expect(previewOf(page).getByRole('status')).toHaveText('Choose what to keep.');
    await expect(alert).toContainText(`Segmentsadded ${lead.title}; removed ${churn.title}`);
    await expectAccessible(page);

    // A third value is a choice, and the one that "Yours" means from then on.
    const yours = alert.getByLabel('Yours');
    await field(page, 'Company').fill('Third');
    await expect(yours).toBeChecked();
    await alert.getByLabel('Theirs').check();
    await expect(field(page, 'Company')).toHaveValue('Theirs');
    await yours.check();
    await expect(field(page, 'Company')).toHaveValue('Third');
    await field(page, 'Company').fill('Theirs');
    await expect(alert.getByLabel('Theirs')).toBeChecked();
    await yours.check();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Updated Ana')).toBeVisible();
    const { contact: saved, segments } = await stored(api, ana);
    expect(saved).toEqual({ firstname: 'Ana', company: 'Third', jobtitle: 'Boss' });
    expect(segments.map(({ segmentId }) => segmentId).sort()).toEqual([lead.id, vip.id].sort());
  });
});

/** Holds the saves of the page until what it returns is called. */
async function holdSaves(page: Page): Promise<() => void> {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/contacts/**', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.fallback();
  });
  return answer;
}
