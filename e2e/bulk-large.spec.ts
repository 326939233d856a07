import type { SegmentCounts } from '../lib/contract/bulk-change';
import type { Segment } from '../lib/contract/segment';
import { confirmDeletion, count, latestChange, segment, selectAll } from './bulk-journey';
import { heading, lines, rows, tray, written } from './contacts-page';
import { expect, test } from './signed-in';
import { callApi } from './table-contacts';

// Thousands are changed and put back.
test.describe.configure({ timeout: 120_000 });
const LONG = { timeout: 60_000 };

test('the deletion of all is paused, resumed and undone: each line says how many', async ({
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
  await confirmDeletion(page, total);
  await expect(lines(page)).toContainText(new RegExp(`^Deleting [\\d,]+ of ${written(total)} contacts`));
  await lines(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(lines(page)).toContainText(
    new RegExp(`^Deletion paused at [\\d,]+ of ${written(total)}`),
    LONG,
  );
  const { state, processed, changed } = await latestChange(where);
  expect([state, processed]).toEqual(['cancelled', changed]);
  await expect(lines(page)).toContainText(`Deletion paused at ${written(changed)} of ${written(total)}`);
  expect(await count(where)).toBe(total - changed);
  await lines(page).getByRole('button', { name: 'Resume' }).click();
  await expect.poll(async () => (await latestChange(where)).processed).toBeGreaterThan(changed + 5_000);
  await lines(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(lines(page)).toContainText('Deletion paused', LONG);

  // Undoing it is paused, too, and gone on with.
  const { changed: deleted } = await latestChange(where);
  await lines(page).getByRole('button', { name: 'Undo' }).click();
  await expect(lines(page)).toContainText(new RegExp(`^Restoring [\\d,]+ of ${written(deleted)} contacts`));
  await lines(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(lines(page)).toContainText(/^Undo paused at/, LONG);
  const { undone } = await latestChange(where);
  await expect(lines(page)).toContainText(`Undo paused at ${written(undone)} of ${written(deleted)}`);
  expect(await count(where)).toBe(total - deleted + undone);
  await lines(page).getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText(`${written(deleted)} contacts restored`, { exact: true })).toBeVisible(LONG);
  await expect(lines(page)).toHaveCount(0);
  expect(await count(where)).toBe(total);
});

test('an undo of many survives a reload of the tab, and a colleague sees it and its end', async ({
  page,
  browser,
  session,
  program,
  service,
}) => {
  const where = { program, service };
  const customers = await segment(where, 'Customer');
  const filter = { segmentId: [customers.id] };
  const total = await count(where, filter);
  expect(total).toBeGreaterThan(15_000);
  await page.goto(`/contacts?segment=${customers.id}&size=25`);
  await selectAll(page, total);
  await confirmDeletion(page, total);
  await expect(page.getByText(`${written(total)} contacts deleted`)).toBeVisible(LONG);
  const context = await browser.newContext({ baseURL: program.url, storageState: session });
  const colleague = await context.newPage();
  await colleague.goto('/segments');

  // A sign is there before the server has answered.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/contacts*', async (route) => {
    if (route.request().method() === 'POST') await answered;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines(page)).toContainText(`Restoring 0 of ${written(total)} contacts`);
  answer();
  await expect(lines(page)).not.toContainText('Restoring 0 of');
  await page.unrouteAll();
  await page.reload();
  const restoring = new RegExp(`^Restoring [\\d,]+ of ${written(total)} contacts`);
  await expect(lines(page)).toContainText(restoring);
  await expect(lines(colleague)).toContainText(restoring, { timeout: 15_000 });
  for (const one of [page, colleague])
    await expect(lines(one)).toContainText(`${written(total)} contacts restored`, LONG);
  expect(await count(where, filter)).toBe(total);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(written(total));
  await lines(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(lines(page)).toHaveCount(0);
  await context.close();
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
  await expect(page.getByText(/^Changed segments of [\d,]+ contacts$/)).toBeVisible(LONG);
  const { changed } = await latestChange(where);
  await expect(page.getByText(`Changed segments of ${written(changed)} contacts`)).toBeVisible();
  expect(await counts()).toEqual([total, vips + missing, (before[2] ?? 0) - among(press)]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Segments of ${written(changed)} contacts restored`)).toBeVisible(LONG);
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
