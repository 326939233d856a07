import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Contact } from '@/lib/contract/contact';
import type { ErrorEnvelope } from '@/lib/contract/error';
import type { ContactImport, ImportRow, ImportSettings, ImportUndoPlan } from '@/lib/contract/import';
import { engines } from '@/lib/database/testing';
import { caller, TestApi, type TestOrganization } from '../testing/testing';

describe.each(engines)('imports on $name', (engine) => {
  const api = new TestApi(engine);

  async function upload(org: TestOrganization, text: string | Uint8Array, name = 'people.csv') {
    const body = typeof text === 'string' ? Buffer.from(text) : text;
    return org.call<ContactImport>('POST', `/imports?name=${encodeURIComponent(name)}`, body, {
      'Content-Type': 'application/octet-stream',
    });
  }
  async function get(org: TestOrganization, id: string) {
    return (await org.call<ContactImport>('GET', `/imports/${id}`)).data;
  }
  async function step(org: TestOrganization, id: string, name: 'plan' | 'run' | 'undo') {
    const { status } = await org.call('POST', `/imports/${id}/${name}`);
    expect(status).toBe(200);
    await api.jobs.runAll();
    return get(org, id);
  }
  async function planned(org: TestOrganization, text: string, settings: Partial<ImportSettings> = {}) {
    const { data } = await upload(org, text);
    if (Object.keys(settings).length > 0)
      await org.call('PUT', `/imports/${data.id}`, { settings: { ...data.settings, ...settings } });
    return step(org, data.id, 'plan');
  }
  async function rows(org: TestOrganization, id: string, query = '') {
    return (await org.call<ImportRow[]>('GET', `/imports/${id}/rows${query}`)).data;
  }
  async function everybody(org: TestOrganization) {
    return (await org.call<Contact[]>('GET', '/contacts?pageSize=100&sort=email')).data;
  }
  const download = async (org: TestOrganization, path: string) => {
    const headers = { Authorization: `Bearer ${org.token}` };
    return api.fetch(new Request(`http://roster.test/v1${path}`, { headers }));
  };

  test('a bad value is left out and told; a row without any address is rejected', async () => {
    const org = await api.organization();
    const file = [
      'Email,Phone,First name',
      'Ana <mailto:ana@x.org>,tel:0049 30 901820,Ana',
      ',+86 11 1234 5678,Bo',
      'cy@x.org,+1 000 000 0000,Cy',
    ].join('\r\n');
    const { id, plan } = await planned(org, file);
    expect(plan).toMatchObject({
      created: 2,
      rejected: 1,
      leftOut: 1,
      leftOutReasons: { unusual: 1, invalid: 1 },
      unusualPhones: { count: 1, first: [{ line: 3, phone: '+861112345678' }] },
    });
    const [ana, bo, cy] = await rows(org, id);
    expect(ana?.fields).toMatchObject({ email: 'ana@x.org', phone: '+4930901820' });
    expect(bo).toMatchObject({
      outcome: 'rejected',
      leftOut: [{ column: 'Phone', value: '+86 11 1234 5678', reason: 'unusual' }],
      problems: [{ column: null, message: 'Add an email or phone.' }],
    });
    expect(cy).toMatchObject({
      outcome: 'created',
      leftOut: [{ column: 'Phone', message: expect.stringContaining('placeholder') }],
    });
    expect((await rows(org, id, '?outcome=leftOut')).map(({ line }) => line)).toEqual([4]);
  });

  test('rows whose cells have any number of combining marks are searched in bounded time', async () => {
    const org = await api.organization();
    const marks = '\u0301\u0316'.repeat(47_000);
    const { id } = await planned(org, `Email,First name\n,x${marks}\n`);
    const [row] = await rows(org, id, '?search=x');
    expect(row?.cells?.[1]?.length).toBeLessThan(100);
    expect(await rows(org, id, '?search=nobody')).toEqual([]);
  });

  test('people who share a phone are held back, and none of them is overwritten by any choice', async () => {
    const org = await api.organization();
    const file = [
      'First name,Last name,Email,Phone',
      'Ana,Silva,ana@x.org,+49 30 901820',
      'Ben,Okafor,ben@x.org,+49 30 901820',
      'Cleo,Demir,,+49 30 901820',
    ].join('\r\n');
    const held = await planned(org, file);
    expect(held.plan).toMatchObject({ created: 1, updated: 0, shared: 2 });
    const [, ben] = await rows(org, held.id);
    expect(ben).toMatchObject({
      outcome: 'shared',
      problems: [{ column: 'Phone', value: '+4930901820', message: 'Line 2 has this phone.' }],
    });
    const text = await (await download(org, `/imports/${held.id}/rejected.csv`)).text();
    expect(text.trim().split('\r\n')).toHaveLength(3);
    for (const counts of [
      { created: 2, shared: 1, leftOutReasons: { shared: 1 } },
      { created: 0, updated: 0, unchanged: 2, shared: 1 },
    ]) {
      const { id, plan } = await planned(org, file, { sharedAddresses: 'leaveOut' });
      expect(plan).toMatchObject(counts);
      expect((await rows(org, id))[1]?.fields).toEqual({
        email: 'ben@x.org',
        firstname: 'Ben',
        lastname: 'Okafor',
      });
      await step(org, id, 'run');
    }
    expect((await everybody(org)).map(({ email, phone }) => [email, phone])).toEqual([
      ['ana@x.org', '+4930901820'],
      ['ben@x.org', null],
    ]);
    expect((await planned(org, file, { mode: 'create' })).plan).toMatchObject({ shared: 1, skipped: 2 });
  });

  test('a column is kept as notes, which an undo removes; a copy of the import runs again', async () => {
    const org = await api.organization();
    const ana = await org.contact({ email: 'ana@x.org', company: 'Old' });
    const file = [
      'Email,Company,Quelle,Phone',
      'ana@x.org,New,Messe,',
      'bo@x.org,,Web,+49 30 901820',
      'bo@x.org,Acme,Radio,',
      ',,Post,',
    ].join('\n');
    const settings: Partial<ImportSettings> = { targets: ['email', 'company', 'note', 'phone'] };
    const { id } = await planned(org, file, settings);
    const [, bo] = await rows(org, id);
    expect(bo?.fields).toMatchObject({ note: 'Quelle: Web' });
    expect((await rows(org, id, '?outcome=heldBack')).map(({ line }) => line)).toEqual([5]);
    expect(await rows(org, id, '?outcome=noChange')).toEqual([]);
    expect((await rows(org, id, '?search=messe')).map(({ line }) => line)).toEqual([2]);
    await step(org, id, 'run');
    const notes = async (contactId: string) => {
      const { data } = await org.call<{ text: string }[]>('GET', `/contacts/${contactId}/notes`);
      return data.map(({ text }) => text);
    };
    const created = (await everybody(org)).find(({ email }) => email === 'bo@x.org') as Contact;
    expect(await notes(ana.id)).toEqual(['Quelle: Messe']);
    expect(await notes(created.id)).toEqual(['Quelle: Web\nQuelle: Radio']);

    expect((await step(org, id, 'undo')).state).toBe('undone');
    expect(await notes(ana.id)).toEqual([]);
    expect(await everybody(org)).toMatchObject([{ email: 'ana@x.org', contact: { company: 'Old' } }]);

    const copied = await org.call<ContactImport>('POST', `/imports?name=x&copyOf=${id}`, Buffer.alloc(0), {
      'Content-Type': 'application/octet-stream',
    });
    expect(copied).toMatchObject({ status: 201, data: { name: 'people.csv', settings, state: 'uploaded' } });
    await step(org, copied.data.id, 'plan');
    expect((await step(org, copied.data.id, 'run')).run).toMatchObject({ created: 1, updated: 2 });
    expect(await notes(ana.id)).toEqual(['Quelle: Messe']);
    const stranger = await api.organization();
    const missing = await stranger.call('POST', `/imports?name=x&copyOf=${id}`, Buffer.alloc(0), {
      'Content-Type': 'application/octet-stream',
    });
    expect(missing.status).toBe(404);
  });

  test('numbers without a country code are left out, with the country that fits them', async () => {
    const org = await api.organization();
    const file = 'Email,Phone\na@x.org,030 901820\nb@x.org,+49 30 901821\nc@x.de,040 901822\n';
    const { plan } = await planned(org, file, { country: null });
    expect(plan).toMatchObject({
      created: 3,
      leftOut: 2,
      leftOutReasons: { noCountry: 2 },
      suggestedCountry: 'DE',
    });
    const chosen = await planned(org, file, { country: 'DE' });
    expect(chosen.plan).toMatchObject({ created: 3, leftOut: 0 });
  });

  test('the Id of an export finds its contact, whatever was corrected', async () => {
    const org = await api.organization();
    const ana = await org.contact({ email: 'anna@x.org', firstname: 'Ana' });
    const text = await (await download(org, '/contacts.csv')).text();
    const plan = await planned(org, text.replace('anna@x.org', 'ana@x.org'));
    expect(plan.plan).toMatchObject({ created: 0, updated: 1 });
    await step(org, plan.id, 'run');
    expect((await everybody(org)).map(({ id, email }) => [id, email])).toEqual([[ana.id, 'ana@x.org']]);
  });

  test('the download has all cells of rows with left-out values, and runs no formula', async () => {
    const org = await api.organization();
    const { id, plan } = await planned(org, '=1+1,Email,"=Phone"\nx,a@x.org,030 901820\ny,b@x.org,\n');
    expect(plan).toMatchObject({ created: 2, leftOut: 1 });
    const text = await (await download(org, `/imports/${id}/rejected.csv`)).text();
    expect(text.replace('\uFEFF', '')).toBe(
      "'=1+1,Email,'=Phone,Line,Reason\r\nx,a@x.org,030 901820,2,'=Phone “030 901820”: The country code is missing.\r\n",
    );
  });

  test('a file is planned by the rules of POST, run as planned, and undone', async () => {
    const org = await api.organization();
    const vip = await org.segment('VIP');
    const ana = await org.contact({
      email: 'ana@x.org',
      firstname: 'Ana',
      company: 'Old',
      segmentIds: [vip.id],
    });
    await org.contact({ email: 'ben@x.org', firstname: 'Ben' });
    const two = await org.contact({ phone: '+4930901820' });
    const file = [
      'Email,Phone,First name,Company,Tags',
      'ana@x.org,,,New,',
      'ben@x.org,,Ben,,',
      'CLEO@x.org,,Cleo,,"VIP, Fresh"',
      'ana@x.org,+49 30 901820,,,',
      'not an email,,Dora,,',
      ',,Nobody,,',
      'cleo@x.org,,Cleopatra,,',
    ].join('\r\n');
    const plan = await planned(org, file, { createSegments: true });
    expect(plan.state).toBe('planned');
    expect(plan.plan).toMatchObject({
      rows: 7,
      created: 1,
      updated: 2,
      unchanged: 1,
      conflict: 1,
      rejected: 2,
      repeated: 1,
      newSegments: ['Fresh'],
      unusualPhones: { count: 0, first: [] },
      share: 1,
    });
    expect((await everybody(org)).length).toBe(3);
    const listed = await rows(org, plan.id);
    expect(listed.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'updated'],
      [3, 'unchanged'],
      [4, 'created'],
      [5, 'conflict'],
      [6, 'rejected'],
      [7, 'rejected'],
      [8, 'updated'],
    ]);
    expect(listed[0]).toMatchObject({
      contactId: ana.id,
      changes: [{ field: 'company', before: 'Old', after: 'New' }],
    });
    expect(listed[2]).toMatchObject({ segmentsAdded: ['Fresh', 'VIP'], fields: { email: 'cleo@x.org' } });
    expect(listed[3]?.problems.map(({ column, contactId }) => [column, contactId])).toEqual([
      ['Email', ana.id],
      ['Phone', two.id],
    ]);
    expect(listed[4]?.leftOut).toMatchObject([{ column: 'Email', value: 'not an email' }]);
    // Cleo is not there before the run.
    expect(listed[6]).toMatchObject({ repeats: 4, contactId: null });
    expect((await rows(org, plan.id, '?outcome=rejected')).map(({ line }) => line)).toEqual([6, 7]);
    expect((await rows(org, plan.id, '?search=CLEO')).map(({ line }) => line)).toEqual([4, 8]);

    const before = await everybody(org);
    const run = await step(org, plan.id, 'run');
    expect(run).toMatchObject({
      state: 'finished',
      run: { rows: 4, total: 4, created: 1, updated: 2, unchanged: 1, changed: 0 },
    });
    const after = await everybody(org);
    expect(after.map(({ email, contact }) => [email, contact.firstname, contact.company])).toEqual([
      ['ana@x.org', 'Ana', 'New'],
      ['ben@x.org', 'Ben', undefined],
      ['cleo@x.org', 'Cleopatra', undefined],
      [null, undefined, undefined],
    ]);
    expect((await org.totals()).segments).toEqual({ Fresh: 1, VIP: 2 });

    const { data: history } = await org.call<Activity[]>('GET', `/activity?subjectId=${ana.id}`);
    expect(history[0]).toMatchObject({
      action: 'contact.updated',
      import: { id: plan.id, name: 'people.csv' },
    });
    expect(history[1]?.import).toBeNull();

    const undo = await org.call<ImportUndoPlan>('GET', `/imports/${plan.id}/undo`);
    expect(undo.data).toEqual({ trash: 1, restore: 1, keep: 0, kept: [] });
    const undone = await step(org, plan.id, 'undo');
    expect(undone).toMatchObject({ state: 'undone', run: { undone: 2, kept: 0 } });
    // The segment that it created, and that nobody is in, is gone.
    expect((await org.totals()).segments).toEqual({ VIP: 1 });
    const without = ({ updatedAt: _, ...contact }: Contact) => contact;
    expect((await everybody(org)).map(without)).toEqual(before.map(without));
    expect((await org.call('GET', '/trash')).meta.total).toBe(1);
  });

  test('what changed between plan and run is decided again and told; what changed since the run is kept', async () => {
    const org = await api.organization();
    const plan = await planned(org, 'email,company\na@x.org,One\nb@x.org,Two\nc@x.org,Three\n');
    expect(plan.plan).toMatchObject({ created: 3 });
    await org.contact({ email: 'b@x.org', company: 'Two' });
    const run = await step(org, plan.id, 'run');
    expect(run.run).toMatchObject({ created: 2, unchanged: 1, changed: 1 });
    expect((await rows(org, plan.id, '?outcome=changed')).map(({ line, result }) => [line, result])).toEqual([
      [3, 'unchanged'],
    ]);
    // By what became of them, not by what was planned: lists have as many rows as the figures say.
    expect((await rows(org, plan.id, '?outcome=unchanged')).map(({ line }) => line)).toEqual([3]);
    expect((await rows(org, plan.id, '?outcome=created')).map(({ line }) => line)).toEqual([2, 4]);
    const [a] = (await everybody(org)) as [Contact];
    await org.call('PUT', `/contacts/${a.id}`, { company: 'Edited' });
    const { data } = await org.call<ImportUndoPlan>('GET', `/imports/${plan.id}/undo`);
    expect(data).toEqual({
      trash: 1,
      restore: 0,
      keep: 1,
      kept: [{ contactId: a.id, name: 'a@x.org', isDeleted: false, reason: 'edited' }],
    });
    const undone = await step(org, plan.id, 'undo');
    expect(undone.run).toMatchObject({ undone: 1, kept: 1 });
    expect((await everybody(org)).map(({ email }) => email)).toEqual(['a@x.org', 'b@x.org']);
  });

  test('undo puts back what was changed and changed back, and what it keeps can be undone later', async () => {
    const org = await api.organization();
    const [lead, vip] = [await org.segment('Lead'), await org.segment('VIP')];
    const old = await org.contact({ email: 'a@x.org', company: 'Old', segmentIds: [lead.id] });
    const plan = await planned(org, 'email,company\na@x.org,New\nb@x.org,New\nc@x.org,New\nd@x.org,New\n');
    await step(org, plan.id, 'run');
    const ids = Object.fromEntries((await everybody(org)).map(({ id, email }) => [email, id]));
    const change = { type: 'segments', add: [vip.id], remove: [lead.id] };
    const bulk = await org.post('/bulk-changes', { change, ids: Object.values(ids) });
    await api.jobs.runAll();
    await org.call('POST', `/bulk-changes/${bulk}/undo`);
    await api.jobs.runAll();
    const set = (email: string, fields: object) => org.call('PUT', `/contacts/${ids[email]}`, fields);
    for (const company of ['Other', 'New']) await set('b@x.org', { company });
    await set('c@x.org', { company: 'Edited' });
    await set('d@x.org', { segmentIds: [vip.id] });
    const left = () => org.call<ImportUndoPlan>('GET', `/imports/${plan.id}/undo`);
    expect((await left()).data).toMatchObject({ trash: 1, restore: 1, keep: 2 });
    expect(await step(org, plan.id, 'undo')).toMatchObject({
      state: 'partly-undone',
      run: { undone: 2, kept: 2 },
    });
    expect((await org.get(old.id)).contact.company).toBe('Old');
    expect((await org.get(old.id)).segments).toMatchObject([{ segmentId: lead.id }]);
    expect((await everybody(org)).map(({ email }) => email)).toEqual(['a@x.org', 'c@x.org', 'd@x.org']);
    await set('c@x.org', { company: 'New' });
    expect((await left()).data).toMatchObject({ trash: 1, restore: 0, keep: 1 });
    expect(await step(org, plan.id, 'undo')).toMatchObject({
      state: 'partly-undone',
      run: { undone: 3, kept: 1 },
    });
    await set('d@x.org', { segmentIds: [] });
    expect(await step(org, plan.id, 'undo')).toMatchObject({ state: 'undone', run: { undone: 4, kept: 0 } });
    expect(await step(org, plan.id, 'undo')).toMatchObject({ state: 'undone', run: { undone: 4, kept: 0 } });
    expect((await everybody(org)).map(({ email }) => email)).toEqual(['a@x.org']);
  });

  test('an update whose old values have changed since the plan is told, though it is still an update', async () => {
    const org = await api.organization();
    const ana = await org.contact({ email: 'ana@x.org', company: 'Old' });
    await org.contact({ email: 'ben@x.org', company: 'Old' });
    const plan = await planned(org, 'email,company\nana@x.org,New\nben@x.org,New\n');
    await org.call('PUT', `/contacts/${ana.id}`, { company: 'Newer' });
    const run = await step(org, plan.id, 'run');
    expect(run.run).toMatchObject({ updated: 2, changed: 1 });
    expect(await rows(org, plan.id, '?outcome=changed')).toMatchObject([
      {
        line: 2,
        result: 'updated',
        changed: true,
        changes: [{ field: 'company', before: 'Newer', after: 'New' }],
      },
    ]);
    expect((await rows(org, plan.id)).map(({ changed }) => changed)).toEqual([true, false]);
  });

  test('a plan says which referral codes exist to those only who may list them', async () => {
    const org = await api.organization();
    const call = caller(api, await org.issue(['contacts:read', 'contacts:write']));
    const { data } = await upload(org, 'email,referral code\na@x.org,GUESS\n');
    expect(data.settings.targets).toEqual(['email', 'referralCode']);
    const settings = { ...data.settings, createSegments: false };
    await org.call('PUT', `/imports/${data.id}`, { settings });
    expect((await call('POST', `/imports/${data.id}/plan`)).error.message).toContain('referral-codes:read');
    await org.call('PUT', `/imports/${data.id}`, { settings: { ...settings, targets: ['email', null] } });
    expect((await call('POST', `/imports/${data.id}/plan`)).status).toBe(200);
  });

  test('is resumed only by those who may do what it does', async () => {
    const org = await api.organization();
    const { id } = await planned(org, 'email,tags\na@x.org,Fresh\n', { createSegments: true });
    await org.call('POST', `/imports/${id}/run`);
    await org.call('POST', `/imports/${id}/cancel`);
    const weak = caller(api, await org.issue(['contacts:read', 'contacts:write']));
    expect((await weak('POST', `/imports/${id}/run`)).error.message).toContain('segments:write');
    await api.jobs.runAll();
    expect((await org.totals()).segments).toEqual({});
    const able = caller(api, await org.issue(['contacts:read', 'contacts:write', 'segments:write']));
    expect((await able('POST', `/imports/${id}/run`)).status).toBe(200);
    await api.jobs.runAll();
    expect((await org.totals()).segments).toEqual({ Fresh: 1 });
  });

  test('is shown before its run is there, which on Citus is on another node', async () => {
    const org = await api.organization();
    const { id } = await planned(org, 'email\na@x.org\n');
    await api.query('update imports set run_id = gen_random_uuid() where organization_id = $1', [org.id]);
    expect((await org.call<ContactImport[]>('GET', '/imports')).data).toMatchObject([{ id, run: null }]);
    expect(await rows(org, id)).toHaveLength(1);
    for (const name of ['run', 'undo']) {
      const { status } = await org.call('POST', `/imports/${id}/${name}`);
      expect([name, status]).toEqual([name, name === 'run' ? 200 : 409]);
    }
    await api.query('update imports set plan_id = gen_random_uuid() where organization_id = $1', [org.id]);
    expect(await get(org, id)).toMatchObject({ plan: null, state: 'uploaded' });
  });

  test('undo takes back a code that the import itself redeemed, and leaves a segment that a code assigns since', async () => {
    const org = await api.organization();
    await org.referralCode({ code: 'WELCOME' });
    const plan = await planned(org, 'email,company,code,tags\na@x.org,New,WELCOME,Fresh\n', {
      targets: ['email', 'company', 'referralCode', 'segments'],
      createSegments: true,
    });
    await step(org, plan.id, 'run');
    const [a] = (await everybody(org)) as [Contact];
    for (const company of ['Other', 'New']) await org.call('PUT', `/contacts/${a.id}`, { company });
    const segmentIds = a.segments.map(({ segmentId }) => segmentId);
    await org.referralCode({ code: 'FRESH', segmentIds });
    expect(await step(org, plan.id, 'undo')).toMatchObject({ state: 'undone', run: { undone: 1, kept: 0 } });
    expect(await everybody(org)).toEqual([]);
    expect((await org.totals()).segments).toEqual({ Fresh: 0 });
  });

  test('takes no segment of another organization, and forgets one that is gone', async () => {
    const [org, other] = [await api.organization(), await api.organization()];
    const [own, foreign] = [await org.segment('VIP'), await other.segment('VIP')];
    const { data } = await upload(org, 'email\na@x.org\n');
    const change = (segmentIds: string[]) =>
      org.call<ContactImport>('PUT', `/imports/${data.id}`, { settings: { ...data.settings, segmentIds } });
    const refused = await change([own.id, foreign.id]);
    expect([refused.status, refused.error.details]).toEqual([
      400,
      [{ path: 'settings.segmentIds.1', message: 'There is no such segment.' }],
    ]);
    expect((await change([own.id])).data.settings.segmentIds).toEqual([own.id]);
    await step(org, data.id, 'plan');
    await step(org, data.id, 'run');
    const again = async () => (await upload(org, 'email\nb@x.org\n')).data.settings.segmentIds;
    expect(await again()).toEqual([own.id]);
    await org.call('DELETE', `/segments/${own.id}`);
    expect(await again()).toEqual([]);
  });

  test('a row that only the run rejects is listed with its reason, and comes back as CSV', async () => {
    const org = await api.organization();
    const { id } = await planned(org, 'email,phone,company,note\nx@x.org,+49 30 901820,Acme,n\n');
    await org.contact({ email: 'x@x.org' });
    await org.contact({ phone: '+4930901820' });
    expect((await step(org, id, 'run')).run).toMatchObject({ created: 0, conflict: 1, changed: 1 });
    expect((await rows(org, id))[0]).toMatchObject({
      result: 'conflict',
      problems: [{ column: 'email' }, { column: 'phone' }],
    });
    const text = await (await download(org, `/imports/${id}/rejected.csv`)).text();
    expect(text).toContain("x@x.org,'+4930901820,Acme,,2,");
  });

  test('new only, update only, and fill blanks only', async () => {
    const org = await api.organization();
    await org.contact({ email: 'a@x.org', company: 'Old' });
    const file = 'email,company,first name\na@x.org,New,Ana\nb@x.org,Two,Ben\nb@x.org,Two,Benno\n';
    const plan = async (settings: Partial<ImportSettings>) => (await planned(org, file, settings)).plan;
    expect(await plan({ mode: 'create' })).toMatchObject({ created: 1, updated: 0, skipped: 2 });
    expect(await plan({ mode: 'update' })).toMatchObject({ created: 0, updated: 1, skipped: 2 });
    const filled = await planned(org, file, { fillBlanks: true });
    expect(filled.plan).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
    expect((await rows(org, filled.id))[0]?.changes).toEqual([
      { field: 'firstname', before: null, after: 'Ana' },
    ]);
  });

  test('rejected rows come back as CSV, and go through once they are corrected', async () => {
    const org = await api.organization();
    const { id } = await planned(org, 'E-Mail;Firma\nnope;"A; B"\nok@x.org;C\n');
    const response = await download(org, `/imports/${id}/rejected.csv`);
    expect(response.headers.get('Content-Disposition')).toContain('people%20rejected.csv');
    const text = await response.text();
    expect(text).toBe(
      'E-Mail;Firma;Line;Reason\r\nnope;"A; B";2;E-Mail “nope”: This is not a valid email address. Add an email or phone.\r\n',
    );
    const again = await planned(org, text.replace('nope', 'yes@x.org'));
    expect(again.plan).toMatchObject({ created: 1, rejected: 0 });
  });

  test('an export is imported again without one change, also into an empty organization', async () => {
    const org = await api.organization();
    const vip = await org.segment('VIP');
    await org.contact({
      email: 'a@x.org',
      phone: '+4930901820',
      firstname: '=1+1',
      lastname: "'-x",
      segmentIds: [vip.id],
    });
    await org.contact({ phone: '+4930901821', company: 'A, "B"', jobtitle: 'مدير' });
    const response = await download(org, '/contacts.csv');
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    const text = await response.text();
    expect(text).toContain("'=1+1");
    expect((await planned(org, text)).plan).toMatchObject({ rows: 2, unchanged: 2 });
    const other = await api.organization();
    const plan = await planned(other, text, { createSegments: true });
    expect((await step(other, plan.id, 'run')).run).toMatchObject({ created: 2 });
    const columns = 'columns=email,phone,firstname,lastname,jobtitle,company,segments&bom=true&delimiter=;';
    const texts = await Promise.all(
      [org, other].map(async (one) => (await download(one, `/contacts.csv?${columns}`)).text()),
    );
    expect(texts[1]).toBe(texts[0]);
    const filtered = await (await download(org, '/contacts.csv?search=901821&columns=phone')).text();
    expect(filtered).toBe("Phone\r\n'+4930901821\r\n");
  });

  test('a workbook is exported as text, and imported again without one change', async () => {
    const org = await api.organization();
    await org.contact({ phone: '+4930901820', firstname: '=1+1', lastname: '_x0041_', company: 'A & <B>' });
    await org.contact({ email: 'ana@x.org', firstname: 'Зоя', jobtitle: "'x" });
    const made = await org.post('/exports?format=xlsx', undefined);
    await api.jobs.runAll();
    const read = async (path: string) => {
      const response = await download(org, path);
      expect(response.headers.get('Content-Type')).toContain('spreadsheetml.sheet');
      expect(response.headers.get('Content-Disposition')).toContain('.xlsx');
      return new Uint8Array(await response.arrayBuffer());
    };
    for (const path of ['/contacts.csv?format=xlsx', `/exports/${made}/file`]) {
      const { data } = await upload(org, await read(path), 'contacts.xlsx');
      expect(data.columns.find(({ name }) => name === 'Phone')?.samples).toEqual(['+4930901820']);
      expect((await step(org, data.id, 'plan')).plan).toMatchObject({ rows: 2, unchanged: 2, leftOut: 0 });
    }
  });

  test('an export of ids has those contacts only, each once', async () => {
    const org = await api.organization();
    const [ana, ben] = [await org.contact({ email: 'ana@x.org' }), await org.contact({ email: 'ben@x.org' })];
    await org.contact({ email: 'cleo@x.org' });
    await org.call('DELETE', `/contacts/${ben.id}`);
    const exported = async (ids: string[]) => {
      const query = new URLSearchParams([['columns', 'email'], ...ids.map((id) => ['ids', id])]);
      return download(org, `/contacts.csv?${query}`);
    };
    const others = Array.from({ length: 9_998 }, () => randomUUID());
    const response = await exported([ana.id, ben.id, ...others]);
    expect(await response.text()).toBe('Email\r\nana@x.org\r\n');
    expect(await (await exported([ana.id.toUpperCase(), ana.id])).text()).toBe('Email\r\nana@x.org\r\n');
    for (const [query, path, message] of [
      ['ids=1', 'ids.0', 'This must be a UUID.'],
      [`ids=${ana.id}&search=ana`, 'ids', 'Give ids or a filter.'],
      [
        new URLSearchParams([ana.id, ben.id, ana.id, ...others].map((id) => ['ids', id])),
        'ids',
        'At most 10,000 ids.',
      ],
    ] as const) {
      const refused = await download(org, `/contacts.csv?${query}`);
      expect([refused.status, ((await refused.json()) as ErrorEnvelope).error.details]).toEqual([
        400,
        [{ path, message }],
      ]);
    }
  });

  test('what is no table is refused and not kept', async () => {
    const org = await api.organization();
    for (const [file, message] of [
      [Buffer.from(''), 'The file is empty.'],
      [
        Buffer.from([0, 1, 2, 3, 0, 0, 255]),
        'This is not a table. Use CSV, TSV or text, an Excel workbook (.xlsx) or vCards.',
      ],
    ] as const) {
      const { status, error } = await upload(org, file);
      expect([status, error.details]).toEqual([400, [{ path: '', message }]]);
    }
    expect(await api.query('select from import_files where organization_id = $1', [org.id])).toEqual([]);
    const { data } = await upload(org, 'name\nAna\n');
    const { status, error } = await org.call('POST', `/imports/${data.id}/plan`);
    expect([status, error.details[0]?.message]).toEqual([400, 'Which column holds the email or phone?']);
  });

  test('many rows in several chunks meet each other across them', async () => {
    const org = await api.organization();
    const lines = Array.from({ length: 2_500 }, (_, index) => `p${index % 1_800}@x.org,Company ${index}`);
    const plan = await planned(org, `email,company\n${lines.join('\n')}\n`);
    expect(plan.plan).toMatchObject({ rows: 2_500, created: 1_800, updated: 700, repeated: 700 });
    const run = await step(org, plan.id, 'run');
    expect(run.run).toMatchObject({ created: 1_800, updated: 700, changed: 0 });
    expect((await org.totals()).contacts).toBe(1_800);
    const undone = await step(org, plan.id, 'undo');
    expect(undone.run).toMatchObject({ undone: 1_800, kept: 0 });
    expect((await org.totals()).contacts).toBe(0);
  }, 60_000);
});
