import type { SegmentCounts } from '../lib/contract/bulk-change';
import type { Segment } from '../lib/contract/segment';
import { confirmDeletion, count, latestChange, segment, selectAll } from './bulk-journey';
import { heading, holdChanges, rows, status, tray, written } from './contacts-page';
import { expect, test } from './signed-in';
import { callApi } from './table-contacts';

// Thousands are changed and put back.
test.describe.configure({ timeout: 120_000 });
const LONG = { timeout: 60_000 };

test('the deletion of all is cancelled in the middle: it says how many, no more go, and they come back', async ({
  page,
  program,
  service,
}) => {
  const where = { program, service };
  const total = await count(where);
  expect(total).toBeGreaterThanOrEqual(100_000);
  // A count that would take long is not made up.
  await page.goto('/contacts?search=.example&size=25');
  await expect(heading(page)).toHaveText('Contacts10,000+ found');
  await page.goto('/contacts?size=25');
  await expect(heading(page)).toHaveText(`Contacts${written(total)}`);
  await selectAll(page, total);
  // One decides which, one deletes the first of them.
  const { held, release } = await holdChanges(page, 2);
  await confirmDeletion(page, total);
  await held;
  const before = await latestChange(where);
  expect(before).toMatchObject({ state: 'running', total, processed: before.changed });
  await expect(status(page)).toContainText(
    `Deleting ${written(total)} contacts${written(before.processed)} of ${written(total)}`,
  );
  const cancel = status(page).getByRole('button', { name: 'Cancel' });
  await cancel.click();
  await expect(cancel).toBeDisabled();
  release();
  await expect(page.getByText(/^Cancelled\. [\d,]+ of [\d,]+ contacts deleted$/)).toBeVisible();
  const { id, state, changed } = await latestChange(where);
  expect(state).toBe('cancelled');
  expect(changed).toBeGreaterThanOrEqual(before.changed);
  await expect(
    page.getByText(`Cancelled. ${written(changed)} of ${written(total)} contacts deleted`),
  ).toBeVisible();
  await expect(page.getByText(`The other ${written(total - changed)} are as they were.`)).toBeVisible();
  await expect(status(page)).toBeHidden();
  await callApi(where, 'POST', `/bulk-changes/${id}/run`);
  expect(await count(where)).toBe(total - changed);

  // Putting them back is left in the middle, too, and gone on with: what is held is the first of it.
  const undo = await holdChanges(page, 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await undo.held;
  await expect(status(page)).toContainText(`Restoring ${written(changed)} contacts0 of ${written(changed)}`);
  await cancel.click();
  undo.release();
  await expect(page.getByText(/^Cancelled\. [\d,]+ of [\d,]+ contacts restored$/)).toBeVisible();
  const { undone } = await latestChange(where);
  await expect(
    page.getByText(`Cancelled. ${written(undone)} of ${written(changed)} contacts restored`),
  ).toBeVisible();
  await expect(page.getByText('The others are still in the trash.')).toBeVisible();
  expect(await count(where)).toBe(total - changed + undone);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText(`${written(changed)} contacts restored`, { exact: true })).toBeVisible(LONG);
  expect(await count(where)).toBe(total);
});

test('others match by then: of more than 10,000 none is deleted, and the new number is said', async ({
  page,
  program,
  service,
}) => {
  const where = { program, service };
  const lead = await segment(where, 'Lead');
  const total = await count(where, { segmentId: [lead.id] });
  expect(total).toBeGreaterThan(10_000);
  await page.goto(`/contacts?segment=${lead.id}&size=25`);
  await selectAll(page, total);
  const email = `late.${Date.now()}@lead.example`;
  await callApi(where, 'POST', '/contacts', { email, segmentIds: [lead.id] });
  await confirmDeletion(page, total);
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(
    `${written(total + 1)} contacts match now, not ${written(total)}. Nothing was deleted.`,
  );
  expect(await count(where, { segmentId: [lead.id] })).toBe(total + 1);
});

test('segments of more than 10,000 are changed as was said before, and put back', async ({
  page,
  program,
  service,
}) => {
  const where = { program, service };
  const [lead, vip, press] = await Promise.all(
    ['Lead', 'VIP', 'Press'].map((title) => segment(where, title)),
  );
  const counts = () =>
    Promise.all([lead, vip, press].map((one) => count(where, { segmentId: [(one as Segment).id] })));
  const before = await counts();
  const [total = 0, vips = 0] = before;
  const { data } = await callApi<SegmentCounts>(where, 'POST', '/contacts/segment-counts', {
    filter: { segmentId: [lead?.id] },
  });
  const among = (one: Segment | undefined) =>
    data.segments.find(({ segmentId }) => segmentId === one?.id)?.count ?? 0;
  const missing = total - among(vip);

  await page.goto(`/contacts?segment=${lead?.id}&size=25`);
  await selectAll(page, total);
  await tray(page).getByRole('button', { name: 'Segments' }).click();
  const dialog = page.getByRole('dialog', { name: `Segments of ${written(total)} contacts` });
  const choice = (title: string) => dialog.getByRole('checkbox', { name: new RegExp(`^${title}\\b(?!-)`) });
  await expect(choice('Lead')).toBeChecked();
  await expect(choice('VIP')).toHaveJSProperty('indeterminate', true);
  await choice('VIP').press('Space');
  await choice('Press').press('Space');
  await choice('Press').press('Space');
  await expect(dialog.getByRole('status')).toHaveText(
    `Adds VIP to ${written(missing)}, removes Press from ${written(among(press))}.`,
  );
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/^Segments of [\d,]+ contacts changed$/)).toBeVisible(LONG);
  const { changed } = await latestChange(where);
  await expect(page.getByText(`Segments of ${written(changed)} contacts changed`)).toBeVisible();
  expect(await counts()).toEqual([total, vips + missing, (before[2] ?? 0) - among(press)]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Segments of ${written(changed)} contacts put back`)).toBeVisible(LONG);
  expect(await counts()).toEqual(before);
});

test('thousands in the trash are searched, one is restored, then all the others together', async ({
  page,
  program,
  service,
}) => {
  const where = { program, service };
  const search = 'juniper publishing';
  const total = await count(where, { search });
  expect(total).toBeGreaterThan(4_000);
  await page.goto(`/contacts?search=${search}&size=25`);
  await selectAll(page, total);
  await confirmDeletion(page, total);
  await expect(page.getByText(`${written(total)} contacts deleted`)).toBeVisible(LONG);

  await page.goto('/contacts/trash');
  await page.getByRole('searchbox', { name: 'Search the trash' }).fill('juniper rossi');
  await expect(page).toHaveURL(/search=/);
  const found = await callApi<unknown[]>(where, 'GET', '/trash?search=juniper+rossi&pageSize=1');
  const { total: matching } = found.meta;
  await expect(heading(page)).toHaveText(`Trash${written(matching)} found`);
  await rows(page).first().getByRole('checkbox').check();
  await tray(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('1 contact restored')).toBeVisible();
  await expect(heading(page)).toHaveText(`Trash${written(matching - 1)} found`);
  expect(await count(where, { search })).toBe(1);
  // One of them is back already: the button promises no number.
  const together = page
    .getByRole('listitem')
    .filter({ hasText: `deleted ${written(total)} contacts together` });
  await together.getByRole('button', { name: 'Restore them' }).click();
  await expect(page.getByText(`${written(total - 1)} contacts restored`)).toBeVisible(LONG);
  expect(await count(where, { search })).toBe(total);
});
