import { expect, type Page } from '@playwright/test';

/** What journeys look at on the page of contacts. */
export const rows = (page: Page) => page.locator('tbody tr[data-row]');
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** The heading with what stands beside it, such as a count. */
export const title = (page: Page) => page.locator('div:has(> h1)');
export const tray = (page: Page) => page.getByRole('region', { name: 'Selection' });
export const wholePage = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' });
/** Bulk changes that are under way or have stopped, at the foot of every page. */
export const lines = (page: Page) => page.getByRole('region', { name: 'Bulk changes' }).getByRole('listitem');

/** Opens the table of what a company has, and waits until keys do something. */
export async function open(page: Page, company: string, query = 'sort=name&size=25'): Promise<void> {
  await page.goto(`/contacts?search=${company}&${query}`);
  await isReady(page);
}

export async function isReady(page: Page): Promise<void> {
  await expect(rows(page).first()).toBeVisible();
  // The exact time is there as soon as the page's script is.
  await expect(rows(page).first().locator('time[title]').first()).toBeAttached();
}

/** Adds a filter by keyboard: a field, a condition and a value, one after the other. */
export async function addFilter(page: Page, field: string, condition: string, value?: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  for (const [name, words] of [
    ['Find a field', field],
    ['Find a condition', condition],
  ] as const) {
    await page.getByRole('combobox', { name }).fill(words);
    await expect(page.getByRole('dialog', { name: 'Filter' }).getByRole('option').first()).toHaveText(words);
    await page.keyboard.press('Enter');
  }
  if (value === undefined) return;
  await page.getByRole('textbox', { name: `${field} ${condition}` }).fill(value);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** A number as people read it. */
export const written = (count: number) => count.toLocaleString('en');

/** Selects all that match, on whatever page of them. */
export async function selectAll(page: Page, total: number): Promise<void> {
  await wholePage(page).check();
  await page.getByRole('button', { name: `Select all ${written(total)} ` }).click();
  await expect(tray(page)).toContainText(`All ${written(total)}`);
}
