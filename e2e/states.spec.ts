import { expectAccessible } from './accessible';
import { makeContact, unique } from './contact-journey';
import { heading, open, rows } from './contacts-page';
import { makeCompany } from './make-company';
import { expect, test } from './signed-in';

test('a list that cannot be read anew, or not to its end, says so', async ({ page, api, expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|status of 404/);
  for (const path of ['/nothing', '/settings/connection']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(heading(page)).toHaveText('Page not found');
    await expect(page.getByRole('link', { name: 'Segments', exact: true })).toBeVisible();
  }
  const title = unique('Anew');
  const ana = await makeContact(api, { email: `${unique('ana')}@example.com` });
  for (let count = 0; count < 20; count++)
    await api('PUT', `/contacts/${ana.id}`, { company: `Acme ${count}` });
  await page.goto('/segments');
  await page.getByRole('button', { name: 'Create segment' }).first().click();
  await page.route('**/data/*', (route) => route.abort('internetdisconnected'));
  await page.getByRole('textbox', { name: 'Name' }).fill(title);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Could not refresh the segments')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('rowheader', { name: title })).toBeVisible();
  await expect(page.getByText('Could not refresh the segments')).toBeHidden();

  await page.goto(`/contacts/${ana.id}`);
  await page.route('**/data/listActivity?*', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Show earlier' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Roster cannot be reached.' })).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Show earlier' }).click();
  await expect(page.getByText(/added .* (in the console|through the API)/)).toBeVisible();
});

test('a list without a network, or a page that fails in the browser, says so and comes back', async ({
  page,
  context,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|TypeError|Minified React error/);
  const company = await makeCompany(api, 3);
  await open(page, company);
  await context.setOffline(true);
  await page.getByRole('searchbox').fill(`${company} 002`);
  await expect(page.getByText('Roster can’t be reached. Trying again…')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(rows(page)).toHaveCount(1);

  await page.route('**/data/listContacts?*', (route) =>
    route.fulfill({ json: { data: [null], meta: null } }),
  );
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(heading(page)).toHaveText('This page could not be shown');
  await expect(page.getByRole('link', { name: 'Segments', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/data/listContacts?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toBeVisible();
});
