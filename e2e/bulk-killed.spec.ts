import { confirmDeletion, count, latestChange, segment, selectAll } from './bulk-journey';
import { holdChanges, status, written } from './contacts-page';
import { filledFolder } from './data-folders';
import { expect, test } from './journey';
import { startProgram } from './program';
import { signIn } from './sign-in';

// Thousands are deleted.
test.setTimeout(120_000);
const LONG = { timeout: 60_000 };

test('the program is killed in the middle of a deletion: it goes on with the same after a restart', async ({
  browser,
  service,
}) => {
  const { folder, remove } = await filledFolder();
  let program = await startProgram({ DATA_DIR: folder });
  const { port } = new URL(program.url);
  const where = { program, service };
  // Enough that one answer, which is due after 600 ms, is not the end of it.
  const customers = await segment(where, 'Customer');
  const filter = { segmentId: [customers.id] };
  const total = await count(where, filter);
  expect(total).toBeGreaterThan(25_000);
  const page = await browser.newPage({ baseURL: program.url });
  await signIn(page);
  await page.goto(`/contacts?segment=${customers.id}&size=25`);
  await selectAll(page, total);
  const { held, release } = await holdChanges(page, 2);
  await confirmDeletion(page, total);
  await held;
  await expect(status(page)).toContainText(`Deleting ${written(total)} contacts`);
  const { processed } = await latestChange(where);
  await program.stop('SIGKILL');
  release();
  await expect(status(page).getByRole('alert')).toContainText(
    `Deleting ${written(total)} contacts stopped after at least ${written(processed)}.`,
  );

  program = await startProgram({ DATA_DIR: folder, PORT: port });
  await page.unrouteAll();
  await page.goto('/contacts');
  await expect(status(page).getByRole('alert')).toHaveText(
    `Deleting ${written(total)} contacts stopped after ${written(processed)}.`,
  );
  expect(await count(where)).toBe(100_000 - processed);
  await status(page).getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText(`${written(total)} contacts deleted`)).toBeVisible(LONG);
  expect([await count(where), await count(where, filter)]).toEqual([100_000 - total, 0]);
  await page.close();
  await program.stop();
  await remove();
});
