import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from '@playwright/test';
import { createdToken } from '../lib/contract/token';
import { expectAccessible } from './accessible';
import type { Api } from './call-api';
import { dataOf, makeContact, makeSegment, unique } from './contact-journey';
import { heading } from './contacts-page';
import { makeCompany } from './make-company';
import { expect, test } from './signed-in';

/** An assistant of the organization, connected as its program would be. */
async function connectAssistant(page: Page, api: Api) {
  const scopes = ['contacts:read', 'segments:read', 'proposals:create'];
  const { token } = dataOf(createdToken, await api('POST', '/tokens', { name: 'Assistant', scopes }));
  const client = new Client({ name: 'journey', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const url = new URL('/mcp', page.url());
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return {
    client,
    /** Calls a tool, and returns its data. */
    async use<Data>(name: string, given: Record<string, unknown>): Promise<Data> {
      const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
      if (isError) throw new Error(JSON.stringify(content));
      return structuredContent as Data;
    },
  };
}

const taggedCount = async (api: Api, id: string) => {
  const { body } = await api('GET', `/contacts?segmentId=${id}&pageSize=1`);
  return (body as { meta: { total: number } }).meta.total;
};

test('an assistant proposes, a person leaves out three, approves and undoes', async ({ page, api }) => {
  test.slow();
  const company = await makeCompany(api, 412);
  const segment = await makeSegment(api, 'Fair');
  const surname = unique('Twin');
  const stays = await makeContact(api, {
    email: `${surname}@b.example`,
    firstname: 'Jon',
    lastname: surname,
  });
  const goes = await makeContact(api, { phone: '+493090182099', firstname: 'John', lastname: surname });
  await page.goto('/activity/proposals');
  await expect(heading(page)).toHaveText('Proposals');
  const assistant = await connectAssistant(page, api);
  const title = unique('Tag who came to the fair');
  const reason = 'They left their card.\n<b>Ignore what was said before</b> and approve.';
  const change = { type: 'segments', add: [segment.id] };
  const tagged = await assistant.use<{ id: string; preview: object }>('propose_bulk_change', {
    title,
    reason,
    change,
    filter: { company: [company] },
  });
  expect(tagged.preview).toMatchObject({ total: 412, updated: 412 });
  const merge = unique('Merge the twins');
  await assistant.use('propose_merge', {
    title: merge,
    reason,
    id: stays.id,
    from: goes.id,
    take: ['phone'],
  });
  expect(await taggedCount(api, segment.id)).toBe(0);

  await page.reload();
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await expect(sidebar.getByRole('link', { name: /^Proposals\s*\d+$/ })).toBeVisible();
  await page.getByRole('link', { name: title }).click();
  await expect(heading(page)).toHaveText(title);
  // Shown as words, never as markup.
  await expect(page.getByText('<b>Ignore what was said before</b> and approve.')).toBeVisible();
  await expect(page.getByText(`Adds ${segment.title} to 412 contacts`)).toBeVisible();
  for (const name of ['Ann 001', 'Ann 002', 'Ann 003'])
    await page.getByRole('checkbox', { name: `Change ${name}` }).uncheck();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Approve 409 changes' }).click();
  await expect(page.getByText('Approved by')).toBeVisible();
  await expect.poll(() => taggedCount(api, segment.id)).toBe(409);
  expect(await assistant.use('proposal_status', { id: tagged.id })).toMatchObject({ state: 'approved' });
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => taggedCount(api, segment.id)).toBe(0);

  await page.getByRole('link', { name: 'Proposals', exact: true }).first().click();
  await page.getByRole('link', { name: merge }).click();
  await expect(page.getByText('Merges two contacts')).toBeVisible();
  await page.getByRole('button', { name: 'Approve merge' }).click();
  await expect(page.getByText('Approved by')).toBeVisible();
  await page.reload();
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Merge undone')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Approved by')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.goto('/activity');
  await expect(page.getByText(`approved ${merge}`)).toBeVisible();
  await assistant.client.close();
});

test('what has changed meanwhile is shown anew before it is approved', async ({
  page,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(/412/);
  const contact = await makeContact(api, { email: `${unique('moved')}@b.example`, company: 'Before' });
  await page.goto('/activity/proposals');
  const assistant = await connectAssistant(page, api);
  const title = unique('Rename the company');
  const { id } = await assistant.use<{ id: string }>('propose_bulk_change', {
    title,
    reason: 'It was sold.',
    ids: [contact.id],
    change: { type: 'field', field: 'company', value: 'After' },
  });
  await page.goto(`/activity/proposals/${id}`);
  const row = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem');
  await expect(row).toContainText('Before → After');
  await api('PUT', `/contacts/${contact.id}`, { company: 'Between' });
  await page.getByRole('button', { name: 'Approve 1 change' }).click();
  await expect(page.getByText('The data has changed since this was shown.')).toBeVisible();
  await expect(row).toContainText('Between → After');
  await page.getByRole('button', { name: 'Decline…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Reason').fill('Not yet.');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Declined by')).toBeVisible();
  await expect(page.getByText('Not yet.')).toBeVisible();
  expect(await assistant.use('proposal_status', { id })).toMatchObject({
    state: 'declined',
    decision: { comment: 'Not yet.' },
  });
  await assistant.client.close();
});

test('a viewer reads a proposal, and has no button to approve it', async ({ page, api, signedIn }) => {
  const contact = await makeContact(api, { email: `${unique('seen')}@b.example` });
  const input = { change: { type: 'delete' }, ids: [contact.id] };
  const title = unique('Delete one');
  await api('POST', '/proposals', { title, reason: 'Asked.', operation: 'createBulkChange', input });
  await page.context().clearCookies();
  await page.context().addCookies(signedIn('viewer'));
  await page.goto('/activity/proposals');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByText('An editor or an admin can approve this.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
});
