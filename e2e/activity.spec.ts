import { readFile } from 'node:fs/promises';
import { contactData } from '../lib/contract/contact-data';
import { expectAccessible } from './accessible';
import { chooseAction, field, makeContact, makeSegment, unique } from './contact-journey';
import { expect, test } from './signed-in';

test('activity tells who changed what, is filtered and exported, and comes with the data of a contact', async ({
  page,
  api,
}) => {
  const name = unique('Ana');
  const vip = await makeSegment(api, 'VIP');
  const ana = await makeContact(api, {
    email: `${name}@acme.example`.toLowerCase(),
    firstname: name,
    company: 'Acme',
    segmentIds: [vip.id],
  });
  await page.goto(`/contacts/${ana.id}`);
  await field(page, 'Company').fill('Globex');
  await page.getByRole('button', { name: 'Update contact' }).click();
  await expect(page.getByText(`Updated ${name}`)).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();

  const changed = page.getByRole('row').filter({ hasText: `Changed company of ${name}: Acme → Globex` });
  await expect(changed).toBeVisible();
  const created = page.getByRole('row').filter({ hasText: `Created the contact ${name}` });
  await expect(created).toContainText('(API token)');
  await created.getByRole('button', { name: `Details: Created the contact ${name}` }).click();
  await expect(created).toContainText(ana.email ?? '');
  await expectAccessible(page);

  // Filters stand in the URL; back and reload keep them.
  const rows = page.getByRole('row').filter({ has: page.locator('td') });
  await page.getByRole('button', { name: 'Contact', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Find a contact' }).fill(name);
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await expect(page.getByRole('button', { name: `Contact is ${name}`, exact: true })).toBeVisible();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'By', exact: true }).click();
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitemradio', { name: 'People' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/by=staff/);
  await page.getByRole('button', { name: 'Remove the filter By' }).click();
  await expect(rows).toHaveCount(2);
  await created.getByRole('button', { name: /API token/ }).click();
  await expect(rows).toHaveCount(1);
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Kind', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Updated contacts' }).click();
  await expect(rows).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain('contact.updated');

  await page.getByRole('button', { name: 'Time', exact: true }).click();
  await page.getByLabel('To').fill('2001-01-31');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Time until Jan 31, 2001' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(changed).toBeVisible();

  await page.goto('/activity?kind=person.signed-in');
  await expect(page.getByRole('row').filter({ hasText: 'Signed in' }).first()).toBeVisible();
  await page.goBack();

  // A segment that is deleted is part of the history of its contacts.
  expect((await api('DELETE', `/segments/${vip.id}`)).status).toBe(200);
  await changed.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    `deleted the segment ${vip.title}, which this contact was in`,
  );
  const saving = page.waitForEvent('download');
  await chooseAction(page, 'Download all data');
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`contact ${ana.id}.json`);
  const data = contactData.parse(JSON.parse(await readFile(await file.path(), 'utf8')));
  expect(data.activity.map(({ action }) => action)).toEqual([
    'segment.deleted',
    'contact.updated',
    'contact.created',
  ]);
});
