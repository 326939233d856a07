import { call } from '../call-api';
import { chooseAction } from '../contact-journey';
import { chooseForSelection, isReady, wholePage } from '../contacts-page';
import { expect, test } from '../signed-in';
import { makeSamples, type Samples, show, takeResized } from './take';

interface Listed {
  id: string;
  email: string;
}
interface Defined {
  id: string;
  key: string;
}

const toOptions = (labels: string[], colors: string[]) =>
  labels.map((label, at) => ({ label, color: colors[at % colors.length] }));
const definitions = [
  {
    label: 'Tier',
    type: 'choice',
    options: toOptions(['Basic', 'Pro', 'エンタープライズ'], ['#475569', '#2563eb', '#7c3aed']),
  },
  { label: 'Customer no.', type: 'text' },
  { label: '生年月日', type: 'date', key: 'birthday' },
  { label: 'رقم العميل في نظام المحاسبة', type: 'number', key: 'account' },
  { label: 'Wants to be called before the first delivery', type: 'boolean', key: 'call_first' },
  { label: 'Interests', type: 'choices', options: toOptions(['Sailing', 'Chess', 'البستنة'], ['#0d9488']) },
  { label: 'Profile', type: 'link' },
  { label: 'Fax', type: 'text' },
];

/** Values of the contact at this place of the list: every third has letters in its number. */
const toValues = (at: number) => ({
  tier: ['basic', 'pro', 'option'][at % 3],
  customer_no: at % 3 === 0 ? `K-${at}/2019` : String(at).padStart(4, '0'),
  birthday: '1990-02-28',
  account: '1234567.50',
  call_first: at % 2 === 0,
  interests: at % 2 === 0 ? ['sailing', 'chess'] : ['sailing'],
  profile: 'https://people.example.com/directory/departments/communication/hohenstein',
  fax: '030 901820',
});

let samples: Samples;
let contacts: Listed[];
let fields: Map<string, string>;

test.beforeAll(async ({ program: { url } }) => {
  samples = await makeSamples(url);
  const { contactIds } = samples;
  for (const body of definitions) await call(url, 'POST', '/fields', body);
  const defined = (await call<(Defined & { options?: { value: string }[] })[]>(url, 'GET', '/fields')).data;
  fields = new Map(defined.map(({ key, id }) => [key, id]));
  const last = defined.find(({ key }) => key === 'tier')?.options?.at(-1)?.value;
  contacts = (await call<Listed[]>(url, 'GET', '/contacts?pageSize=60')).data;
  const named = Object.values(contactIds).map((id) => ({ id }));
  for (const [at, { id }] of [...named, ...contacts.slice(4, 40)].entries()) {
    const values = toValues(at);
    if (values.tier === 'option') values.tier = last;
    await call(url, 'PUT', `/contacts/${id}`, { fields: values });
  }
  await call(url, 'PUT', `/fields/${fields.get('fax')}`, { archived: true });
  for (const [at, { email }] of [
    { email: 'layla@example.ae' },
    { email: 'ekaterina@example.ru' },
    ...contacts.filter(({ email }) => email).slice(0, 16),
  ].entries())
    await call(url, 'POST', '/contacts/do-not-contact', {
      email,
      reason: ['asked', 'bounced', 'complained', 'imported', 'other'][at % 5],
    });
});

