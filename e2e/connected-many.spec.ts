import type { ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import type { FakeRemote } from '../lib/mirror/fake-remote';
import { expectAccessible } from './accessible';
import { expect, test } from './signed-in';

/** Makes contacts `Single 0`, `Single 1`, … of a company of their own at the service, and opens the list of them. */
async function list(page: Page, fake: FakeRemote, firstname: string, count: number) {
  const company = `${firstname}corp${Date.now()}`;
  const made = Array.from({ length: count }, (_, n) => {
    const email = `${firstname}${n}@${company}.example`.toLowerCase();
    return fake.add({ email, firstname, lastname: String(n), company });
  });
  await page.goto(`/contacts?search=${company}`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Contacts${count} found`);
  return made;
}

test('many are deleted by single calls where the service takes no list, and who stays is named', {
  tag: '@fill',
}, async ({ page, fake }) => {
  const made = await list(page, fake, 'Single', 25);
  const [locked] = made;
  const refuse = (response: ServerResponse, status: number, message: string) =>
    !!response.writeHead(status).end(JSON.stringify({ error: { code: 'NO', message } }));
  fake.fault = ({ method, url }, response) => {
    if (method !== 'DELETE') return false;
    if (url?.endsWith('/contacts')) return refuse(response, 405, 'Method not allowed');
    return url?.endsWith(`/${locked?.id}`) ? refuse(response, 409, 'It is locked.') : false;
  };
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete 25 contacts' }).click();
  await expect(dialog).toContainText('24 contacts deleted, 1 not. Single 0: It is locked.');
  expect(made.filter(({ id }) => fake.contacts.has(id))).toEqual([locked]);
  fake.fault = null;
  await dialog.getByRole('button', { name: 'Delete 1 contact' }).click();
  await expect(dialog).toBeHidden();
  expect(fake.contacts.has(locked?.id ?? '')).toBe(false);
});

test('what was deleted until the token was refused is said, though nothing can be changed any more', {
  tag: '@fill',
}, async ({ page, fake, expectedErrors }) => {
  // It waits for the next time that the service is asked.
  test.slow();
  expectedErrors.push(/503/);
  const made = await list(page, fake, 'Midway', 25);
  const left = () => made.filter(({ id }) => fake.contacts.has(id)).length;
  let isOver = false;
  fake.fault = ({ method, url }, response) => {
    const refuse = (status: number) =>
      !!response.writeHead(status).end(JSON.stringify({ error: { code: 'NO', message: 'Not so.' } }));
    if (method === 'DELETE' && url?.endsWith('/contacts')) return refuse(405);
    isOver ||= method === 'DELETE' && left() === 17;
    return isOver && refuse(401);
  };
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const tray = page.getByRole('region', { name: 'Selection' });
  await tray.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete 25 contacts' }).click();
  await expect(dialog).toContainText('8 contacts deleted, then it stopped: Not so.');
  await expect(page.getByText('The contacts service does not accept the API token.')).toBeVisible();
  await expect(tray).toBeHidden();
  await expect(dialog).toContainText('8 contacts deleted, then it stopped: Not so.');
  await expectAccessible(page);

  fake.fault = null;
  await expect(page.getByText('The contacts service does not accept the API token.')).toBeHidden({
    timeout: 40_000,
  });
  await dialog.getByRole('button', { name: 'Delete 17 contacts' }).click();
  await expect(dialog).toBeHidden();
  expect(left()).toBe(0);
});

test('before Undo brings back what somebody else has deleted, that is said', { tag: '@fill' }, async ({
  page,
  fake,
}) => {
  // It may have been learned meanwhile that it takes no list of ids.
  await page.goto('/settings/connection');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('The contacts service answers.')).toBeVisible();
  const made = await list(page, fake, 'Others', 5);
  for (const { id } of made.slice(0, 2)) fake.contacts.delete(id);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 5 contacts' }).click();
  await expect(page.getByText('3 contacts deleted')).toBeVisible();
  await expect(
    page.getByText(
      '2 contacts were already gone. Undo would create them anew, too: the service does not say which they are.',
    ),
  ).toBeVisible();
});

test('what the service cannot do with many runs as single calls, which can be cancelled and taken up again', {
  tag: '@fill',
}, async ({ page, fake }) => {
  const made = await list(page, fake, 'Undo', 25);
  await page.getByLabel('Select all on this page').check();
  const tray = page.getByRole('region', { name: 'Selection' });

  // The service has no operation for the segments of many, either.
  const inVip = () =>
    made.filter(({ id }) => fake.contacts.get(id)?.segments[0]?.segmentId === fake.segments[0]?.id).length;
  await tray.getByRole('button', { name: 'Segments' }).click();
  const segments = page.getByRole('dialog', { name: 'Segments of 25 contacts' });
  await segments.getByRole('checkbox', { name: /VIP/ }).click();
  await expect(segments.getByText('Adds VIP to 25.')).toBeVisible();
  await segments.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Segments of 25 contacts changed')).toBeVisible();
  expect(inVip()).toBe(25);
  await expect(tray).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Segments of 25 contacts put back')).toBeVisible();
  expect(inVip()).toBe(0);

  await page.getByLabel('Select all on this page').check();
  await tray.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 25 contacts' }).click();
  await expect(page.getByText('25 contacts deleted')).toBeVisible();

  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  fake.held = (route) => (route === 'POST /contacts' ? gate : undefined);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Stopping …')).toBeVisible();
  release();
  fake.held = null;
  await expect(page.getByText('20 contacts created anew, 5 not')).toBeVisible();
  await expect(page.getByText('It was cancelled.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('5 contacts created anew', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacts25 found');
});
