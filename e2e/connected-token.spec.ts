import { FakeRemote } from '../lib/mirror/fake-remote';
import { expectAccessible } from './accessible';
import { migratedFolder } from './data-folders';
import { expect, test } from './journey';
import { startProgram } from './program';
import { signIn } from './sign-in';

test('whose contacts are shown is said while it is not known whose the new API token is', async ({
  page,
}) => {
  // Two programs, one after the other.
  test.slow();
  const fake = new FakeRemote({ lists: true, token: 'a-token-of-somebody-else' });
  fake.addMany(3);
  await fake.start();
  const { folder, remove } = await migratedFolder();
  const start = () =>
    startProgram({ DATA_DIR: folder, CONTACTS_API_URL: fake.url, CONTACTS_API_TOKEN: fake.token });
  let program = await start();
  try {
    await signIn(page, { url: program.url });
    await expect(page.getByText('A copy of 3 contacts, complete')).toBeVisible();
    await page.goto('about:blank');
    const called = await fetch(`${program.url}/v1/segments`, { headers: { 'X-Request-Id': 'mine-1' } });
    expect([called.status, called.headers.get('X-Request-Id')]).toEqual([404, 'mine-1']);
    await program.stop();

    // It lists nothing to the new one, so that nothing tells of which organization that is.
    fake.token = 'another-token-of-somebody-else';
    fake.contacts.clear();
    fake.segments = [];
    program = await start();
    await page.goto(`${program.url}/contacts`);
    const isNew =
      'The API token is a new one, and the service has not told yet of which organization it is. ' +
      'What you see is the copy of the organization before, with 3 contacts.';
    await expect(page.getByText(isNew)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacts3');
    await expectAccessible(page);
    await page.goto(`${program.url}/settings/connection`);
    await expect(page.getByText(isNew)).toBeVisible();

    // The first contact that it has tells.
    fake.add({ email: 'theirs@example.com' }).organizationId = crypto.randomUUID();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('A copy of 1 contact, complete')).toBeVisible();
    await expect(page.getByText(isNew)).toHaveCount(0);
  } finally {
    await program.stop();
    await fake.stop();
    await remove();
  }
});