test('settings of fields', async ({ page }) => {
  const menu = async (label: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${label}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await show(page, 'fields', '/settings/fields');
  await show(page, 'fields-end', '/settings/fields', (page) =>
    page.getByText('Archived', { exact: true }).scrollIntoViewIfNeeded(),
  );
  await show(page, 'fields-menu', '/settings/fields', (page) =>
    page.getByRole('button', { name: 'Actions for Plan' }).click(),
  );
  await show(page, 'fields-add', '/settings/fields', async (page) => {
    await page.getByRole('button', { name: 'Create field' }).first().click();
    await page.getByRole('dialog').getByLabel('Type').selectOption('Choice');
  });
  await show(page, 'fields-edit', '/settings/fields', () => menu('Interests', 'Edit'));
  await show(page, 'fields-type', '/settings/fields', async (page) => {
    await menu('Customer no.', 'Edit');
    await page.getByRole('button', { name: 'Change type…' }).click();
    await page.getByRole('dialog').getByLabel('New type').selectOption('Number');
    await expect(page.getByText('and are cleared:')).toBeVisible();
  });
  await show(page, 'fields-type-choice', '/settings/fields', async (page) => {
    await menu('Interests', 'Edit');
    await page.getByRole('button', { name: 'Change type…' }).click();
    await page.getByRole('dialog').getByLabel('New type').selectOption('Choice');
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('become');
  });
  await show(page, 'fields-delete-values', '/settings/fields', async (page) => {
    await menu('Fax', 'Delete');
    await page.getByLabel(/^Type \d+ to confirm$/).fill('4');
  });
});

test('own fields of contacts', async ({ page }) => {
  const { contactIds } = samples;
  await show(page, 'fields-form', '/contacts/new');
  for (const name of ['latin', 'arabic'] as const)
    await show(page, `fields-record-${name}`, `/contacts/${contactIds[name]}`);
  await show(page, 'fields-record-end', `/contacts/${contactIds.latin}`, async (page) => {
    await page.getByRole('button', { name: /empty fields$/ }).click();
    await page.getByText('Customer since', { exact: true }).scrollIntoViewIfNeeded();
  });
  const columns = ['email', ...['tier', 'interests', 'customer_no', 'account'].map((key) => `fields.${key}`)];
  const list = `/contacts?columns=${[...columns, 'fields.birthday', 'segments'].join(',')}`;
  await show(page, 'fields-list', `${list}&own=tier%3Dpro`);
  await show(page, 'fields-filter', list, async (page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Filter by…' }).fill('tier');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('checkbox', { name: 'Pro' })).toBeVisible();
  });
  await show(page, 'fields-display', list, async (page) => {
    await page.getByRole('button', { name: 'Display', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await show(page, 'fields-bulk', '/contacts', async (page) => {
    await wholePage(page).click();
    await chooseForSelection(page, 'Edit');
    await page.getByRole('dialog').getByLabel('Field').selectOption('Tier');
    await expect(page.getByRole('region', { name: 'Now' })).toBeVisible();
    await page.getByRole('dialog').getByLabel('New tier').selectOption('エンタープライズ');
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('replaces');
  });
});

test('a list that filters by an archived field', async ({ page, expectedErrors }) => {
  expectedErrors.push(/400/);
  await show(page, 'fields-archived-filter', '/contacts?own=fax%3D030', (page) =>
    expect(page.getByRole('heading', { name: 'Fax is archived' })).toBeVisible(),
  );
});

test('people who must not be contacted', async ({ page, api }) => {
  const { contactIds, segmentIds } = samples;
  await show(page, 'marks-list', '/contacts');
  await show(page, 'marks-filtered', '/contacts?doNotContact=true');
  for (const name of ['arabic', 'russian'] as const)
    await show(page, `marks-record-${name}`, `/contacts/${contactIds[name]}`);
  await page.goto('/contacts');
  await isReady(page);
  await page.getByRole('link', { name: 'ليلى' }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Contact' })).toBeVisible();
  await takeResized(page, 'marks-side');
  await show(page, 'marks-set', `/contacts/${contactIds.latin}`, (page) =>
    chooseAction(page, 'Do not contact…'),
  );
  await show(page, 'marks-remove', `/contacts/${contactIds.arabic}`, (page) =>
    chooseAction(page, 'Contact again…'),
  );
  await show(page, 'marks-segment', `/segments/${segmentIds[0]}`, (page) =>
    expect(page.getByRole('link', { name: /do not contact$/ })).toBeVisible(),
  );
  await show(page, 'marks-export', '/contacts', async (page) => {
    await wholePage(page).click();
    await page.getByRole('button', { name: /^Select all \d/ }).click();
    await chooseForSelection(page, 'Export');
    await expect(page.getByRole('dialog')).toContainText('marked “Do not contact”');
  });
  await api('DELETE', '/contacts/do-not-contact', {
    email: 'ekaterina@example.ru',
    reason: 'اشتركت مرة أخرى في المعرض',
  });
  await show(page, 'marks-activity', '/activity');
});

test('an import with new fields and marks', async ({ page }) => {
  await page.goto('/import');
  await page.getByLabel('File of contacts').setInputFiles({
    name: 'CRM 顧客リスト.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'E-Mail,Name,Customer no.,الرصيد,契約開始日,Favorite color,Email status',
        'new@example.com,花子 山田,0099,12.50,2024-03-01,Green,unsubscribed',
        'other@example.com,ليلى المنصوري,0100,7,2024-04-01,Blue,active',
        'third@example.com,Jon Smith,0101,19.99,2024-05-01,Green,bounced',
        'not an email,Emil,0102,1,2024-06-01,Red,active',
      ].join('\n'),
    ),
  });
  await page.waitForURL(/\/import\/[\w-]+$/);
  await expect(page.getByText('4 rows', { exact: true })).toBeVisible();
  await show(page, 'fields-import', page.url());
  await page.getByRole('button', { name: 'Create fields' }).click();
  await expect(page.getByText('Creates 3 fields:')).toBeVisible();
  await show(page, 'fields-import-new', page.url());
  await show(page, 'fields-import-new-end', page.url(), (page) =>
    page.getByText(/marked “Do not contact”/).scrollIntoViewIfNeeded(),
  );
});

test('duplicates whose own fields differ', async ({ page, api }) => {
  const twin = { firstname: 'Jon', lastname: 'Smith', company: 'Larkspur Health' };
  const own = { tier: 'pro', customer_no: '0042', birthday: '1990-02-28', interests: ['sailing'] };
  await api('POST', '/contacts', {
    ...twin,
    email: 'jon.smith@larkspur.example',
    fields: { ...own, crm_id: 'CRM-A-1', profile: toValues(0).profile, account: '1234567.50' },
  });
  await api('POST', '/contacts', {
    ...twin,
    email: 'jonsmith@larkspur.example',
    fields: { tier: 'basic', customer_no: '42', crm_id: 'CRM-B-2', interests: ['chess'], call_first: true },
  });
  await api('POST', '/contacts/do-not-contact', { email: 'jonsmith@larkspur.example', reason: 'asked' });
  await api('POST', '/duplicates/search');
  await show(page, 'fields-duplicates', '/contacts/duplicates', (page) =>
    expect(page.getByRole('button', { name: 'Merge…' }).first()).toBeVisible(),
  );
  const merge = async () => {
    await page.getByRole('button', { name: 'Merge…' }).first().click();
    await expect(page.getByRole('dialog').getByRole('group', { name: 'Keep' })).toBeVisible();
  };
  await show(page, 'fields-merge', '/contacts/duplicates', merge);
  await show(page, 'fields-merge-end', '/contacts/duplicates', async (page) => {
    await merge();
    await page.getByRole('region', { name: 'Result' }).scrollIntoViewIfNeeded();
  });
});
