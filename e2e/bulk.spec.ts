import { readFile } from 'node:fs/promises';
import { segmentCounts } from '../lib/contract/bulk-change';
import { segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import type { Api } from './call-api';
import { dataOf, makeContact, makeSegment, unique, uniquePhone } from './contact-journey';
import { heading, open, selectAll, title, tray, wholePage } from './contacts-page';
import { emailAt, makeCompany } from './make-company';
import { expect, test } from './signed-in';

async function count(api: Api, search: string, segmentId?: string): Promise<number> {
  const filter = { search, ...(segmentId && { segmentId: [segmentId] }) };
  return dataOf(segmentCounts, await api('POST', '/contacts/segment-counts', { filter })).total;
}

test('all that match are selected, deleted and restored, but for who cannot come back', async ({
  page,
  api,
}) => {
  const company = await makeCompany(api, 60);
  await open(page, company);
  await selectAll(page, 60);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select Ann 026' })).toBeChecked();

  // Another search shows other contacts and keeps the selection.
  await page.getByRole('searchbox').fill(`${company} 001`);
  await expect(title(page)).toHaveText(/^Contacts1 of [\d,]+$/);
  await expect(page.getByRole('checkbox', { name: 'Select Ann 001' })).not.toBeChecked();
  await expect(tray(page)).toContainText('All 60 selected');
  await page.getByRole('searchbox').fill(company);
  await expect(title(page)).toHaveText(/^Contacts60 of [\d,]+$/);
  await expect(wholePage(page)).toBeChecked();

  // Deselecting one contact keeps only the others on the page.
  await page.getByRole('checkbox', { name: 'Select Ann 002' }).uncheck();
  await expect(tray(page)).toContainText('24 selected');
  await tray(page).getByRole('button', { name: 'Clear' }).click();
  await expect(tray(page)).toBeHidden();

  await selectAll(page, 60);
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 60 contacts?' });
  await expect(dialog).toContainText('Ann 001, Ann 002, Ann 003 and 57 more');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete 60 contacts' }).click();
  await expect(page.getByText('Moved 60 contacts to the trash')).toBeVisible();
  await expect(page.getByRole('heading', { name: `No contacts match “${company}”` })).toBeVisible();
  await expect(tray(page)).toBeHidden();
  await api('POST', '/contacts', { email: emailAt(company, 'ann.2'), firstname: 'Other' });
  await page.getByRole('button', { name: 'Undo' }).click();
  const toast = page.getByRole('listitem').filter({ hasText: 'Undone' });
  await expect(toast).toContainText(
    'Ann 002 stays in the trash: another contact now has the email or phone.',
  );
  // 59 restored contacts, and the new one, whose email matches the search.
  await expect(title(page)).toHaveText(/^Contacts60 of [\d,]+$/);
  await toast.getByRole('link', { name: 'Trash' }).click();
  await expect(heading(page)).toContainText('Trash');
});

test('when others match by then, nothing is done and the new number is confirmed anew', async ({
  page,
  api,
}) => {
  const company = await makeCompany(api, 101);
  await open(page, company);
  await selectAll(page, 101);
  await makeContact(api, { email: emailAt(company, 'late'), company });
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Type 101 to confirm').fill('101');
  await dialog.getByRole('button', { name: 'Delete 101 contacts' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('102 contacts match now, not 101. Nothing was deleted.');
  await expect(dialog.getByRole('button', { name: 'Delete 102 contacts' })).toBeDisabled();
  await expectAccessible(page);
  expect(await count(api, company)).toBe(102);

  // The new number can be confirmed in the dialog, or after a review of the contacts.
  await dialog.getByRole('button', { name: 'Review contacts' }).click();
  await expect(title(page)).toHaveText(/^Contacts102 of [\d,]+$/);
  await expect(tray(page)).toContainText('All 102 selected');
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  await dialog.getByLabel('Type 102 to confirm').fill('102');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Moved 102 contacts to the trash')).toBeVisible();
  expect(await count(api, company)).toBe(0);

  // The trash restores them together, too.
  await page.getByRole('link', { name: 'Trash' }).click();
  const large = page.getByRole('listitem').filter({ hasText: 'admin deleted 102 contacts together' });
  await large.getByRole('button', { name: 'Restore all' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(large).toBeHidden();
  expect(await count(api, company)).toBe(102);
});

test('segments of many are changed as was said before, and put back', async ({ page, api }) => {
  const make = (word: string) => makeSegment(api, word);
  const [all, some, none] = [await make('All'), await make('Some'), await make('None')];
  const fresh = unique('New');
  const company = await makeCompany(api, 30, (n) => (n <= 12 ? [all.id, some.id] : [all.id]));
  const counts = () => Promise.all([all, some, none].map(({ id }) => count(api, company, id)));
  await open(page, company);
  await selectAll(page, 30);
  await tray(page).getByRole('button', { name: 'Segments' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit segments' });
  const choice = (name: string) => dialog.getByRole('checkbox', { name });
  await expect(dialog.getByRole('button', { name: 'Close' })).not.toBeFocused();
  await expect(choice(all.title)).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('checkbox').first()).toBeFocused();
  await expect(choice(none.title)).not.toBeChecked();
  await expect(choice(some.title)).toHaveJSProperty('indeterminate', true);
  await expect(dialog).toContainText('12 of 30');
  await expect(dialog.getByRole('button', { name: 'Update 30 contacts' })).toBeDisabled();

  await choice(none.title).check();
  await choice(some.title).press('Space');
  await choice(all.title).uncheck();
  // A new segment is created together with the change. The dialog keeps its height.
  const height = (await dialog.boundingBox())?.height;
  await dialog.getByRole('textbox').fill(fresh);
  expect((await dialog.boundingBox())?.height).toBe(height);
  await dialog.getByRole('button', { name: `Create “${fresh}”` }).click();
  await expect(choice(fresh)).toBeChecked();
  const before = dataOf(segment.array(), await api('GET', '/segments'));
  expect(before.map((one) => one.title)).not.toContain(fresh);
  await expect(dialog.getByRole('status')).toHaveText(
    `Adds ${none.title} to 30, adds ${some.title} to 18, adds ${fresh} to 30, removes ${all.title} from 30.`,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Update 30 contacts' }).click();
  await expect(page.getByText('Changed segments of 30 contacts')).toBeVisible();
  await expect(tray(page)).toBeHidden();
  expect(await counts()).toEqual([0, 30, 30]);
  // Activity offers Undo after the toast is gone. Undo from there removes a visible toast.
  // By key, because with many segments in the rail the toast may be above the link.
  await page.getByRole('link', { name: 'Activity', exact: true }).press('Enter');
  const offer = page.getByRole('button', { name: 'Undo', exact: true }).and(page.locator('[data-action]'));
  await expect(offer).toBeVisible();
  const entry = page.getByRole('listitem').filter({ hasText: 'changed segments of 30 contacts' }).first();
  await entry.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(offer).toBeHidden();
  await expect(entry.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect(await counts()).toEqual([30, 12, 0]);
});

test('a field of all that match is edited after a preview, undone, and their emails are copied', async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const company = await makeCompany(api, 30);
  await makeContact(api, { email: emailAt(company, 'zoe'), jobtitle: `Founder of ${company}` });
  await open(page, company);
  await selectAll(page, 31);
  await tray(page).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit contacts' });
  await dialog.getByLabel('Field').selectOption('Job title');
  await expect(dialog.getByRole('region', { name: 'Now' }).getByRole('listitem')).toHaveText([
    'Empty30',
    `Founder of ${company}1`,
  ]);
  await dialog.getByLabel('New job title').fill('Event planner');
  await expect(dialog.getByRole('status')).toHaveText(
    'Sets the job title of 31 contacts: fills 30, replaces 1.',
  );
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Set job title of 31 contacts to Event planner')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('cell', { name: 'Event planner' })).toHaveCount(25);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Event planner' })).toHaveCount(0);

  await selectAll(page, 31);
  await tray(page).getByRole('button', { name: 'Copy emails' }).click();
  await expect(page.getByText('Copied 31 emails')).toBeVisible();
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split(', ');
  expect([copied.length, copied.includes(emailAt(company, 'zoe'))]).toEqual([31, true]);

  await makeContact(api, { phone: uniquePhone(), firstname: 'Without', lastname: 'Email', company });
  await page.reload();
  await selectAll(page, 32);
  await tray(page).getByRole('button', { name: 'Copy emails' }).click();
  const partly = page.getByRole('listitem').filter({ hasText: 'Copied 31 of 32 emails' });
  await expect(partly).toContainText('No email, or not to be contacted: Without Email.');
  await tray(page).getByRole('button', { name: 'Export' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export contacts' });
  await exporting.getByLabel('Preset').selectOption('Mailing list');
  await expect(exporting.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await exporting.getByRole('button', { name: 'Export' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n');
  expect([lines.length, lines[0]]).toEqual([32, 'Email,First name,Last name']);
});
