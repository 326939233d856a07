import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import { DISTRIBUTED } from '@/lib/database/tables';
import { engines } from '@/lib/database/testing';
import { buildExampleBody } from './testing/operation-examples';
import { MISSING_ID, TestApi, type TestOrganization } from './testing/testing';

/** Written by whoever asks, or by the clock. */
const OWN = ['unsealed_activities', 'idempotent_answers', 'replica_contacts'];
const tables = [...DISTRIBUTED, 'jobs', 'api_tokens'].filter((name) => !OWN.includes(name)).join(' ');

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
  field: string;
  archivedField: string;
  token: string;
  webhook: string;
  proposal: string;
}

async function furnish(organization: TestOrganization): Promise<Everything> {
  const gone = await organization.segment('Gone');
  await organization.contact({ email: 'ana@acme.example', segmentIds: [gone.id] });
  await organization.call('DELETE', `/segments/${gone.id}`);
  const segment = await organization.segment('VIP');
  const field = await organization.post('/fields', { label: 'Plan', type: 'text' });
  const archivedField = await organization.post('/fields', { label: 'Old', type: 'text' });
  await organization.call('PUT', `/fields/${archivedField}`, { archived: true });
  const code = await organization.referralCode({ code: 'WELCOME', segmentIds: [segment.id] });
  const contact = await organization.contact({
    email: 'ana@acme.example',
    phone: '+4930901820',
    segmentIds: [segment.id],
    referralCode: 'WELCOME',
    fields: { plan: 'pro' },
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
    field,
    archivedField,
    token: await organization.post('/tokens', token),
    webhook: await organization.post('/webhooks', { url: 'http://localhost:1/' }),
    proposal: await organization.post('/proposals', {
      title: 'Tag',
      reason: 'They asked.',
      operation: 'createBulkChange',
      input: { change: { type: 'delete' }, ids: [contact.id] },
    }),
  };
}

type Attempt = [
  operation: OperationName,
  kind: keyof Everything,
  /** If absent, the example of the operation with this id. */
  request?: (id: string) => { query?: string; body?: unknown },
];
const OTHER_MISSING_ID = MISSING_ID.replace(/.$/, '0');
const remove = { type: 'delete' };
const propose = (operation: string, input: object) => ({
  title: 'A change',
  reason: 'Why',
  operation,
  input,
});

/** Every place of the API that takes an id. */
const attempts: Attempt[] = [
  ['getContact', 'contact'],
  ['updateContact', 'contact'],
  ['previewUpdate', 'contact'],
  ['updateContact', 'contact', () => ({ body: {} })],
  ['deleteContact', 'contact'],
  ['getContact', 'merged'],
  ['updateContact', 'merged'],
  ['mergeContacts', 'contact'],
  ['mergeContacts', 'merged', (id) => ({ body: { from: id } })],
  ['previewMerge', 'contact', (id) => ({ body: { from: id } })],
  ['undoMerge', 'merge'],
  ['updateDuplicate', 'contact'],
  ['listFormerAddresses', 'contact'],
  ['removeFormerAddress', 'contact', () => ({ query: 'email=former@acme.example' })],
  ['listRedemptions', 'contact'],
  ['listNotes', 'contact'],
  ['createNote', 'contact'],
  ['deleteNote', 'note'],
  ['exportContact', 'contact'],
  ['exportContact', 'trashed'],
  ['updateSegment', 'segment'],
  ['getMembership', 'segment', (id) => ({ query: `contactId=${id}` })],
  ['correctImport', 'import'],
  ['previewSegmentRule', 'segment'],
  ['mergeSegments', 'segment'],
  ['getSegmentGrowth', 'segment'],
  ['listSegmentMoves', 'segment'],
  ['deleteSegment', 'segment'],
  ['restoreSegment', 'trashedSegment'],
  ['restoreSegment', 'segment'],
  ['purgeSegments', 'trashedSegment', (id) => ({ body: { ids: [id] } })],
  ['updateReferralCode', 'code'],
  ['listCodeRedemptions', 'code'],
  ['getCodeGrowth', 'code'],
  ['updateField', 'field'],
  ['updateField', 'field', () => ({ body: { archived: true, position: 2 } })],
  ['deleteField', 'archivedField'],
  ['previewFieldType', 'field'],
  ['changeFieldType', 'field'],
  ['revokeToken', 'token'],
  ['getWebhook', 'webhook'],
  ['updateWebhook', 'webhook'],
  ['deleteWebhook', 'webhook'],
  ['rotateWebhookSecret', 'webhook'],
  ['testWebhook', 'webhook'],
  ['listDeliveries', 'webhook'],
  ['resendDelivery', 'webhook'],
  ['getProposal', 'proposal'],
  ['listProposalRows', 'proposal'],
  ['withdrawProposal', 'proposal'],
  ['approveProposal', 'proposal'],
  ['declineProposal', 'proposal'],
  ['createProposal', 'contact', (id) => ({ body: propose('mergeContacts', { id, from: MISSING_ID }) })],
  [
    'createProposal',
    'contact',
    (id) => ({ body: propose('createBulkChange', { change: remove, ids: [id] }) }),
  ],
  ['createProposal', 'import', (id) => ({ body: propose('runImport', { importId: id }) })],
  [
    'createProposal',
    'segment',
    (id) => ({ body: propose('createSegment', { title: 'New', rule: { segmentId: [id] } }) }),
  ],
  ['upsertContact', 'segment'],
  ['previewContact', 'segment'],
  ['upsertContacts', 'segment'],
  ['previewContacts', 'segment'],
  ['listContacts', 'segment', (id) => ({ query: `segmentId=${id}` })],
  ['listContacts', 'segment', (id) => ({ query: `segmentId=${id}&search=acme` })],
  ['listContacts', 'segment', (id) => ({ query: `segmentId=${id}&segmentMatch=none` })],
  ['listContacts', 'segment', (id) => ({ query: `segmentId=${id}&segmentId=none&segmentMatch=none` })],
  ['deleteContacts', 'contact'],
  ['deleteContacts', 'trashed'],
  ['countContactSegments', 'contact'],
  ['countContactValues', 'contact'],
  ['countContactValues', 'segment', (id) => ({ body: { filter: { segmentId: [id] }, field: 'jobtitle' } })],
  ['countContactSegments', 'segment', (id) => ({ body: { filter: { segmentId: [id] } } })],
  [
    'countContactSegments',
    'segment',
    (id) => ({ body: { filter: { segmentId: [id], segmentMatch: 'none' } } }),
  ],
  ['getBulkChange', 'bulkChange'],
  ['runBulkChange', 'bulkChange'],
  ['cancelBulkChange', 'bulkChange'],
  ['undoBulkChange', 'bulkChange'],
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
  ['getImport', 'import'],
  ['updateImport', 'import'],
  ['planImport', 'import'],
  ['listImportRows', 'import'],
  ['downloadRejectedRows', 'import'],
  ['runImport', 'import'],
  ['cancelImport', 'import'],
  ['getImportUndoPlan', 'import'],
  ['undoImport', 'import'],
  ['exportContacts', 'segment', (id) => ({ query: `segmentId=${id}` })],
  ['exportContacts', 'contact', (id) => ({ query: `ids=${id}` })],
  ['getExport', 'export'],
  ['downloadExport', 'export'],
  ['deleteExport', 'export'],
  ['restoreContacts', 'bulkChange', (id) => ({ body: { deletionId: id } })],
  ['restoreContacts', 'trashed'],
  ['restoreContacts', 'deletion', (id) => ({ body: { deletionId: id } })],
  ['purgeContacts', 'trashed'],
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
    const ids = {
      contacts: id,
      others: OTHER_MISSING_ID,
      segments: id,
      'other/segments': OTHER_MISSING_ID,
      events: id,
    };
    const { query, body } = request?.(id) ?? { body: buildExampleBody(name, ids) };
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

  test('have the same fields without finding values of one another', async () => {
    const { own, foreign } = await pair();
    const third = await api.organization('Without fields');
    await third.contact({ email: 'ana@acme.example' });
    for (const organization of [own, foreign]) {
      const { data } = await organization.call<{ organizationId: string }[]>(
        'GET',
        '/contacts?fields.plan=pro',
      );
      expect(data.map(({ organizationId }) => organizationId)).toEqual([organization.id]);
    }
    expect((await third.call('GET', '/contacts?fields.plan=pro')).status).toBe(400);
    expect(
      (await third.call('POST', '/contacts', { email: 'a@b.example', fields: { plan: 'x' } })).status,
    ).toBe(400);
    expect((await third.call('GET', '/contacts')).text).not.toContain('"fields"');
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
    await own.call('DELETE', '/trash/segments', { ids: [theirs.trashedSegment] });
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
