import { expectAccessible } from './accessible';
import { chooseAction, editName, field, makeContact, previewOf, unique } from './contact-journey';
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
  await field(page, 'Company').fill('Acme');
  const bar = page.getByRole('group', { name: 'Unsaved changes' });
  await expect(previewOf(page)).toContainText('1 change');
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
  await expect(entries.last()).toContainText('created the contact');
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
