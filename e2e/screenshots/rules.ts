import type { Page } from '@playwright/test';
import { call } from '../call-api';
import { chooseForSelection, isReady, wholePage } from '../contacts-page';
import { expect, test } from '../signed-in';
import { makeSamples, type Samples, show, take } from './take';

interface Made {
  id: string;
}

let samples: Samples;
/** A rule that names a segment by hand, one that names a field, one that names both other rules, and one without people. */
let lapsed: Made;
let japanese: Made;
const japaneseRule = { fields: { plan: ['free', 'starter'] }, lacks: ['phone'] };

test.beforeAll(async ({ program: { url } }) => {
  samples = await makeSamples(url);
  const { segmentIds, contactIds } = samples;
  const make = async (title: string, rule: object) =>
    (await call<Made>(url, 'POST', '/segments', { title, rule })).data;
  const without = { segmentId: [segmentIds.at(-1)], segmentMatch: 'none' };
  lapsed = await make('عملاء غير نشطين', { companyContains: 'a', has: ['email'], ...without });
  japanese = await make('休眠顧客', japaneseRule);
  await make('Created lately, in the rule before and in none of the other', {
    segmentId: [lapsed.id, japanese.id],
    segmentMatch: 'any',
    created: 'last-30-days',
  });
  await make('VIP without a phone', { segmentId: [segmentIds[0]], segmentMatch: 'all', lacks: ['phone'] });
  // People join and leave, each for another reason.
  await call(url, 'GET', `/segments/${lapsed.id}/moves`);
  const change = (id: string, body: object) => call(url, 'PUT', `/contacts/${id}`, body);
  await change(contactIds.russian, { company: 'Акционерное общество «Преображение» AG, a company' });
  await change(contactIds.latin, { company: 'Hohenstein, Württemberg & Partner mbB' });
  await change(contactIds.latin, { company: 'Xyz' });
  await change(contactIds.arabic, { company: 'شركة الاتصالات a' });
  await change(contactIds.japanese, { fields: { plan: 'starter' } });
  await call(url, 'PUT', `/segments/${lapsed.id}`, {
    rule: { companyContains: 'a', has: ['email', 'company'], ...without, updated: 'last-30-days' },
  });
});

const rule = (page: Page) => page.getByRole('region', { name: 'Rule', exact: true });

