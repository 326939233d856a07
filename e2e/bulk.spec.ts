import type { BulkChange } from '../lib/contract/bulk-change';
import { expectAccessible } from './accessible';
import { Company, expect, test } from './bulk-company';
import { heading, isReady, open, rows, tray, wholePage } from './contacts-page';
import { callApi } from './table-contacts';

const NOBODY = '0198c0de-7a11-7000-8000-0123456789ab';

test('all that match are selected, deleted and restored; what was frozen stays so', {
  tag: '@roster',
}, async ({ page, company }) => {
  await company.make(60);
  await open(page, company.name);
  await company.selectAll(page, 60);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select Ann 0026' })).toBeChecked();

  // Another search is about others; the way back is in the tray.
  await page.getByRole('searchbox').fill(`${company.name} 0001`);
  await expect(heading(page)).toHaveText('Contacts1 found');
  await expect(page.getByRole('checkbox', { name: 'Select Ann 0001' })).not.toBeChecked();
  await expect(tray(page)).toContainText(`All 60 matching “${company.name}” selected`);
  await tray(page).getByRole('button', { name: 'Show' }).click();
  await expect(heading(page)).toHaveText('Contacts60 found');
  await expect(wholePage(page)).toBeChecked();

  // One that is dropped leaves the others that are shown, which is said, and can be taken back.
  await page.getByRole('checkbox', { name: 'Select Ann 0002' }).uncheck();
  await expect(tray(page)).toContainText('24 selected');
  const toast = page.getByRole('listitem').filter({ hasText: '24 contacts are selected now' });
  await expect(toast).toContainText(`All 60 matching “${company.name}” were before.`);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(tray(page)).toContainText(`All 60 matching “${company.name}” selected`);
  await expect(toast).toBeHidden();

  // While other rows are on their way, these stay where they are: what stands above them does, too.
  await page.setViewportSize({ width: 1024, height: 800 });
  const top = async () => (await rows(page).first().boundingBox())?.y;
  const before = await top();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/data/contacts?*', async (route) => {
    await answered;
    await route.continue();
  });
  const table = page.getByRole('table', { name: 'Contacts' });
  await table.getByRole('button', { name: 'Updated' }).click();
  await expect(table).toHaveAttribute('aria-busy', 'true');
  expect(await top()).toBe(before);
  answer();
  await expect(table).toHaveAttribute('aria-busy', 'false');
  expect(await top()).toBe(before);
  await page.unrouteAll();
  await table.getByRole('button', { name: 'Name' }).click();
  await expect(rows(page).first()).toContainText('Ann 0001');

  await tray(page).getByRole('button', { name: 'Clear' }).click();
  await expect(tray(page)).toBeHidden();

  await company.selectAll(page, 60);
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 60 contacts?' });
  await expect(dialog).toContainText('Ann 0001, Ann 0002, Ann 0003 and 57 more');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(tray(page).getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete 60 contacts' }).click();
  await expect(page.getByText('60 contacts deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No contact matches' })).toBeVisible();
  await expect(tray(page)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('60 contacts restored')).toBeVisible();
  await expect(heading(page)).toHaveText('Contacts60 found');
});

test('rows come before their total; where that is only a lower bound, they are counted before', async ({
  page,
  company,
}) => {
  await company.make(30);
  await page.goto('/contacts?size=25');
  let count = () => {};
  const counted = new Promise<void>((resolve) => (count = resolve));
  let counts = 0;
  await page.route('**/data/contacts?*', async (route) => {
    const counting = !new URL(route.request().url()).searchParams.has('countLimit');
    if (counting) counts++;
    if (counting) await counted;
    const response = await route.fetch();
    const body = await response.json();
    const total = counting ? 28 : 26;
    await route.fulfill({ response, json: { ...body, meta: { ...body.meta, total, totalIsExact: false } } });
  });
  await page.getByRole('searchbox').fill(company.name);
  await expect(heading(page)).toHaveText('Contacts26+ found');
  await wholePage(page).check();
  await expect(tray(page)).toContainText('25 selected');
  const said = page.getByRole('status').filter({ hasText: /contacts found/ });
  await expect(said).toHaveCount(0);
  const offer = page.getByRole('button', { name: /Select all .* matching/ });
  await expect(offer).toHaveCount(0);

  count();
  await expect(heading(page)).toHaveText('Contacts28+ found');
  await expect(said).toHaveText('At least 28 contacts found, page 1.');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('26–30 of 28+');
  expect(counts).toBe(1);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(offer).toHaveText('Select all 28+ matching');
  await offer.click();
  await expect(tray(page)).toContainText(`All 30 matching “${company.name}” selected`);
});

