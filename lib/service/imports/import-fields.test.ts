import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Contact } from '@/lib/contract/contact';
import type { ContactData } from '@/lib/contract/contact-data';
import type { Field } from '@/lib/contract/field';
import type { ContactImport, ImportRow, ImportSettings } from '@/lib/contract/import';
import { engines } from '@/lib/database/testing';
import { TestApi, type TestOrganization } from '../testing/testing';
import { bulkChange, whole } from '../testing/testing-bulk';

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
  const csv = async (org: TestOrganization) => {
    const headers = { Authorization: `Bearer ${org.token}` };
    return (await api.fetch(new Request('http://roster.test/v1/contacts.csv', { headers }))).text();
  };
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

  const crm = [
    'Email;Customer no.;Turnover;Customer since;Active;Plan;Homepage;Remarks;Zip;Topics;Rating;Owner id;Last order',
    'ana@x.org;0042;1234.50;2020-02-29;yes;Pro;https://ana.example;Likes tea;01067;"News; Events";5;7;2026-01-31',
    'ben@x.org;0043;-7;2021-01-01;no;Free;https://ben.example;=1+1;10115;News;4;8;',
    'cyd@x.org;0044;0.10;2022-12-31;yes;Pro;;"A ""quoted"", note";10117;;3;9;2025-12-24',
    'dan@x.org;0045;99;2023-06-15;no;Free;https://dan.example;;20095;Events;5;10;2025-11-11',
    '',
  ].join('\r\n');

  test('a file of a CRM with 12 own columns is imported, filtered, edited, exported and imported again without a change, and both are undone', async () => {
    const org = await api.organization();
    const uploaded = await upload(org, crm);
    expect(uploaded.settings.newFields).toBeUndefined();
    const proposed = uploaded.columns.slice(1).map(({ newField }) => newField);
    expect(proposed.map((one) => one?.type).join()).toBe(
      'text,number,date,boolean,choice,link,text,text,text,number,number,date',
    );
    expect(proposed.map((one) => one?.key).slice(0, 3)).toEqual([
      'customer_no',
      'turnover',
      'customer_since',
    ]);
    const newFields = proposed.flatMap((one) => one ?? []);
    // The person makes several choices of the topics, and renames a field.
    const topics = newFields.findIndex(({ label }) => label === 'Topics');
    newFields[topics] = { ...newFields[topics], type: 'choices' } as never;
    newFields[5] = { ...newFields[5], label: 'Web' } as never;
    const targets = ['email', ...newFields.map(({ key }) => `fields.${key}`)] as ImportSettings['targets'];
    const saved = await set(org, uploaded, { newFields, targets });
    expect(saved.data.settings.newFields).toEqual(newFields);
    const planned = await step(org, uploaded, 'plan');
    expect(planned.plan).toMatchObject({ created: 4, leftOut: 0 });
    expect(planned.plan?.newFields?.map(({ label }) => label).join()).toBe(
      'Customer no.,Turnover,Customer since,Active,Plan,Web,Remarks,Zip,Topics,Rating,Owner id,Last order',
    );
    expect(planned.plan?.newFields?.[4]?.options?.map(({ label }) => label)).toEqual(['Pro', 'Free']);
    expect((await rows(org, planned))[0]?.fields).toMatchObject({
      'fields.customer_no': '0042',
      'fields.topics': 'news, events',
    });
    expect((await org.call<Field[]>('GET', '/fields')).data).toEqual([]);

    const finished = await step(org, planned, 'run');
    expect(finished.run).toMatchObject({ created: 4, changed: 0 });
    const fields = (await org.call<Field[]>('GET', '/fields')).data;
    expect(fields.map(({ label, type }) => `${label} ${type}`)).toEqual(
      newFields.map(({ label, type }) => `${label} ${type}`),
    );
    const recorded = await org.call<Activity[]>('GET', '/activity?action=field.created&pageSize=50');
    expect(recorded.data).toHaveLength(12);
    const [ana, , cyd] = await everybody(org);
    expect(ana?.fields).toEqual({
      customer_no: '0042',
      turnover: '1234.50',
      customer_since: '2020-02-29',
      active: true,
      plan: 'pro',
      homepage: 'https://ana.example',
      remarks: 'Likes tea',
      zip: '01067',
      topics: ['news', 'events'],
      rating: '5',
      owner_id: '7',
      last_order: '2026-01-31',
    });
    expect(cyd?.fields).not.toHaveProperty('topics');
    const data = await org.call<ContactData>('GET', `/contacts/${ana?.id}/export`);
    expect(data.data.imports[0]?.values).toMatchObject({ email: 'ana@x.org', 'fields.zip': '01067' });
    const found = async (query: string) =>
      (await org.call<Contact[]>('GET', `/contacts?sort=email&${query}`)).data.map(({ email }) =>
        email?.slice(0, 3),
      );
    expect(await found('fields.plan=pro')).toEqual(['ana', 'cyd']);
    expect(await found('fields.turnover.from=1')).toEqual(['ana', 'dan']);
    expect(await found('fields.topics=events')).toEqual(['ana', 'dan']);
    expect(await found('fields.customer_no=0042')).toEqual(['ana']);

    // What is edited in bulk is in the export.
    const edit = { type: 'field', field: 'fields.plan', value: 'free' } as const;
    const started = await bulkChange(org, edit, { filter: { fields: { plan: ['pro'] } }, expectedCount: 2 });
    const edited = await whole(org, started, 'run');
    expect(edited).toMatchObject({ state: 'finished', changed: 2 });
    expect(await found('fields.plan=free')).toEqual(['ana', 'ben', 'cyd', 'dan']);

    const exported = await csv(org);
    const again = await upload(org, exported);
    expect(again.settings.targets.slice(-12)).toEqual(fields.map(({ key }) => `fields.${key}`));
    const unchanged = await step(org, again, 'plan');
    expect(unchanged.plan).toMatchObject({ unchanged: 4, created: 0, updated: 0, leftOut: 0 });
    await step(org, again, 'run');
    expect(await csv(org)).toBe(exported);

    expect(await whole(org, edited, 'undo')).toMatchObject({ state: 'undone', undone: 2 });
    expect(await found('fields.plan=pro')).toEqual(['ana', 'cyd']);
    expect((await everybody(org))[0]?.fields).toEqual(ana?.fields);
    // The file itself finds the fields that it has created.
    const same = await upload(org, crm);
    expect(same.settings).toMatchObject({ targets });
    expect(same.settings.newFields).toBeUndefined();
    expect((await step(org, same, 'plan')).plan).toMatchObject({ unchanged: 4 });

    const undone = await step(org, finished, 'undo');
    expect(undone).toMatchObject({ state: 'undone', run: { undone: 4 } });
    expect(await everybody(org)).toEqual([]);
    expect((await org.call<Field[]>('GET', '/fields')).data).toHaveLength(12);
  });

  test('new fields need their scope, free keys and labels, and are created once', async () => {
    const org = await api.organization();
    await field(org, 'Plan', 'text');
    const uploaded = await upload(org, 'Email,Level,Tier\nana@x.org,A,x1\nben@x.org,B,x2\n');
    const level = { key: 'level', label: 'Level', type: 'choice' } as const;
    const targets: ImportSettings['targets'] = ['email', 'fields.level', null];
    const reader = await org.as(['contacts:read', 'contacts:write', 'segments:write']);
    const settings = { ...uploaded.settings, targets, newFields: [level] };
    expect((await reader('PUT', `/imports/${uploaded.id}`, { settings })).error.code).toBe('FORBIDDEN');
    const refused = await set(org, uploaded, {
      targets: ['email', 'fields.level', 'fields.tier'],
      newFields: [
        { ...level, label: 'PLAN' },
        { key: 'tier', label: 'plan', type: 'text' },
      ],
    });
    expect(refused.error.details.map(({ path }) => path)).toEqual([
      'settings.newFields.0.label',
      'settings.newFields.1.label',
    ]);
    // A field that no column becomes is not created; one that exists is used.
    const unused = await set(org, uploaded, {
      targets: ['email', 'fields.plan', null],
      newFields: [level],
    });
    expect(unused.data.settings.newFields).toEqual([]);

    await set(org, uploaded, { targets, newFields: [level] });
    const planned = await step(org, uploaded, 'plan');
    expect((await reader('POST', `/imports/${uploaded.id}/run`)).error.code).toBe('FORBIDDEN');
    const other = await upload(org, 'Email,Level,More\ncyd@x.org,C,x1\ndan@x.org,A,x2\n');
    await set(org, other, { targets, newFields: [level] });
    await step(org, other, 'plan');
    await step(org, planned, 'run');
    // The other file has planned the same field: it is used, and what it lacks is told.
    const second = await step(org, other, 'run');
    expect(second.run).toMatchObject({ created: 2, changed: 1 });
    expect((await rows(org, other)).map(({ leftOut }) => leftOut.map(({ column }) => column))).toEqual([
      ['Level'],
      [],
    ]);
    expect((await everybody(org)).map(({ fields }) => fields)).toEqual([
      { level: 'a' },
      { level: 'b' },
      undefined,
      { level: 'a' },
    ]);
    const created = await org.call<Activity[]>('GET', '/activity?action=field.created');
    expect(created.data.map(({ after }) => after?.label)).toEqual(['Level', 'Plan']);
  });

  test('a run that is stopped and resumed creates a field once, and one whose label is taken says so', async () => {
    const org = await api.organization();
    const uploaded = await upload(org, 'Email,Level\nana@x.org,1\n');
    const newFields = [{ key: 'level', label: 'Level', type: 'number' as const }];
    await set(org, uploaded, { targets: ['email', 'fields.level'], newFields });
    const planned = await step(org, uploaded, 'plan');
    const taken = await field(org, 'Other', 'text');
    await org.call('PUT', `/fields/${taken.id}`, { label: 'level' });
    const failed = await step(org, planned, 'run');
    expect(failed).toMatchObject({ state: 'failed', error: 'A field “Level” already exists.' });
    expect(await everybody(org)).toEqual([]);
    await org.call('PUT', `/fields/${taken.id}`, { label: 'Other' });
    const resumed = await step(org, planned, 'run');
    expect(resumed).toMatchObject({ state: 'finished', run: { created: 1 } });
    expect((await everybody(org))[0]?.fields).toEqual({ level: '1' });
    await step(org, planned, 'undo');
    expect((await org.call<Field[]>('GET', '/fields')).data.map(({ key }) => key)).toEqual([
      'other',
      'level',
    ]);
  });

  test('ids find contacts first, across the whole file, and two contacts are a conflict that names them', async () => {
    const org = await api.organization();
    await org.post('/fields', { label: 'CRM id', type: 'id' });
    const ana = await org.contact({ email: 'ana@x.org', fields: { crm_id: '007' } });
    const ben = await org.contact({ email: 'ben@x.org' });
    const many = Array.from({ length: 3_000 }, (_, at) => `m${at}@x.org,m${at},`);
    const file = [
      'Email,CRM id,Company',
      ',007,Acme',
      'ben@x.org,007,Acme',
      'cyd@x.org,1,Beta',
      ...many,
      ',1,Gamma',
      ',8,Nobody',
    ];
    const planned = await step(org, await upload(org, file.join('\n')), 'plan');
    expect(planned.settings.targets).toEqual(['email', 'fields.crm_id', 'company']);
    expect(planned.plan).toMatchObject({ created: 3_001, updated: 2, conflict: 1, rejected: 1 });
    const last = await rows(org, planned, '?after=3004');
    expect(last.map(({ line, outcome, repeats }) => [line, outcome, repeats])).toEqual([
      [3005, 'updated', 4],
      [3006, 'rejected', null],
    ]);
    const [conflict] = await rows(org, planned, '?outcome=conflict');
    expect(conflict?.problems.map(({ column, value, contactId }) => [column, value, contactId])).toEqual([
      ['CRM id', '007', ana.id],
      ['Email', 'ben@x.org', ben.id],
    ]);
    const run = await step(org, planned, 'run');
    expect(run.run).toMatchObject({ created: 3_001, updated: 2, changed: 0 });
    expect((await org.get(ana.id)).contact).toEqual({ company: 'Acme' });
    expect(await csv(org)).toContain('ana@x.org');
    const again = await upload(org, await csv(org));
    expect((await step(org, again, 'plan')).plan).toMatchObject({ created: 0, updated: 0, unchanged: 3_003 });

    // Undone, the ids of new contacts are free.
    await step(org, planned, 'undo');
    expect((await org.contact({ email: 'dan@x.org', fields: { crm_id: '1' } })).fields).toEqual({
      crm_id: '1',
    });
    expect(await org.totals()).toMatchObject({ contacts: 3 });
  });

  test('an undo keeps a contact whose former id another one has by now, and a new field may have ids', async () => {
    const org = await api.organization();
    const uploaded = await upload(org, 'Email,CRM\nana@x.org,1\n,1\nben@x.org,1\ncyd@x.org,2\n');
    await set(org, uploaded, {
      targets: ['email', 'fields.crm'],
      newFields: [{ key: 'crm', label: 'CRM', type: 'id' }],
    });
    const first = await step(org, await step(org, uploaded, 'plan'), 'run');
    // The second and third line are about the contact of the first.
    expect(first.run).toMatchObject({ created: 2, updated: 1, unchanged: 1, changed: 0 });
    const second = await org.importFile('Email,CRM\ncyd@x.org,3\n');
    const cyd = (await everybody(org)).find(({ email }) => email === 'cyd@x.org');
    expect(cyd?.fields).toEqual({ crm: '3' });
    const dan = await org.contact({ email: 'dan@x.org', fields: { crm: '2' } });
    expect(await step(org, second, 'undo')).toMatchObject({ run: { undone: 0, kept: 1 } });
    await org.call('PUT', `/contacts/${dan.id}`, { fields: { crm: null } });
    expect(await step(org, second, 'undo')).toMatchObject({ run: { undone: 1, kept: 0 } });
    expect((await org.call<Contact>('POST', '/contacts', { fields: { crm: '2' } })).data.id).toBe(cyd?.id);
    expect((await org.call('POST', '/contacts', { fields: { crm: '3' } })).status).toBe(400);
  });
});
