import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { ContactImport } from '@/lib/contract/import';
import { engines } from '@/lib/database/testing';
import { verifyActivity } from '../activity/verify-activity';
import { TestApi, type TestOrganization } from '../testing/testing';

/** Part of each value of the purged person. */
const CANARY = 'canary';

describe.each(engines)('purging on $name', (engine) => {
  const api = new TestApi(engine);

  /** All columns that contain the canary, as `table.column`. */
  async function traces(): Promise<string[]> {
    const columns = await api.query<{ place: string; text: string }>(
      `select format('%s.%s', table_name, column_name) as place,
         format('select count(*)::int as count from %I where %s ilike ''%%${CANARY}%%''', table_name,
           format(case data_type when 'bytea' then 'encode(%I, ''escape'')' else '%I::text' end, column_name)) as text
       from information_schema.columns where table_schema = 'public' order by 1`,
    );
    const found = [];
    for (const { place, text } of columns)
      if ((await api.query<{ count: number }>(text))[0]?.count) found.push(place);
    return found;
  }

  async function importFile(organization: TestOrganization, text: string): Promise<ContactImport> {
    const { data } = await organization.call<ContactImport>('POST', '/imports?name=a.csv', text);
    for (const verb of ['plan', 'run']) {
      await organization.call('POST', `/imports/${data.id}/${verb}`);
      await api.jobs.runAll();
    }
    return (await organization.call<ContactImport>('GET', `/imports/${data.id}`)).data;
  }

  test('leaves nothing of the person in any column of any table, except that it was purged', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    await organization.contact({ phone: '+4930901820' });
    await importFile(organization, 'Email,First name\ncanary@b.example,Canary\nben@b.example,Ben\n');
    const found = await organization.call<{ id: string }[]>('GET', '/contacts?email=canary@b.example');
    const id = found.data[0]?.id as string;
    const fields = { lastname: 'Canary', jobtitle: 'Canary', company: 'Canary Ltd', segmentIds: [vip.id] };
    await organization.call('PUT', `/contacts/${id}`, fields);
    await organization.call('PUT', `/contacts/${id}`, { company: 'Old canary' });
    // Updated, unchanged, a conflict; and within a plan.
    const head = 'Email,Phone,First name,Company\n';
    await importFile(organization, `${head}canary@b.example,,Canary,Canary & Co\n`);
    await importFile(
      organization,
      `${head}canary@b.example,,Canary,\ncanary@b.example,+4930901820,Canary,\n`,
    );
    const { data: waiting } = await organization.call<ContactImport>(
      'POST',
      '/imports?name=b.csv',
      `${head}canary@b.example,,Canary,Canary again\ncleo@b.example,,Cleo,\n`,
    );
    await organization.call('POST', `/imports/${waiting.id}/plan`);
    const change = { change: { type: 'segments', add: [], remove: [vip.id] }, ids: [id] };
    const bulk = await organization.call<{ id: string }>('POST', '/bulk-changes', change);
    await api.jobs.runAll();
    await organization.call('POST', `/bulk-changes/${bulk.data.id}/undo`);
    await organization.call('POST', '/referral-codes', { code: 'FRIEND', referrerId: id });
    await api.jobs.runAll();
    await api.sealActivity();
    await organization.call('DELETE', `/contacts/${id}`);
    expect(await traces()).toEqual(
      expect.arrayContaining([
        'activities.before',
        'contacts.email',
        'import_files.bytes',
        'import_rows.cells',
        'imports.columns',
      ]),
    );

    expect((await organization.call('DELETE', '/trash', { ids: [id] })).status).toBe(200);
    expect(await traces()).toEqual([]);
    const { data } = await organization.call<Activity[]>('GET', `/activity?subjectId=${id}`);
    expect(data[0]).toMatchObject({ action: 'contact.purged', before: null, after: null });
    expect(data.length).toBeGreaterThan(6);
    expect(await verifyActivity(api.database, organization.id)).toMatchObject({ problem: null });

    // An earlier plan must not bring the person back.
    await organization.call('POST', `/imports/${waiting.id}/run`);
    await api.jobs.runAll();
    expect(await traces()).toEqual([]);
    const emails = (await organization.call<{ email: string }[]>('GET', '/contacts?sort=email')).data;
    expect(emails.map(({ email }) => email)).toEqual(['ben@b.example', 'cleo@b.example', null]);
  });
});
