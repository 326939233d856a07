import type { BulkChange } from '../lib/contract/bulk-change';
import { expectAccessible } from './accessible';
import { expect, test } from './bulk-company';
import { confirmDeletion, latestChange } from './bulk-journey';
import { heading, open, rows, status, tray, wholePage } from './contacts-page';
import { callApi } from './table-contacts';

// The browser itself prints this.
test.use({ expectedErrors: [/ERR_FAILED/] });

test('what is interrupted says what it did, and goes on after a reload', async ({ page, company }) => {
  await company.make(1_050);
  await open(page, company.name);
  await company.selectAll(page, 1_050);
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Type 1,050 to confirm').fill('1050');
  let actions = 0;
  await page.route('**/contacts*', (route) => {
    // The first decides what is deleted; what comes after that is lost.
    if (route.request().method() !== 'POST' || ++actions === 1) return route.continue();
    return route.abort();
  });
  await dialog.getByRole('button', { name: 'Delete 1,050 contacts' }).click();
  await expect(status(page).getByRole('alert')).toContainText(
    'Deleting 1,050 contacts stopped before the first.',
  );
  await expect(status(page).getByRole('alert')).toContainText('Roster cannot be reached.');
  await expect(dialog).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await expect(heading(page)).toContainText('Segments');
  await expect(status(page).getByRole('button', { name: 'Go on' })).toBeVisible();

  // As if the page had been closed after the first thousand.
  const { id } = await latestChange(company.place);
  const change = await callApi<BulkChange>(company.place, 'POST', `/bulk-changes/${id}/run`);
  expect(change.data.processed).toBe(1_000);
  await page.unrouteAll();
  for (const path of ['/contacts/new', '/contacts/trash']) {
    await page.goto(path);
    await expect(status(page).getByRole('alert')).toHaveText('Deleting 1,050 contacts stopped after 1,000.');
  }
  await expectAccessible(page);
  // Another window goes on: it is offered here no longer.
  const other = await page.context().newPage();
  await other.goto('/settings');
  await status(other).getByRole('button', { name: 'Go on' }).click();
  await expect(other.getByText('1,050 contacts deleted')).toBeVisible();
  await expect(status(page)).toBeHidden();
  await expect(page.getByText('1,050 contacts deleted')).toBeVisible();
  await other.close();
  expect(await company.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1,050 contacts restored')).toBeVisible();
  expect(await company.count()).toBe(1_050);
});

test('an undo that is left is not offered again, and is found in the trash', async ({ page, company }) => {
  await company.make(1_050);
  await open(page, company.name);
  await company.selectAll(page, 1_050);
  await confirmDeletion(page, 1_050);
  await expect(page.getByText('1,050 contacts deleted')).toBeVisible();
  await page.route('**/contacts*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(status(page).getByRole('alert')).toContainText(
    'Restoring 1,050 contacts stopped before the first.',
  );

  // As if the page had been closed after a first call, which puts back what was deleted last.
  const { id } = await latestChange(company.place);
  await callApi<BulkChange>(company.place, 'POST', `/bulk-changes/${id}/undo`);
  await page.unrouteAll();
  await page.goto('/contacts');
  await expect(status(page).getByRole('alert')).toHaveText('Restoring 1,050 contacts stopped after 50.');
  await status(page).getByRole('button', { name: 'Leave it there' }).click();
  await expect(page.getByText('Cancelled. 50 of 1,050 contacts restored')).toBeVisible();
  await expect(status(page)).toBeHidden();
  expect(await latestChange(company.place)).toMatchObject({ state: 'cancelled', undone: 50 });

  await open(page, company.name);
  await expect(status(page)).toBeHidden();
  await page.getByRole('link', { name: 'Trash' }).click();
  const left = page.getByRole('listitem').filter({ hasText: 'admin deleted 1,050 contacts together' });
  await expect(left).toContainText('50 of them are back');
  await expectAccessible(page);
  await left.getByRole('button', { name: 'Restore the rest' }).click();
  await expect(page.getByText('1,050 contacts restored')).toBeVisible();
  await expect(left).toBeHidden();
  expect(await company.count()).toBe(1_050);
});

test('what is interrupted can be left where it is, and moves nothing on a phone', {
  tag: '@roster',
}, async ({ page, company }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await company.make(3);
  await open(page, company.name);
  const places = async () => [await heading(page).boundingBox(), await rows(page).first().boundingBox()];
  const before = await places();
  await wholePage(page).check();
  let answered = 0;
  await page.route('**/contacts*', (route) =>
    route.request().method() !== 'POST' || answered-- > 0 ? route.continue() : route.abort(),
  );
  const goOn = status(page).getByRole('button', { name: 'Go on' });
  const stopDeletion = async () => {
    answered = 1;
    await tray(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 3 contacts' }).click();
    await expect(goOn).toBeInViewport({ ratio: 1 });
  };
  await stopDeletion();
  expect(await places()).toEqual(before);
  await expectAccessible(page);
  // Of several, one covers the page until the others are asked for.
  await stopDeletion();
  const others = status(page).getByRole('button', { name: 'Show 1 more, stopped' });
  const isInTheWay = await others.evaluate((button) => {
    const { right, top } = button.getBoundingClientRect();
    return document.elementFromPoint(right + 40, top + 10)?.closest('.bulk-cards') !== null;
  });
  expect(isInTheWay).toBe(false);
  await others.click();
  await expect(goOn).toHaveCount(2);
  await expectAccessible(page);
  answered = 1;
  await status(page).getByRole('button', { name: 'Leave it there' }).last().click();
  await expect(page.getByText('Cancelled. Nothing was deleted')).toBeVisible();
  await goOn.press('Enter');
  await expect(status(page).locator('[tabindex="-1"]')).toBeFocused();
  answered = 1;
  await status(page).getByRole('button', { name: 'Leave it there' }).click();
  await expect(page.getByText('Cancelled. Nothing was deleted').first()).toBeVisible();
  await expect(status(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  expect(await places()).toEqual(before);
  expect(await company.count()).toBe(3);
  await expect(tray(page)).toContainText('3 selected');
});

test('what was made again because its answer was lost is not offered to go on with', async ({
  page,
  company,
}) => {
  await company.make(2);
  await open(page, company.name);
  await wholePage(page).check();
  await page.route(
    '**/contacts*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete 2 contacts' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Nothing was deleted: Roster cannot be reached. Check the connection.',
  );
  await dialog.getByRole('button', { name: 'Delete 2 contacts' }).click();
  await expect(page.getByText('2 contacts deleted')).toBeVisible();
  const latest = async () => {
    const response = await page.request.get('/data/bulk-changes');
    const { data } = (await response.json()) as { data: BulkChange[] };
    return data.slice(0, 2).map(({ state, total }) => `${state} ${total}`);
  };
  await expect.poll(latest).toEqual(['finished 2', 'cancelled 2']);
});
