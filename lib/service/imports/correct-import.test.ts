import { describe, expect, test } from 'vitest';
import type { ContactImport, ImportRow } from '@/lib/contract/import';
import { engines } from '@/lib/database/testing';
import { pathsOf, TestApi, type TestOrganization } from '../testing/testing';

const FILE = [
  'Email,Phone,First name',
  'ana@b.example,,Ana',
  'ben(at)b.example,,Ben',
  ',030 901820,Cleo',
  'dora@b.example,030 901821,Dora',
  'eve@,,Eve',
].join('\n');

describe.each(engines)('corrections of an import on $name', (engine) => {
  const api = new TestApi(engine);

  async function planned(organization: TestOrganization, text = FILE): Promise<ContactImport> {
    const { id } = (await organization.call<ContactImport>('POST', '/imports?name=a.csv', text)).data;
    return step(organization, id, 'plan');
  }
  async function step({ call }: TestOrganization, id: string, verb: string): Promise<ContactImport> {
    await call('POST', `/imports/${id}/${verb}`);
    await api.jobs.runAll();
    return (await call<ContactImport>('GET', `/imports/${id}`)).data;
  }
  const rows = async ({ call }: TestOrganization, id: string, query = '') =>
    (await call<ImportRow[]>('GET', `/imports/${id}/rows${query}`)).data;
  const correct = ({ call }: TestOrganization, id: string, body: object) =>
    call<ContactImport>('POST', `/imports/${id}/corrections`, body);
  const cell = (line: number, column: number, value: string) => ({ line, cells: [{ column, value }] });
  const emails = async ({ call }: TestOrganization) =>
    (await call<{ email: string | null; phone: string | null }[]>('GET', '/contacts?sort=email')).data.map(
      ({ email, phone }) => email ?? phone,
    );

  test('plan their rows once more, and the run uses them', async () => {
    const organization = await api.organization();
    const { id, plan } = await planned(organization);
    expect(plan).toMatchObject({ created: 2, rejected: 3, leftOut: 1 });
    const { data } = await correct(organization, id, {
      rows: [cell(3, 0, 'ben@b.example'), cell(4, 1, '+49 30 901820')],
    });
    expect(data.state).toBe('planned');
    expect(data.plan).toMatchObject({ created: 4, rejected: 1, leftOut: 1, corrected: 2, rows: 5 });
    const [, ben, cleo] = await rows(organization, id);
    expect(ben).toMatchObject({
      outcome: 'created',
      fields: { email: 'ben@b.example', firstname: 'Ben' },
      leftOut: [],
      problems: [],
      corrected: [{ column: 'Email', value: 'ben(at)b.example', readAs: 'ben@b.example' }],
      cells: ['ben@b.example', '', 'Ben'],
    });
    expect(cleo?.fields.phone).toBe('+4930901820');
    const rejected = await organization.call('GET', `/imports/${id}/rejected.csv`);
    expect(rejected.text).not.toContain('Ben');
    expect(rejected.text).toContain('eve@');
    const done = await step(organization, id, 'run');
    expect(done.run).toMatchObject({ created: 4, rows: 4, changed: 0 });
    const imported = await organization.call<unknown[]>('GET', `/contacts?importId=${id}`);
    expect([imported.data.length, imported.meta.total]).toEqual([4, 4]);
    expect(await emails(organization)).toEqual([
      'ana@b.example',
      'ben@b.example',
      'dora@b.example',
      '+4930901820',
    ]);
  });

  test('count the last use of a code once', async () => {
    const organization = await api.organization();
    await organization.referralCode({ code: 'ONCE', maxRedemptions: 1 });
    const { id } = await planned(organization, 'Email,Phone,Referral code\nana@b.example,030 901820,ONCE');
    const { data } = await correct(organization, id, { rows: [cell(2, 1, '+49 30 901820')] });
    expect(data.plan).toMatchObject({ created: 1, leftOut: 0, leftOutReasons: {} });
  });

  test.each(['a\u0000b', '\ud83d', '\udc4d\ud83d'])(
    'and settings are refused with text that cannot be stored: %j',
    async (text) => {
      const organization = await api.organization();
      const { id, settings } = await planned(organization);
      const corrected = await correct(organization, id, { rows: [cell(3, 0, text), cell(4, 1, 'fine')] });
      expect([corrected.status, pathsOf(corrected)]).toEqual([400, ['rows.0.cells.0.value']]);
      const body = { settings: { ...settings, segmentSeparator: text } };
      const separated = await organization.call('PUT', `/imports/${id}`, body);
      expect([separated.status, pathsOf(separated)]).toEqual([400, ['settings.segmentSeparator']]);
    },
  );

  test('count the same as a plan of the corrected file, and stay when it is planned anew', async () => {
    const organization = await api.organization();
    await organization.contact({ email: 'known@b.example', firstname: 'Known' });
    const { id } = await planned(organization);
    await correct(organization, id, { rows: [cell(3, 0, 'wrong')] });
    await correct(organization, id, { rows: [cell(3, 0, 'known@b.example')] });
    const { data } = await correct(organization, id, { rows: [cell(6, 0, 'ana@b.example')] });
    const anew = await step(organization, id, 'plan');
    expect(anew.plan).toEqual(data.plan);
    const [, ben, , , eve] = await rows(organization, id);
    expect(ben?.corrected).toEqual([
      { column: 'Email', value: 'ben(at)b.example', readAs: 'known@b.example' },
    ]);
    expect(eve?.repeats).toBe(2);
    const settings = { ...anew.settings, mode: 'create' };
    await organization.call('PUT', `/imports/${id}`, { settings });
    expect((await step(organization, id, 'plan')).plan).toMatchObject({ skipped: 2 });
  });

  test('count unusual numbers as a plan of the corrected file', async () => {
    const organization = await api.organization();
    const people = Array.from({ length: 22 }, (_, index) => `a${index}@b.example,+8611123456${index + 10}`);
    const { id, plan } = await planned(organization, ['Email,Phone', ...people].join('\n'));
    expect(plan?.unusualPhones).toMatchObject({ count: 22, first: { length: 20 } });
    const changed = [cell(2, 1, '+49 30 901820'), cell(3, 1, ''), cell(4, 1, '+861112349999')];
    const { data } = await correct(organization, id, { rows: changed });
    expect(data.plan?.unusualPhones).toMatchObject({ count: 20, first: { length: 20, 0: { line: 4 } } });
    expect((await step(organization, id, 'plan')).plan).toEqual(data.plan);
  });

  test('read all numbers without a country code as one country’s', async () => {
    const organization = await api.organization();
    const { id, plan } = await planned(organization);
    expect(plan?.leftOutReasons.noCountry).toBe(2);
    const { data } = await correct(organization, id, { country: 'DE' });
    expect(data.settings.country).toBe('DE');
    expect(data.plan).toMatchObject({ created: 3, rejected: 2, leftOut: 0, leftOutReasons: { invalid: 2 } });
    expect((await step(organization, id, 'plan')).plan).toMatchObject({
      created: 3,
      rejected: 2,
      leftOut: 0,
    });
    const done = await step(organization, id, 'run');
    expect(done.run).toMatchObject({ created: 3, changed: 0 });
  });

  test('end with the format of the file', async () => {
    const organization = await api.organization();
    const { id, format } = await planned(organization);
    await correct(organization, id, { rows: [cell(3, 0, 'ben@b.example')] });
    await organization.call('PUT', `/imports/${id}`, { format });
    expect((await step(organization, id, 'plan')).plan).toMatchObject({ rejected: 3 });
  });

  test('of rows and columns that cannot be: 400; after the run: 409', async () => {
    const organization = await api.organization();
    const { id } = await planned(organization);
    const wrong = await correct(organization, id, { rows: [cell(2, 0, 'x'), cell(3, 3, 'x')] });
    expect([wrong.status, pathsOf(wrong)]).toEqual([400, ['rows.0.line', 'rows.1.cells.0.column']]);
    for (const body of [{}, { rows: [] }, { country: 'DE', rows: [cell(3, 0, 'x')] }, { country: 'x' }])
      expect((await correct(organization, id, body)).status).toBe(400);
    await step(organization, id, 'run');
    expect((await correct(organization, id, { country: 'DE' })).status).toBe(409);
    expect((await rows(organization, id))[1]?.cells).toBeNull();
  });

  test('leave nothing of a person who is deleted forever', async () => {
    const organization = await api.organization();
    const { id: contact } = await organization.contact({ email: 'ben@b.example' });
    const { id } = await planned(organization);
    await correct(organization, id, { rows: [cell(3, 0, 'ben@b.example')] });
    await organization.call('DELETE', `/contacts/${contact}`);
    await organization.call('DELETE', '/trash', { ids: [contact] });
    const kept = await api.query<{ corrections: object | null }>(
      'select corrections from imports where organization_id = $1',
      [organization.id],
    );
    expect(kept).toEqual([{ corrections: null }]);
  });
});
