import type { Page } from '@playwright/test';
import { segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import { dataOf, makeSegment, unique } from './contact-journey';
import { give, heading, rows, tray, wholePage } from './contacts-page';
import { makeCompany } from './make-company';
import { expect, test } from './signed-in';

const rule = (page: Page) => page.getByRole('region', { name: 'Rule', exact: true });
const strip = (page: Page) => page.getByRole('region', { name: /^Rule of / });

/** Adds a filter by clicks: a field, then operators and values. */
async function pick(page: Page, field: string, ...choices: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('option', { name: field, exact: true }).click();
  const popup = page.getByRole('dialog', { name: 'Filter' });
  for (const name of choices)
    await popup.getByRole('button', { name, exact: true }).or(popup.getByRole('checkbox', { name })).click();
  if (await popup.isVisible()) await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
}

/** Changes the operator of a filter by clicks. */
async function operate(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: from, exact: true }).click();
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: to, exact: true }).click();
}

/** Saves the filters as a segment, whose page opens. */
async function save(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  // Typed before the choice, the name is kept.
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(title);
  await page.getByRole('button', { name: 'Segment by rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create segment' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(title);
  await dialog.getByRole('button', { name: 'Create segment' }).click();
  await expect(heading(page)).toContainText(title);
}

test('filters become a segment, whose rule is changed with a preview, put back and mended', async ({
  page,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  test.setTimeout(180_000);
  const vip = await makeSegment(api, 'VIP');
  const company = await makeCompany(api, 3, (n) => (n === 1 ? [vip.id] : []));
  const title = unique('Lapsed');
  await page.goto(`/contacts?company=${company}`);
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  await page.getByRole('button', { name: 'Segment by rule' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await save(page, title);
  await expect(rule(page).getByRole('listitem')).toHaveText([`Company is ${company}`]);
  await expect(rows(page)).toHaveCount(3);
  await expectAccessible(page);
  await give(page, 'drop', 'ann@example.com');
  await expect(page.getByText(`People join ${title} by its rule.`)).toBeVisible();

  await rule(page).getByRole('link', { name: 'Edit rule' }).click();
  await expect(strip(page)).toContainText('Nobody joins or leaves.');
  await expect(page.getByRole('button', { name: 'Save view', exact: true })).toBeHidden();
  await pick(page, 'Segment', vip.title);
  await operate(page, 'Segment is', 'is none of');
  const leaves = strip(page).getByText('1 leaves');
  await leaves.click();
  await expect(strip(page).getByRole('link', { name: 'Ann 001' })).toBeVisible();
  await expectAccessible(page);
  await strip(page).getByRole('button', { name: 'Update segment' }).click();
  await expect(heading(page)).toContainText(title);
  await expect(rows(page)).toHaveCount(2);
  const words = [`Company is ${company}`, `Segment is not ${vip.title}`];
  await expect(rule(page).getByRole('listitem')).toHaveText(words.toReversed());

  await rule(page).getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expectAccessible(page);
  await versions.nth(1).getByRole('button', { name: 'Restore rule' }).click();
  const dialog = page.getByRole('dialog', { name: `Restore the rule of ${title}` });
  await expect(dialog).toContainText('1 joins');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restore rule' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(dialog).toBeHidden();
  // Once more, so that the rule names the other segment.
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(rows(page)).toHaveCount(2);
  await page.goto('/activity');
  await expect(page.getByText(`changed the rule of ${title}`).first()).toContainText(
    `+ Segment is not ${vip.title}`,
  );

  // Nobody is added to it.
  const refusal = `People join ${title} by its rule.`;
  await page.goto('/contacts/new');
  const picker = page.getByRole('combobox', { name: 'Segments', exact: true });
  await picker.fill(title);
  const option = page.getByRole('option', { name: title });
  await expect(option).toContainText(refusal);
  await expect(option).toHaveAttribute('aria-disabled', 'true');
  // Enter on the beginning of its title does not create a twin.
  await picker.fill(title.slice(0, -1));
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(
    [refusal, 'Create'].map((words) => new RegExp(words)),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.goto(`/contacts?search=${company}`);
  await wholePage(page).check();
  await tray(page).getByRole('button', { name: 'Segments' }).click();
  await page.getByRole('textbox', { name: 'Find or create a segment' }).fill(title);
  await expect(page.getByRole('checkbox', { name: title })).toBeDisabled();
  await expectAccessible(page);

  await page.goto('/segments');
  await page.getByLabel('Search segments').fill(title);
  await expect(page.getByRole('row', { name: title }).getByRole('img', { name: 'By rule' })).toBeVisible();
  await api('DELETE', `/segments/${vip.id}`);
  await page.reload();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Fix rule' }).click();
  const problem = page.getByRole('alert').filter({ hasText: `The segment “${vip.title}” is in the trash.` });
  await expect(problem).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/contacts?segment=${page.url().split('/').at(-1)}`);
  await expect(problem).toBeVisible();
  await problem.getByRole('button', { name: `Restore ${vip.title}` }).click();
  await expect(problem).toBeHidden();
  await expect(rows(page)).toHaveCount(2);

  await page
    .getByRole('button', { name: `Actions for ${title}` })
    .or(heading(page))
    .first()
    .waitFor();
  await page.goto('/segments');
  await page.getByLabel('Search segments').fill(title);
  const isByRule = page.getByRole('main').getByRole('img', { name: 'By rule' });
  const byHand = page.getByRole('dialog', { name: `Convert ${title} to a manual segment` });
  const convert = async () => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Convert to manual segment' }).click();
  };
  await convert();
  await expect(byHand.getByRole('radio', { name: 'Keep these 2 people' })).toBeChecked();
  await expectAccessible(page);
  // The people are added after the rule is gone, which can be repeated.
  const refuseAdding = () =>
    page.route('**/segments*', (route) =>
      route.request().postData()?.includes('newSegments') ? route.abort() : route.continue(),
    );
  await refuseAdding();
  await byHand.getByRole('button', { name: 'Convert' }).click();
  await expect(byHand.getByRole('alert')).toContainText('No response.');
  await expect(byHand.getByRole('button', { name: 'Restore rule' })).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await byHand.getByRole('button', { name: 'Add 2 people' }).click();
  await expect(page.getByText(`Added ${title} to 2 contacts`)).toBeVisible();
  await expect(isByRule).toHaveCount(0);
  await expect(page.getByRole('link', { name: `2 contacts in ${title}` })).toBeVisible();
  // Undone one after the other: the people, then the rule.
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(page.getByRole('link', { name: `0 contacts in ${title}` })).toBeVisible();
  const restoreRule = async () => {
    await page.goto('/activity');
    await page
      .getByRole('listitem')
      .filter({ hasText: `changed the rule of ${title}` })
      .first()
      .getByRole('button', { name: /^Undo/ })
      .click();
    await expect(page.getByText('Undone')).toBeVisible();
    await page.goto('/segments');
    await page.getByLabel('Search segments').fill(title);
    await expect(isByRule).toBeVisible();
  };
  await restoreRule();
  // Closed half-way, the page shows that the rule is gone.
  await convert();
  await refuseAdding();
  await byHand.getByRole('button', { name: 'Convert' }).click();
  await expect(byHand.getByRole('alert')).toContainText('No response.');
  await page.keyboard.press('Escape');
  await expect(byHand).toBeHidden();
  await expect(isByRule).toHaveCount(0);
  await expect(page.getByRole('link', { name: `0 contacts in ${title}` })).toBeVisible();
  await page.unrouteAll();
  await restoreRule();
  await convert();
  await byHand.getByRole('radio', { name: 'Start empty' }).check();
  await expect(byHand).toContainText('2 people leave.');
  await byHand.getByRole('button', { name: 'Empty segment' }).click();
  await expect(isByRule).toHaveCount(0);
  await expect(page.getByRole('link', { name: `0 contacts in ${title}` })).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Convert to segment by rule' }).click();
  await expect(strip(page)).toContainText('Filter the list: who matches joins.');
  await pick(page, 'Phone', 'is empty');
  await expect(strip(page)).toContainText(/\d joins?/);
});

test('a rule that somebody has changed meanwhile is not overwritten', async ({ page, api }) => {
  const title = unique('Shared');
  const made = dataOf(segment, await api('POST', '/segments', { title, rule: { company: [title] } }));
  await page.goto(`/segments/${made.id}`);
  await rule(page).getByRole('link', { name: 'Edit rule' }).click();
  await expect(strip(page)).toContainText('Nobody joins or leaves.');
  await api('PUT', `/segments/${made.id}`, { rule: { company: [title], has: ['email'] } });
  await pick(page, 'Phone', 'is empty');
  await strip(page).getByRole('button', { name: 'Update segment' }).click();
  await expect(page.getByText('The rule of this segment has changed meanwhile.')).toBeVisible();
});

/** Rules that people ask for in public, and the clicks and keys that make them, besides the typed words. */
test('ten rules are made by clicks', async ({ page, api }) => {
  test.setTimeout(120_000);
  const [churned, lead, customer] = [
    await makeSegment(api, 'Churned'),
    await makeSegment(api, 'Lead'),
    await makeSegment(api, 'Customer'),
  ];
  const [plan, spent, code] = [unique('Plan'), unique('Spent'), unique('CODE').toUpperCase()];
  const options = [{ label: 'Pro' }, { label: 'Free' }];
  await api('POST', '/fields', { label: plan, type: 'choice', options });
  await api('POST', '/fields', { label: spent, type: 'number' });
  await api('POST', '/referral-codes', { code });
  for (const size of [1, 2]) await makeCompany(api, size);
  let presses = 0;
  page.on('console', (message) => {
    if (message.text() === 'press') presses += 1;
  });
  await page.addInitScript(() => {
    const press = () => console.debug('press');
    addEventListener('click', ({ detail }) => detail > 0 && press(), true);
    addEventListener('keydown', ({ key }) => key === 'Escape' && press(), true);
  });
  const made: [string, number][] = [];
  async function make(title: string, filter: () => Promise<void>, words: string[]): Promise<string> {
    await page.goto('/contacts');
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeEnabled();
    presses = 0;
    await filter();
    const name = unique(title);
    await save(page, name);
    made.push([title, presses]);
    await expect(rule(page).getByRole('listitem')).toHaveText(words);
    return name;
  }
  await make('Created in the last 30 days and not in Churned', async () => {
    await pick(page, 'Created', 'Last 30 days');
    await pick(page, 'Segment', churned.title);
    await operate(page, 'Segment is', 'is none of');
  }, [`Segment is not ${churned.title}`, 'Created in the last 30 days']);
  await make('Has no phone', () => pick(page, 'Phone', 'is empty'), ['Phone is empty']);
  await make('Company contains x and plan is pro', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Filter by…' }).fill('corp');
    await page.getByRole('option', { name: 'Company contains “corp”' }).click();
    await pick(page, plan, 'Pro');
  }, ['Company contains corp', `${plan} is Pro`]);
  const outside = await make('Not in C', async () => {
    await pick(page, 'Segment', churned.title);
    await operate(page, 'Segment is', 'is none of');
  }, [`Segment is not ${churned.title}`]);
  await make('In A and B but not in C', async () => {
    await pick(page, 'Segment', lead.title, customer.title, outside);
    await operate(page, 'Segment is any of', 'is all of');
  }, [`Segment is all of ${[lead.title, customer.title, outside].join(', ')}`]);
  await make('In no segment', () => pick(page, 'Segment', 'No segments'), ['Segment is empty']);
  await make('Email, but no phone', async () => {
    await pick(page, 'Email', 'is set');
    await pick(page, 'Phone', 'is empty');
  }, ['Email is set', 'Phone is empty']);
  await make('Redeemed a code', () => pick(page, 'Referral code', code), [`Referral code is ${code}`]);
  await make('Spent at least 100', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('option', { name: spent, exact: true }).click();
    const popup = page.getByRole('dialog', { name: 'Filter' });
    await popup.getByRole('textbox').fill('100');
    await popup.getByRole('button', { name: 'Apply' }).click();
    await operate(page, `${spent} is`, 'is at least');
  }, [`${spent} is at least 100`]);
  await make('Leads who may be contacted', async () => {
    await pick(page, 'Segment', lead.title);
    await pick(page, 'Do not contact', 'is no');
  }, [`Segment is ${lead.title}`, 'Do not contact is no']);
  console.table(Object.fromEntries(made.map(([title, presses]) => [title, { presses }])));
  expect(made.filter(([, presses]) => presses > 14)).toEqual([]);
});
