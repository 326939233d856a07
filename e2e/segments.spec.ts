import type { Contact } from '../lib/contract/contact';
import type { Segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import { loseAnswer, unique } from './contact-journey';
import { expect, test } from './signed-in';

test('segments are added, renamed, recolored, counted and deleted; contacts are kept', {
  tag: '@roster',
}, async ({ page, api }) => {
  // Other journeys of the same organization may have left some.
  const left = (await api('GET', '/segments')).body as { data: Segment[] };
  for (const { id } of left.data) await api('DELETE', `/segments/${id}`);

  await page.goto('/segments');
  await expect(page.getByText('No segments yet')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add segment' }).click();
  const adding = page.getByRole('dialog', { name: 'Add segment' });
  await adding.getByLabel('Title').fill('VIP');
  await adding.getByRole('radio', { name: 'Violet' }).check();
  await expect(adding.getByLabel('Hex')).toHaveValue('#7c3aed');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(adding).toBeHidden();
  await expect(page.getByRole('rowheader', { name: 'VIP' })).toBeVisible();

  // A twin in another case is refused at the title.
  await page.getByRole('button', { name: 'Add segment' }).click();
  await adding.getByLabel('Title').fill('vip');
  await adding.getByRole('button', { name: 'Add segment' }).click();
  await expect(adding.getByLabel('Title')).toBeFocused();
  await expect(adding.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
  // Read aloud, because the focus may have been there before.
  await expect(adding.locator('[aria-live]').filter({ hasText: 'with this title already' })).toBeVisible();
  await adding.getByLabel('Hex').fill('red');
  await adding.getByRole('button', { name: 'Add segment' }).click();
  await expect(adding.getByLabel('Hex')).toHaveAccessibleDescription(/#rrggbb/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const { body } = await api('GET', '/segments');
  const [vip] = (body as { data: Segment[] }).data;
  const created = await api('POST', '/contacts', { email: 'ana@example.com', segmentIds: [vip?.id] });
  const ana = (created.body as { data: Contact }).data;
  await page.reload();
  await expect(page.getByRole('link', { name: '1 contact in VIP' })).toHaveAttribute(
    'href',
    `/contacts?segment=${vip?.id}`,
  );
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Edit VIP' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit VIP' });
  // Who recolors it takes nobody's new title back.
  await api('PUT', `/segments/${vip?.id}`, { title: 'Important' });
  await editing.getByLabel('Hex').fill('#FEF08A');
  await expect(editing.getByText(/Black text, contrast/)).toBeVisible();
  await editing.getByRole('button', { name: 'Update segment' }).click();
  await page.getByRole('button', { name: 'Edit Important' }).click();
  const renaming = page.getByRole('dialog', { name: 'Edit Important' });
  await expect(renaming.getByLabel('Hex')).toHaveValue('#fef08a');
  await renaming.getByLabel('Title').fill('Very important');
  await renaming.getByRole('button', { name: 'Update segment' }).click();
  await expect(page.getByRole('rowheader', { name: 'Very important' })).toBeVisible();

  // On a phone a title stands in full, too.
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 740 });
  const title = page.getByRole('rowheader').getByText('Very important');
  expect(await title.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  await expectAccessible(page);
  if (viewport) await page.setViewportSize(viewport);

  await page.getByRole('button', { name: 'Delete Very important' }).click();
  const deleting = page.getByRole('alertdialog');
  await expect(deleting).toContainText('1 contact is kept and loses this assignment');
  await expectAccessible(page);
  await expect(deleting).toContainText('It can be restored from below the list');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No segments yet')).toBeVisible();
  const assignments = async () =>
    ((await api('GET', `/contacts/${ana.id}`)).body as { data: Contact }).data.segments;
  expect(await assignments()).toEqual([]);

  // Back with its contacts, by the message or from below the list.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Restored the segment Very important')).toBeVisible();
  await expect(page.getByRole('link', { name: '1 contact in Very important' })).toBeVisible();
  expect(await assignments()).toEqual(ana.segments);
  await api('DELETE', `/segments/${vip?.id}`);
  await api('POST', '/segments', { title: 'VERY IMPORTANT' });
  await page.reload();
  await expectAccessible(page);
  // Other journeys may have left some, too.
  const gone = page.getByRole('listitem').filter({ hasText: 'Very important' });
  await expect(
    gone.getByText(/^1 contact, deleted just now by .+ \(API token\), gone forever in/),
  ).toBeVisible();
  // One that somebody else deletes while it is open goes from the list, too.
  const other = await api('POST', '/segments', { title: 'Other' });
  await page.reload();
  await page.getByRole('button', { name: 'Edit Other' }).click();
  await api('DELETE', `/segments/${(other.body as { data: Segment }).data.id}`);
  await page.getByLabel('Title').fill('Others');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'There is no such segment.' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('rowheader', { name: 'Other' })).toBeHidden();
  // Its button is gone: the next Tab begins at the content of the page.
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Restore Very important' }).click();
  await expect(page.getByText('There is another segment Very important by now')).toBeVisible();
  expect(await assignments()).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore as Very important 2' }).click();
  await expect(page.getByRole('link', { name: '1 contact in Very important 2' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore Very important' })).toBeHidden();
  expect(await assignments()).toEqual(ana.segments);
});

test('a segment that is restored, and whose answer is lost, is not said to be missing', {
  tag: '@roster',
}, async ({ page, api, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  const title = unique('Lost');
  await api('POST', '/segments', { title });
  await page.goto('/segments');
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`Deleted the segment ${title}`)).toBeVisible();
  await loseAnswer(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(`Whether the segment ${title} was restored is not known`)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(`Restored the segment ${title}`)).toBeVisible();
  await expect(page.getByRole('rowheader', { name: title })).toBeVisible();
});