test('filters that become a segment', async ({ page }) => {
  const list = '/contacts?created=last-30-days&has=email&companyContains=a';
  const save = async () => {
    await page.getByRole('button', { name: 'Save view', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
  await show(page, 'save-view', list, save);
  await show(page, 'save-segment', list, async (page) => {
    await save();
    await page.getByRole('button', { name: 'Segment by rule' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('新規のお客様');
  });
});

test('a segment by rule', async ({ page, api, expectedErrors }) => {
  // The circle.
  expectedErrors.push(/previewSegmentRule/);
  await show(page, 'rules-segments', '/segments');
  await show(page, 'rules-segment', `/segments/${lapsed.id}`, () => expect(rule(page)).toBeVisible());
  await show(page, 'rules-segment-menu', `/segments/${lapsed.id}`, () =>
    page.getByRole('button', { name: 'Actions for عملاء غير نشطين' }).click(),
  );
  await show(page, 'rules-growth', `/segments/${lapsed.id}?tab=growth`, () =>
    expect(page.getByRole('region', { name: /^Latest changes/ }).getByRole('listitem')).not.toHaveCount(0),
  );
  await show(page, 'rules-growth-end', `/segments/${lapsed.id}?tab=growth`, () =>
    page
      .getByRole('region', { name: /^Latest changes/ })
      .getByRole('listitem')
      .last()
      .scrollIntoViewIfNeeded(),
  );
  const versions = async () => {
    await rule(page).getByRole('button', { name: 'Versions' }).click();
    await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2);
  };
  await show(page, 'rules-versions', `/segments/${lapsed.id}`, versions);
  await show(page, 'rules-put-back', `/segments/${lapsed.id}`, async (page) => {
    await versions();
    await page.getByRole('button', { name: 'Restore rule' }).click();
    await expect(page.getByRole('dialog')).toContainText(/joins?/);
  });
  await show(page, 'rules-by-hand', `/segments/${japanese.id}`, async (page) => {
    await page.getByRole('button', { name: 'Actions for 休眠顧客' }).click();
    await page.getByRole('menuitem', { name: 'Convert to manual segment' }).click();
    await expect(page.getByRole('dialog')).toContainText(/Keep these/);
  });
  await page.goto(`/segments/${japanese.id}`);
  await isReady(page);
  await page.getByRole('button', { name: 'Actions for 休眠顧客' }).click();
  await page.getByRole('menuitem', { name: 'Convert to manual segment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Convert' }).click();
  await expect(page.getByText(/^Added 休眠顧客 to/)).toBeVisible();
  await take(page, 'rules-converted');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText('Undone')).toBeVisible();
  await api('PUT', `/segments/${japanese.id}`, { rule: japaneseRule });
  const edited = `/contacts?rule=${lapsed.id}&companyContains=o`;
  await show(page, 'rules-edited', edited, () => expect(page.getByText(/\d leaves?$/)).toBeVisible());
  await show(page, 'rules-edited-open', edited, async (page) => {
    await page.getByText(/\d leaves?$/).click();
  });
  await show(page, 'rules-edited-circle', `/contacts?rule=${lapsed.id}&segment=${lapsed.id}`, (page) =>
    expect(page.getByRole('region', { name: /^Rule of / }).getByRole('alert')).toBeVisible(),
  );
});

test('why somebody is in a segment or not', async ({ page }) => {
  const { contactIds } = samples;
  await show(page, 'why-list', '/contacts?sort=-updatedAt');
  const ask = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  };
  await show(page, 'why-in', `/contacts/${contactIds.arabic}`, () => ask('عملاء غير نشطين, by rule'));
  await show(page, 'why-in-field', `/contacts/${contactIds.japanese}`, () => ask('休眠顧客, by rule'));
  await show(page, 'why-not', `/contacts/${contactIds.latin}`, async (page) => {
    await ask('Why not in…?');
    await page.getByRole('dialog').getByRole('button', { name: 'عملاء غير نشطين' }).click();
    await expect(page.getByRole('img', { name: 'Does not hold:' }).first()).toBeVisible();
  });
});

test('where nobody is added to a segment by rule', async ({ page }) => {
  await show(page, 'rules-picker', '/contacts/new', (page) =>
    page.getByRole('combobox', { name: 'Segments', exact: true }).fill('客'),
  );
  await show(page, 'rules-bulk', '/contacts', async (page) => {
    await wholePage(page).click();
    await chooseForSelection(page, 'Segments');
    await page.getByRole('textbox', { name: 'Find or create a segment' }).fill('v');
  });
  await show(page, 'rules-filter', '/contacts', async (page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('option', { name: 'Segment', exact: true }).click();
    await expect(page.getByRole('checkbox', { name: '休眠顧客' })).toBeVisible();
  });
  const drag = () => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['email'], 'leads.csv'));
    document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
  };
  await show(page, 'rules-drop', `/segments/${lapsed.id}`, (page) =>
    expect(async () => {
      await page.evaluate(drag);
      await expect(page.getByText(/by its rule\.$/)).toBeVisible({ timeout: 1_000 });
    }).toPass(),
  );
});

test('rules that name what is gone', async ({ page, api, expectedErrors }) => {
  expectedErrors.push(/400/);
  await show(page, 'rules-activity', '/activity');
  const last = samples.segmentIds.at(-1);
  await api('DELETE', `/segments/${last}`);
  const fields = (await api('GET', '/fields')).body as { data: { id: string; key: string }[] };
  const plan = fields.data.find(({ key }) => key === 'plan');
  await api('PUT', `/fields/${plan?.id}`, { archived: true });
  await show(page, 'rules-problem-segments', '/segments');
  const broken = page.getByRole('alert').filter({ hasText: /until .* is fixed/ });
  for (const [name, { id }] of [
    ['segment', lapsed],
    ['field', japanese],
  ] as const) {
    await show(page, `rules-problem-${name}`, `/segments/${id}`, () => expect(broken).toBeVisible());
    await show(page, `rules-problem-${name}-list`, `/contacts?segment=${id}`, () =>
      expect(broken).toBeVisible(),
    );
  }
  for (const name of ['segment', 'field'] as const)
    await show(
      page,
      `rules-problem-edited-${name}`,
      `/segments/${(name === 'segment' ? lapsed : japanese).id}`,
      async (page) => {
        await page.getByRole('link', { name: 'Replace in rule' }).click();
        await expect(page.getByText(/the others are kept/)).toBeVisible();
      },
    );
});
