import { FakeRemote } from '../lib/mirror/fake-remote';
import { expectAccessible } from './accessible';
import { migratedFolder } from './data-folders';
import { expect, test } from './journey';
import { startProgram } from './program';
import { signIn } from './sign-in';

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
  await fake.start();
  const { folder, remove } = await migratedFolder();
  const program = await startProgram({
    DATA_DIR: folder,
    CONTACTS_API_URL: fake.url,
    CONTACTS_API_TOKEN: fake.token,
  });
  try {
    await signIn(page, { url: program.url });
    await expect(page.getByText('Nothing is known of the contacts yet')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacts');
    await expect(page.getByRole('link', { name: 'Add contact' })).toHaveCount(1);
    await expectAccessible(page);

    await fake.stop();
    const banner = page.getByRole('status').filter({ hasText: 'The contacts service cannot be reached.' });
    await expect(banner).toBeVisible();
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacts120');
    await expect(page.getByRole('link', { name: 'Add contact' })).toBeVisible();
    expect(program.output()).not.toContain(fake.token);
  } finally {
    await program.stop();
    await fake.stop();
    await remove();
  }
});
