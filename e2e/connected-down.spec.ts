import { FakeService } from '../lib/remote/fake-service';
import { expectAccessible } from './accessible';
import { field } from './contact-journey';
import { preparedFolder, startOn } from './data-folders';
import { expect, test } from './journey';
import { sessionAt } from './sign-in';

test('a service that is down at the start: the console serves, says so, and recovers by itself', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  const fake = new FakeService({ lists: true, token: 'a-token-of-somebody-else' });
  // Start and stop once, so that the fake has a port to start on later.
  await fake.start();
  await fake.stop();
  const program = await startOn(await preparedFolder(), {
    CONTACTS_API_URL: fake.url,
    CONTACTS_API_TOKEN: fake.token,
  });
  try {
    await page.context().addCookies(sessionAt(program.url));
    await page.goto(`${program.url}/contacts`);
    const banner = page.getByRole('status').filter({ hasText: 'The contacts service cannot be reached.' });
    await expect(banner).toBeVisible();
    await expect(page.getByText('Waiting for the contacts service.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add contact' })).toHaveCount(0);
    await expectAccessible(page);
    // The URL of the form shows no form while saving is impossible.
    await page.goto(`${program.url}/contacts/new`);
    await expect(page.getByText('Changes are unavailable right now.')).toBeVisible();

    fake.addMany(120);
    await fake.start();
    await expect(banner).toBeHidden({ timeout: 30_000 });
    await expect(field(page, 'Email')).toBeVisible();
    await page.goto(`${program.url}/contacts`);
    await expect(page.getByText('of 120').first()).toBeVisible();
    expect(program.output()).not.toContain(fake.token);
    // A connected console has no API; integrators call the service.
    expect((await fetch(`${program.url}/v1/segments`)).status).toBe(404);
    await page.goto('about:blank');
  } finally {
    await program.stop();
    await fake.stop();
  }
});
