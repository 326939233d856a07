import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { BulkChange } from '../lib/contract/bulk-change';
import { expectAccessible } from './accessible';
import { call } from './call-api';
import { isReady, lines, selectAll, title, tray, written } from './contacts-page';
import { preparedFolder, startOn } from './data-folders';
import { expect, test } from './journey';
import { type Program, runScript } from './program';
import { sessionAt } from './sign-in';

// Runs on its own program, which handles no other requests.
test.describe.configure({ timeout: 120_000 });
const LONG = { timeout: 60_000 };
const CONTACTS = 40_000;

let program: Program;

test.beforeAll(async () => {
  const made = await preparedFolder();
  const { status, stderr } = runScript(made.env, 'seed', '--contacts', String(CONTACTS));
  expect(status, stderr).toBe(0);
  program = await startOn(made);
});
test.afterAll(() => program.stop());

test('more contacts than one waits for are exported in the background', async ({ page }) => {
  await page.context().addCookies(sessionAt(program.url));
  await page.goto(`${program.url}/contacts?search=.example`);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export contacts' });
  await expect(dialog).toContainText('5,000+ contacts matching “.example”');
  await expect(dialog).toContainText('Runs in the background.');
  await dialog.getByRole('button', { name: 'Start export' }).click();
  const line = page.getByRole('region', { name: 'Exports' }).getByRole('listitem');
  await expect(line).toContainText(/^[\d,]+ contacts exported\. The file stays for a day\./, LONG);
  await expectAccessible(page);
  // The line is on every page, also after a reload.
  await page.goto(`${program.url}/segments`);
  const downloading = page.waitForEvent('download');
  await line.getByRole('link', { name: 'Download' }).click();
  const file = await (await downloading).path();
  const count = Number((await line.textContent())?.split(' ')[0]?.replaceAll(',', ''));
  expect(count).toBeGreaterThan(CONTACTS / 2);
  expect((await readFile(file, 'utf8')).trim().split('\r\n')).toHaveLength(count + 1);
  await line.getByRole('button', { name: 'Delete this export' }).click();
  await expect(line).toBeHidden();
});

test('the deletion of all is paused, resumed and undone, also after a reload and by a colleague', async ({
  page,
  context,
}) => {
  const ask = async <T>(path: string) => (await call<T>(program.url, 'GET', path)).data;
  const latest = async () => (await ask<BulkChange[]>('/bulk-changes'))[0] as BulkChange;
  const count = async () => (await call(program.url, 'GET', '/contacts?pageSize=1')).meta.total;
  const total = await count();
  expect(total).toBeGreaterThanOrEqual(CONTACTS);
  await context.addCookies(sessionAt(program.url));
  await page.goto(`${program.url}/contacts`);
  await isReady(page);
  await expect(title(page)).toHaveText(`Contacts${written(total)}`);
  await selectAll(page, total);
  await confirmDeletion(page, total);
  const line = lines(page);
  await expect(line).toContainText(new RegExp(`^Deleting [\\d,]+ of ${written(total)} contacts`));
  await line.getByRole('button', { name: 'Cancel' }).click();
  await expect(line).toContainText(new RegExp(`^Deletion paused at [\\d,]+ of ${written(total)}`), LONG);
  const { state, processed, changed } = await latest();
  expect([state, processed]).toEqual(['cancelled', changed]);
  await expect(line).toContainText(`Deletion paused at ${written(changed)} of ${written(total)}`);
  expect(await count()).toBe(total - changed);
  await expectAccessible(page);
  await line.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(async () => (await latest()).processed).toBeGreaterThan(changed);
  await line.getByRole('button', { name: 'Cancel' }).click();
  await expect(line).toContainText('Deletion paused', LONG);

  // The undo is paused, too. A colleague sees this and resumes it.
  const { changed: deleted } = await latest();
  await line.getByRole('button', { name: 'Undo' }).click();
  await expect(line).toContainText(new RegExp(`^Restoring [\\d,]+ of ${written(deleted)} contacts`));
  await line.getByRole('button', { name: 'Cancel' }).click();
  await expect(line).toContainText(/^Undo paused at/, LONG);
  const { undone } = await latest();
  const paused = `Undo paused at ${written(undone)} of ${written(deleted)}`;
  await expect(line).toContainText(paused);
  expect(await count()).toBe(total - deleted + undone);
  await page.reload();
  await expect(line).toContainText(paused);
  const colleague = await context.newPage();
  await colleague.goto(`${program.url}/segments`);
  await expect(lines(colleague)).toContainText(paused);
  await lines(colleague).getByRole('button', { name: 'Resume' }).click();
  await expect(colleague.getByText('Undone', { exact: true }).first()).toBeVisible(LONG);
  // The first tab polls only every ten seconds while it knows of no running change.
  await expect(line).toHaveCount(0, LONG);
  expect(await count()).toBe(total);
  await expect(title(page)).toContainText(written(total));
});

/** Chooses Delete and types the number to confirm. */
async function confirmDeletion(page: Page, total: number): Promise<void> {
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${written(total)} contacts?` });
  const button = dialog.getByRole('button', { name: `Delete ${written(total)} contacts` });
  await expect(button).toBeDisabled();
  await dialog.getByLabel(`Type ${written(total)} to confirm`).fill(String(total));
  await button.click();
}