test('a deletion is undone from another page than the one it was started on', async ({ page, company }) => {
  await company.make(4);
  await open(page, company.name);
  await wholePage(page).check();

  // One that is deleted on its own page is no longer selected, and the way leads back to where one was.
  const list = page.url();
  await page.getByRole('link', { name: 'Ann 0001' }).click();
  await expect(heading(page)).toHaveText('Ann 0001');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete Ann 0001?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Deleted Ann 0001')).toBeVisible();
  await expect(page).toHaveURL(list);
  await expect(tray(page)).toContainText('3 selected');

  await tray(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 3 contacts' }).click();
  const toast = page.getByRole('listitem').filter({ hasText: '3 contacts deleted' });
  await expect(toast).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await expect(heading(page)).toContainText('Segments');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 contacts restored')).toBeVisible();
  expect(await company.count()).toBe(3);
});

test('when others match by then, nothing is done and the new number is confirmed anew', {
  tag: '@roster',
}, async ({ page, company }) => {
  await company.make(101);
  await open(page, company.name);
  await company.selectAll(page, 101);
  await callApi(company.place, 'POST', '/contacts', { email: company.email('late'), company: company.name });
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Type 101 to confirm').fill('101');
  await dialog.getByRole('button', { name: 'Delete 101 contacts' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('102 contacts match now, not 101. Nothing was deleted.');
  await expect(dialog.getByRole('button', { name: 'Delete 102 contacts' })).toBeDisabled();
  await expectAccessible(page);
  expect(await company.count()).toBe(102);

  // In the dialog, or after a look at them.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Review them first' }).click();
  await expect(heading(page)).toHaveText('Contacts102 found');
  await expect(tray(page)).toContainText(`All 102 matching “${company.name}” selected`);
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText(`All matching “${company.name}” go to the trash`);

  // As many, and not the same: one has gone, another has come.
  const { data: first } = await callApi<{ id: string }[]>(
    company.place,
    'GET',
    `/contacts?search=${company.name} 0001&pageSize=1`,
  );
  await callApi(company.place, 'PUT', `/contacts/${first[0]?.id}`, {
    company: 'Elsewhere',
    email: null,
    phone: '+4930901820',
  });
  await callApi(company.place, 'POST', '/contacts', { email: company.email('later'), company: company.name });
  await dialog.getByLabel('Type 102 to confirm').fill('102');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    '102 contacts match now, but not the same as before. Nothing was deleted.',
  );
  expect(await company.count()).toBe(102);
  await dialog.getByLabel('Type 102 to confirm').fill('102');
  await page.keyboard.press('Enter');
  await expect(page.getByText('102 contacts deleted')).toBeVisible();
  expect(await company.count()).toBe(0);

  // They come back together, too, by whomever they were deleted.
  await page.getByRole('link', { name: 'Trash' }).click();
  await expectAccessible(page);
  // At another Roster the console's token is who did it.
  const large = page
    .getByRole('listitem')
    .filter({ hasText: /(admin|CONTACTS_API_TOKEN \(API token\)) deleted 102 contacts together/ });
  await large.getByRole('button', { name: 'Restore them' }).click();
  await expect(page.getByText('102 contacts restored')).toBeVisible();
  await expect(large).toBeHidden();
  await expect(page.locator(':focus')).toHaveAttribute('tabindex', '-1');
  expect(await company.count()).toBe(102);
});

test('keys pressed twice do nothing to others than those that were confirmed', { tag: '@roster' }, async ({
  page,
  company,
}) => {
  await company.make(61);
  const segmentId = await company.makeSegment('VIP');
  const { data: some } = await callApi<{ id: string }[]>(
    company.place,
    'GET',
    `/contacts?search=${company.name}&pageSize=2`,
  );
  await open(page, company.name);
  await company.selectAll(page, 61);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.postData()?.includes('expectedCount')) sent++;
  });

  await tray(page).getByRole('button', { name: 'Delete' }).click();
  await callApi(company.place, 'DELETE', `/contacts/${some[0]?.id}`);
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete 61 contacts' }).press('Enter');
  const refusal = question.getByRole('alert');
  await expect(refusal).toHaveText('60 contacts match now, not 61. Nothing was deleted.');
  await expect(refusal).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Delete 60 contacts' })).toBeEnabled();
  expect(sent).toBe(1);
  await page.keyboard.press('Escape');

  await tray(page).getByRole('button', { name: 'Segments' }).click();
  const dialog = page.getByRole('dialog', { name: 'Segments of 60 contacts' });
  await dialog.getByRole('checkbox', { name: `VIP ${company.name}` }).check();
  await callApi(company.place, 'DELETE', `/contacts/${some[1]?.id}`);
  await page.keyboard.press('Control+Enter');
  const changed = page.getByRole('dialog', { name: 'Segments of 59 contacts' });
  await expect(changed.getByRole('alert')).toHaveText('59 contacts match now, not 60. Nothing was changed.');
  await expect(changed.getByRole('alert')).toBeFocused();
  await expect(changed.getByRole('status')).toContainText('59');
  await page.keyboard.press('Control+Enter');
  expect(sent).toBe(2);
  expect(await company.count(segmentId)).toBe(0);
  // Whoever goes on from there confirms what it says.
  await changed.getByRole('checkbox', { name: `VIP ${company.name}` }).focus();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/59 contacts/).first()).toBeVisible();
  await expect.poll(() => company.count(segmentId)).toBe(59);
});

