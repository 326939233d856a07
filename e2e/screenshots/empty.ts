import { createHttpServer } from '@/lib/http/http-server';
import { listen } from '@/lib/http/listen';
import { createLog } from '@/lib/system/log';
import { startOn } from '../data-folders';
import { temporaryFolder } from '../program';
import { expect, test } from '../signed-in';
import { show } from './take';

test('pages of an empty organization', async ({ page }) => {
  for (const name of ['contacts', 'segments', 'referral-codes', 'import', 'activity'])
    await show(page, `empty-${name}`, `/${name}`);
  for (const name of ['trash', 'duplicates']) await show(page, `empty-${name}`, `/contacts/${name}`);
  for (const name of ['webhooks', 'fields']) await show(page, `empty-${name}`, `/settings/${name}`);
  await show(page, 'new-contact', '/contacts/new');
});

test('pages without a session', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/);
  await page.context().clearCookies();
  await show(page, 'sign-in', '/sign-in');
  await show(page, 'sign-in-forgot', '/forgot-password');
  await show(page, 'not-found-signed-out', '/nothing');
  await show(page, 'invitation-expired', '/join?code=x');
});

test('the first start', async ({ page }) => {
  const { url, output, stop } = await startOn(await temporaryFolder(), {
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
  });
  await show(page, 'set-up-no-link', url);
  await expect.poll(() => output()).toContain('/setup?code=');
  await show(page, 'set-up', `${url}${/\/setup\?code=\S+/.exec(output())?.[0]}`);
  await stop();
});

test('the page that is shown while Roster starts', async ({ page, expectedErrors }) => {
  expectedErrors.push(/503/);
  const log = createLog('error');
  const options = { dev: false, appUrl: undefined, trustedProxies: undefined, version: '1.2.3', log };
  const { server } = createHttpServer(options);
  await show(page, 'starting', `${await listen(server, { host: '127.0.0.1', port: 0 })}/contacts`);
  server.close();
});
