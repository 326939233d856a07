import type { Api } from '../call-api';
import { chooseAction, makeContact, previewOf } from '../contact-journey';
import { chooseForSelection, rows } from '../contacts-page';
import { expect, test } from '../signed-in';
import { long, makeSamples, type Samples, show, takeResized } from './take';

let samples: Samples;
test.beforeAll(async ({ program }) => {
  samples = await makeSamples(program.url);
});

/** Creates two contacts that are likely the same person. Repeated, they are the same two. */
async function makeTwins(api: Api) {
  const jon = { firstname: 'Jon', lastname: 'Smith', company: 'Larkspur Health' };
  const first = await makeContact(api, { ...jon, email: 'jon.smith@larkspur.example', jobtitle: 'Nurse' });
  const second = await makeContact(api, { ...jon, email: 'jonsmith@larkspur.example', phone: '+4930901820' });
  return { first, second };
}

test('the preview of a save', async ({ page }) => {
  await show(page, 'preview', '/contacts/new', async (page) => {
    await page.getByLabel('Email', { exact: true }).fill(long.arabic.email);
    await page.getByLabel('Company', { exact: true }).fill(long.japanese.company);
    await expect(previewOf(page)).toContainText('Updates');
  });
});

test('duplicates, a merge and a save', async ({ page, api }) => {
  const { first, second } = await makeTwins(api);
  await api('POST', '/duplicates/search');
  await show(page, 'duplicates', '/contacts/duplicates', (page) =>
    expect(page.getByRole('button', { name: 'Merge…' }).first()).toBeVisible(),
  );
  await show(page, 'merge', '/contacts/duplicates', async (page) => {
    await page.getByRole('button', { name: 'Merge…' }).first().click();
    await expect(page.getByRole('dialog').getByRole('group', { name: 'Keep' })).toBeVisible();
  });
  await show(page, 'merge-whom', `/contacts/${first.id}`, (page) => chooseAction(page, 'Merge with…'));
  await show(page, 'toast', `/contacts/${second.id}`, async (page) => {
    const title = `Nurse ${page.viewportSize()?.width}`;
    await page.getByLabel('Job title', { exact: true }).fill(title);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Updated Jon Smith')).toBeVisible();
  });
});

test('a deletion and the trash', async ({ page, api }) => {
  await show(page, 'toast-list', '/contacts', async (page) => {
    await rows(page).nth(5).getByRole('checkbox').check();
    await chooseForSelection(page, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });
  await show(page, 'trash', '/contacts/trash');
  await show(page, 'trash-contact', '/contacts/trash', async (page) => {
    await rows(page).first().getByRole('link').click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await api('DELETE', `/segments/${samples.segmentIds.at(-1)}`);
  await show(page, 'trash-segments', '/contacts/trash?tab=segments');
});

test('an import', async ({ page, api }) => {
  const { first } = await makeTwins(api);
  await page.goto('/import');
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeEnabled();
  await page.getByLabel('File of contacts').setInputFiles({
    name: 'Freunde & Bekannte.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `E-Mail,Name,Telefon,Firma\n${first.email},Jon Smith,,Larkspur\nnew@example.com,花子 山田,030 901820,\nnot an email,Emil,,\n`,
    ),
  });
  await page.waitForURL(/\/import\/[\w-]+$/);
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible();
  await takeResized(page, 'import-plan');
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText(/^Import undone/)).toBeVisible();
  await takeResized(page, 'import-undone');
  await show(page, 'paste-result', '/import/paste', async (page) => {
    await page
      .getByLabel('Rows of a sheet, or a line for each person')
      .fill(`Jon Smith, ${first.email}\nAna Silva, ana@example.com`);
    await page.getByRole('button', { name: 'Preview import' }).click();
    await page.waitForURL(/\/import\/[\w-]{36}$/);
    await expect(page.getByText('2 rows', { exact: true })).toBeVisible();
  });
});
