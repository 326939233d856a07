import { confirmDeletion, count, latestChange, segment, selectAll } from './bulk-journey';
import { lines, title, written } from './contacts-page';
import { expect, test } from './signed-in';

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
  await expect(title(page)).toHaveText('Contacts10,000+ found');
  await page.goto('/contacts?size=25');
  await expect(title(page)).toHaveText(`Contacts${written(total)}`);
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
  await Promise.all([page.reload(), colleague.reload()]);
  const restoring = new RegExp(`^Restoring [\\d,]+ of ${written(total)} contacts`);
  await Promise.all([page, colleague].map((one) => expect(lines(one)).toContainText(restoring)));
  for (const one of [page, colleague])
    await expect(lines(one)).toContainText(`${written(total)} contacts restored`, LONG);
  expect(await count(where, filter)).toBe(total);
  await expect(title(page)).toContainText(written(total));
  await lines(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(lines(page)).toHaveCount(0);
  await context.close();
});
