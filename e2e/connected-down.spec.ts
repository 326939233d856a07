import type { Page } from '@playwright/test';
import { FakeService, type FakeServiceOptions } from '../lib/replica/fake-service';
import { expectAccessible } from './accessible';
import { migratedFolder } from './data-folders';
import { expect, test } from './journey';
import { type Program, startProgram } from './program';
import { signIn } from './sign-in';

const token = 'a-token-of-somebody-else';

/** Does the work with a program of its own that is connected to the service, which is started before. */
async function connected(
  page: Page,
  fake: FakeService,
  work: (program: Program) => Promise<void>,
): Promise<void> {
  await fake.start();
  const { folder, remove } = await migratedFolder();
  const program = await startProgram({
    DATA_DIR: folder,
    CONTACTS_API_URL: fake.url,
    CONTACTS_API_TOKEN: fake.token,
  });
  try {
    await work(program);
    await page.goto('about:blank');
  } finally {
    await program.stop();
    await fake.stop();
    await remove();
  }
}

for (const [name, options] of Object.entries<FakeServiceOptions>({
  'with a list': { lists: true },
  'with a list without meta': { lists: true, style: { meta: false, created: 200 } },
  'of five operations': {},
}))
  test(`starting, browsing and leaving sends only GET to a service ${name}`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/404/);
    const fake = new FakeService({ ...options, token });
    const { id } = fake.add({ email: 'ana@example.com', firstname: 'Ana' });
    await connected(page, fake, async (program) => {
      await signIn(page, { url: program.url });
      for (const address of [
        '/contacts',
        '/contacts?search=ana',
        `/contacts/${id}`,
        '/contacts/new',
        '/contacts/trash',
        '/segments',
        '/settings/connection',
        '/settings/api',
        '/settings/tokens',
      ]) {
        await page.goto(`${program.url}${address}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      }
      await page.goto(`${program.url}/contacts/new`);
      await page.getByLabel('Email', { exact: true }).fill('ana@example.com');
      await page.waitForResponse(/\/data\/contacts\/preview/);
      if (options.lists) await expect(page.getByRole('link', { name: 'Ana' }).first()).toBeVisible();
    });
    expect(new Set(fake.requests.map((line) => line.split(' ')[0]))).toEqual(new Set(['GET']));
    expect(fake.requests.length).toBeGreaterThan(5);
  });

test('a service that is down at the start: the console serves, says so, and recovers by itself', async ({
  page,
  expectedErrors,
}) => {
  // It waits for the next time that the service is asked, twice.
  test.slow();
  expectedErrors.push(/503/);
  const fake = new FakeService({ lists: true, token });
  // At first it takes calls and answers none.
  fake.fault = () => new Promise(() => {});
  await connected(page, fake, async (program) => {
    await signIn(page, { url: program.url });
    const connecting = page.getByRole('status').filter({ hasText: 'Connecting to the contacts service.' });
    await expect(connecting).toBeVisible();
    await expect(page.getByText('Waiting for the contacts service.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add contact' })).toHaveCount(0);
    await expectAccessible(page);

    await fake.stop();
    const banner = page.getByRole('status').filter({ hasText: 'The contacts service cannot be reached.' });
    await expect(banner).toBeVisible({ timeout: 40_000 });
    // Opened by its address there is no form to type in vain, until there is.
    const form = await page.context().newPage();
    await form.goto(`${program.url}/contacts/new`);
    await expect(form.getByText('Changes are unavailable right now.')).toBeVisible();
    await expectAccessible(form);

    fake.fault = null;
    fake.addMany(120);
    await fake.start();
    await expect(banner).toBeHidden({ timeout: 30_000 });
    await expect(form.getByLabel('Email', { exact: true })).toBeVisible();
    await expect(page.getByText('of 120').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add contact' })).toBeVisible();
    expect(program.output()).not.toContain(fake.token);
    // Integrators ask the service.
    expect((await fetch(`${program.url}/v1/segments`)).status).toBe(404);
  });
});

test('a list whose ids are no UUIDs is told as what it is, without a Retry', async ({ page }) => {
  const fake = new FakeService({ lists: true, token, style: { id: (id) => Number.parseInt(id, 16) % 1000 } });
  fake.addMany(3);
  await connected(page, fake, async (program) => {
    await signIn(page, { url: program.url });
    await expect(
      page.getByText(
        /Synchronization stopped\. None of its contacts can be used\. Contact 1 on page 1: Its id/,
      ),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /Retry|Synchronize/ })).toHaveCount(0);
    await expectAccessible(page);
  });
});

test('a list with pages counted from zero is incomplete: 30 of 130', async ({ page }) => {
  const fake = new FakeService({ lists: true, token, style: { firstPage: 0 } });
  fake.addMany(130);
  await connected(page, fake, async (program) => {
    await signIn(page, { url: program.url });
    await expect(page.getByText(/^Incomplete: 30 of 130\./)).toBeVisible();
  });
});
