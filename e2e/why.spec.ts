import { expectAccessible, expectNoViolations } from './accessible';
import { makeContact, makeSegment, unique } from './contact-journey';
import { expect, test } from './signed-in';

test('a record says by which rule somebody is in a segment, and why not in another', async ({
  page,
  api,
}) => {
  const company = unique('Acme');
  const { id, title } = await makeSegment(api, 'Lapsed');
  const { id: otherId, title: other } = await makeSegment(api, 'Reachable');
  const ana = await makeContact(api, { email: `${unique('ana')}@example.com`, firstname: 'Ana' });
  const ben = await makeContact(api, { email: `${unique('ben')}@example.com`, firstname: 'Ben', company });
  await api('PUT', `/segments/${id}`, { rule: { company: [company] } });
  await api('PUT', `/segments/${otherId}`, { rule: { has: ['phone'], company: [company] } });
  await api('GET', `/segments/${id}/moves`);
  await api('PUT', `/contacts/${ana.id}`, { company });

  await page.goto(`/contacts?company=${company}`);
  const listed = page.getByRole('row', { name: 'Ben' }).getByRole('listitem').filter({ visible: true });
  await expect(listed.filter({ hasText: title }).getByLabel('By rule')).toBeVisible();

  await page.goto(`/contacts/${ana.id}`);
  const chip = page.getByRole('button', { name: `${title}, by rule` });
  await chip.click();
  const why = page.getByRole('dialog', { name: `Why in ${title}` });
  await expect(why).toContainText(`In ${title} since `);
  await expect(why).toContainText(`changed the company to \u2068${company}\u2069`);
  await expect(why.getByRole('listitem')).toHaveText([`Company is ${company} · ${company}`]);
  // A popover stays at its chip, which a smaller window scrolls away.
  await expectNoViolations(page);
  await page.keyboard.press('Escape');

  await page.goto(`/contacts/${ben.id}`);
  await page.getByRole('button', { name: 'Why not in…?' }).click();
  const whyNot = page.getByRole('dialog', { name: 'Why not in…?' });
  const asked = whyNot.getByRole('button', { name: other });
  if ((await asked.getAttribute('aria-expanded')) === 'false') await asked.click();
  await expect(whyNot.getByRole('listitem').filter({ hasText: 'Phone is set' }).last()).toHaveText(
    'Phone is set · empty',
  );
  await page.keyboard.press('Escape');

  // A change of the record is answered without segments by rule, and they are right at once.
  await page.getByRole('textbox', { name: 'Company' }).fill('Elsewhere');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: `${title}, by rule` })).toBeHidden();

  await page.goto(`/segments/${id}?tab=growth`);
  const moves = page.getByRole('region', { name: /^Latest changes/ });
  await expect(moves.getByRole('listitem').first()).toContainText(
    'changed the company to \u2068Elsewhere\u2069',
  );
  await expect(moves.getByRole('listitem').filter({ hasText: 'Ana' })).toContainText(
    `changed the company to \u2068${company}\u2069`,
  );
  await expectAccessible(page);
});
