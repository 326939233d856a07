import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, TestApi, type TestOrganization } from './testing/testing';

const tables =
  'contacts contact_counts segments jobs bulk_change_chunks imports import_files ' +
  'duplicates import_rows imported_contacts referral_codes referral_code_segments redemptions notes activities activity_seals api_tokens webhooks webhook_deliveries segment_days';

/** One of everything there is, alike in both organizations but for the ids. */
interface Everything {
  contact: string;
  /** Merged into the contact. */
  merged: string;
  merge: string;
  trashed: string;
  deletion: string;
  /** Of both contacts; it has come to none of them. */
  bulkChange: string;
  import: string;
  export: string;
  segment: string;
  trashedSegment: string;
  code: string;
  note: string;
  token: string;
  webhook: string;
}

async function furnish(organization: TestOrganization): Promise<Everything> {
  const gone = await organization.segment('Gone');
  await organization.contact({ email: 'ana@acme.example', segmentIds: [gone.id] });
  await organization.call('DELETE', `/segments/${gone.id}`);
  const segment = await organization.segment('VIP');
  const code = await organization.referralCode({ code: 'WELCOME', segmentIds: [segment.id] });
  const contact = await organization.contact({
    email: 'ana@acme.example',
    phone: '+4930901820',
    segmentIds: [segment.id],
    referralCode: 'WELCOME',
  });
  const { id: merged } = await organization.contact({ email: 'former@acme.example' });
  const merge = await organization.call('POST', `/contacts/${contact.id}/merge`, { from: merged });
  const trashed = await organization.contact({ email: 'gone@acme.example', segmentIds: [segment.id] });
  const bulkChange = await organization.post('/bulk-changes', {
    change: { type: 'segments', add: [], remove: [segment.id] },
    ids: [contact.id, trashed.id],
  });
  const { headers } = await organization.call('DELETE', '/contacts', { ids: [trashed.id] });
  const file = await organization.post('/imports?name=a.csv', 'email\na@b.example\n');
  await organization.call('POST', `/imports/${file}/plan`);
  const token = { name: 'Shop', scopes: ['contacts:read'] };
  return {
    contact: contact.id,
    merged,
    merge: merge.headers.get('Merge-Id') as string,
    trashed: trashed.id,
    deletion: headers.get('Deletion-Id') as string,
    bulkChange,
    import: file,
    export: await organization.post('/exports'),
    segment: segment.id,
    trashedSegment: gone.id,
    code: code.id,
    note: await organization.post(`/contacts/${contact.id}/notes`, { text: 'Called' }),
    token: await organization.post('/tokens', token),
    webhook: await organization.post('/webhooks', { url: 'http://localhost:1/' }),
  };
}

type Attempt = [
  operation: OperationName,
  kind: keyof Everything,
  request: (id: string) => { query?: string; body?: unknown },
];
const nothing = () => ({});
const remove = { type: 'delete' };

