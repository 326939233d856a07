import { expectAccessible } from './accessible';
import { chooseAction, editName, field, makeContact, stored, unique } from './contact-journey';
import { expect, test } from './signed-in';

test('a record is edited in place, has notes, and ends with when it was created', async ({ page, api }) => {
  const email = `${unique('a-very-long-address-of-somebody')}@an-even-longer-subdomain.example.com`;
  const ana = await makeContact(api, { email, firstname: 'Ana' });
  await page.goto(`/contacts/${ana.id}`);
  const history = page.getByRole('region', { name: 'History' });
  const entries = history.getByRole('listitem');

  // Long values wrap, Enter saves, and the name is edited in place.
  const address = field(page, 'Email');
  await expect(address).toHaveValue(email);
  const isCut = (box: HTMLElement) =>
    box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
  await expect.poll(() => address.evaluate(isCut)).toBe(false);
  await editName(page);
  await expect(field(page, 'First name')).toBeFocused();
  await field(page, 'Last name').fill('Ahmadi');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Ahmadi');
  await expect(field(page, 'Last name')).toBeHidden();

  // The save bar covers nothing at the end of the page, on a phone, too.
  await page.setViewportSize({ width: 360, height: 640 });
  const bar = page.getByRole('group', { name: 'Unsaved changes' });
  await field(page, 'Phone').fill('030 1');
  await field(page, 'Company').fill('Acme');
  await entries.last().scrollIntoViewIfNeeded();
  const [last, foot] = [await entries.last().boundingBox(), await bar.boundingBox()];
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  await bar.getByRole('button', { name: 'Discard changes' }).click();
  await expect(bar).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 720 });

  const note = field(page, 'Note');
  await note.fill('Called.\nWants a quote.');
  await note.press('Control+Enter');
  await expect(entries.first()).toContainText('Called.\nWants a quote.');
  await expect(entries.first()).toContainText('admin');
  await expect(note).toHaveValue('');
  await expect(entries.last()).toContainText('added Ana through the API');
  await expectAccessible(page);
  await entries.first().hover();
  await entries.first().getByRole('button', { name: 'Delete note' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(entries.first()).toContainText('deleted a note');
  await expect(entries).toHaveCount(3);

  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menu')).toContainText(ana.id);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await chooseAction(page, 'Delete');
  await expect(page.getByRole('alertdialog')).toContainText('Ana Ahmadi');
});

test('a field is saved by leaving it, a company is a place, and an undone change is one line', async ({
  page,
  api,
}) => {
  const company = unique('Juniper');
  await makeContact(api, { email: `${unique('jo')}@example.com`, company });
  const ana = await makeContact(api, { email: `${unique('ana')}@example.com`, firstname: 'Ana' });
  await page.goto(`/contacts/${ana.id}`);
  const bar = page.getByRole('group', { name: 'Unsaved changes' });
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');

  // Existing companies are suggested. Tab saves, and the next field can be typed in at once.
  await field(page, 'Company').fill('junip');
  await page.getByRole('option', { name: company }).click();
  await expect(field(page, 'Company')).toHaveValue(company);
  await expect(bar).toBeHidden();
  await expectAccessible(page);
  await field(page, 'Company').press('Shift+Tab');
  await page.keyboard.type('Pilot');
  await expect(page.getByText('Updated Ana')).toBeVisible();
  await expect(field(page, 'Job title')).toHaveValue('Pilot');
  await page.keyboard.press('Tab');
  await expect(history.first()).toContainText('set the job title to Pilot');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(history.first()).toContainText('set the job title to Pilot, then undid it');
  await expect(history).toHaveCount(3);
  expect((await stored(api, ana)).contact).toEqual({ firstname: 'Ana', company });

  // A key opens a field with its value selected.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('e');
  await expect(field(page, 'Email')).toBeFocused();
  const email = `${unique('anna')}@example.com`;
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await stored(api, ana)).email).toBe(email);

  await page.getByRole('link', { name: company }).click();
  await expect(page).toHaveURL(new RegExp(`company=${company}`));
  await expect(page.getByRole('row').filter({ hasText: company })).toHaveCount(2);
});

test('somebody who must not be contacted is marked, found and left out, until the mark is removed', async ({
  page,
  api,
}) => {
  const company = unique('Silent');
  const ana = await makeContact(api, { email: `${unique('ana')}@example.com`, firstname: 'Ana', company });
  await makeContact(api, { email: `${unique('ben')}@example.com`, firstname: 'Ben', company });
  await page.goto(`/contacts/${ana.id}`);
  const badge = page.getByText(/^Complained · marked .* by /);
  await chooseAction(page, 'Do not contact…');
  const mark = page.getByRole('dialog', { name: 'Do not contact Ana?' });
  await mark.getByLabel('Reason').selectOption('Complained');
  await expectAccessible(page);
  await mark.getByRole('button', { name: 'Mark' }).click();
  await expect(badge).toBeVisible();
  await page.getByRole('button', { name: 'Email…' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Email Ana anyway?' });
  await expect(ask).toContainText('Ana complained.');
  await expectAccessible(page);
  await ask.getByRole('button', { name: 'Cancel' }).click();
  expect((await stored(api, ana)).doNotContact).toMatchObject({ reason: 'complained' });

  await page.goto(`/contacts?company=${company}&doNotContact=true`);
  const rows = page.getByRole('row').filter({ hasText: 'Do not contact' });
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('Do not contact is yes')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/contacts?company=${company}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export contacts' });
  await expect(dialog).toContainText('1 of 2 contacts');
  await expect(dialog.getByLabel('Include 1 marked “Do not contact”')).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`/contacts/${ana.id}`);
  await chooseAction(page, 'Contact again…');
  const again = page.getByRole('dialog', { name: 'Contact Ana again?' });
  await again.getByRole('button', { name: 'Allow contact' }).click();
  await expect(again).toContainText('Say why.');
  await again.getByLabel('Reason').fill('Signed up again');
  await again.getByLabel('Reason').press('Enter');
  await expect(again).toBeHidden();
  await expect(badge).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'removed “Do not contact”: Signed up again',
  );
});
