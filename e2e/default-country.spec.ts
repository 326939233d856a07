import { field } from './contact-journey';
import { migratedFolder } from './data-folders';
import { expect, test } from './journey';
import { ADMIN, startProgram } from './program';

// It starts a program of its own.
test.setTimeout(120_000);

test('with a default country, numbers are typed as they are dialled there', async ({ browser }) => {
  const { folder, remove } = await migratedFolder();
  const program = await startProgram({ DATA_DIR: folder, DEFAULT_COUNTRY: 'DE' });
  const page = await browser.newPage({ baseURL: program.url });
  await page.goto('/sign-in?next=%2Fcontacts%2Fnew');
  await field(page, 'Email').fill(ADMIN.email);
  await field(page, 'Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();

  const phone = field(page, 'Phone');
  await expect(phone).toHaveAccessibleDescription('Numbers without + are in Germany.');
  await phone.fill('(030) 90 18-20');
  await expect(phone).toHaveAccessibleDescription('Saved as +4930901820');
  await expect(page.getByRole('status').filter({ hasText: 'Creates a new contact' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: '+4930901820' })).toBeVisible();
  await expect(phone).toHaveValue('+4930901820');
  await phone.fill('001 202 555 0123');
  await page.keyboard.press('Control+Enter');
  await expect(phone).toHaveValue('+12025550123');
  await page.close();
  await program.stop();
  await remove();
});