/** Every place of the API that takes an id. */
const attempts: Attempt[] = [
  ['getContact', 'contact', nothing],
  ['updateContact', 'contact', () => ({ body: { firstname: 'Eve' } })],
  ['previewUpdate', 'contact', () => ({ body: { firstname: 'Eve' } })],
  ['updateContact', 'contact', () => ({ body: {} })],
  ['deleteContact', 'contact', nothing],
  ['getContact', 'merged', nothing],
  ['updateContact', 'merged', () => ({ body: { firstname: 'Eve' } })],
  ['mergeContacts', 'contact', () => ({ body: { from: MISSING_ID } })],
  ['mergeContacts', 'merged', (id) => ({ body: { from: id } })],
  ['previewMerge', 'contact', (id) => ({ body: { from: id } })],
  ['undoMerge', 'merge', nothing],
  [
    'updateDuplicate',
    'contact',
    (id) => ({ body: { ids: [id, MISSING_ID.replace(/.$/, '0')], dismissed: true } }),
  ],
  ['listFormerAddresses', 'contact', nothing],
  ['removeFormerAddress', 'contact', () => ({ query: 'email=former@acme.example' })],
  ['listRedemptions', 'contact', nothing],
  ['listNotes', 'contact', nothing],
  ['createNote', 'contact', () => ({ body: { text: 'Called' } })],
  ['deleteNote', 'note', nothing],
  ['exportContact', 'contact', nothing],
  ['exportContact', 'trashed', nothing],
  ['updateSegment', 'segment', () => ({ body: { title: 'Eve' } })],
  ['correctImport', 'import', () => ({ body: { country: 'DE' } })],
  ['mergeSegments', 'segment', () => ({ body: { into: MISSING_ID } })],
  ['getSegmentGrowth', 'segment', nothing],
  ['listSegmentMoves', 'segment', nothing],
  ['deleteSegment', 'segment', nothing],
  ['restoreSegment', 'trashedSegment', () => ({ body: {} })],
  ['restoreSegment', 'segment', () => ({ body: {} })],
  ['updateReferralCode', 'code', () => ({ body: { active: false, maxRedemptions: 1 } })],
  ['listCodeRedemptions', 'code', nothing],
  ['revokeToken', 'token', nothing],
  ['getWebhook', 'webhook', nothing],
  ['updateWebhook', 'webhook', () => ({ body: { url: 'http://localhost:2/' } })],
  ['deleteWebhook', 'webhook', nothing],
  ['rotateWebhookSecret', 'webhook', nothing],
  ['testWebhook', 'webhook', nothing],
  ['listDeliveries', 'webhook', nothing],
  ['resendDelivery', 'webhook', (id) => ({ body: { eventId: id } })],
  ['upsertContact', 'segment', (id) => ({ body: { email: 'new@acme.example', segmentIds: [id] } })],
  ['previewContact', 'segment', (id) => ({ body: { email: 'new@acme.example', segmentIds: [id] } })],
  [
    'upsertContacts',
    'segment',
    (id) => ({ body: { contacts: [{ email: 'new@acme.example', segmentIds: [id] }] } }),
  ],
  [
    'previewContacts',
    'segment',
    (id) => ({ body: { contacts: [{ email: 'new@acme.example', segmentIds: [id] }] } }),
  ],
  ['listContacts', 'segment', (id) => ({ query: `segmentId=${id}` })],
  ['listContacts', 'segment', (id) => ({ query: `segmentId=${id}&search=acme` })],
  ['listContacts', 'segment', (id) => ({ query: `segmentId=${id}&segmentMatch=none` })],
  ['listContacts', 'segment', (id) => ({ query: `segmentId=${id}&segmentId=none&segmentMatch=none` })],
  ['deleteContacts', 'contact', (id) => ({ body: { ids: [id] } })],
  ['deleteContacts', 'trashed', (id) => ({ body: { ids: [id] } })],
  ['countContactSegments', 'contact', (id) => ({ body: { ids: [id] } })],
  ['countContactValues', 'contact', (id) => ({ body: { ids: [id], field: 'company', value: 'Acme' } })],
  ['countContactValues', 'segment', (id) => ({ body: { filter: { segmentId: [id] }, field: 'jobtitle' } })],
  ['countContactSegments', 'segment', (id) => ({ body: { filter: { segmentId: [id] } } })],
  [
    'countContactSegments',
    'segment',
    (id) => ({ body: { filter: { segmentId: [id], segmentMatch: 'none' } } }),
  ],
  ['getBulkChange', 'bulkChange', nothing],
  ['runBulkChange', 'bulkChange', nothing],
  ['cancelBulkChange', 'bulkChange', nothing],
  ['undoBulkChange', 'bulkChange', nothing],
  ['createBulkChange', 'contact', (id) => ({ body: { change: remove, ids: [id], expectedCount: 1 } })],
  [
    'createBulkChange',
    'segment',
    (id) => ({ body: { change: remove, filter: { segmentId: [id] }, expectedCount: 1 } }),
  ],
  [
    'createBulkChange',
    'segment',
    (id) => ({ body: { change: { type: 'segments', add: [id], remove: [] }, filter: {}, expectedCount: 1 } }),
  ],
  [
    'createBulkChange',
    'segment',
    (id) => ({ body: { change: { type: 'segments', add: [], remove: [id] }, filter: {}, expectedCount: 1 } }),
  ],
  ['getImport', 'import', nothing],
  [
    'updateImport',
    'import',
    () => ({ body: { format: { encoding: 'utf-8', delimiter: ',', header: false } } }),
  ],
  ['planImport', 'import', nothing],
  ['listImportRows', 'import', nothing],
  ['downloadRejectedRows', 'import', nothing],
  ['runImport', 'import', nothing],
  ['cancelImport', 'import', nothing],
  ['getImportUndoPlan', 'import', nothing],
  ['undoImport', 'import', nothing],
  ['exportContacts', 'segment', (id) => ({ query: `segmentId=${id}` })],
  ['exportContacts', 'contact', (id) => ({ query: `ids=${id}` })],
  ['getExport', 'export', nothing],
  ['downloadExport', 'export', nothing],
  ['deleteExport', 'export', nothing],
  ['restoreContacts', 'bulkChange', (id) => ({ body: { deletionId: id } })],
  ['restoreContacts', 'trashed', (id) => ({ body: { ids: [id] } })],
  ['restoreContacts', 'deletion', (id) => ({ body: { deletionId: id } })],
  ['purgeContacts', 'trashed', (id) => ({ body: { ids: [id] } })],
  ['createReferralCode', 'segment', (id) => ({ body: { code: 'NEW', segmentIds: [id] } })],
  ['createReferralCode', 'contact', (id) => ({ body: { code: 'NEW', referrerId: id } })],
  ['listActivity', 'contact', (id) => ({ query: `subjectId=${id}` })],
  ['listActivity', 'token', (id) => ({ query: `subjectId=${id}` })],
  ['listActivity', 'token', (id) => ({ query: `actorId=${id}` })],
  ['listActivity', 'import', (id) => ({ query: `importId=${id}` })],
  ['exportActivity', 'contact', (id) => ({ query: `subjectId=${id}` })],
];

