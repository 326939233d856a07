import { FakeRemote } from '../lib/mirror/fake-remote';
import { expectAccessible } from './accessible';
import { migratedFolder } from './data-folders';
import { expect, test } from './journey';
import { type Program, startProgram } from './program';
import { signIn } from './sign-in';

/** Does the work with a program of its own that is connected to the service, which is started before. */
async function connected(fake: FakeRemote, work: (program: Program) => Promise<void>): Promise<void> {
  await fake.start();
  const { folder, remove } = await migratedFolder();
  const program = await startProgram({
    DATA_DIR: folder,
    CONTACTS_API_URL: fake.url,
    CONTACTS_API_TOKEN: fake.token,
  });
  try {
    await work(program);
  } finally {
    await program.stop();
    await fake.stop();
    await remove();
  }
}

test('a service that is down at the start: the console serves, says so, and recovers by itself', async ({
  page,
  expectedErrors,
}) => {
  // It waits for the next time that the service is asked, twice.
  test.slow();
  expectedErrors.push(/503/);
  const fake = new FakeRemote({ lists: true, token: 'a-token-of-somebody-else' });
  // At first it takes calls and answers none.
  fake.fault = () => new Promise(() => {});
  await connected(fake, async (program) => {
    await signIn(page, { url: program.url });
    const connecting = page
      .getByRole('status')
      .filter({ hasText: 'The contacts service is still being connected to.' });
    await expect(connecting).toBeVisible();
    await expect(page.getByText('Nothing is known of the contacts yet')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacts');
    await expect(page.getByRole('link', { name: 'Add contact' })).toHaveCount(0);
    await expectAccessible(page);

    // What it can do nobody knows.
    const other = await page.context().newPage();
    await other.goto(`${program.url}/segments`);
    await expect(other.getByText('it is not known yet whether this service can create')).toBeVisible();
    await expect(other.getByText('this service cannot')).toHaveCount(0);
    const trash = await page.context().newPage();
    await trash.goto(`${program.url}/contacts/trash`);
    await expect(trash.getByRole('heading', { name: 'It is not known yet' })).toBeVisible();
    await other.goto(`${program.url}/settings/connection`);
    await expect(other.getByText('It has not told yet.')).toBeVisible();
    await expectAccessible(other);
    await other.close();

    await fake.stop();
    const banner = page.getByRole('status').filter({ hasText: 'The contacts service cannot be reached.' });
    await expect(banner).toBeVisible();
    await expect(banner).toContainText('there is no copy of its contacts yet');
    await expect(banner).not.toContainText('you see the copy');
    await expect(connecting).toBeHidden();
    await expect(page.getByText('There is no copy yet: the service')).toBeVisible();
    await expect(page.getByText('There is no copy of its contacts yet').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add contact' })).toHaveCount(0);
    await expectAccessible(page);
    // Opened by its address there is no form to type in vain, until there is.
    const form = await page.context().newPage();
    await form.goto(`${program.url}/contacts/new`);
    await expect(form.getByText('Nothing can be changed for now.')).toBeVisible();
    await expectAccessible(form);

    fake.fault = null;
    fake.addMany(120);
    await fake.start();
    await expect(banner).toBeHidden({ timeout: 30_000 });
    await expect(form.getByLabel('Email', { exact: true })).toBeVisible();
    await expect(trash.getByRole('heading', { name: 'This service has no trash.' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacts120');
    await expect(page.getByRole('link', { name: 'Add contact' })).toBeVisible();
    expect(program.output()).not.toContain(fake.token);
  });
});

test('a service that answers is known before the first page, which says nothing of connecting', async () => {
  const fake = new FakeRemote({ lists: true, token: 'a-token-of-somebody-else', delay: 600 });
  const { id } = fake.add({ email: 'ana@example.com' });
  await connected(fake, async () => {
    // The last that it is asked.
    expect(fake.requests).toContain(`GET /contacts/${id}`);
  });
});

test('of a service that answers and takes long to tell what it can do, nothing is said that is not known', async ({
  page,
  expectedErrors,
}) => {
  test.slow();
  expectedErrors.push(/503/);
  const fake = new FakeRemote({ lists: true, token: 'a-token-of-somebody-else' });
  fake.addMany(120);
  // Its segments it tells at once.
  fake.fault = ({ url = '' }) => !url.endsWith('/segments') && new Promise(() => {});
  await connected(fake, async (program) => {
    await signIn(page, { url: program.url });
    await expect(
      page.getByText('There is no copy yet: the service has not told yet what it can do.'),
    ).toBeVisible();
    await expect(page.getByText('Nothing is known of the contacts yet')).toBeVisible();
    await expect(page.getByText('cannot list its contacts')).toHaveCount(0);
    await expectAccessible(page);
    fake.fault = null;
    // Seen soon after it is known.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacts120', { timeout: 20_000 });
  });
});
