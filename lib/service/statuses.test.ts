import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ErrorCode, errorStatus } from '@/lib/contract/error';
import { IMPORT_FILE_LIMIT } from '@/lib/contract/import';
import { type Operation, possibleErrors } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import { MOST_OPEN } from '@/lib/contract/proposal';
import { grantableScopes } from '@/lib/contract/token';
import type { Database } from '@/lib/database/database';
import { engines } from '@/lib/database/testing';
import { encodeCursor } from './shared/cursor';
import { buildExampleBody } from './testing/operation-examples';
import { type Caller, caller, MISSING_ID, TestApi, type TestOrganization } from './testing/testing';

/** Ids for the path: of a contact, a bulk change, an import, an export, a segment, another and a deleted one, a code, a token, a webhook. */
const nobody = {
  contacts: MISSING_ID,
  /** Another contact, and one that was merged into the first. */
  others: MISSING_ID,
  merges: MISSING_ID,
  'bulk-changes': MISSING_ID,
  imports: MISSING_ID,
  exports: MISSING_ID,
  segments: MISSING_ID,
  'other/segments': MISSING_ID,
  'trash/segments': MISSING_ID,
  'referral-codes': MISSING_ID,
  notes: MISSING_ID,
  fields: MISSING_ID,
  tokens: MISSING_ID,
  webhooks: MISSING_ID,
  events: MISSING_ID,
  proposals: MISSING_ID,
};

/** What is there in an organization. */
interface There {
  organization: TestOrganization;
  ids: typeof nobody;
}

/** A body with which the operation succeeds. */
const buildBody = (name: OperationName, { ids }: There): unknown =>
  name === 'createImport' ? 'email\nnew@b.example\n' : buildExampleBody(name, ids);

/** Sent with conflicts, and before by those that conflict by it. */
const USED_KEY = { 'Idempotency-Key': 'used' };

const queries: { [N in OperationName]?: (ids: typeof nobody) => string } = {
  createImport: () => '?name=a.csv',
  removeFormerAddress: () => '?email=merged@b.example',
  getMembership: ({ contacts }) => `?contactId=${contacts}`,
};

