import { expect, type Page } from '@playwright/test';
import type { BulkChange, SegmentCounts } from '../lib/contract/bulk-change';
import type { Segment } from '../lib/contract/segment';
import { isReady, tray, wholePage, written } from './contacts-page';
import { callApi, type Place } from './table-contacts';

export type Where = Pick<Place, 'program' | 'service'>;

/** How many contacts the service counts. */
export async function count(
  where: Where,
  filter: { search?: string; segmentId?: string[] } = {},
): Promise<number> {
  return (await callApi<SegmentCounts>(where, 'POST', '/contacts/segment-counts', { filter })).data.total;
}

/** The segment of that title. */
export async function segment(where: Where, title: string): Promise<Segment> {
  const { data } = await callApi<Segment[]>(where, 'GET', '/segments');
  return data.find((one) => one.title === title) as Segment;
}

/** The bulk change that was begun last. */
export const latestChange = async (where: Where) =>
  (await callApi<BulkChange[]>(where, 'GET', '/bulk-changes')).data[0] as BulkChange;

/** Selects all that match, on whatever page of them. */
export async function selectAll(page: Page, total: number): Promise<void> {
  await isReady(page);
  await wholePage(page).check();
  await page.getByRole('button', { name: /^Select all [\d,]+\+? / }).click();
  await expect(tray(page)).toContainText(`All ${written(total)}`);
}

/** Chooses Delete and types the number, as is asked for. */
export async function confirmDeletion(page: Page, total: number): Promise<void> {
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${written(total)} contacts?` });
  const button = dialog.getByRole('button', { name: `Delete ${written(total)} contacts` });
  await expect(button).toBeDisabled();
  await dialog.getByLabel(`Type ${written(total)} to confirm`).fill(String(total));
  await button.click();
}
