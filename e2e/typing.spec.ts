import type { Locator, Page } from '@playwright/test';
import { open, tray } from './contacts-page';
import { makeCompany } from './make-company';
import { expect, test } from './signed-in';

/** Words whose letters move, select, page and open if the list gets them. */
const WORDS = 'jnx phone';

const dialog = (page: Page) => page.getByRole('dialog');
const email = (page: Page) => page.getByLabel('Email', { exact: true });

interface Opening {
  key: string;
  /** The field where what is typed afterwards belongs; absent if nothing takes letters. */
  field?(page: Page): Locator;
  /** Keys pressed before, on the list. */
  before?: string[];
}

const openings: Opening[] = [
  { key: '/', field: (page) => page.getByRole('searchbox', { name: 'Search contacts' }) },
  { key: 'f', field: (page) => dialog(page).getByRole('combobox') },
  { key: 'Control+k', field: (page) => dialog(page).getByRole('combobox') },
  { key: 'c', field: email },
  { key: 's', field: (page) => dialog(page).getByRole('textbox'), before: ['j', 'x'] },
  { key: 'd', before: ['j', 'x'] },
  { key: 'm', before: ['j', 'x', 'j', 'x'] },
  { key: '?' },
];

/** Delays the files of the program from now on, so that nothing opens at once. */
async function slowDown(page: Page): Promise<void> {
  await page.route('**/_next/static/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
}

for (const delay of [30])
  test(`no key is lost while something opens, at ${delay} ms a key`, async ({ page, api }) => {
    test.slow();
    const company = await makeCompany(api, 3);
    for (const { key, field, before = [] } of openings)
      await test.step(key, async () => {
        await open(page, company);
        for (const one of before) await page.keyboard.press(one);
        const selected = before.filter((one) => one === 'x').length;
        await slowDown(page);
        await page.keyboard.press(key);
        await page.keyboard.type(WORDS, { delay });
        if (field) await expect(field(page)).toHaveValue(WORDS);
        else await expect(page.locator('[role=dialog], [role=alertdialog]')).toBeVisible();
        await page.unroute('**/_next/static/**');
        if (key === 'c') return;
        // An Escape that comes while something still opens is typed into it.
        const popup = page.locator('[role=dialog], [role=alertdialog]');
        await expect(async () => {
          if ((await popup.count()) > 0) await page.keyboard.press('Escape');
          await expect(popup).toHaveCount(0, { timeout: 1_000 });
        }).toPass();
        if (selected > 0) await expect(tray(page)).toContainText(`${selected} selected`);
        else await expect(tray(page)).toHaveCount(0);
        expect(new URL(page.url()).searchParams.has('contact')).toBe(false);
      });
  });
