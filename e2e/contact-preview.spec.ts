import { expectAccessible } from './accessible';
import { editName, field, makeContact, makeSegment, previewOf, stored, unique } from './contact-journey';
import { expect, test } from './signed-in';

test('where it cannot be told what saving will do, the form says why', async ({ page, expectedErrors }) => {
  const status = previewOf(page).getByRole('status');
  await page.goto('/contacts/new');
  await expect(status).toHaveText('Add an email or phone.');
  await field(page, 'Email').fill(`${unique('ana')}@example.com`);
  await expect(status).toHaveText('Creates a new contact');
  await field(page, 'Phone').fill('030 1234');
  await expect(status).toHaveText('Phone: Include the country code, e.g. +49 30 901820.');
  expectedErrors.push(/400|401|ERR_INTERNET_DISCONNECTED/);
  await field(page, 'Phone').fill('+999 123456789');
  await expect(status).toHaveText('Phone: This is not a possible phone number in its country.');
  await field(page, 'Phone').fill('');
  await page.context().setOffline(true);
  await field(page, 'Email').fill(`${unique('ana')}@example.com`);
  await expect(page.getByText('Roster can’t be reached. Trying again…')).toBeVisible();
  await expect(status).toHaveText('Checking…');
  await page.context().setOffline(false);
  await page.context().clearCookies();
  await field(page, 'Email').fill(`${unique('ana')}@example.com`);
  await expect(status).toContainText('You are signed out.');
  await expect(status.getByRole('link', { name: 'Sign in in another tab' })).toBeVisible();
});

test('of an existing contact it is said what changes, old and new', async ({ page, api }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const vip = await makeSegment(api, 'VIP');
  const email = `${unique('ana')}@example.com`;
  const name = { firstname: 'Ana', lastname: 'Silva' };
  const ana = await makeContact(api, { email, ...name, company: 'Acme' });
  await page.goto('/contacts/new');
  const preview = previewOf(page);
  await field(page, 'Email').fill(email.toUpperCase());
  await field(page, 'Company').fill('Globex');
  await field(page, 'Segments').fill(vip.title);
  await page.getByRole('option', { name: vip.title }).click();
  await expect(preview.getByRole('status')).toHaveText(/^Updates Ana Silva.*Replaces 1 value, adds 1 value$/);
  await expect(preview.getByRole('link', { name: 'Ana Silva' })).toHaveAttribute(
    'href',
    `/contacts/${ana.id}`,
  );
  await preview.getByRole('button', { name: 'Details of the preview' }).click();
  await expect(preview).toContainText('CompanyAcme → Globex');
  await expect(preview).toContainText(`Segments+ ${vip.title}`);
  // Half a link below the bar at the top would count as too small.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Update Ana Silva', exact: true }).click();
  await expect(page.getByText('Updated the existing contact Ana Silva')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/contacts/${ana.id}`));
  expect((await stored(api, ana)).contact).toEqual({ ...name, company: 'Globex' });

  await page.goto('/contacts/new');
  await field(page, 'Email').fill(email);
  await field(page, 'Company').fill('Globex');
  await expect(preview.getByRole('status')).toHaveText(/^No changes to Ana Silva/);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('No changes to Ana Silva', { exact: true })).toBeVisible();
});

test('an edit says before saving what changes, and whose an email or phone is', async ({ page, api }) => {
  const ana = await makeContact(api, { email: `${unique('ana')}@example.com`, company: 'Acme' });
  const email = `${unique('ben')}@example.com`;
  const ben = await makeContact(api, { email, firstname: 'Ben' });
  // A replica contains only contacts that the console has read.
  await page.goto(`/contacts/${ben.id}`);
  await page.goto(`/contacts/${ana.id}`);
  const preview = previewOf(page);
  const place = () => page.getByRole('heading', { name: 'Referral codes' }).boundingBox();
  await editName(page);
  const before = await place();
  await expect(preview).toBeHidden();
  await field(page, 'First name').fill('Ana');
  await expect(preview).toBeHidden();
  expect(await place()).toEqual(before);
  await field(page, 'Company').fill('Globex');
  // The name is saved by leaving it. Escape restores nothing during a save.
  await expect(page.getByText('Updated Ana')).toBeVisible();
  await field(page, 'Company').press('Escape');
  await expect(field(page, 'Company')).toHaveValue('Acme');

  // What cannot be saved alone waits for others, and says so.
  await field(page, 'Email').fill(email.toUpperCase());
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Ben .*has this email/);
  await expect(preview.getByRole('status')).toHaveText('Conflict: this email is Ben’s');
  await expect(preview.getByRole('link', { name: 'Ben' })).toHaveAttribute('href', `/contacts/${ben.id}`);
  await field(page, 'Company').fill(' Globex ');
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Keep the current email' }).click();
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveValue(ana.email ?? '');
  await expect(field(page, 'Email')).not.toHaveAttribute('aria-invalid', 'true');
  // Now the company has changed alone, and is saved.
  await expect.poll(async () => (await stored(api, ana)).contact.company).toBe('Globex');
  await expect(preview).toBeHidden();

  // A rejected save offers the same button.
  await field(page, 'Email').fill(email);
  await page.keyboard.press('Control+Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'Nothing was saved' });
  await expect(alert).toBeFocused();
  await alert.getByRole('button', { name: 'Keep the current email' }).click();
  await expect(alert).toBeHidden();
  await expect(preview).toBeHidden();
});