test('what others deleted comes back together, and goes forever together', { tag: '@roster' }, async ({
  page,
  company,
}) => {
  const deleteAll = async ({ place, name }: Company) => {
    const { data } = await callApi<BulkChange>(place, 'POST', '/bulk-changes', {
      change: { type: 'delete' },
      filter: { search: name },
      expectedCount: 102,
    });
    await callApi(place, 'POST', `/bulk-changes/${data.id}/run`);
  };
  // However many others there are since, and although only the latest stand there at first.
  const other = new Company(company.place, `Othercorp${Date.now()}`);
  for (let others = 0; others < 3; others++) {
    await other.make(102);
    await deleteAll(other);
  }
  for (let small = 0; small < 20; small++)
    await callApi(company.place, 'POST', '/bulk-changes', { change: { type: 'delete' }, ids: [NOBODY] });
  await company.make(102);
  await deleteAll(company);
  await page.goto(`/contacts/trash?search=${company.name}&size=100`);
  const large = page.getByRole('list', { name: 'Large deletions' }).getByRole('listitem');
  await expect(large).toHaveCount(3);
  await page.getByRole('button', { name: 'Show earlier deletions' }).click();
  await expect(large.nth(3)).toContainText('deleted 102 contacts together, just now');
  await expectAccessible(page);
  const latest = page
    .getByRole('list', { name: 'Large deletions' })
    .getByRole('listitem')
    .filter({ hasNotText: /^admin deleted/ })
    .first();
  await expect(latest).toContainText('deleted 102 contacts together, just now');
  await latest.getByRole('button', { name: 'Restore them' }).click();
  await expect(page.getByText('102 contacts restored')).toBeVisible();
  expect(await company.count()).toBe(102);

  await deleteAll(company);
  await page.reload();
  await isReady(page);
  const offers = large.filter({ hasText: 'deleted 102 contacts together' });
  await page.getByRole('button', { name: 'Show earlier deletions' }).click();
  await expect(page.getByRole('button', { name: 'Show earlier deletions' })).toBeHidden();
  const before = await offers.count();
  // Whoever clears the selection while they are read does not want them any more.
  await page.route('**/data/trash?*', () => {});
  await wholePage(page).check();
  await tray(page).getByRole('button', { name: 'Select all 102 matching' }).click();
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('/data/trash?'));
  await tray(page).getByRole('button', { name: 'Clear' }).click();
  await givenUp;
  await page.unrouteAll();
  await wholePage(page).check();
  await tray(page).getByRole('button', { name: 'Select all 102 matching' }).click();
  await expect(tray(page)).toContainText('102 selected');
  await expect(tray(page)).toBeFocused();
  await tray(page).getByRole('button', { name: 'Delete forever' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 102 contacts forever?' });
  await dialog.getByLabel('Type 102 to confirm').fill('102');
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await expect(page.getByText('102 contacts deleted forever')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No contact matches' })).toBeVisible();
  // Nothing offers to restore them any more.
  await expect(offers).toHaveCount(before - 1);
});

test('undoing a deletion names who cannot come back, and leads to the trash', { tag: '@roster' }, async ({
  page,
  company,
}) => {
  await company.make(3);
  await open(page, company.name);
  await wholePage(page).check();
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 3 contacts' }).click();
  await expect(page.getByText('3 contacts deleted')).toBeVisible();
  const email = company.email('ann.2');
  await callApi(company.place, 'POST', '/contacts', { email, firstname: 'Other' });
  await page.getByRole('button', { name: 'Undo' }).click();
  const toast = page.getByRole('listitem').filter({ hasText: '2 contacts restored' });
  await expect(toast).toContainText(
    'Ann 0002 stays in the trash: another contact has taken the email or phone.',
  );
  await toast.getByRole('link', { name: 'Trash' }).click();
  await expect(heading(page)).toContainText('Trash');
});

test('of those that are all gone, no segments are offered', { tag: '@roster' }, async ({ page, company }) => {
  await company.make(2);
  await open(page, company.name);
  await wholePage(page).check();
  const { data } = await callApi<{ id: string }[]>(company.place, 'GET', `/contacts?search=${company.name}`);
  await callApi(company.place, 'DELETE', '/contacts', { ids: data.map(({ id }) => id) });
  await tray(page).getByRole('button', { name: 'Segments' }).click();
  const dialog = page.getByRole('dialog', { name: 'Segments of 2 contacts' });
  await expect(dialog.getByRole('alert')).toContainText('None of them is there any more.');
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Drop them from the selection' }).click();
  await expect(dialog).toBeHidden();
  await expect(tray(page)).toBeHidden();
});

test('a segment that was deleted meanwhile is no longer offered for many', { tag: '@roster' }, async ({
  page,
  company,
}) => {
  const [gone, kept] = [await company.makeSegment('Gone'), await company.makeSegment('Kept')];
  await company.make(2);
  await open(page, company.name);
  await wholePage(page).check();
  await tray(page).getByRole('button', { name: 'Segments' }).click();
  const dialog = page.getByRole('dialog', { name: 'Segments of 2 contacts' });
  const choice = (title: string) => dialog.getByRole('checkbox', { name: `${title} ${company.name}` });
  await choice('Gone').check();
  await choice('Kept').check();
  await callApi(company.place, 'DELETE', `/segments/${gone}`);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was changed: There is no such segment.');
  await expect(choice('Gone')).toHaveCount(0);
  await expect(choice('Kept')).toBeChecked();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => company.count(kept)).toBe(2);
});

test('segments of many are changed as was said before, and put back', { tag: '@roster' }, async ({
  page,
  company,
}) => {
  const [all, some, none] = [
    await company.makeSegment('All'),
    await company.makeSegment('Some'),
    await company.makeSegment('None'),
  ];
  await company.make(30, (n) => (n <= 12 ? [all, some] : [all]));
  await open(page, company.name);
  await company.selectAll(page, 30);
  await tray(page).getByRole('button', { name: 'Segments' }).click();
  const dialog = page.getByRole('dialog', { name: 'Segments of 30 contacts' });
  const choice = (title: string) => dialog.getByRole('checkbox', { name: `${title} ${company.name}` });
  await expect(dialog.getByRole('button', { name: 'Close' })).not.toBeFocused();
  await expect(choice('All')).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('checkbox').first()).toBeFocused();
  await expect(choice('None')).not.toBeChecked();
  await expect(choice('Some')).toHaveJSProperty('indeterminate', true);
  await expect(dialog).toContainText('12 of 30');
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await expectAccessible(page);

  // On some, on all, on none, and as it was.
  await choice('Some').press('Space');
  await expect(dialog.getByRole('status')).toHaveText(`Adds Some ${company.name} to 18.`);
  await choice('Some').press('Enter');
  await expect(dialog.getByRole('status')).toHaveText(`Removes Some ${company.name} from 12.`);
  await choice('Some').press('Space');
  await expect(dialog.getByRole('status')).toHaveText('No changes');
  await expect(choice('Some')).toHaveJSProperty('indeterminate', true);
  await choice('None').check();
  await choice('Some').press('Space');
  await choice('All').uncheck();
  await expect(dialog.getByRole('status')).toHaveText(
    `Adds None ${company.name} to 30, adds Some ${company.name} to 18, removes All ${company.name} from 30.`,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Changed segments of 30 contacts')).toBeVisible();
  await expect(
    page
      .getByText(`Added None ${company.name} and Some ${company.name}; removed All ${company.name}.`)
      .first(),
  ).toBeVisible();
  await expect(tray(page)).toBeHidden();
  expect([await company.count(all), await company.count(some), await company.count(none)]).toEqual([
    0, 30, 30,
  ]);
  // When the message is gone, there is still a way back; where it is not, it goes with that.
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  const offer = page.getByRole('button', { name: 'Undo', exact: true }).and(page.locator('[data-action]'));
  await expect(offer).toBeVisible();
  const latest = page.getByRole('region', { name: 'Latest changes of many contacts' });
  await expect(latest.getByRole('listitem').first()).toContainText(
    `Added None ${company.name} and Some ${company.name}; removed All ${company.name}. 30 contacts, by `,
  );
  await expectAccessible(page);
  await latest.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(page.getByText('Segments of 30 contacts restored')).toBeVisible();
  await expect(offer).toBeHidden();
  await expect(latest.filter({ hasText: company.name })).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveAttribute('tabindex', '-1');
  expect([await company.count(all), await company.count(some), await company.count(none)]).toEqual([
    30, 12, 0,
  ]);
});
