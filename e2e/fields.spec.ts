import * as z from 'zod';
import { contact } from '../lib/contract/contact';
import { expectAccessible } from './accessible';
import { callApi } from './call-api';
import { dataOf, field } from './contact-journey';
import { chooseFilter, isReady, openDisplay, rows, tray } from './contacts-page';
import { preparedFolder, startOn } from './data-folders';
import { expect, test } from './journey';
import { sessionAt } from './sign-in';

test.describe.configure({ timeout: 120_000 });

test('fields of one’s own are added, filled, shown, filtered by, archived and brought back', async ({
  page,
  expectedErrors,
}) => {
  // The contacts of a view are counted, which filters by a field that is archived.
  expectedErrors.push(/listContacts\?.*fields\.(plan=pro|gone)/, /previewFieldType/);
  // On its own program: every page of others would show the fields.
  const program = await startOn(await preparedFolder());
  await page.context().addCookies(sessionAt(program.url));
  await page.goto(`${program.url}/settings/fields`);
  await expect(page.getByText('No fields of your own')).toBeVisible();
  await expectAccessible(page);

  const dialog = page.getByRole('dialog', { name: 'Create field' });
  const add = page.getByRole('button', { name: 'Create field' }).first();
  await add.click();
  await dialog.getByLabel('Label').fill('Plan');
  await dialog.getByLabel('Type').selectOption('Choice');
  await dialog.getByLabel('Option 1', { exact: true }).fill('Basic');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Option 2', { exact: true })).toBeFocused();
  await page.keyboard.type('Pro');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Created field Plan')).toBeVisible();
  for (const [label, type, key] of [
    ['Customer no.', 'Text', 'customer_no'],
    ['生年月日', 'Date', 'birthday'],
    ['Wants mail', 'Yes or no', ''],
  ] as const) {
    await add.click();
    await dialog.getByLabel('Label').fill(label);
    await dialog.getByLabel('Type').selectOption(type);
    if (key) await dialog.getByLabel('Key').fill(key);
    await dialog.getByRole('button', { name: 'Create field' }).click();
    await expect(dialog).toBeHidden();
  }
  const list = page.getByRole('table', { name: 'Fields' }).locator('tbody tr');
  await expect(list).toContainText(['Plan', 'customer_no', 'birthday', 'wants_mail']);
  await add.click();
  await dialog.getByLabel('Label').fill('plan');
  await dialog.getByRole('button', { name: 'Create field' }).click();
  await expect(dialog).toContainText('A field with this label already exists.');
  await page.keyboard.press('Escape');
  await list.nth(1).getByRole('button', { name: 'Actions for Customer no.' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect(list.first()).toContainText('Customer no.');

  await page.goto(`${program.url}/contacts/new`);
  await field(page, 'Email').fill('jo@example.com');
  await field(page, 'Customer no.').fill('0042');
  await field(page, 'Plan').selectOption('Pro');
  await field(page, '生年月日').fill('1990-02-28');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/contacts\/[\da-f-]{36}$/);
  const id = page.url().split('/').at(-1) ?? '';
  const read = async () => dataOf(contact, await callApi(program.url, 'GET', `/contacts/${id}`)).fields;
  expect(await read()).toEqual({ customer_no: '0042', plan: 'pro', birthday: '1990-02-28' });

  // Edited in place: left, saved, told by its label, undone.
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await field(page, 'Plan').selectOption('Basic');
  await field(page, 'Plan').press('Tab');
  await expect(history.first()).toContainText('changed the plan from Pro to Basic');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(async () => (await read())?.plan).toBe('pro');
  await field(page, '生年月日').fill('');
  // Tab goes from year to month to day.
  await page.getByRole('heading', { level: 1 }).click();
  await expect(history.first()).toContainText('removed the 生年月日 Feb 28, 1990');
  await expectAccessible(page);

  // Several empty ones are behind a button.
  const ed = await callApi(program.url, 'POST', '/contacts', { email: 'ed@example.com' });
  await page.goto(`${program.url}/contacts/${dataOf(contact, ed).id}`);
  await page.getByRole('button', { name: '4 empty fields' }).click();
  await expect(field(page, 'Customer no.')).toBeFocused();
  await expectAccessible(page);
  await callApi(program.url, 'DELETE', `/contacts/${dataOf(contact, ed).id}`);

  await page.goto(`${program.url}/contacts`);
  await isReady(page);
  const display = await openDisplay(page);
  for (const name of ['Plan', 'Customer no.']) await display.getByRole('checkbox', { name }).check();
  await page.keyboard.press('Escape');
  const row = rows(page).filter({ hasText: 'jo@example.com' });
  await expect(row).toContainText('Pro');
  await expect(row).toContainText('0042');
  await chooseFilter(page, 'Plan');
  // Ticked once the URL has the filter, which `check` does not wait for.
  await page.getByRole('checkbox', { name: 'Pro' }).click();
  await expect(page.getByRole('checkbox', { name: 'Pro' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Remove the Plan filter' })).toBeVisible();
  // Edited together, with a preview, and undone.
  await page.keyboard.press('Control+a');
  await tray(page).getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit contacts' });
  await edit.getByLabel('Field').selectOption('Plan');
  await expect(edit.getByRole('region', { name: 'Now' }).getByRole('listitem')).toHaveText(['Pro1']);
  await edit.getByLabel('New plan').selectOption('Basic');
  await expect(edit.getByRole('status')).toHaveText('Replaces the plan of 1 contact.');
  await expectAccessible(page);
  await edit.getByRole('button', { name: 'Update 1 contact' }).click();
  await expect(page.getByText('Set plan of 1 contact to Basic')).toBeVisible();
  await expect.poll(async () => (await read())?.plan).toBe('basic');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(async () => (await read())?.plan).toBe('pro');
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('On Pro');
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'On Pro' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('columnheader', { name: 'Plan' })).toBeVisible();
  await expectAccessible(page);

  // Archived, it is nowhere; brought back, its values are as they were.
  await page.goto(`${program.url}/settings/fields`);
  await page.getByRole('button', { name: 'Actions for Plan' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(list.last()).toContainText('Archived');
  expect(await read()).toEqual({ customer_no: '0042' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Archived', { exact: true })).toHaveCount(0);
  expect(await read()).toEqual({ customer_no: '0042', plan: 'pro' });

  // A rule or list that names an archived field shows nobody, says so, and brings it back; search finds values.
  const byRule = dataOf(
    z.object({ id: z.guid() }),
    await callApi(program.url, 'POST', '/segments', {
      title: 'Professionals',
      rule: { fields: { plan: ['pro'] } },
    }),
  );
  await page.getByRole('button', { name: 'Actions for Plan' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(list.last()).toContainText('Archived');
  await page.goto(`${program.url}/segments/${byRule.id}`);
  await expect(page.getByRole('alert').filter({ hasText: 'The field “Plan” is archived.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore Plan' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`${program.url}/settings/fields`);
  await page.getByRole('button', { name: 'Actions for Plan' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(list.last()).toContainText('Archived');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'On Pro' }).click();
  await expect(page.getByRole('heading', { name: 'Plan is archived' })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore field' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`${program.url}/contacts?sort=fields.gone`);
  await page.getByRole('button', { name: 'Remove sort' }).click();
  await expect(rows(page)).not.toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('0042');
  await expect(rows(page)).toHaveCount(1);

  // A segment says how many of its people must not be contacted, and leads to them.
  const segment = dataOf(
    z.object({ id: z.guid() }),
    await callApi(program.url, 'POST', '/segments', { title: 'Marked' }),
  );
  const segmentIds = [segment.id];
  for (const email of ['jo@example.com', 'ann@example.com'])
    await callApi(program.url, 'POST', '/contacts', { email, segmentIds });
  await callApi(program.url, 'POST', '/contacts/do-not-contact', {
    email: 'jo@example.com',
    reason: 'asked',
  });
  await page.goto(`${program.url}/segments/${segment.id}`);
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('link', { name: '1 do not contact' }).click();
  await expect(rows(page)).toHaveCount(1);

  // Its type is changed: what becomes of the values is told before, and undone in the activity.
  await page.goto(`${program.url}/settings/fields`);
  await page.getByRole('button', { name: 'Actions for Customer no.' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Change type…' }).click();
  const change = page.getByRole('dialog', { name: 'Change the type of Customer no.' });
  await change.getByLabel('New type').selectOption('Number');
  await expect(change.getByRole('status')).toContainText(
    /1 value can’t become numbers and is cleared:Leading zeros.*0042$/,
  );
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Change type, clear 1' }).click();
  await expect(list.first()).toContainText('Number');
  await expect(
    page.getByText('Changed the type of Customer no. from text to number: 0 values, 1 cleared'),
  ).toBeVisible();
  expect(await read()).toEqual({ plan: 'pro' });
  await page.goto(`${program.url}/activity`);
  const told = page.getByRole('listitem').filter({ hasText: 'changed the type of Customer no.' });
  await expect(told).toContainText('Text → Number: 0 values, 1 cleared');
  await told.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(read).toEqual({ customer_no: '0042', plan: 'pro' });

  // Deleted forever, it takes the values along that were named and typed.
  await page.goto(`${program.url}/settings/fields`);
  await expect(list.first()).toContainText('Text');
  await page.getByRole('button', { name: 'Actions for Customer no.' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Actions for Customer no.' }).click();
  const error = { code: 'CONFLICT', message: 'Not now.' };
  const counting = '**/data/previewFieldType?*';
  await page.route(counting, (route) => route.fulfill({ status: 409, json: { error } }));
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const removal = page.getByRole('alertdialog', { name: 'Delete Customer no. forever?' });
  await expect(removal).toContainText('could not be counted');
  await expect(removal.getByRole('alert')).toHaveText('Not now.');
  await page.unroute(counting);
  await removal.getByRole('button', { name: 'Try again' }).click();
  await expect(removal).toContainText('1 contact has a value in it');
  await expectAccessible(page);
  await expect(removal.getByRole('button', { name: 'Delete field and 1 value' })).toBeDisabled();
  await removal.getByLabel('Type 1 to confirm').fill('1');
  await removal.getByRole('button', { name: 'Delete field and 1 value' }).click();
  await expect(list.filter({ hasText: 'Customer no.' })).toHaveCount(0);
  expect(await read()).toEqual({ plan: 'pro' });
  // The page would still read.
  await page.goto('about:blank');
  await program.stop();
});
