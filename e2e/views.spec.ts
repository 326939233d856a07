import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { call } from './call-api';
import { startOn } from './data-folders';
import { expect, test } from './journey';
import type { Program } from './program';
import { type Staffed, staffedFolder } from './staffed-folder';

const SECRET = 'the secret of the view tests, long enough';
let staffed: Staffed;
let program: Program;

test.beforeAll(async () => {
  staffed = await staffedFolder(SECRET);
  program = await startOn(staffed, { APP_SECRET: SECRET });
  await call(program.url, 'POST', '/segments', { title: 'VIP' });
  await call(program.url, 'POST', '/contacts', { email: 'ana@example.com' });
});
test.afterAll(() => program.stop());

const column = (page: Page, name: string) => page.getByRole('columnheader', { name });

test('a view is saved, shared, opened from the sidebar, renamed and deleted', async ({ browser }) => {
  const as = async (role: 'editor' | 'viewer') => {
    const context = await browser.newContext({ baseURL: program.url });
    const cookies = staffed.signedIn[role].split('; ').map((pair) => pair.split('='));
    await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: program.url })));
    const page = await context.newPage();
    return { page, sidebar: page.getByRole('navigation', { name: 'Main' }) };
  };
  const { page, sidebar } = await as('editor');
  await page.goto('/contacts?sort=company&page=1&size=25');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Phone' }).click();
  await page.keyboard.press('Escape');
  await expect(column(page, 'Phone')).toBeHidden();
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Title').fill(' By company ');
  await dialog.getByLabel('Share with everyone').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog).toBeHidden();
  const saved = sidebar.getByRole('link', { name: 'By company' });
  await expect(saved).toHaveAttribute('aria-current', 'page');

  // With other columns it is no longer this view, but a segment is still this segment, whoever is looked at.
  const segment = sidebar.getByRole('link', { name: 'VIP' });
  await segment.click();
  await expect(segment).toHaveAttribute('aria-current', 'page');
  await page.goto(`${page.url()}&hidden=company&contact=01a00000-0000-7000-8000-000000000000`);
  await expect(page.getByRole('complementary', { name: 'Contact' })).toBeVisible();
  await expect(segment).toHaveAttribute('aria-current', 'page');
  await expect(column(page, 'Company')).toBeHidden();
  await saved.click();

  const other = await as('viewer');
  await other.page.goto('/contacts');
  await expect(other.page.getByRole('button', { name: 'Save view' })).toBeHidden();
  await other.sidebar.getByRole('link', { name: 'By company' }).click();
  await expect(other.page).toHaveURL(/\/contacts\?hidden=phone&sort=company$/);
  await expect(column(other.page, 'Company')).toBeVisible();
  await expect(column(other.page, 'Phone')).toBeHidden();
  await expect(other.sidebar.getByRole('link', { name: 'Contacts' })).not.toHaveAttribute('aria-current');
  await expect(other.page.getByRole('button', { name: 'View options' })).toBeHidden();
  await expectAccessible(other.page);
  await other.page.goto('/contacts?sort=-company');
  await other.page.getByRole('button', { name: 'Save view' }).click();
  await expect(other.page.getByLabel('Title')).toBeFocused();
  await expect(other.page.getByLabel('Share with everyone')).toBeHidden();
  await other.page.getByLabel('Title').fill('Mine');
  await other.page.keyboard.press('Enter');
  await expect(other.sidebar.getByRole('link', { name: /By company|Mine/ })).toHaveText([
    'Mine',
    'By company',
  ]);

  // Other filters become this view; somebody else's is not offered.
  await page.goto('/contacts?sort=-company');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog.getByLabel('Save as').getByRole('option')).toHaveText([
    'New view',
    'By company (shared)',
  ]);
  await dialog.getByLabel('Save as').selectOption('By company (shared)');
  await expect(dialog.getByLabel('Title')).toHaveValue('By company');
  await expect(dialog.getByLabel('Share with everyone')).toBeHidden();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(saved).toHaveAttribute('href', '/contacts?sort=-company');
  await expect(saved).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: 'View options: By company' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Title').fill('Companies');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'View options: Companies' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(sidebar.getByRole('link', { name: 'Companies' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(sidebar.getByRole('link', { name: 'Companies' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Mine' })).toBeHidden();
});
