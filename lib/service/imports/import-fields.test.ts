import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import type { Field } from '@/lib/contract/field';
import type { ContactImport, ImportRow, ImportSettings } from '@/lib/contract/import';
import { engines } from '@/lib/database/testing';
import { TestApi, type TestOrganization } from '../testing/testing';

describe.each(engines)('own fields in files on $name', (engine) => {
  const api = new TestApi(engine);

  const upload = async (org: TestOrganization, text: string) =>
    (
      await org.call<ContactImport>('POST', '/imports?name=crm.csv', Buffer.from(text), {
        'Content-Type': 'application/octet-stream',
      })
    ).data;
  const set = (org: TestOrganization, { id, settings }: ContactImport, values: Partial<ImportSettings>) =>
    org.call<ContactImport>('PUT', `/imports/${id}`, { settings: { ...settings, ...values } });
  async function step(org: TestOrganization, { id }: ContactImport, name: 'plan' | 'run' | 'undo') {
    expect((await org.call('POST', `/imports/${id}/${name}`)).status).toBe(200);
    await api.jobs.runAll();
    return (await org.call<ContactImport>('GET', `/imports/${id}`)).data;
  }
  const rows = async (org: TestOrganization, { id }: ContactImport, query = '') =>
    (await org.call<ImportRow[]>('GET', `/imports/${id}/rows${query}`)).data;
  const field = async (org: TestOrganization, label: string, type: string, options?: string[]) =>
    (
      await org.call<Field>('POST', '/fields', {
        label,
        type,
        ...(options && { options: options.map((one) => ({ label: one })) }),
      })
    ).data;
  const everybody = async (org: TestOrganization) =>
    (await org.call<Contact[]>('GET', '/contacts?pageSize=100&sort=email')).data;

  test('columns are found by label and key, bad values are told, and an undo brings former values back', async () => {
    const org = await api.organization();
    await field(org, 'Company', 'text');
    await field(org, 'Größe (m)', 'number');
    await field(org, 'Position', 'choice', ['Head', 'Staff']);
    await field(org, 'Seit', 'date');
    const old = await field(org, 'Old', 'text');
    await org.call('PUT', `/fields/${old.id}`, { archived: true });
    await org.contact({ email: 'ana@x.org', fields: { position: 'staff', grosse_m: '1.50' } });
    const file = [
      'Email;Firma;company (company);Grosse M;position;Since;seit;old',
      "ana@x.org;Acme;'=Own;1,7;head;;31.01.2026;gone",
      'ben@x.org;Beta;;tall;Boss;;05/06/2026;gone',
    ].join('\n');
    const uploaded = await upload(org, file);
    expect(uploaded.settings.targets).toEqual([
      'email',
      'company',
      'fields.company',
      'fields.grosse_m',
      'fields.position',
      null,
      'fields.seit',
      null,
    ]);
    const planned = await step(org, uploaded, 'plan');
    expect(planned.plan).toMatchObject({
      created: 1,
      updated: 1,
      leftOut: 1,
      leftOutReasons: { invalid: 1 },
    });
    const [ana, ben] = await rows(org, planned);
    expect(ana?.changes).toEqual([
      { field: 'company', before: null, after: 'Acme' },
      { field: 'fields.grosse_m', before: '1.50', after: '1.7' },
      { field: 'fields.position', before: 'staff', after: 'head' },
      { field: 'fields.company', before: null, after: '=Own' },
      { field: 'fields.seit', before: null, after: '2026-01-31' },
    ]);
    expect(ana?.fields).toMatchObject({ 'fields.position': 'head', 'fields.seit': '2026-01-31' });
    expect(ben?.leftOut.map(({ column, value, reason }) => [column, value, reason])).toEqual([
      ['Grosse M', 'tall', 'invalid'],
      ['position', 'Boss', 'invalid'],
      ['seit', '05/06/2026', 'invalid'],
    ]);
    expect(await rows(org, planned, '?search=2026-01')).toHaveLength(1);

    // A corrected cell is read again.
    const rowsToFix = [{ line: 3, cells: [{ column: 6, value: '2026-06-05' }] }];
    expect((await org.call('POST', `/imports/${planned.id}/corrections`, { rows: rowsToFix })).status).toBe(
      200,
    );
    expect((await rows(org, planned))[1]?.fields).toMatchObject({ 'fields.seit': '2026-06-05' });

    const before = await everybody(org);
    await step(org, planned, 'run');
    const [now, new_] = await everybody(org);
    expect(now?.fields).toEqual({ position: 'head', grosse_m: '1.7', company: '=Own', seit: '2026-01-31' });
    expect(new_?.fields).toEqual({ seit: '2026-06-05' });
    await org.call('PUT', `/fields/${(await field(org, 'Later', 'text')).id}`, { archived: true });
    const [position] = (await org.call<Field[]>('GET', '/fields')).data.filter(
      ({ key }) => key === 'position',
    );
    await org.call('PUT', `/fields/${position?.id}`, { archived: true });
    const undone = await step(org, planned, 'undo');
    expect(undone).toMatchObject({ state: 'undone', run: { undone: 2, kept: 0 } });
    await org.call('PUT', `/fields/${position?.id}`, { archived: false });
    expect((await everybody(org)).map(({ fields }) => fields)).toEqual(before.map(({ fields }) => fields));
  });

  test('blanks only are filled if asked, and a field that is archived meanwhile is left out', async () => {
    const org = await api.organization();
    await field(org, 'Plan', 'text');
    const level = await field(org, 'Level', 'number');
    await org.contact({ email: 'ana@x.org', fields: { plan: 'pro' } });
    const uploaded = await upload(org, 'Email,Plan,Level\nana@x.org,free,3\n');
    await set(org, uploaded, { fillBlanks: true });
    const planned = await step(org, uploaded, 'plan');
    expect((await rows(org, planned))[0]?.changes).toEqual([
      { field: 'fields.level', before: null, after: '3' },
    ]);
    await org.call('PUT', `/fields/${level.id}`, { archived: true });
    await step(org, planned, 'run');
    const [row] = await rows(org, planned);
    expect(row).toMatchObject({ result: 'unchanged', leftOut: [{ column: 'Level', reason: 'unknown' }] });
    expect((await everybody(org))[0]?.fields).toEqual({ plan: 'pro' });

    const refused = await set(org, await upload(org, 'Email,A\nb@x.org,1\n'), {
      targets: ['email', 'fields.level'],
    });
    expect(refused.error.details).toEqual([
      { path: 'settings.targets.1', message: 'There is no such field.' },
    ]);
    const other = await api.organization();
    expect((await upload(other, 'Email,Plan\na@x.org,b\n')).settings.targets).toEqual(['email', null]);
  });
});
