import { confirmDeletion, count, segment, selectAll } from './bulk-journey';
import { lines, written } from './contacts-page';
import { filledFolder } from './data-folders';
import { expect, test } from './journey';
import { startProgram } from './program';
import { signIn } from './sign-in';

// Thousands are deleted.
test.setTimeout(180_000);
const LONG = { timeout: 60_000 };

test('the program is killed in the middle of a deletion: the server goes on with it after a restart', async ({
  browser,
  service,
}) => {
  const { folder, remove } = await filledFolder();
  let program = await startProgram({ DATA_DIR: folder });
  const { port } = new URL(program.url);
  const where = { program, service };
  // Enough to be in the middle of it.
  const customers = await segment(where, 'Customer');
  const filter = { segmentId: [customers.id] };
  const total = await count(where, filter);
  expect(total).toBeGreaterThan(25_000);
  const page = await browser.newPage({ baseURL: program.url });
  await signIn(page);
  await page.goto(`/contacts?segment=${customers.id}&size=25`);
  await selectAll(page, total);
  await confirmDeletion(page, total);
  await expect(lines(page)).toContainText(/^Deleting [\d,]+ of [\d,]+ contacts/);
  await program.stop('SIGKILL');

  program = await startProgram({ DATA_DIR: folder, PORT: port });
  // The page was not loaded anew: it watches on.
  await expect(page.getByText(`${written(total)} contacts deleted`)).toBeVisible(LONG);
  await expect(lines(page)).toHaveCount(0);
  expect([await count(where), await count(where, filter)]).toEqual([100_000 - total, 0]);
  await page.close();
  await program.stop();
  await remove();
});
