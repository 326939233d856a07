import type { Page } from '@playwright/test';
import { z } from 'zod';
import { contact } from '../lib/contract/contact';
import { expectAccessible } from './accessible';
import {
  dataOf,
  field,
  loseAnswer,
  makeContact,
  makeSegment,
  previewOf,
  stored,
  unique,
} from './contact-journey';
import { expect, test } from './signed-in';

const save = (page: Page) => page.keyboard.press('Control+Enter');

test('an answer that is lost: saving again says that it is saved', async ({ page, api, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const ana = await makeContact(api, { email: `${unique('ana')}@example.com` });
  const alert = page.getByRole('alert').filter({ hasText: 'It may have been saved' });
  await page.goto(`/contacts/${ana.id}`);
  await field(page, 'Company').fill('Globex');
  await loseAnswer(page);
  await save(page);
  await expect(alert).toBeFocused();
  // A further change is saved on top.
  await field(page, 'Job title').fill('Boss');
  await save(page);
  await expect(page.getByText(`Updated ${ana.email}`)).toBeVisible();
  expect((await stored(api, ana)).contact).toEqual({ company: 'Globex', jobtitle: 'Boss' });
  await field(page, 'Company').fill('Acme');
  await loseAnswer(page);
  await save(page);
  await expect(alert).toBeFocused();
  await save(page);
  await expect(page.getByText(`Already saved: ${ana.email} is up to date`)).toBeVisible();
  await expect(alert).toBeHidden();

  const email = `${unique('new')}@example.com`;
  await page.goto('/contacts/new');
  await field(page, 'Email').fill(email);
  await expect(previewOf(page).getByRole('status')).toHaveText('Creates a new contact');
  await loseAnswer(page);
  await save(page);
  await expect(alert).toBeFocused();
  await save(page);
  await expect(page.getByRole('listitem').filter({ hasText: /No changes to / })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
});

test('a save that somebody overtook names them, and asks only about what both made different', async ({
  page,
  api,
}) => {
  const make = (title: string) => makeSegment(api, title);
  const [lead, churn] = [await make('Lead'), await make('Churn')];
  const values = { company: 'Acme', jobtitle: 'Intern', segmentIds: [churn.id] };
  const made = await api('POST', '/contacts', { ...values, email: `${unique('ana')}@example.com` });
  const ana = dataOf(contact, made);
  await page.goto(`/contacts/${ana.id}`);
  await field(page, 'Company').fill('Mine');
  await api('PUT', `/contacts/${ana.id}`, {
    company: 'Theirs',
    jobtitle: 'Boss',
    segmentIds: [lead.id],
  });
  await save(page);
  const alert = page.getByRole('alert').filter({ hasText: 'edited this while you were typing' });
  await expect(alert).toBeFocused();
  await expect(alert).not.toContainText('Someone else');
  await expect(alert.getByRole('group')).toHaveCount(1);
  await expect(alert.getByRole('group')).toHaveAccessibleName('Company was Acme');
  await expect(alert).toContainText('Job titleIntern → Boss');
  await expect(alert).toContainText(`Segmentsadded ${lead.title}; removed ${churn.title}`);
  await save(page);
  await expect(alert).toContainText('Choose one to save.');
  await expectAccessible(page);

  // Typing a third value chooses it, and "Yours" means this value from then on.
  const yours = alert.getByLabel('Yours');
  await field(page, 'Company').fill('Third');
  await expect(yours).toBeChecked();
  await alert.getByLabel('Theirs').check();
  await expect(field(page, 'Company')).toHaveValue('Theirs');
  await yours.check();
  await expect(field(page, 'Company')).toHaveValue('Third');
  await save(page);
  await expect(page.getByText(`Updated ${ana.email}`)).toBeVisible();
  const { contact: saved, segments } = await stored(api, ana);
  expect(saved).toEqual({ company: 'Third', jobtitle: 'Boss' });
  expect(segments.map(({ segmentId }) => segmentId)).toEqual([lead.id]);
});

test('an update is undone from its message, below what is typed since, unless somebody came between', async ({
  page,
  api,
}) => {
  const vip = await makeSegment(api, 'VIP');
  const email = `${unique('ana')}@example.com`;
  const ana = await makeContact(api, { email, firstname: 'Ana', segmentIds: [vip.id] });
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await page.goto(`/contacts/${ana.id}`);
  await page.getByRole('button', { name: `Remove ${vip.title}` }).click();
  await save(page);
  await expect(undo).toBeVisible();
  await field(page, 'Company').fill('Acme');
  // Two presses undo once.
  await undo.dblclick();
  await expect(page.getByText('Undid the change to Ana')).toBeVisible();
  await expect(field(page, 'Company')).toHaveValue('Acme');
  const back = await stored(api, ana);
  expect([back.contact, back.segments.length]).toEqual([{ firstname: 'Ana' }, 1]);
  await expect(undo).toBeHidden();

  await field(page, 'Company').press('Tab');
  await expect(undo).toBeVisible();
  await api('PUT', `/contacts/${ana.id}`, { jobtitle: 'Boss' });
  await undo.click();
  await expect(page.getByText('Could not undo the change to Ana')).toBeVisible();
  await expect(field(page, 'Job title')).toHaveValue('Boss');
  expect((await stored(api, ana)).contact.company).toBe('Acme');
});

test('what came between the preview and the save is said, and nothing is saved before', async ({
  page,
  api,
}) => {
  const email = `${unique('ana')}@example.com`;
  await page.goto('/contacts/new');
  const status = previewOf(page).getByRole('status');
  const alert = page.getByRole('alert').filter({ hasText: 'Not saved yet' });
  // Fill the email last, so that the preview includes all values.
  await field(page, 'Company').fill('Mine');
  await field(page, 'Email').fill(email);
  await expect(status).toHaveText('Creates a new contact');

  const ana = await makeContact(api, { email, firstname: 'Ana', company: 'Theirs' });
  await save(page);
  await expect(alert).toBeFocused();
  await expect(alert).toContainText('Ana now has this email or phone.');
  await expect(status).toHaveText(/^Updates Ana.*(Replaces|Adds) 1 value$/);
  await expectAccessible(page);

  dataOf(z.unknown(), await api('PUT', `/contacts/${ana.id}`, { jobtitle: 'Boss', company: 'Others' }));
  await save(page);
  await expect(alert).toContainText('Someone else just changed Ana.');
  await expect(alert).toContainText('Job titleBoss');
  await expect(alert).toContainText('CompanyTheirs → Others');
  await expect(previewOf(page)).toContainText('CompanyOthers → Mine');

  // An email without a preview yet is not saved unseen, either.
  const other = `${unique('zoe')}@example.com`;
  await field(page, 'Email').fill(other);
  await expect(status).toHaveText('Creates a new contact');
  await page.route('**/data/previewContact', () => {});
  await field(page, 'Email').fill(email);
  await expect(status).toHaveText('Checking…');
  await save(page);
  await expect(alert).toBeFocused();
  await expect(alert).toContainText('Ana has this email or phone.');
  await expect(status).toHaveText(/^Updates Ana.*(Replaces|Adds) 1 value$/);
  expect((await stored(api, ana)).contact.company).toBe('Others');
  await save(page);
  await expect(page).toHaveURL(new RegExp(`/contacts/${ana.id}`));
  expect((await stored(api, ana)).contact).toEqual({ firstname: 'Ana', jobtitle: 'Boss', company: 'Mine' });
});