/** A body with which it meets somebody else's email, title or code; before, something may have to be made. */
const conflicts: { [N in OperationName]?: (there: There) => Promise<unknown> } = {
  upsertContact: async ({ organization }) => {
    await organization.contact({ phone: '+4930901820' });
    return { email: 'a@b.example', phone: '+4930901820' };
  },
  updateContact: async ({ organization }) => {
    await organization.contact({ email: 'taken@b.example' });
    return { email: 'taken@b.example' };
  },
  upsertContacts: async ({ organization }) => {
    const body = { contacts: [{ email: 'other@b.example' }] };
    await organization.call('POST', '/contacts/batch', body, USED_KEY);
    return { contacts: [{ email: 'new@b.example' }] };
  },
  createProposal: async (there) => {
    for (let open = 1; open < MOST_OPEN; open++)
      await there.organization.call('POST', '/proposals', buildBody('createProposal', there));
    return buildBody('createProposal', there);
  },
  withdrawProposal: async ({ organization, ids }) => {
    await organization.call('POST', `/proposals/${ids.proposals}/withdraw`);
  },
  undoMerge: async ({ organization, ids }) => {
    await organization.call('POST', `/merges/${ids.merges}/undo`);
  },
  createWebhook: async (there) => {
    for (let more = 1; more < 20; more++)
      await there.organization.call('POST', '/webhooks', buildBody('createWebhook', there));
    return buildBody('createWebhook', there);
  },
  createSegment: async () => ({ title: 'VIP' }),
  updateSegment: async ({ organization }) => {
    await organization.segment('Taken');
    return { title: 'taken' };
  },
  restoreSegment: async () => ({ title: 'vip' }),
  createField: async () => ({ label: 'old', type: 'text' }),
  updateField: async ({ organization }) => {
    await organization.post('/fields', { label: 'Taken', type: 'text' });
    return { label: 'taken' };
  },
  deleteField: async ({ organization, ids }) => {
    await organization.call('PUT', `/fields/${ids.fields}`, { archived: false });
    return undefined;
  },
  previewFieldType: async (there) => {
    await there.organization.call('POST', `/fields/${there.ids.fields}/type`, { type: 'date', clear: 9 });
    return buildBody('previewFieldType', there);
  },
  changeFieldType: async (there) => archiveField('changeFieldType', there),
  createReferralCode: async () => ({ code: 'welcome' }),
  createBulkChange: async ({ organization: { api, id }, ids }) => {
    await api.query(
      `update jobs set progress = progress || '{"total": 2000000}' where organization_id = $1`,
      [id],
    );
    return { change: { type: 'delete' }, ids: [ids.contacts] };
  },
  mergeSegments: async (there) => {
    await conflicts.createBulkChange?.(there);
    return buildBody('mergeSegments', there);
  },
  createExport: async ({ organization }) => {
    for (let more = 1; more < 20; more++) await organization.call('POST', '/exports');
    return undefined;
  },
  downloadExport: async ({ organization: { api, id } }) => {
    await api.query("update jobs set state = 'running' where kind = 'export' and organization_id = $1", [id]);
    return undefined;
  },
  updateImport: async ({ organization, ids }) => {
    await organization.call('POST', `/imports/${ids.imports}/run`);
    return buildBody('updateImport', { organization, ids });
  },
  correctImport: async ({ organization: { api, id } }) => {
    await api.query('update imports set run_id = id where organization_id = $1', [id]);
    return { country: 'DE' };
  },
  planImport: async ({ organization: { api, id } }) => {
    await api.query('update imports set run_id = id where organization_id = $1', [id]);
    return undefined;
  },
  runImport: async ({ organization: { api, id } }) => {
    await api.query('update imports set plan_id = null where organization_id = $1', [id]);
    return undefined;
  },
  undoImport: async ({ organization: { api, id } }) => {
    await api.query('update imports set run_id = null where organization_id = $1', [id]);
    return undefined;
  },
  revokeToken: async ({ organization: { api }, ids }) => {
    await api.query("update api_tokens set kind = 'configured' where id = $1", [ids.tokens]);
    return undefined;
  },
  resendDelivery: async ({ organization, ids }) => {
    await organization.call('PUT', `/webhooks/${ids.webhooks}`, { state: 'paused' });
    return { eventId: ids.webhooks };
  },
  loadSampleData: async () => undefined,
};

async function archiveField(name: OperationName, there: There): Promise<unknown> {
  await there.organization.call('PUT', `/fields/${there.ids.fields}`, { archived: true });
  return buildBody(name, there);
}

/** Reads of what jobs have worked on, and those that leave an entry. */
const NEEDS_ITS_OWN = /import|rejected|export/i;

