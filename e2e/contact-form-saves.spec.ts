import type { Page } from '@playwright/test';
import { contact } from '../lib/contract/contact';
import { segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import { dataOf, field, loseAnswer, stored, unique, uniquePhone, verdictOf } from './contact-journey';
import { expect, test } from './signed-in';

test.describe('what a save of the contact form leads to', { tag: '@roster' }, () => {
  test('what is typed while it is being saved stays, and is said to be unsaved', async ({ page, api }) => {
    const ana = dataOf(contact, await api('POST', '/contacts', { email: `${unique('ana')}@example.com` }));
    await page.goto(`/contacts/${ana.id}`);
    await field(page, 'First name').fill('Ana');
    const answer = await holdSaves(page);
    const saves: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') saves.push(request.url());
    });
    await page.keyboard.press('Control+Enter');
    await field(page, 'Company').pressSequentially('Acme');
    // Pressed again, it does not save twice.
    await page.keyboard.press('Control+Enter');
    const said = await verdictsOf(page);
    answer();
    await expect(page.getByText('What you typed meanwhile is not saved yet.')).toBeVisible();
    await expect(field(page, 'Company')).toBeFocused();
    await expect(verdictOf(page).getByRole('status')).toHaveText('Updates Ana: 1 field changes');
    await expect(field(page, 'Company')).toHaveValue('Acme');
    expect(await said()).not.toContain('Changes nothing');
    expect(saves).toHaveLength(1);
    await page.keyboard.press('Control+Enter');
    await expect(verdictOf(page)).toBeHidden();
    expect((await stored(api, ana)).contact).toEqual({ firstname: 'Ana', company: 'Acme' });
  });

  test('a new contact cannot be typed into while it is being saved', async ({ page }) => {
    const email = `${unique('ana')}@example.com`;
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    await expect(verdictOf(page).getByRole('status')).toHaveText('Creates a new contact');
    const answer = await holdSaves(page);
    await page.keyboard.press('Control+Enter');
    await expect(field(page, 'First name')).toHaveJSProperty('readOnly', true);
    await expect(field(page, 'Segments')).toHaveJSProperty('readOnly', true);
    answer();
    await expect(page.getByText(`Created ${email}`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  });

  test('a save goes on when somebody leaves, and says how it went, with a way back', async ({
    page,
    api,
  }) => {
    const email = `${unique('ana')}@example.com`;
    const ana = dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ana' }));
    const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
    const contacts = page.getByRole('link', { name: 'Contacts', exact: true });
    await page.goto(`/contacts/${ana.id}`);
    await field(page, 'Company').fill('Acme');
    let answer = await holdSaves(page);
    await page.keyboard.press('Control+Enter');
    await contacts.click();
    await expect(page).toHaveURL(/\/contacts$/);
    answer();
    await expect(page.getByText('Updated Ana')).toBeVisible();

    await page.goto(`/contacts/${ana.id}`);
    await field(page, 'Company').fill('Mine');
    answer = await holdSaves(page);
    await page.keyboard.press('Control+Enter');
    await api('PUT', `/contacts/${ana.id}`, { company: 'Theirs' });
    // What is typed since is not on its way.
    await field(page, 'Job title').fill('Boss');
    await contacts.click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await field(page, 'Job title').fill('');
    await contacts.click();
    await expect(page).toHaveURL(/\/contacts$/);
    answer();
    await expect(page.getByText('Ana was not saved')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Go on editing' }).click();
    await expect(field(page, 'Company')).toHaveValue('Mine');
    const alert = page.getByRole('alert').filter({ hasText: 'Somebody else changed this contact' });
    await alert.getByLabel('Yours').check();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Updated Ana')).toBeVisible();
    expect((await stored(api, ana)).contact.company).toBe('Mine');

    // One that is gone by then can become a new one.
    await page.goto(`/contacts/${ana.id}`);
    await field(page, 'Company').fill('Kept');
    answer = await holdSaves(page);
    await page.keyboard.press('Control+Enter');
    await contacts.click();
    await expect(page).toHaveURL(/\/contacts$/);
    await api('DELETE', `/contacts/${ana.id}`);
    answer();
    await expect(page.getByText('The contact has been deleted meanwhile.')).toBeVisible();
    await page.getByRole('button', { name: 'Go on editing' }).click();
    await expect(page).toHaveURL(/\/contacts\/new$/);
    await expect(field(page, 'Email')).toHaveValue(email);
    await expect(field(page, 'Company')).toHaveValue('Kept');

    // A new contact, and the way back to the form that is open.
    await page.goto('/contacts/new');
    const other = `${unique('zoe')}@example.com`;
    await field(page, 'Company').fill('Zoe GmbH');
    await field(page, 'Email').fill(other);
    await expect(verdictOf(page).getByRole('status')).toHaveText('Creates a new contact');
    answer = await holdSaves(page);
    await page.keyboard.press('Control+Enter');
    await contacts.click();
    dataOf(contact, await api('POST', '/contacts', { email: other, firstname: 'Zoe' }));
    await page.getByRole('link', { name: 'Add contact' }).click();
    await expect(field(page, 'Email')).toHaveValue('');
    answer();
    await expect(page.getByText('The new contact was not saved')).toBeVisible();
    await page.getByRole('button', { name: 'Go on editing' }).click();
    await expect(field(page, 'Email')).toHaveValue(other);
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was saved yet' })).toBeVisible();
    // What is typed is asked about again.
    await contacts.click();
    await expect(question).toBeVisible();
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
    await expect(page.getByText(`Saved already: ${ana.email} is like this`)).toBeVisible();
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
    await expect(verdictOf(page).getByRole('status')).toHaveText('Creates a new contact');
    await loseAnswer(page);
    await page.keyboard.press('Control+Enter');
    await expect(alert).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/^(Saved already|Nothing has changed): .* is like this/)).toBeVisible();
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
    const alert = page.getByRole('alert').filter({ hasText: 'Somebody else changed this contact' });
    await expect(alert).toBeFocused();
    await expect(alert.getByRole('group')).toHaveCount(1);
    await expect(alert.getByRole('group')).toHaveAccessibleName('Company was Acme');
    await expect(alert).toContainText('Job titleIntern → Boss');
    await expect(verdictOf(page).getByRole('status')).toHaveText(/^Nothing is saved before/);
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

  test('two who make the same change are told that it is saved', async ({ page, api }) => {
    const ana = dataOf(contact, await api('POST', '/contacts', { email: `${unique('ana')}@example.com` }));
    await page.goto(`/contacts/${ana.id}`);
    await field(page, 'Company').fill('Same ');
    await api('PUT', `/contacts/${ana.id}`, { company: 'Same' });
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(`Saved already: ${ana.email} is like this`)).toBeVisible();
    await expect(field(page, 'Company')).toHaveValue('Same');

    await field(page, 'Company').fill('Other');
    await api('PUT', `/contacts/${ana.id}`, { company: 'Other', jobtitle: 'Boss' });
    await page.keyboard.press('Control+Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'What you changed is saved already' });
    await expect(alert).toContainText('Job titleBoss');
    await expect(page.getByRole('button', { name: 'Discard changes' })).toBeHidden();
  });

  test('no way out of a changed form goes without a question', async ({ page, api }) => {
    const email = `${unique('ana')}@example.com`;
    dataOf(contact, await api('POST', '/contacts', { email, firstname: 'Ana' }));
    const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
    await page.goto('/contacts/new');
    await field(page, 'Email').fill(email);
    await field(page, 'Company').fill('Acme');
    await expect(page.getByRole('button', { name: 'Update contact' })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    const whatChanged = page.getByRole('button', { name: 'What changed' });
    await expect(whatChanged).toBeVisible();
    await page.getByRole('link', { name: 'Contacts', exact: true }).click();
    await page.getByRole('link', { name: 'Add contact' }).click();
    await field(page, 'Email').fill('half@');
    for (const leave of [
      () => whatChanged.click(),
      async () => {
        await page.keyboard.press('Control+K');
        await page.getByRole('option', { name: 'Sign out' }).click();
      },
      async () => {
        await page.getByRole('button', { name: 'Account:' }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
      },
    ]) {
      await leave();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(question).toBeHidden();
      await expect(field(page, 'Email')).toHaveValue('half@');
    }
  });

  test('text in the segments field is picked or asked about, never dropped', async ({ page, api }) => {
    const vip = dataOf(segment, await api('POST', '/segments', { title: unique('VIP') }));
    const ana = dataOf(contact, await api('POST', '/contacts', { email: `${unique('ana')}@example.com` }));
    const segments = field(page, 'Segments');
    await page.goto(`/contacts/${ana.id}`);
    await segments.fill(vip.title.slice(0, -1));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(segments).toHaveValue(vip.title.slice(0, -1));
    const unpicked = `“${vip.title.slice(0, -1)}” is not assigned: pick it from the list, create it there, or clear it.`;
    await expect(segments).toHaveAccessibleDescription(new RegExp(`^${unpicked}`));
    await expect(verdictOf(page)).toContainText(
      `Nothing is saved: “${vip.title.slice(0, -1)}” is not assigned.`,
    );
    // It is another text as soon as somebody types on.
    await segments.press('x');
    await expect(verdictOf(page)).not.toContainText('is not assigned');
    await expect(segments).toHaveAccessibleDescription(/^Replaces what is assigned/);
    await segments.press('Backspace');
    await segments.press('Tab');
    await page.getByRole('link', { name: 'Segments', exact: true }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(segments).toHaveValue('');
    await expect(verdictOf(page)).toBeHidden();
    await segments.fill(vip.title.slice(0, -1));
    await field(page, 'Company').fill('Acme');
    await expect(verdictOf(page)).toContainText(
      `Nothing is saved: “${vip.title.slice(0, -1)}” is not assigned.`,
    );
    await page.keyboard.press('Control+Enter');
    await expect(segments).toBeFocused();
    expect((await stored(api, ana)).contact.company).toBeUndefined();
    // A whole title is as good as picked.
    await segments.fill(vip.title.toLowerCase());
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(`Updated ${ana.email}`)).toBeVisible();
    expect((await stored(api, ana)).segments).toHaveLength(1);
    await expect(segments).toHaveValue('');
  });

  for (const [width, height] of [
    [720, 450],
    [360, 740],
  ] as const)
    test(`at ${width} × ${height} what saving will do is in sight while somebody types`, async ({
      page,
      api,
    }) => {
      const [email, phone] = [`${unique('ana')}@example.com`, uniquePhone()];
      const [jobtitle, company] = ['Boss'.repeat(50), 'Acme'.repeat(50)];
      const ana = dataOf(
        contact,
        await api('POST', '/contacts', { email, firstname: 'Ana', jobtitle, company }),
      );
      dataOf(contact, await api('POST', '/contacts', { phone, firstname: 'Ben' }));
      await page.setViewportSize({ width, height });
      await page.goto('/contacts/new');
      const verdict = verdictOf(page);
      const save = page.getByRole('button', { name: 'Update contact' });
      await field(page, 'Email').fill(email);
      await expect(verdict.getByRole('status')).toHaveText(/^Changes nothing: Ana/);
      await field(page, 'Phone').fill(phone);
      await expect(verdict.getByRole('status')).toHaveText(/^Conflict: this email is Ana’s/);
      for (const seen of [verdict.getByRole('status'), save, field(page, 'Phone')])
        await expect(seen).toBeInViewport({ ratio: 1 });
      await expect(field(page, 'Email')).toHaveAccessibleDescription(/Ana .*has this email/);
      await expect(field(page, 'Phone')).toHaveAccessibleDescription(/Ben .*has this phone/);
      await verdict.getByRole('button', { name: 'Details' }).click();
      await expectAccessible(page);
      await verdict.getByRole('button', { name: 'Leave out the phone, update Ana' }).click();
      await expect(field(page, 'Phone')).toBeFocused();
      await expect(field(page, 'Phone')).toBeInViewport({ ratio: 1 });

      await page.goto(`/contacts/${ana.id}`);
      await expect(verdict.getByRole('status')).toHaveText('Nothing is changed yet.');
      await expect(field(page, 'Company')).toBeInViewport({ ratio: 1 });
      const heightOf = () => page.locator('form').evaluate((it) => it.getBoundingClientRect().height);
      const before = await heightOf();
      await field(page, 'Company').fill('Acme');
      await expect(verdict.getByRole('status')).toHaveText('Updates Ana: 1 field changes');
      await expect(verdict.getByRole('status')).toBeInViewport({ ratio: 1 });
      expect(await heightOf()).toBe(before);
      await expectAccessible(page);
    });

  test('nothing moves when an edit says what it will change', async ({ page, api }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const ana = dataOf(contact, await api('POST', '/contacts', { email: `${unique('ana')}@example.com` }));
    await page.goto(`/contacts/${ana.id}`);
    const places = () =>
      Promise.all(
        ['History', 'Record', 'Assigned segments'].map((name) =>
          page.getByRole('heading', { name }).boundingBox(),
        ),
      );
    const before = await places();
    await field(page, 'Company').fill('Acme');
    await field(page, 'Job title').fill('Boss');
    await expect(verdictOf(page)).toContainText('CompanyAcme');
    await expect(verdictOf(page)).toBeInViewport({ ratio: 1 });
    expect(await places()).toEqual(before);
  });

  test('the focus stays at the history when all of it is shown', async ({ page, api }) => {
    const email = `${unique('ana')}@example.com`;
    const { id } = dataOf(contact, await api('POST', '/contacts', { email }));
    for (let n = 1; n <= 40; n++) await api('PUT', `/contacts/${id}`, { email, company: `Acme ${n}` });
    await page.goto(`/contacts/${id}`);
    await page.getByRole('button', { name: 'Show earlier' }).click();
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByRole('listitem').last()).toContainText('created');
    await expect(history).toBeFocused();
  });
});

/** Everything that saving is said to do from now on. */
async function verdictsOf(page: Page): Promise<() => Promise<(string | null)[]>> {
  const status = await verdictOf(page).getByRole('status').elementHandle();
  const said = await status?.evaluateHandle((element) => {
    const texts = [element.textContent];
    const watch = () => texts.push(element.textContent);
    new MutationObserver(watch).observe(element, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  return async () => (await said?.jsonValue()) ?? [];
}

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
