import type { Page } from '@playwright/test';
import { heading, title } from './contacts-page';
import { expect, test } from './signed-in';
import { makeContacts } from './table-contacts';

/** Other journeys of this worker work in the same organization: these keep to one company. */
let company: string;
const COUNT = 60;

test.beforeAll(async ({ program, service, browser, session }, { workerIndex }) => {
  const place = { program, service, browser, session };
  // Short: each letter of it is typed, and searched for, slowly.
  company = `Quick${workerIndex}${Date.now().toString(36).slice(-5)}`;
  await makeContacts(place, { count: COUNT, company });
});

const box = (page: Page) => page.getByRole('searchbox');
const firstRow = (page: Page) => page.locator('tbody tr[data-row]').first();
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Slow enough that what is done in quick succession overlaps. */
async function slow(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

test('a search typed right after a click on a header keeps both', async ({ page }) => {
  await slow(page);
  await page.goto('/contacts?size=25');
  for (const [sort, label] of [
    ['name', 'Name'],
    ['company', 'Company'],
  ] as const) {
    await page.getByRole('button', { name: label, exact: true }).click();
    await box(page).fill(company);
    await expect(title(page)).toHaveText(`Contacts${COUNT} found`);
    await expect.poll(() => query(page)).toEqual({ sort, search: company, size: '25' });
    await expect(box(page)).toHaveValue(company);
    await box(page).fill('');
    await page.getByRole('button', { name: 'Updated', exact: true }).click();
    await expect.poll(() => query(page)).toEqual({ size: '25' });
    await expect(box(page)).toHaveValue('');
  }
});

test('what is typed slowly is never taken back', async ({ page }) => {
  await slow(page);
  await page.goto('/contacts?size=25');
  // Longer than the pause after which is searched, so that each letter is a search of its own.
  await box(page).pressSequentially(company, { delay: 130 });
  await expect(box(page)).toHaveValue(company);
  await expect(title(page)).toHaveText(`Contacts${COUNT} found`);
  await expect.poll(() => query(page)).toEqual({ search: company, size: '25' });
});

test('back and forward in quick succession show what the address says', async ({ page }) => {
  await slow(page);
  await page.goto(`/contacts?size=25&search=${company}&sort=name`);
  await page.getByRole('button', { name: 'Next page' }).click();
  // The button leads on from the page that is shown.
  await expect(firstRow(page)).toContainText('Ann 026');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(firstRow(page)).toContainText('Ann 051');
  await page.evaluate(() => {
    history.back();
    history.back();
  });
  await expect(firstRow(page)).toContainText('Ann 001');
  await page.evaluate(() => history.forward());
  await page.evaluate(() => history.forward());
  await expect(firstRow(page)).toContainText('Ann 051');
  await expect.poll(() => query(page).page).toBe('3');

  await page.evaluate(() => history.back());
  await box(page).fill(`${company} 06`);
  await expect(title(page)).toHaveText('Contacts1 found');
  await expect(box(page)).toHaveValue(`${company} 06`);
  await expect.poll(() => query(page)).toEqual({ search: `${company} 06`, sort: 'name', size: '25' });

  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await page.evaluate(() => history.back());
  await expect.poll(() => query(page).sort).toBe('name');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await page.evaluate(() => history.forward());
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(box(page)).toHaveValue('');
  await expect.poll(() => query(page)).toEqual({ sort: 'email', size: '25' });
});

test('a search that is taken back before it began leaves nothing in the box', async ({ page }) => {
  await slow(page);
  await page.goto(`/contacts?size=25&search=${company}`);
  for (let round = 0; round < 3; round++) {
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect.poll(() => query(page).sort).toBe('name');
    await box(page).fill(`${company} Zoe`);
    // As soon as the address says so, which is before the page does.
    await page.waitForFunction(() => location.search.includes('Zoe'), null, { polling: 2 });
    await page.evaluate(() => history.back());
    await expect.poll(() => query(page)).toEqual({ search: company, size: '25' });
    await expect(box(page)).toHaveValue(company);
    await expect(title(page)).toHaveText(`Contacts${COUNT} found`);
  }
});

test('a search typed while the page is on its way from another is kept', async ({ page }) => {
  await slow(page);
  await page.goto('/segments');
  for (let round = 0; round < 2; round++) {
    await page.getByRole('link', { name: 'Contacts', exact: true }).click();
    await box(page).fill(company);
    await expect(title(page)).toHaveText(`Contacts${COUNT} found`);
    await expect.poll(() => query(page)).toEqual({ search: company });
    // The link to the page itself clears what narrows it.
    await page.getByRole('link', { name: 'Contacts', exact: true }).click();
    await expect(box(page)).toHaveValue('');
    await expect.poll(() => query(page)).toEqual({});
    await page.getByRole('link', { name: 'Segments', exact: true }).click();
    await expect(heading(page)).toHaveText(/Segments/);
  }
});
