import { expectAccessible } from './accessible';
import { chooseAction, field, makeContact, makeSegment, previewOf, unique } from './contact-journey';
import { open, rows, tray } from './contacts-page';
import { expect, test } from './signed-in';

test('a conflict is merged away, and taken apart again', async ({ page, api }) => {
  const [vip, lead] = [await makeSegment(api, 'VIP'), await makeSegment(api, 'Lead')];
  const [address, other] = [`${unique('jon')}@b.example`, `${unique('j')}@b.example`];
  const company = unique('Smith');
  const jon = await makeContact(api, {
    email: address,
    firstname: 'Jon',
    lastname: company,
    segmentIds: [vip.id],
  });
  const twin = await makeContact(api, { email: other, company, segmentIds: [lead.id] });
  await page.goto(`/contacts/${twin.id}`);
  await field(page, 'Email').fill(address);
  const preview = previewOf(page);
  await expect(preview.getByRole('button', { name: 'Keep the current email' })).toBeVisible();
  await preview.getByRole('button', { name: `Merge with Jon ${company}…` }).click();

  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('You can undo this.');
  const result = dialog.getByRole('region', { name: 'Result' });
  await expect(result).toContainText(`Jon ${company}`);
  await expect(dialog.getByRole('radio', { name: address, exact: true })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: company, exact: true }).last()).toBeChecked();
  await expect(dialog).toContainText(vip.title);
  await expect(dialog).toContainText(lead.title);
  await expect(dialog).toContainText(`${other} is kept as a former address.`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(page).toHaveURL(new RegExp(jon.id));
  await expect(page.getByText(`Merged Jon ${company} and ${other}`)).toBeVisible();
  await expect(field(page, 'Company')).toHaveValue(company);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem').first()).toContainText(other);

  const former = page.getByRole('list', { name: 'Former addresses' });
  await expect(former).toHaveText(`Also: ${other}, former`);
  await page.goto(`/contacts?search=${other}`);
  await expect(rows(page)).toHaveText(new RegExp(`Jon ${company}`));

  // The URL of the merged contact redirects here.
  await page.goto(`/contacts/${twin.id}`);
  await expect(page).toHaveURL(new RegExp(jon.id));
  await history.getByRole('button', { name: 'Undo merge' }).click();
  await expect(page.getByText('Merge undone')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeHidden();
  await expect(field(page, 'Company')).toHaveValue('');
  await expect(history.getByRole('button', { name: 'Undo merge' })).toBeHidden();
  await expect(former).toBeHidden();
  await page.goto(`/contacts/${twin.id}`);
  await expect(field(page, 'Email')).toHaveValue(other);

  // Merge from the menu, and keep the other contact.
  await chooseAction(page, 'Merge with…');
  await dialog.getByRole('searchbox', { name: 'Find a contact' }).fill(address);
  await dialog.getByRole('button', { name: `Jon ${company}` }).click();
  await dialog.getByRole('radio', { name: `Jon ${company}` }).check();
  await expect(dialog.getByRole('group', { name: 'Keep' }).getByRole('radio').last()).toBeChecked();
  await page.keyboard.press('Escape');

  // Merge two selected contacts by keyboard.
  await open(page, company);
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(tray(page).getByRole('button', { name: 'Merge' })).toBeVisible();
  await page.keyboard.press('m');
  await expect(dialog.getByRole('group', { name: 'Keep' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('likely duplicates are merged one by one, by keyboard', async ({ page, api }) => {
  const company = unique('Duplicates');
  for (const [name, ...addresses] of [
    ['Mia', 'mia.berg', 'miaberg+news'],
    ['Noor', 'noor.ali', 'noorali'],
    ['Olga', 'olga.ivanova', 'olgaivanova'],
  ] as const)
    for (const address of addresses)
      await makeContact(api, {
        email: `${address}@${company}.example`,
        firstname: name,
        lastname: company,
        company,
      });
  await page.goto('/contacts/duplicates');
  await page.getByRole('button', { name: /^Check (again|now)$/ }).click();
  const pairs = page.getByRole('list', { name: 'Likely duplicates' }).locator('> li');
  const ours = pairs.filter({ hasText: company });
  await expect(ours).toHaveCount(3);
  await expect(ours.first()).toContainText('Same mailbox');
  await expectAccessible(page);

  // The best pairs come first. These have three reasons.
  const pairOf = (name: string) => pairs.filter({ hasText: `${name} ${company}` });
  const names = await ours.getByRole('link').allTextContents();
  const [first, second, third] = [names[0], names[2], names[4]].map((name) => name?.split(' ')[0] ?? '');
  await pairOf(first as string)
    .getByRole('button', { name: 'Merge…' })
    .focus();
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('m');
  await expect(dialog).toContainText(`${first} ${company}`);
  await page.keyboard.press('Control+Enter');
  await expect(pairOf(first as string)).toHaveCount(0);
  await expect(pairOf(second as string).getByRole('button', { name: 'Merge…' })).toBeFocused();
  await page.keyboard.press('n');
  await expect(pairOf(second as string)).toHaveCount(0);
  await expect(pairOf(third as string).getByRole('button', { name: 'Merge…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(`${third} ${company}`);
  await page.keyboard.press('Control+Enter');
  await expect(ours).toHaveCount(0);

  // Dismissed pairs do not return.
  await page.getByRole('button', { name: /^Check (again|now)$/ }).click();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled();
  await expect(ours).toHaveCount(0);
  await open(page, company);
  await expect(rows(page)).toHaveCount(4);
});

test('three contacts of one person are one card, merged and taken apart at once', async ({ page, api }) => {
  const company = unique('Triplets');
  const addresses = ['pia.rossi', 'piarossi', 'p.iarossi'].map(
    (name) => `${name}@${company.toLowerCase()}.example`,
  );
  for (const email of addresses) await makeContact(api, { email, firstname: 'Pia', lastname: company });
  await page.goto('/contacts/duplicates');
  await page.getByRole('button', { name: /^Check (again|now)$/ }).click();
  const card = page.getByRole('list', { name: 'Likely duplicates' }).locator('> li', { hasText: company });
  await expect(card).toHaveCount(1);
  await expect(card.getByRole('link')).toHaveCount(3);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Merge 3…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: addresses[1] as string, exact: true }).check();
  const result = dialog.getByRole('region', { name: 'Result' });
  await expect(result).toContainText(addresses[1] as string);
  await expect(result).toContainText('are kept as former addresses.');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Merge undone')).toBeVisible();
  await open(page, company);
  await expect(rows(page)).toHaveCount(3);
});
