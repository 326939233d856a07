import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import { expectAccessible } from './accessible';
import { makeContact, unique } from './contact-journey';
import { rows } from './contacts-page';
import { expect, test } from './signed-in';

/** The receiving system, which stores requests and responds with `status`. */
const receiver = { status: 200, received: [] as { headers: Record<string, string>; body: string }[] };
let server: Server;
let url: string;

test.beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk));
    request.on('end', () => {
      receiver.received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(receiver.status).end(receiver.status === 200 ? 'ok' : 'Out of order\nwith a stack');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}/hook`;
});
test.afterAll(() => server.close());

test('a webhook is added, gets events, fails, is paused and resumed, and is deleted', async ({
  page,
  api,
}) => {
  test.slow();
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Create webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create webhook' });
  const save = dialog.getByRole('button', { name: 'Create webhook' });
  await dialog.getByLabel('URL').fill('https://2130706433/');
  await dialog.getByRole('checkbox', { name: 'All events' }).uncheck();
  await save.click();
  await expect(dialog.getByText('Choose at least one type.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Contact created' }).check();
  await save.click();
  await expect(dialog.getByLabel('URL')).toHaveAccessibleDescription(/not found on the public internet/);
  await expectAccessible(page);
  await dialog.getByLabel('URL').fill(url);
  await save.click();
  const added = page.getByRole('alertdialog', { name: 'Webhook created' });
  const secret = await added.getByLabel('Signing secret').inputValue();
  await expectAccessible(page);
  await added.getByRole('button', { name: 'Done' }).click();
  for (const text of [url, 'Contact created', 'Active']) await expect(rows(page)).toContainText(text);
  await expectAccessible(page);

  // The Standard Webhooks library verifies the signature.
  const email = `${unique('ana')}@example.com`;
  const ana = await makeContact(api, { email });
  await expect.poll(() => receiver.received.length).toBe(1);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
  expect(new Verifier(secret).verify(body, headers)).toMatchObject({
    type: 'contact.created',
    subjectId: ana.id,
    data: { email },
  });

  await page.getByRole('link', { name: url }).click();
  await expect(page.getByRole('heading', { level: 2, name: url })).toBeVisible();
  const sent = page.getByRole('row').filter({ hasText: headers['webhook-id'] });
  for (const text of ['Contact created', 'Delivered', '200 ok', ' ms'])
    await expect(sent).toContainText(text);
  expect(await page.content()).not.toContain(secret);
  await expectAccessible(page);
  await sent.getByRole('button', { name: 'Contact created', exact: true }).click();
  const delivery = page.getByRole('dialog', { name: 'Contact created' });
  await expect(delivery.getByRole('region', { name: 'Payload' })).toContainText(`"email": "${email}"`);
  await expect(delivery.getByRole('region', { name: 'Request headers' })).toContainText(
    headers['webhook-id'] ?? '',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 of 1 delivered')).toBeVisible();
  await sent.getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(() => receiver.received.map((one) => one.headers['webhook-id']))
    .toEqual(Array(2).fill(headers['webhook-id']));

  receiver.status = 503;
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('Test failed')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Failed' })).toContainText('503 Out of order');
  await expect(page.getByText('with a stack')).toHaveCount(0);
  await makeContact(api, { email: `ben.${email}` });
  await expect(page.getByRole('row').filter({ hasText: 'Retrying' })).toContainText('503 Out of order');
  await expect(page.getByText('1 event waiting')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Failed only' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Delivered' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: '503 Out of order' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Failed only' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Webhook paused')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  receiver.status = 200;
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Retrying' })).toHaveCount(0);
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '{}').data.email).toBe(`ben.${email}`);

  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Rotate secret');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click();
  const rotated = page.getByRole('alertdialog', { name: 'Secret rotated' });
  expect(await rotated.getByLabel('Signing secret').inputValue()).not.toBe(secret);
  await rotated.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Signs for another')).toBeVisible();
  await choose('Edit');
  const editing = page.getByRole('dialog', { name: 'Edit webhook' });
  await editing.getByRole('checkbox', { name: 'All events' }).check();
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('All events')).toBeVisible();

  // Admins see on every page that a webhook was paused.
  await page.route('**/data/listWebhooks', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({
      json: { data: data.map((one: object) => ({ ...one, state: 'paused', pausedBecause: 'failed' })) },
    });
  });
  await page.getByRole('link', { name: 'Webhooks', exact: true }).first().click();
  await expect(page.getByRole('status').filter({ hasText: 'is paused' })).toContainText('for 3 days');
  await expectAccessible(page);
  await page.unrouteAll();

  await page.getByRole('link', { name: 'Review' }).click();
  await choose('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
});