/** What has to be in the way of sample data is in the way of nothing else. */
async function furnish(organization: TestOrganization, name: string): Promise<There> {
  const ids = { ...nobody };
  if (name === 'loadSampleData') return { organization, ids };
  ids.contacts = (await organization.contact({ email: 'a@b.example' })).id;
  ids.notes = await organization.post(`/contacts/${ids.contacts}/notes`, { text: 'Called' });
  ids.others = (await organization.contact({ email: 'other@b.example' })).id;
  const { id: from } = await organization.contact({ email: 'merged@b.example' });
  const merged = await organization.call('POST', `/contacts/${ids.contacts}/merge`, { from });
  ids.merges = merged.headers.get('Merge-Id') as string;
  ids['trash/segments'] = (await organization.segment('Gone')).id;
  await organization.call('DELETE', `/segments/${ids['trash/segments']}`);
  ids.segments = (await organization.segment('VIP')).id;
  ids['other/segments'] = (await organization.segment('Others')).id;
  const bulkChange = { change: { type: 'delete' }, ids: [ids.contacts] };
  ids.fields = await organization.post('/fields', { label: 'Old', type: 'text' });
  if (name === 'deleteField') await organization.call('PUT', `/fields/${ids.fields}`, { archived: true });
  else await organization.call('PUT', `/contacts/${ids.others}`, { fields: { old: '7' } });
  ids['bulk-changes'] = await organization.post('/bulk-changes', bulkChange);
  ids.imports = await organization.post('/imports?name=a.csv', 'email\nnew@b.example\n');
  if (/Import|Rejected/.test(name)) {
    await organization.api.query(`delete from jobs where organization_id = '${organization.id}'`);
    if (name !== 'planImport') await organization.call('POST', `/imports/${ids.imports}/plan`);
    await organization.api.jobs.runAll();
    if (name.includes('Undo') || name.includes('undo'))
      await organization.call('POST', `/imports/${ids.imports}/run`);
  }
  ids.exports = await organization.post('/exports');
  if (name === 'downloadExport') await organization.api.jobs.runAll();
  ids['referral-codes'] = (await organization.referralCode({ code: 'WELCOME' })).id;
  const token = { name: 'Shop', scopes: ['contacts:read'] };
  ids.tokens = await organization.post('/tokens', token);
  ids.webhooks = await organization.post('/webhooks', { url: 'http://localhost:1/' });
  await organization.api.query(
    `insert into webhook_deliveries (organization_id, webhook_id, event_id, subject_id, type, state, attempts, next_at, at)
     values ($1, $2, $2, $2, 'contact.created', 'delivered', 1, now(), now())`,
    [organization.id, ids.webhooks],
  );
  ids.events = ids.webhooks;
  ids.proposals = await organization.post('/proposals', buildBody('createProposal', { organization, ids }));
  return { organization, ids };
}

function pathOf(operation: Operation, { ids }: There, id?: string): string {
  const [resource] = operation.path.slice(1).split('/{id}') as [keyof There['ids']];
  return operation.path.replace('{id}', id ?? ids[resource]);
}

/** A database that knows tokens, and fails at everything else with this error. */
function failing(database: Database, error: Error): Database {
  const pool = {
    connect: async () => {
      const client = await database.pool.connect();
      const query = (config: pg.QueryConfig | string) => {
        const known = typeof config === 'object' && /^(find_tokens|note_token_use)$/.test(config.name ?? '');
        return known ? client.query(config) : Promise.reject(error);
      };
      return Object.assign(Object.create(client), { query, release: () => client.release() });
    },
    query: () => Promise.reject(error),
  };
  return { ...database, pool: pool as unknown as pg.Pool };
}