describe.each(engines)('two organizations on $name', (engine) => {
  const api = new TestApi(engine);
  /** All rows, but for the record that a list was taken out. */
  const dump = async (where = '') => {
    const rows = await api.rows(tables, where);
    return JSON.stringify(rows.filter(({ row }) => row.action !== 'list.exported'));
  };
  const pair = async () => {
    const [own, foreign] = [await api.organization('Own'), await api.organization('Foreign')];
    return { own, foreign, mine: await furnish(own), theirs: await furnish(foreign) };
  };
  const send = ({ call }: TestOrganization, name: OperationName, id: string, request: Attempt[2]) => {
    const { method, path }: Operation = operations[name];
    const { query, body } = request(id);
    return call(method, path.replace('{id}', id) + (query ? `?${query}` : ''), body, {
      'X-Request-Id': 'same',
    });
  };

  describe('of which one attempts what it must not', () => {
    // Shared, because nothing is changed.
    let there: Awaited<ReturnType<typeof pair>>;
    let before: string;

    beforeAll(async () => {
      there = await pair();
      before = await dump();
    });

    test.each(attempts)(
      '%s with the %s of another answers as if there were none, and changes nothing',
      async (name, kind, request) => {
        const { own, theirs } = there;
        const answers = [];
        for (const id of [MISSING_ID, theirs[kind]]) {
          const { status, text, headers } = await send(own, name, id, request);
          headers.delete('Deletion-Id');
          answers.push({ status, text: text.replaceAll(id, 'ID'), headers: [...headers] });
          expect(await dump()).toBe(before);
        }
        expect(answers[1]).toEqual(answers[0]);
      },
    );
  });

  test('every id that an operation takes is among those tried', () => {
    const tried = new Set(attempts.map(([name]) => name));
    for (const [name, { path }] of Object.entries<Operation>(operations))
      if (path.includes('{id}')) expect([...tried]).toContain(name);
  });

  test('see nothing of one another in any list', async () => {
    const { own, foreign, mine, theirs } = await pair();
    const lists = Object.values<Operation>(operations).filter(
      ({ method, path }) => method === 'GET' && !path.includes('{id}'),
    );
    for (const [organization, hidden] of [
      [own, theirs],
      [foreign, mine],
    ] as const)
      for (const { path } of lists) {
        const { status, text } = await organization.call('GET', path);
        expect(status).toBe(200);
        for (const id of [...Object.values(hidden), organization === own ? foreign.id : own.id])
          expect(text, path).not.toContain(id);
      }
    for (const organization of [own, foreign])
      expect(await organization.totals()).toEqual({ contacts: 1, segments: { VIP: 1 } });
  });

  test('take no cursor from one another', async () => {
    const { own, foreign } = await pair();
    for (const one of [own, foreign]) {
      await one.contact({ email: 'second@acme.example' });
      const { id } = await one.contact({ email: 'third@acme.example' });
      await one.call('DELETE', `/contacts/${id}`);
    }
    for (const path of [
      '/contacts?pageSize=1',
      '/contacts?pageSize=1&sort=name',
      '/trash?pageSize=1',
      '/activity?pageSize=1',
    ]) {
      const { meta } = await foreign.call('GET', path);
      expect(meta.nextCursor).toBeTruthy();
      const headers = { 'X-Request-Id': 'same' };
      const theirs = await own.call('GET', `${path}&cursor=${meta.nextCursor}`, undefined, headers);
      const none = await own.call('GET', `${path}&cursor=none`, undefined, headers);
      expect([theirs.status, theirs.text]).toEqual([400, none.text]);
    }
  });

  test('have the same emails, phones, titles and codes without meeting', async () => {
    const { own, foreign, mine, theirs } = await pair();
    const where = `where organization_id = '${foreign.id}'`;
    const before = await dump(where);
    const updated = await own.contact({ email: 'ana@acme.example', phone: '+4930901820', company: 'Own' });
    expect(updated.id).toBe(mine.contact);
    const renamed = await own.call('PUT', `/contacts/${mine.contact}`, { email: 'gone@acme.example' });
    expect(renamed.status).toBe(200);
    await own.contact({ email: 'second@acme.example', referralCode: 'WELCOME' });
    await own.call('PUT', `/segments/${mine.segment}`, { title: 'Renamed' });
    await own.call('PUT', `/referral-codes/${mine.code}`, { active: false });
    await own.call('DELETE', '/contacts', { ids: [mine.contact, theirs.contact] });
    await own.call('POST', '/trash/restore', { ids: [mine.contact, mine.trashed, theirs.trashed] });
    await own.call('DELETE', '/trash', { ids: [mine.trashed, theirs.trashed] });
    await own.call('DELETE', `/segments/${mine.segment}`);
    await own.call('POST', `/trash/segments/${mine.trashedSegment}/restore`, {});
    await own.call('POST', `/trash/segments/${mine.segment}/restore`, { title: 'Renamed' });
    await own.call('DELETE', `/tokens/${mine.token}`);
    expect(await dump(where)).toBe(before);
  });

  test('fill themselves with sample data without touching one another', async () => {
    const { foreign } = await pair();
    const own = await api.organization('Empty');
    const before = await dump(`where organization_id = '${foreign.id}'`);
    expect((await own.call('POST', '/sample-data')).status).toBe(200);
    expect(await dump(`where organization_id = '${foreign.id}'`)).toBe(before);
  });
});
