import { expect, type Locator, type Page } from '@playwright/test';

export const rows = (page: Page) => page.locator('tbody tr[data-row]');
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** The heading with everything beside it, such as a count. */
export const title = (page: Page) => page.locator('div:has(> h1)');
export const tray = (page: Page) => page.getByRole('region', { name: 'Selection' });
export const wholePage = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' });
/** Lines of running and stopped bulk changes at the foot of the page. */
export const lines = (page: Page) => page.getByRole('region', { name: 'Bulk changes' }).getByRole('listitem');

/** Opens the table with the contacts of a company, and waits for hydration. */
export async function open(page: Page, company: string, query = 'sort=name&size=25'): Promise<void> {
  await page.goto(`/contacts?search=${company}&${query}`);
  await isReady(page);
}

export async function isReady(page: Page): Promise<void> {
  await expect(rows(page).first()).toBeVisible();
  // The title with the exact time appears on hydration.
  await expect(rows(page).first().locator('time[title]').first()).toBeAttached();
}

/** Opens the display menu. */
export async function openDisplay(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  return page.getByRole('dialog', { name: 'Display' });
}

/** Chooses a field or a whole filter by keyboard, found by its words: "Phone is empty" by "no phone". */
export async function chooseFilter(page: Page, words: string, label = words): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Filter by…' }).fill(words);
  // Options keep their elements while the list is narrowed down.
  const first = page.getByRole('dialog', { name: 'Filter' }).getByRole('option').first();
  await expect(first).toHaveText(label);
  await page.keyboard.press('Enter');
}

/** Adds a filter by keyboard. */
export async function addFilter(page: Page, words: string, label: string): Promise<void> {
  await chooseFilter(page, words, label);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Formats a number like the console. */
export const written = (count: number) => count.toLocaleString('en');

/** Selects all matches. */
export async function selectAll(page: Page, total: number): Promise<void> {
  await wholePage(page).check();
  await page.getByRole('button', { name: `Select all ${written(total)} ` }).click();
  await expect(tray(page)).toContainText(`All ${written(total)}`);
}

/** Chooses an action of the selection, which phones have in a menu. */
export async function chooseForSelection(page: Page, name: string): Promise<void> {
  const button = tray(page).getByRole('button', { name, exact: true });
  const more = tray(page).getByRole('button', { name: 'More' });
  await expect(button.or(more).filter({ visible: true }).first()).toBeVisible();
  if (await button.isVisible()) return button.click();
  await more.click();
  await page.getByRole('menuitem', { name }).click();
}

/** Pastes a text, or drops a file of it, on the page, as the clipboard or a file manager does. */
export const give = (page: Page, type: 'paste' | 'drop', text: string) =>
  page.evaluate(
    ([type, text]) => {
      const data = new DataTransfer();
      if (type === 'paste') data.setData('text/plain', text);
      else data.items.add(new File([text], 'leads.csv'));
      const event =
        type === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    },
    [type, text] as const,
  );
