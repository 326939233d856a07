import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { call } from './call-api';
import { makeSegment, unique } from './contact-journey';
import { addFilter, isReady, openDisplay, rows } from './contacts-page';
import { preparedFolder } from './data-folders';
import { expect, test } from './journey';
import { makeCompany } from './make-company';
import { ADMIN, startProgram } from './program';

/** A module that moves the clock of a program forward by 8 days. */
const LATER = `data:text/javascript,${encodeURIComponent(
  `const now = Date.now; Date.now = () => now() + ${8 * 86_400_000};
  globalThis.Date = new Proxy(Date, { construct: (at, given) => new at(...(given.length > 0 ? given : [at.now()])) });`,
)}`;

const column = (page: Page, name: string) => page.getByRole('columnheader', { name });

test('a view is saved, shared, opened from the sidebar, renamed and deleted', async ({
  browser,
  program,
  api,
  signedIn,
}) => {
  const vip = await makeSegment(api, 'VIP');
  // The sidebar lists only the largest segments.
  await makeCompany(api, 100, () => [vip.id]);
  const titles = { shared: unique('By company'), own: unique('Mine'), renamed: unique('Companies') };
  const as = async (role: 'editor' | 'viewer') => {
    const context = await browser.newContext({ baseURL: program.url });
    await context.addCookies(signedIn(role));
    const page = await context.newPage();
    return { page, sidebar: page.getByRole('navigation', { name: 'Main' }) };
  };
  const { page, sidebar } = await as('editor');
  await page.goto('/contacts?sort=company&page=1&size=25');
  await (await openDisplay(page)).getByRole('checkbox', { name: 'Phone' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(column(page, 'Phone')).toBeHidden();
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(` ${titles.shared} `);
  await dialog.getByLabel('Share with everyone').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog).toBeHidden();
  const saved = sidebar.getByRole('link', { name: titles.shared });
  await expect(saved).toHaveAttribute('aria-current', 'page');

  // A segment stays current with other columns and with a contact at the side.
  const segment = sidebar.getByRole('link', { name: vip.title });
  await segment.click();
  // The mark moves before the page does.
  await expect(page).toHaveURL(/\/segments\//);
  await expect(segment).toHaveAttribute('aria-current', 'page');
  await page.goto(`${page.url()}?columns=email,phone&contact=01a00000-0000-7000-8000-000000000000`);
  await expect(page.getByRole('complementary', { name: 'Contact' })).toBeVisible();
  await expect(segment).toHaveAttribute('aria-current', 'page');
  await expect(column(page, 'Company')).toBeHidden();
  await saved.click();

  const other = await as('viewer');
  await other.page.goto('/contacts');
  await expect(other.page.getByRole('button', { name: 'Save view', exact: true })).toBeHidden();
  await other.sidebar.getByRole('link', { name: titles.shared }).click();
  await expect(other.page).toHaveURL(
    /\/contacts\?view=[\w-]+&columns=email%2Cjobtitle%2Ccompany%2Csegments%2CupdatedAt&density=comfortable&sort=company$/,
  );
  await expect(column(other.page, 'Company')).toBeVisible();
  await expect(column(other.page, 'Phone')).toBeHidden();
  await expect(other.sidebar.getByRole('link', { name: 'Contacts' })).not.toHaveAttribute('aria-current');
  await expect(other.page.getByRole('button', { name: 'View options' })).toBeHidden();
  await expectAccessible(other.page);
  await other.page.goto('/contacts?sort=-company');
  await other.page.getByRole('button', { name: 'Save view', exact: true }).click();
  await expect(other.page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(other.page.getByLabel('Share with everyone')).toBeHidden();
  await other.page.getByRole('textbox', { name: 'Name' }).fill(titles.own);
  await other.page.keyboard.press('Enter');
  const both = new RegExp(`${titles.shared}|${titles.own}`);
  await expect(other.sidebar.getByRole('link', { name: both })).toHaveText([
    new RegExp(`^${titles.own}`),
    new RegExp(`^${titles.shared}`),
  ]);

  await page.getByRole('button', { name: `View options: ${titles.shared}` }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(titles.renamed);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `View options: ${titles.renamed}` }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(sidebar.getByRole('link', { name: titles.renamed })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(sidebar.getByRole('link', { name: titles.renamed })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: titles.own })).toBeHidden();
});

test('what is changed in a view is marked, updates it, is saved as another or taken back', async ({
  page,
  api,
  signedIn,
}) => {
  test.setTimeout(120_000);
  await makeCompany(api, 3);
  await page.context().addCookies(signedIn('editor'));
  const [title, copy] = [unique('By company'), unique('Narrow')];
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  const saved = sidebar.getByRole('link', { name: title });
  const edited = page.getByText('Edited', { exact: true });
  await page.goto('/contacts?sort=company');
  await (await openDisplay(page)).getByRole('checkbox', { name: 'Phone' }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(title);
  await page.keyboard.press('Enter');
  await expect(saved).toHaveAttribute('aria-current', 'page');
  await column(page, 'Company').getByRole('button').click();
  await expect(edited).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Reset' }).click();
  await expect(edited).toBeHidden();
  await expect(column(page, 'Company')).toHaveAttribute('aria-sort', 'ascending');

  const display = await openDisplay(page);
  await display.getByRole('checkbox', { name: 'Segments' }).focus();
  for (const key of ['Alt+ArrowUp', 'Alt+ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
  await expect(display.getByRole('checkbox', { name: 'Segments' })).toBeFocused();
  await display.getByLabel('Density').selectOption('Compact');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const width = async () => (await column(page, 'Segments').boundingBox())?.width;
  const moved = ['Name', 'Email', 'Segments', 'Job title', 'Company', 'Updated'];
  await expect(page.getByRole('columnheader').filter({ hasText: /\w/ })).toHaveText(moved);
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(edited).toBeHidden();
  const wide = await width();
  const updated = page.url();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('columnheader').nth(3)).toHaveText('Job title');
  // The columns change before the URL.
  await expect(page).not.toHaveURL(updated);
  await page.goBack();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(edited).toBeHidden();
  // Edges of headers are dragged, or reset by a double click.
  const head = await column(page, 'Email').boundingBox();
  if (!head) throw new Error('There is no column Email.');
  await page.mouse.move(head.x + head.width, head.y + 10);
  await page.mouse.down();
  await page.mouse.move(head.x + head.width - 60, head.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(async () => Math.round((await column(page, 'Email').boundingBox())?.width ?? 0))
    .toBe(Math.round(head.width - 60));
  await expect(page).toHaveURL(/widths=email/);
  await page.getByRole('button', { name: 'Save as new' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(copy);
  await page.keyboard.press('Enter');
  await expect(sidebar.getByRole('link', { name: copy })).toHaveAttribute('aria-current', 'page');
  await expect(edited).toBeHidden();
  await saved.click();
  await expect.poll(width).toBe(wide);
});

test('a view of the last 7 days stays true when the clock moves, and has its count in the sidebar', async ({
  browser,
}) => {
  test.skip(
    Boolean(process.env.TEST_CITUS_URL),
    'The clock of servers does not move with that of the program.',
  );
  test.setTimeout(120_000);
  const { env, remove } = await preparedFolder();
  let program = await startProgram(env);
  const company = unique('Weekly');
  const add = async (names: string[]) => {
    const contacts = names.map((name) => ({
      email: `${unique(name)}@example.com`,
      firstname: name,
      company,
    }));
    await call(program.url, 'POST', '/contacts/batch', { contacts });
  };
  const signIn = async () => {
    const page = await (await browser.newContext({ baseURL: program.url })).newPage();
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await isReady(page);
    return page;
  };
  await add(['Ann', 'Ben']);
  let page = await signIn();
  await addFilter(page, company, `Company is ${company}2`);
  await addFilter(page, 'last 7', 'Created in the last 7 days');
  await expect(page).toHaveURL(/created=last-7-days/);
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('New this week');
  await page.keyboard.press('Enter');
  const view = () => page.getByRole('link', { name: 'New this week' });
  await expect(view()).toHaveText('New this week2');
  await page.context().close();
  await program.stop();

  // Restart the program 8 days later.
  program = await startProgram({ ...env, NODE_OPTIONS: `--import=${LATER}` });
  await add(['Cem']);
  page = await signIn();
  await expect(view()).toHaveText('New this week1');
  await view().click();
  await expect(page.getByRole('button', { name: /^Created in the last 7 days since/ })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Cem');
  await expectAccessible(page);
  await page.context().close();
  await program.stop();
  await remove();
});
