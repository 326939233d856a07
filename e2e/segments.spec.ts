import type { Page } from '@playwright/test';
import type { Contact } from '../lib/contract/contact';
import type { Segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import { makeSegment, unique } from './contact-journey';
import { give, title } from './contacts-page';
import { expect, test } from './signed-in';

/** Chooses an item from the menu of a segment. */
async function choose(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a segment has a page with its growth, is imported into, and merged into another with undo', async ({
  page,
  api,
}) => {
  const [lead, vip] = [await makeSegment(api, 'Lead'), await makeSegment(api, 'VIP')];
  const name = unique('Zoe');
  await api('POST', '/contacts', { email: `${name}@example.com`, firstname: name, segmentIds: [lead.id] });
  await page.goto('/segments');
  await page.getByLabel('Search segments').fill(lead.title);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: lead.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: lead.title })).toBeVisible();
  await expect(page.getByRole('rowheader', { name })).toBeVisible();
  await expectAccessible(page);
  const growth = page.getByRole('tab', { name: 'Growth' });
  await growth.click();
  await expect(page.getByText('+1 this week')).toBeVisible();
  await expect(page.getByRole('region', { name: /^Latest changes/ }).getByRole('link')).toHaveText(name);
  const chart = page.getByRole('slider', { name: 'Contacts by day' });
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /: 0 contacts$/);
  await page.getByRole('button', { name: '365 days' }).click();
  await expect(page.getByRole('heading', { name: /in 365 days$/ })).toBeVisible();
  await expect(chart).toHaveAttribute('max', '364');
  await expectAccessible(page);

  await give(page, 'drop', `Email\n${unique('new')}@example.com\n`);
  await expect(page.getByRole('button', { name: `Remove ${lead.title}` })).toBeVisible();
  await page.getByRole('button', { name: /^Import 1 contact/ }).click();
  await page.getByRole('button', { name: 'Undo import' }).waitFor();

  await page.goto(`/segments/${lead.id}?search=${name}`);
  await expect(title(page)).toHaveText(`${lead.title}1 of 2`);
  await growth.click();
  await expect(page.getByText('+2 this week')).toBeVisible();
  await choose(page, lead.title, 'Merge');
  await expect(page.getByRole('dialog', { name: `Merge ${lead.title}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Into').selectOption({ label: vip.title });
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: vip.title })).toBeVisible();
  await expect(page.getByText(`Merged ${lead.title} into ${vip.title}`)).toBeVisible();
  await growth.click();
  await expect(page.getByText('+2 this week')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(`Restored segment ${lead.title}`)).toBeVisible();
  await expect(page.getByText('No change this week')).toBeVisible();
});

test('segments are added, edited, counted, deleted and restored; contacts are kept', async ({
  page,
  api,
}) => {
  const title = unique('VIP');
  await page.goto('/segments');
  await page.getByRole('button', { name: 'Create segment' }).click();
  const adding = page.getByRole('dialog', { name: 'Create segment' });
  await adding.getByRole('textbox', { name: 'Name' }).fill(title);
  await adding.getByRole('radio', { name: 'Violet' }).check();
  await expect(adding.getByLabel('Custom color')).toHaveValue('#7c3aed');
  await page.keyboard.press('Control+Enter');
  await expect(adding).toBeHidden();
  await expect(page.getByRole('rowheader', { name: title })).toBeVisible();

  // A title that differs only by case and an invalid color are refused at their fields.
  await page.getByRole('button', { name: 'Create segment' }).click();
  await adding.getByRole('textbox', { name: 'Name' }).fill(title.toLowerCase());
  await adding.getByRole('button', { name: 'Create segment' }).click();
  await expect(adding.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(adding.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/already/);
  await adding.getByLabel('Custom color').fill('red');
  await adding.getByRole('button', { name: 'Create segment' }).click();
  await expect(adding.getByLabel('Custom color')).toHaveAccessibleDescription(/#rrggbb/);
  await page.keyboard.press('Escape');

  const listed = (await api('GET', '/segments')).body as { data: Segment[] };
  const id = listed.data.find((each) => each.title === title)?.id as string;
  const created = await api('POST', '/contacts', { email: `${title}@example.com`, segmentIds: [id] });
  const ana = (created.body as { data: Contact }).data;
  await page.reload();
  await expect(page.getByRole('link', { name: `1 contact in ${title}` })).toHaveAttribute(
    'href',
    `/segments/${id}`,
  );

  // Changing the color keeps a colleague's new title.
  await choose(page, title, 'Edit');
  const editing = page.getByRole('dialog', { name: `Edit ${title}` });
  await api('PUT', `/segments/${id}`, { title: `${title} Important` });
  await editing.getByLabel('Custom color').fill('#FEF08A');
  await editing.getByRole('button', { name: 'Update segment' }).click();
  await expect(page.getByRole('rowheader', { name: `${title} Important` })).toBeVisible();

  await choose(page, `${title} Important`, 'Delete');
  const deleting = page.getByRole('alertdialog');
  await expect(deleting).toContainText('1 contact keeps its data but leaves this segment.');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('rowheader', { name: title })).toBeHidden();
  const assignments = async () =>
    ((await api('GET', `/contacts/${ana.id}`)).body as { data: Contact }).data.segments;
  await expect.poll(assignments).toEqual([]);

  // The toast and the list of deleted segments restore the segment with its contacts.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(`Restored segment ${title} Important`)).toBeVisible();
  await expect(page.getByRole('link', { name: `1 contact in ${title} Important` })).toBeVisible();
  expect(await assignments()).toEqual(ana.segments);
  await api('DELETE', `/segments/${id}`);
  await api('POST', '/segments', { title: `${title} IMPORTANT` });
  await page.goto('/contacts/trash?tab=segments');
  await page.getByRole('button', { name: `Restore ${title} Important` }).click();
  await expect(page.getByText(`Another segment is now called ${title} Important`)).toBeVisible();
  await page.getByRole('button', { name: `Restore as ${title} Important 2` }).click();
  await expect(page.getByText(`Restored segment ${title} Important 2`)).toBeVisible();
  await page.goto('/segments');
  await expect(page.getByRole('link', { name: `1 contact in ${title} Important 2` })).toBeVisible();
  expect(await assignments()).toEqual(ana.segments);

  // A segment that a colleague deletes during an edit disappears from the list.
  const other = await makeSegment(api, 'Other');
  await page.reload();
  await choose(page, other.title, 'Edit');
  await api('DELETE', `/segments/${other.id}`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Others');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'There is no such segment.' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('rowheader', { name: other.title })).toBeHidden();
});
