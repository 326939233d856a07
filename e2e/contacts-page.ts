import { expect, type Page } from '@playwright/test';

/** What journeys look at on the page of contacts. */
export const rows = (page: Page) => page.locator('tbody tr[data-row]');
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const tray = (page: Page) => page.getByRole('region', { name: 'Selection' });
export const wholePage = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' });
/** Bulk changes that are under way or have stopped; on every page. */
export const status = (page: Page) => page.getByRole('region', { name: 'Bulk changes' });

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

/** A number as people read it. */
export const written = (count: number) => count.toLocaleString('en');

/**
 * Holds what the page sends to change something, from the `after + 1`st on, until `release` is called: what is done
 * meanwhile is in the middle of it, however quick the machine is.
 *
 * @returns `held` resolves when there is something that waits.
 */
export async function holdChanges(page: Page, after: number) {
  let sent = 0;
  let release = () => {};
  let isHeld = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  await page.route('**/contacts*', async (route) => {
    if (route.request().method() === 'POST' && ++sent > after) {
      isHeld();
      await released;
    }
    return route.continue();
  });
  return { held, release };
}
