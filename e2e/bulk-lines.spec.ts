import type { BulkChange } from '../lib/contract/bulk-change';
import { expectAccessible } from './accessible';
import { expect, test } from './bulk-company';
import { lines, open } from './contacts-page';

/** Bulk changes in states that are over too soon to be looked at. */
const stopped = (values: Partial<BulkChange>): BulkChange => ({
  id: '0198c0de-7a11-7000-8000-0123456789ab',
  change: { type: 'delete' },
  state: 'cancelled',
  undo: true,
  total: 18_760,
  processed: 18_760,
  changed: 18_760,
  gone: 0,
  undone: 16_875,
  conflicts: 0,
  error: null,
  createdAt: new Date().toISOString(),
  createdBy: 'Edda',
  actor: null,
  updatedAt: new Date().toISOString(),
  ...values,
});

test('what is paused or failed is offered at the foot of the page, and can be kept as it is', async ({
  page,
  company,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  const paused = stopped({});
  const failed = stopped({
    id: '0198c0de-7a11-7000-8000-0123456789ac',
    state: 'failed',
    undo: false,
    processed: 2_000,
    changed: 2_000,
    undone: 0,
    error: 'The disk of the database is full.',
  });
  await page.route('**/data/bulk-changes/latest', (route) =>
    route.fulfill({ json: { data: [paused, failed] } }),
  );
  await company.make(3);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await open(page, company.name);
    await expect(lines(page)).toHaveText([
      /^Undo paused at 16,875 of 18,760/,
      /^Deletion failed at 2,000 of 18,760: The disk of the database is full\./,
    ]);
    await expectAccessible(page);
    // Nothing covers the pages of the table.
    await page.getByLabel('Rows per page').selectOption('100');
    await expect(page).toHaveURL(/size=100/);
  }
  await lines(page).first().getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Could not resume')).toBeVisible();
  await lines(page).first().getByRole('button', { name: 'Keep as is' }).click();
  await expect(lines(page)).toHaveText([/^Deletion failed/]);
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(lines(page)).toHaveText([/^Deletion failed/]);
});