describe.each(engines)('every status of every operation on $name', (engine) => {
  const api = new TestApi(engine);
  /** What all refusals share, which change nothing: with one of everything, and empty for sample data. */
  let full: There;
  let empty: There;
  let before: unknown;
  /** Other instances of the API. To make one takes longer than to call it. */
  let limiting: ReturnType<TestApi['over']>;
  let broken: ReturnType<TestApi['over']>;
  let cutOff: ReturnType<TestApi['over']>;

  beforeAll(async () => {
    limiting = api.over(api.database, { rateLimit: 1 });
    const secret = new Error('column "secret" of relation "internals" does not exist');
    broken = api.over(failing(api.database, secret));
    const refused = new Error('connect ECONNREFUSED 10.0.0.7:5432');
    cutOff = api.over(failing(api.database, Object.assign(refused, { code: 'ECONNREFUSED' })));
    full = await furnish(await api.organization(), '');
    empty = await furnish(await api.organization(), 'loadSampleData');
    // Nobody is to work on them.
    await api.query("update jobs set due_at = '2100-01-01'");
    before = await contents();
  });

  /** Of all organizations that are shared. */
  const contents = () =>
    api.rows(
      'contacts segments jobs bulk_change_chunks imports import_rows imported_contacts proposals ' +
        'referral_codes redemptions notes fields activities contact_counts webhooks webhook_deliveries',
      'where organization_id = any($1)',
      [[full.organization.id, empty.organization.id]],
    );

  /** How the operation is brought to answer with the error, by name of the error. */
  const provocations: { [C in ErrorCode]?: (name: OperationName, there: There) => ReturnType<Caller> } = {
    UNAUTHORIZED: (name, there) => send(name, there, caller(api, null)),
    FORBIDDEN: async (name, there) => {
      const others = grantableScopes.filter((scope) => scope !== operations[name].scopes[0]);
      return send(name, there, await there.organization.as(others));
    },
    VALIDATION_ERROR: async (name, there) => {
      const operation: Operation = operations[name];
      const { call } = there.organization;
      if (name === 'planImport') {
        const { data } = await call<{ id: string }>('POST', '/imports?name=a.csv', 'name\nAna\n');
        const answer = await call('POST', `/imports/${data.id}/plan`);
        await api.query('delete from imports where id = $1', [data.id]);
        return answer;
      }
      if (operation.body) return call(operation.method, pathOf(operation, there), { unknown: true });
      return call(operation.method, `${pathOf(operation, there)}?unknown=true`);
    },
    NOT_FOUND: (name, there) => {
      const path = pathOf(operations[name], there, MISSING_ID) + (queries[name]?.(there.ids) ?? '');
      return there.organization.call(operations[name].method, path, buildBody(name, there));
    },
    CONFLICT: async (name, there) => {
      const body = await conflicts[name]?.(there);
      if (name === 'loadSampleData') await there.organization.segment('VIP');
      return send(name, there, there.organization.call, USED_KEY, body);
    },
    PRECONDITION_FAILED: (name, there) => {
      const { call } = there.organization;
      const operation: Operation = operations[name];
      if (operation.conditional) return send(name, there, call, { 'If-Match': '"stale"' });
      const expected =
        name === 'updateSegment' ? { expectedRule: { company: ['Other'] } } : { expectedCount: 3 };
      const other = name === 'changeFieldType' ? { type: 'date' } : expected;
      return send(name, there, call, {}, { ...(buildBody(name, there) as object), ...other });
    },
    PAYLOAD_TOO_LARGE: (name, there) =>
      'upload' in operations[name]
        ? send(name, there, there.organization.call, { 'Content-Length': String(IMPORT_FILE_LIMIT + 1) })
        : send(name, there, there.organization.call, {}, `"${'x'.repeat(1024 * 1024)}"`),
    UNSUPPORTED_MEDIA_TYPE: (name, there) =>
      send(name, there, there.organization.call, { 'Content-Type': 'text/plain' }),
    GONE: (name, { organization }) => {
      const removed = { direction: 'after', sort: 'events', key: '-1', id: MISSING_ID } as const;
      const cursor = encodeCursor(removed, organization.id);
      return organization.call(operations[name].method, `${operations[name].path}?after=${cursor}`);
    },
    RATE_LIMITED: async (name, there) => {
      const limited = caller(limiting, await there.organization.issue());
      await limited('GET', '/organization');
      return send(name, there, limited);
    },
    INTERNAL_ERROR: (name, there) => send(name, there, caller(broken, there.organization.token)),
    UNAVAILABLE: (name, there) => send(name, there, caller(cutOff, there.organization.token)),
  };

  function send(
    name: OperationName,
    there: There,
    call: Caller,
    headers: Record<string, string> = {},
    body: unknown = buildBody(name, there),
  ) {
    const path = pathOf(operations[name], there) + (queries[name]?.(there.ids) ?? '');
    return call(operations[name].method, path, body, headers);
  }

  describe.each(Object.keys(operations) as OperationName[])('%s', (name) => {
    const operation: Operation = operations[name];
    // Of those for a person, HTTP tells no more; `proposals.test.ts` tries the rest.
    const errors = operation.person
      ? (['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED'] as const)
      : possibleErrors(operation);

    test.runIf(operation.person)('403 with all scopes', async () => {
      expect(await send(name, full, full.organization.call)).toMatchObject({ status: 403 });
    });

    test.skipIf(operation.person)(`${operation.creates ? 201 : 200}`, async () => {
      const isShared = operation.method === 'GET' && !NEEDS_ITS_OWN.test(name);
      const there = isShared ? full : await furnish(await api.organization(), name);
      const { status, headers, data } = await send(name, there, there.organization.call);
      expect(status).toBe(operation.creates ? 201 : 200);
      expect(headers.get('Cache-Control')).toMatch(/^no-store/);
      expect(headers.has('ETag')).toBe(Boolean(operation.tagged || operation.revalidates));
      expect(headers.has('Location')).toBe(operation.creates !== undefined);
      expect(operation.data.safeParse(data).error).toBeUndefined();
      if (operation.creates !== 'sometimes') return;
      const again = await send(name, there, there.organization.call);
      expect([again.status, again.headers.has('Location')]).toEqual([200, false]);
    });

    test.each(errors.map((code) => [errorStatus[code], code] as const))('%i %s', async (status, code) => {
      const shared = name === 'loadSampleData' ? empty : full;
      const there = code === 'CONFLICT' ? await furnish(await api.organization(), name) : shared;
      const answer = await (provocations[code] as NonNullable<(typeof provocations)[ErrorCode]>)(name, there);
      expect([answer.status, answer.error.code]).toEqual([status, code]);
      expect(answer.error.message).toMatch(/^[A-Z].*\.$/);
      expect(answer.text).not.toMatch(/secret|internals|10\.0\.0\.7|ECONN|select|postgres|\bat .*\.ts/i);
      expect(answer.headers.has('WWW-Authenticate')).toBe(status === 401);
      if (status === 429 || status === 503)
        expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      const logged = api.logged.splice(0);
      expect(logged.length).toBe(status >= 500 ? 1 : 0);
      if (status >= 500)
        expect(logged[0]?.fields).toMatchObject({ requestId: answer.headers.get('X-Request-Id') });
    });

    test('changes nothing when it refuses', async () => {
      expect(await contents()).toEqual(before);
    });
  });

  test('503 without a database at all', async () => {
    const { token } = await api.organization();
    const closed = { ...api.database, pool: new pg.Pool({ host: '127.0.0.1', port: 1 }) };
    const ended = { ...api.database, pool: new pg.Pool() };
    await ended.pool.end();
    for (const database of [closed, ended]) {
      const { status, error, headers } = await caller(api.over(database), token)('GET', '/segments');
      expect([status, error.code]).toEqual([503, 'UNAVAILABLE']);
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(api.logged.splice(0).map(({ message }) => message)).toEqual(
      Array(2).fill('The database cannot be reached.'),
    );
  });

  test('503 where a statement was given up', async () => {
    const { token } = await api.organization();
    const cause = Object.assign(new Error('canceling statement due to statement timeout'), {
      code: '57014',
      severity: 'ERROR',
    });
    const answer = await caller(api.over(failing(api.database, cause)), token)('GET', '/segments');
    expect([answer.status, answer.error.code]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.error.message).toContain('took too long');
    expect(answer.headers.get('Retry-After')).toBe('5');
    expect(api.logged.splice(0).map(({ message }) => message)).toEqual(['The database took too long.']);
  });

  test('429 to one token is not one to another, and says when to come again', async () => {
    const organization = await api.organization();
    const limited = api.over(api.database, { rateLimit: 2 });
    const [one, other] = [organization.token, await organization.issue()].map((token) =>
      caller(limited, token),
    );
    const statuses = [];
    for (const call of [one, one, one, other, one]) statuses.push((await call?.('GET', '/segments'))?.status);
    expect(statuses).toEqual([200, 200, 429, 200, 429]);
    const answer = await one?.('GET', '/segments');
    expect(Number(answer?.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    expect(answer?.error.message).toContain('2 a minute');
  });

  test('500 rather than an answer that is not of the contract, while answers are checked', async () => {
    const organization = await api.organization();
    await organization.segment('VIP');
    await api.query("update activities set action = 'unheard of' where organization_id = $1", [
      organization.id,
    ]);
    expect((await organization.call('GET', '/activity')).status).toBe(500);
    expect(api.logged.splice(0)).toHaveLength(1);
    const unchecked = caller(api.over(api.database, { checkAnswers: false }), organization.token);
    expect((await unchecked('GET', '/activity')).status).toBe(200);
  });
});
