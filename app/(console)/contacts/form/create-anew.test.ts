import { describe, expect, it } from 'vitest';
import { Client } from '@/lib/client/client';
import { createAnew } from './create-anew';

const ID = '0198c0de-7a11-4000-8000-0123456789ab';
const NEW_ID = '0198c0de-7a11-4000-8000-0123456789cd';
const SEGMENT = '0198c0de-7a11-4000-8000-0123456789ef';
const AT = '2026-01-02T03:04:05.000Z';

/** A service whose last activity is this, and what it was sent. */
function serviceWith(activity: object[], answer?: Response, verdict: object = creates) {
  const sent: unknown[] = [];
  const client = new Client({
    baseUrl: 'http://service.invalid/v1',
    token: 'token',
    fetch: async (request) => {
      if (request.method === 'GET')
        return Response.json({ data: activity, meta: { pageSize: 1, nextCursor: null } });
      if (request.url.endsWith('/preview')) return Response.json({ data: verdict });
      sent.push(await request.json());
      return answer ?? Response.json({ data: created }, { status: 201 });
    },
  });
  return { client, sent };
}

const created = {
  id: NEW_ID,
  email: 'ana@example.com',
  phone: null,
  contact: { firstname: 'Ana' },
  segments: [],
  organizationId: ID,
  createdAt: AT,
  updatedAt: AT,
};

const creates = {
  outcome: 'create',
  email: 'ana@example.com',
  phone: null,
  contact: null,
  etag: null,
  changes: [],
  segmentsAdded: [],
  conflicts: {},
  referralCode: null,
};

const deletion = {
  id: ID,
  at: AT,
  action: 'contact.deleted',
  actor: { kind: 'staff', id: null, name: 'Ada' },
  subjectId: ID,
  before: { email: 'ana@example.com', phone: null, firstname: 'Ana', segmentIds: [SEGMENT], referral: 'x' },
  after: null,
  requestId: null,
};

describe('createAnew', () => {
  it('sends what the contact was when it was deleted', async () => {
    const { client, sent } = serviceWith([deletion]);
    expect(await createAnew(client, ID, new Date(AT))).toEqual({
      id: ID,
      ok: true,
      newId: NEW_ID,
      existed: false,
    });
    expect(sent).toEqual([{ email: 'ana@example.com', firstname: 'Ana', segmentIds: [SEGMENT] }]);
  });

  it('overwrites nobody who was added meanwhile', async () => {
    const updates = { ...creates, outcome: 'update', contact: created, etag: '"1"' };
    const { client, sent } = serviceWith([deletion], undefined, updates);
    const message = 'Somebody has added a contact with this email or phone since.';
    expect(await createAnew(client, ID, new Date(AT))).toMatchObject({ ok: false, message });
    expect(sent).toEqual([]);
  });

  it('tells when it found one all the same', async () => {
    const older = { ...created, createdAt: '2025-01-01T00:00:00.000Z' };
    const { client } = serviceWith([deletion], Response.json({ data: older }));
    expect(await createAnew(client, ID, new Date(AT))).toMatchObject({ ok: true, existed: true });
  });

  it('brings back nothing that was gone before', async () => {
    for (const activity of [
      [],
      [{ ...deletion, action: 'contact.updated' }],
      [{ ...deletion, at: '2026-01-01T00:00:00.000Z' }],
    ]) {
      const { client, sent } = serviceWith(activity);
      expect(await createAnew(client, ID, new Date(AT))).toMatchObject({
        ok: false,
        message: 'It was gone before.',
      });
      expect(sent).toEqual([]);
    }
  });

  it('says why the service refused', async () => {
    const error = {
      code: 'VALIDATION_ERROR',
      message: 'No.',
      details: [{ path: 'segmentIds.0', message: 'There is no such segment.' }],
    };
    const { client } = serviceWith([deletion], Response.json({ error }, { status: 400 }));
    expect(await createAnew(client, ID, new Date(AT))).toMatchObject({
      ok: false,
      message: 'There is no such segment.',
    });
  });
});
