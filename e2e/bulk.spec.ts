import type { Segment } from '../lib/contract/segment';
import { expectAccessible } from './accessible';
import { expect, test } from './bulk-company';
import { heading, open, title, tray, wholePage } from './contacts-page';
import { callApi } from './table-contacts';

test('all that match are selected, deleted and restored; what was frozen stays so', {
  tag: '@roster',
}, async ({ page, company }) => {
  await company.make(60);
  await open(page, company.name);
  await company.selectAll(page, 60);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select Ann 0026' })).toBeChecked();

  // Another search is about others; the selection stays.
  await page.getByRole('searchbox').fill(`${company.name} 0001`);
  await expect(title(page)).toHaveText('Contacts1 found');
  await expect(page.getByRole('checkbox', { name: 'Select Ann 0001' })).not.toBeChecked();
  await expect(tray(page)).toContainText(`All 60 matching “${company.name}” selected`);
  await page.getByRole('searchbox').fill(company.name);
  await expect(title(page)).toHaveText('Contacts60 found');
  await expect(wholePage(page)).toBeChecked();

  // One that is dropped leaves the others that are shown.
  await page.getByRole('checkbox', { name: 'Select Ann 0002' }).uncheck();
  await expect(tray(page)).toContainText('24 selected');
  await tray(page).getByRole('button', { name: 'Clear' }).click();
  await expect(tray(page)).toBeHidden();

  await company.selectAll(page, 60);
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete 60 contacts?' });
  await expect(dialog).toContainText('Ann 0001, Ann 0002, Ann 0003 and 57 more');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete 60 contacts' }).click();
  await expect(page.getByText('60 contacts deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expect(tray(page)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('60 contacts restored')).toBeVisible();
  await expect(title(page)).toHaveText('Contacts60 found');
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
  await page.getByRole('alertdialog').getByRole('button', { name: 'Review contacts' }).click();
  await expect(title(page)).toHaveText('Contacts102 found');
  await expect(tray(page)).toContainText(`All 102 matching “${company.name}” selected`);
  await tray(page).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText(`All matching “${company.name}” move to the trash`);

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
  await large.getByRole('button', { name: 'Restore all' }).click();
  await expect(page.getByText('102 contacts restored')).toBeVisible();
  await expect(large).toBeHidden();
  expect(await company.count()).toBe(102);
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

  await choice('None').check();
  await choice('Some').press('Space');
  await choice('All').uncheck();
  // What is created here is made with the change, and the dialog keeps its height.
  const height = (await dialog.boundingBox())?.height;
  await dialog.getByRole('textbox').fill(`New ${company.name}`);
  expect((await dialog.boundingBox())?.height).toBe(height);
  await dialog.getByRole('button', { name: `Create “New ${company.name}”` }).click();
  await expect(choice('New')).toBeChecked();
  const { data: before } = await callApi<Segment[]>(company.place, 'GET', '/segments');
  expect(before.map(({ title }) => title)).not.toContain(`New ${company.name}`);
  await expect(dialog.getByRole('status')).toHaveText(
    `Adds None ${company.name} to 30, adds Some ${company.name} to 18, adds New ${company.name} to 30, removes All ${company.name} from 30.`,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Changed segments of 30 contacts')).toBeVisible();
  await expect(page.getByText(/^Added .*New .*; removed All /).first()).toBeVisible();
  await expect(tray(page)).toBeHidden();
  expect([await company.count(all), await company.count(some), await company.count(none)]).toEqual([
    0, 30, 30,
  ]);
  // When the message is gone, there is still a way back; where it is not, it goes with that.
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  const offer = page.getByRole('button', { name: 'Undo', exact: true }).and(page.locator('[data-action]'));
  await expect(offer).toBeVisible();
  const latest = page.getByRole('region', { name: 'Recent bulk changes' });
  await expect(latest.getByRole('listitem').first()).toContainText(
    `; removed All ${company.name}. 30 contacts, by `,
  );
  await expectAccessible(page);
  await latest.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(page.getByText('Segments of 30 contacts restored')).toBeVisible();
  await expect(offer).toBeHidden();
  await expect(latest.filter({ hasText: company.name })).toHaveCount(0);
  expect([await company.count(all), await company.count(some), await company.count(none)]).toEqual([
    30, 12, 0,
  ]);
});
