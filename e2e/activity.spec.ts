import { readFile } from 'node:fs/promises';
import { contact } from '../lib/contract/contact';
import { contactData } from '../lib/contract/contact-data';
import { expectAccessible } from './accessible';
import {
  chooseAction,
  dataOf,
  field,
  makeContact,
  makeSegment,
  unique,
  uniquePhone,
} from './contact-journey';
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
  const lead = await makeSegment(api, 'Lead');
  const friends = [];
  for (const one of [1, 2, 3])
    friends.push((await makeContact(api, { email: `${unique(`friend${one}`)}@example.com` })).id);
  const change = { type: 'segments', add: [lead.id], remove: [] };
  expect((await api('POST', '/bulk-changes', { change, ids: friends })).status).toBe(201);
  await page.goto(`/contacts/${ana.id}`);
  await field(page, 'Company').fill('Globex');
  await page.keyboard.press('Tab');
  await expect(page.getByText(`Updated ${name}`)).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();

  const entries = page.getByRole('region', { name: 'Today' }).getByRole('listitem');
  const changed = entries.filter({ hasText: `changed the company of ${name}: Acme → Globex` });
  await expect(changed).toBeVisible();

  // A change of many contacts is one entry, which opens and can be undone.
  const folded = entries.filter({ hasText: `added ${lead.title} to 3 contacts` });
  await folded.getByRole('button', { name: /^Details/ }).click();
  await expect(folded.getByRole('link', { name: /^friend/ })).toHaveCount(3);
  await expectAccessible(page);
  await folded.getByRole('button', { name: 'Undo' }).click();
  await expect(entries.filter({ hasText: 'changed 3 contacts' }).first()).toBeVisible();
  await expect(folded.getByRole('button', { name: 'Undo' })).toBeHidden();

  // Filters are in the URL, so that Back and reload keep them.
  const created = entries.filter({ hasText: `added ${name}` });
  await page.getByRole('button', { name: 'Any contact' }).click();
  await page.getByRole('searchbox', { name: 'Find a contact' }).fill(name);
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await expect(page.getByRole('button', { name: `Contact is ${name}`, exact: true })).toBeVisible();
  await expect(entries).toHaveCount(2);
  await page.getByRole('button', { name: 'Anyone' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitemradio', { name: 'People' }).click();
  await expect(entries).toHaveCount(1);
  await expect(page).toHaveURL(/by=staff/);
  await page.getByRole('button', { name: 'Remove the filter By' }).click();
  await expect(entries).toHaveCount(2);
  await created.getByRole('button', { name: `Details: added ${name}` }).click();
  await expect(created).toContainText(ana.email ?? '');
  await created.getByRole('link', { name: 'Environment token' }).click();
  await expect(entries).toHaveCount(1);
  await page.goBack();
  await expect(entries).toHaveCount(2);
  await page.reload();
  await expect(entries).toHaveCount(2);
  await page.getByRole('button', { name: 'Any change' }).click();
  await page.getByRole('menuitemradio', { name: 'Updated contacts' }).click();
  await expect(entries).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain('contact.updated');

  await page.getByRole('button', { name: 'Any time' }).click();
  await page.getByLabel('To', { exact: true }).fill('2001-01-31');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Time until Jan 31, 2001' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(changed).toBeVisible();

  await page.goto('/activity?kind=person.signed-in');
  await expect(entries.filter({ hasText: 'signed in' }).first()).toBeVisible();
  await page.goBack();

  // The history of a contact includes the deletion of its segments.
  expect((await api('DELETE', `/segments/${vip.id}`)).status).toBe(200);
  await changed.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    `deleted the segment ${vip.title}, which ${name} was in`,
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

test('changes are undone in Activity, the last one also by key after its toast is gone', async ({
  page,
  api,
}) => {
  const name = unique('Ben');
  const email = `${unique('ben')}@example.com`;
  const ben = await makeContact(api, { email, firstname: name, company: 'Acme' });
  const company = async () => dataOf(contact, await api('GET', `/contacts/${ben.id}`)).contact.company;
  await page.goto(`/contacts/${ben.id}`);
  await field(page, 'Company').fill('Globex');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Updated ${name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Close toast' }).click();
  await expect(page.getByText(`Updated ${name}`)).toBeHidden();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  const entry = (words: string) => page.getByRole('listitem').filter({ hasText: words }).first();
  await expect(entry(`Acme → Globex`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`Undid the change to ${name}`)).toBeVisible();
  expect(await company()).toBe('Acme');

  // Changes by a token are folded, except those of one contact.
  const { id, title } = await makeSegment(api, 'Old');
  const renamed = unique('New');
  expect((await api('PUT', `/segments/${id}`, { title: renamed })).status).toBe(200);
  await page.reload();
  await entry(`${title} → ${renamed}`).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  await expect(entry(`${renamed} → ${title}`)).toBeVisible();
  expect((await api('PUT', `/contacts/${ben.id}`, { company: 'Initech' })).status).toBe(200);
  await page.goto(`/activity?contact=${ben.id}`);
  await entry('Acme → Initech').getByRole('button', { name: 'Undo' }).click();
  await expect(entry('Initech → Acme')).toBeVisible();
  expect(await company()).toBe('Acme');
  await expect(entry('Acme → Initech').getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect((await api('DELETE', `/contacts/${ben.id}`)).status).toBe(200);
  await page.reload();
  await entry(`deleted ${name}`).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Restored ${name}`, { exact: true })).toBeVisible();

  // Fields are compared as stored: a phone is shown in groups.
  const phone = async () => dataOf(contact, await api('GET', `/contacts/${ben.id}`)).phone;
  const typed = uniquePhone();
  expect((await api('PUT', `/contacts/${ben.id}`, { phone: typed })).status).toBe(200);
  await page.reload();
  await entry('changed the phone').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Undid the change to ${name}`)).toBeVisible();
  expect(await phone()).toBeNull();

  // A contact that was added moves to the trash, and a segment without contacts, too.
  const cleo = unique('Cleo');
  const added = await makeContact(api, { email: `${cleo}@example.com`, firstname: cleo, segmentIds: [id] });
  await page.goto(`/activity?contact=${added.id}`);
  await entry(`added ${cleo}`).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Deleted ${cleo}`, { exact: true })).toBeVisible();
  expect((await api('GET', `/contacts/${added.id}`)).status).toBe(404);
  await page.keyboard.press('z');
  await expect(page.getByText(`Restored ${cleo}`, { exact: true })).toBeVisible();
  expect((await api('GET', `/contacts/${added.id}`)).status).toBe(200);
  const empty = await makeSegment(api, 'Empty');
  await page.goto(`/activity?kind=segment&contact=${empty.id}`);
  await entry(`created segment ${empty.title}`).getByRole('button', { name: 'Undo' }).click();
  await expect(entry(`deleted segment ${empty.title}`)).toBeVisible();
});
