import type { Locator, Page } from '@playwright/test';
import { makeContact, makeSegment, unique } from './contact-journey';
import { open, rows, tray } from './contacts-page';
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

for (const delay of [30, 60, 100])
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
        await page.unrouteAll({ behavior: 'wait' });
        if (key === 'c') return;
        if (key !== '/') await page.keyboard.press('Escape');
        await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0);
        if (selected > 0) await expect(tray(page)).toContainText(`${selected} selected`);
        else await expect(tray(page)).toHaveCount(0);
        expect(new URL(page.url()).searchParams.has('contact')).toBe(false);
      });

    const { title } = await makeSegment(api, 'Lead');
    await test.step('a segment is chosen and saved before its dialog has opened', async () => {
      await open(page, company);
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await slowDown(page);
      await page.keyboard.press('s');
      await page.keyboard.type(title, { delay });
      await page.keyboard.press('Enter', { delay });
      await page.keyboard.press('Enter', { delay });
      await expect(dialog(page)).toHaveCount(0);
      await expect(rows(page).nth(0).getByText(title).filter({ visible: true })).not.toHaveCount(0);
      await page.unrouteAll({ behavior: 'wait' });
    });

    await test.step('a second filter is typed while the first one is applied', async () => {
      await open(page, company);
      for (const words of ['last 7', 'no ph']) {
        await page.keyboard.press('f');
        await page.keyboard.type(words, { delay });
        await page.keyboard.press('Enter', { delay });
      }
      await expect(page).toHaveURL(/created=last-7-days.*lacks=phone/);
    });

    const name = unique('Zoe');
    const { id } = await makeContact(api, { email: `${name}@example.com`, firstname: name });
    await test.step('a contact is found by half a name, and its phone is typed', async () => {
      await open(page, company);
      await slowDown(page);
      await page.keyboard.press('Control+k');
      await page.keyboard.type(name, { delay });
      await page.keyboard.press('Enter', { delay });
      await page.keyboard.type('p+49301234567', { delay });
      await expect(page).toHaveURL(`/contacts/${id}`);
      await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+49301234567');
      await page.unrouteAll({ behavior: 'wait' });
    });

    await test.step('a contact is opened beside the list, and its phone is typed', async () => {
      await open(page, company);
      await slowDown(page);
      await page.keyboard.press('j');
      await page.keyboard.press('Enter', { delay });
      await page.keyboard.type('p+49301234568', { delay });
      await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+49301234568');
      await page.unrouteAll({ behavior: 'wait' });
    });

    await test.step('the change of a field is confirmed before its preview', async () => {
      await open(page, company);
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await tray(page).getByRole('button', { name: 'Edit' }).click();
      await expect(dialog(page).getByLabel('New company')).toBeFocused();
      await page.keyboard.type(`Globex ${delay}`, { delay });
      await page.keyboard.press('Enter');
      await expect(page.getByText(`Set company of 1 contact to Globex ${delay}`)).toBeVisible();
    });
  });
