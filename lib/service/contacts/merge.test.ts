import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Contact, ContactUpsert } from '@/lib/contract/contact';
import type { Event } from '@/lib/contract/event';
import type { FormerAddress } from '@/lib/contract/merge';
import type { SegmentDay } from '@/lib/contract/segment';
import { engines } from '@/lib/database/testing';
import { pathsOf, TestApi, type TestOrganization } from '../testing/testing';

describe.each(engines)('merging two contacts on $name', (engine) => {
  const api = new TestApi(engine);

  async function pair(stays: ContactUpsert = {}, goes: ContactUpsert = {}) {
    const organization = await api.organization();
    const jon = await organization.contact({ email: 'jon@b.example', company: 'Acme', ...stays });
    const other = await organization.contact({ email: 'j@b.example', phone: '+4930901820', ...goes });
    return { organization, jon, other };
  }
  const merge = ({ call }: TestOrganization, id: string, body: object, headers = {}) =>
    call<Contact>('POST', `/contacts/${id}/merge`, body, headers);
  const undo = ({ call }: TestOrganization, { headers }: { headers: Headers }) =>
    call<{ contact: Contact; restored: Contact }>('POST', `/merges/${headers.get('Merge-Id')}/undo`);
  const former = async ({ call }: TestOrganization, id: string) =>
    (await call<FormerAddress[]>('GET', `/contacts/${id}/former-addresses`)).data.map(({ value }) => value);

  test('keeps one with all of both, and takes it apart again', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    await organization.referralCode({ code: 'BOTH' });
    await organization.referralCode({ code: 'ONE' });
    const other = await organization.contact({
      email: 'j@b.example',
      phone: '+4930901820',
      firstname: 'Jon',
      segmentIds: [vip.id, lead.id],
      referralCode: 'BOTH',
    });
    await call('POST', '/contacts', { email: 'j@b.example', referralCode: 'ONE' });
    const jon = await organization.contact({
      email: 'jon@b.example',
      company: 'Acme',
      segmentIds: [vip.id],
      referralCode: 'BOTH',
    });
    const friend = await organization.referralCode({ code: 'FRIEND', referrerId: other.id });
    await organization.post(`/contacts/${other.id}/notes`, { text: 'Called' });
    const was = { jon: await organization.get(jon.id), other: await organization.get(other.id) };

    const body = { from: other.id, take: ['phone', 'firstname'] };
    const preview = await call<object>('POST', `/contacts/${jon.id}/merge/preview`, body);
    expect(preview.data).toMatchObject({
      changes: [
        { field: 'phone', before: null, after: '+4930901820' },
        { field: 'firstname', before: null, after: 'Jon' },
      ],
      segmentsAdded: [lead.id],
      formerAddresses: [{ field: 'email', value: 'j@b.example' }],
    });
    expect(await organization.get(jon.id)).toEqual(was.jon);
    const merged = await merge(
      organization,
      jon.id,
      { ...body, fromMatch: was.other.etag },
      {
        'If-Match': was.jon.etag,
      },
    );
    expect(merged.status).toBe(200);
    expect(merged.data).toEqual({
      ...(preview.data as { contact: Contact }).contact,
      updatedAt: merged.data.updatedAt,
    });
    expect(merged.data).toMatchObject({
      id: jon.id,
      email: 'jon@b.example',
      phone: '+4930901820',
      contact: { firstname: 'Jon', company: 'Acme' },
      createdAt: other.createdAt,
      segments: was.other.segments,
    });
    expect(await organization.totals()).toEqual({ contacts: 1, segments: { VIP: 1, Lead: 1 } });
    const codes = async () =>
      new Map(
        (
          await call<{ code: string; redemptionCount: number; referrerId: string }[]>(
            'GET',
            '/referral-codes',
          )
        ).data.map((one) => [one.code, [one.redemptionCount, one.referrerId]]),
      );
    expect(Object.fromEntries(await codes())).toMatchObject({
      BOTH: [1, null],
      ONE: [1, null],
      FRIEND: [0, jon.id],
    });
    expect((await call<unknown[]>('GET', `/contacts/${jon.id}/redemptions`)).data).toHaveLength(2);

    const notesOf = async (id: string) => (await call<unknown[]>('GET', `/contacts/${id}/notes`)).data.length;
    expect(await notesOf(jon.id)).toBe(1);
    const grown = async () =>
      (await call<SegmentDay[]>('GET', `/segments/${vip.id}/growth`)).data.slice(-2).map((day) => day.count);
    expect(await grown()).toEqual([0, 1]);

    const undone = await undo(organization, merged);
    expect(undone.status).toBe(200);
    expect([await notesOf(jon.id), await notesOf(other.id)]).toEqual([0, 1]);
    expect(await grown()).toEqual([0, 2]);
    const now = { jon: await organization.get(jon.id), other: await organization.get(other.id) };
    for (const name of ['jon', 'other'] as const)
      expect(now[name]).toEqual({
        ...was[name],
        updatedAt: now[name].updatedAt,
        etag: now[name].etag,
      });
    expect(now.jon.etag).not.toBe(was.jon.etag);
    expect(now.other.etag).not.toBe(was.other.etag);
    expect(undone.data).toMatchObject({ contact: { id: jon.id }, restored: { id: other.id } });
    expect(await organization.totals()).toEqual({ contacts: 2, segments: { VIP: 2, Lead: 1 } });
    expect(Object.fromEntries(await codes())).toMatchObject({ BOTH: [2, null], FRIEND: [0, other.id] });
    expect(friend.referrerId).toBe(other.id);
    expect(await former(organization, jon.id)).toEqual([]);
    expect((await undo(organization, merged)).error).toMatchObject({ code: 'CONFLICT' });
  });

  test('answers to the id that went, and lists only the contact that stays', async () => {
    const { organization, jon, other } = await pair();
    const { call } = organization;
    await merge(organization, jon.id, { from: other.id });
    const got = await call<Contact>('GET', `/contacts/${other.id.toUpperCase()}`);
    expect([got.status, got.data.id, got.headers.get('Content-Location')]).toEqual([
      200,
      jon.id,
      `/v1/contacts/${jon.id}`,
    ]);
    const put = await call<Contact>('PUT', `/contacts/${other.id}`, { company: 'Globex' });
    expect([put.data.id, put.data.contact.company]).toEqual([jon.id, 'Globex']);
    expect(put.headers.get('Content-Location')).toBe(`/v1/contacts/${jon.id}`);
    expect((await call('GET', `/contacts/${jon.id}`)).headers.has('Content-Location')).toBe(false);
    expect((await call('DELETE', `/contacts/${other.id}`)).status).toBe(404);
    expect((await call('DELETE', '/contacts', { ids: [other.id] })).data).toEqual({ count: 0 });
    expect((await call('POST', '/trash/restore', { ids: [other.id] })).data).toMatchObject({ count: 0 });
    expect((await call('DELETE', '/trash', { ids: [other.id] })).data).toEqual({ count: 0 });
    for (const path of ['/contacts', '/contacts?search=b.example', '/contacts?segmentId=none']) {
      const { data, meta } = await call<Contact[]>('GET', path);
      expect([data.map(({ id }) => id), meta.total]).toEqual([[jon.id], 1]);
    }
    expect((await call('GET', '/trash')).meta.total).toBe(0);
    const { text } = await call('GET', '/contacts.csv');
    expect(text.trim().split('\n')).toHaveLength(2);
  });

  test('leads former addresses to the contact, which keeps its own', async () => {
    const { organization, jon, other } = await pair({ phone: '+4930901821' });
    const { call } = organization;
    await merge(organization, jon.id, { from: other.id });
    expect(await former(organization, jon.id)).toEqual(['j@b.example', '+4930901820']);
    for (const body of [{ email: 'j@b.example' }, { phone: '+4930901820', email: 'j@b.example' }]) {
      const preview = await call<{ outcome: string; changes: unknown[] }>('POST', '/contacts/preview', {
        ...body,
        jobtitle: 'CEO',
      });
      expect(preview.data).toMatchObject({ contact: { id: jon.id } });
      expect(preview.data.changes.length).toBeLessThan(2);
      const posted = await call<Contact>('POST', '/contacts', { ...body, jobtitle: 'CEO' });
      expect([posted.status, posted.data]).toMatchObject([
        200,
        { id: jon.id, email: 'jon@b.example', phone: '+4930901821', contact: { jobtitle: 'CEO' } },
      ]);
    }
    for (const query of [
      'email=j@b.example',
      'phone=%2B4930901820',
      'search=j@b.example',
      'search=%2B49+30+901820',
    ]) {
      const found = await call<Contact[]>('GET', `/contacts?${query}`);
      expect([query, found.data.map(({ id }) => id)]).toEqual([query, [jon.id]]);
    }
    const third = await organization.contact({ email: 'third@b.example' });
    for (const [method, path, body] of [
      ['PUT', `/contacts/${third.id}`, { email: 'j@b.example' }],
      ['POST', '/contacts', { email: 'third@b.example', phone: '+4930901820' }],
      ['POST', '/contacts', { email: 'stranger@b.example', phone: '+4930901820' }],
      ['POST', '/contacts', { email: 'j@b.example', phone: '+4930901829' }],
    ] as const) {
      const { status, error } = await call(method, path, body);
      expect([status, JSON.stringify(error.details)]).toEqual([409, expect.stringContaining(jon.id)]);
    }
    // Its own again, by hand.
    const put = await call<Contact>('PUT', `/contacts/${jon.id}`, { email: 'j@b.example' });
    expect([put.status, put.data.email]).toEqual([200, 'j@b.example']);
    expect(await former(organization, jon.id)).toEqual(['+4930901820']);
    const removed = await call<FormerAddress[]>(
      'DELETE',
      `/contacts/${jon.id}/former-addresses?phone=+4930901820`,
    );
    expect(removed.data).toEqual([]);
    const again = await call('DELETE', `/contacts/${jon.id}/former-addresses?phone=%2B4930901820`);
    expect(again.status).toBe(404);
    expect((await call('POST', '/contacts', { phone: '+4930901820' })).status).toBe(201);
  });

  test('is found by an import with a former address, which is not brought back', async () => {
    const { organization, jon, other } = await pair();
    const { call } = organization;
    await merge(organization, jon.id, { from: other.id });
    const text = `Id,Email,Phone,Job title\n,j@b.example,,CEO\n,,+49 30 901820,CFO\n${other.id},,,CTO\n`;
    const { id: file, run } = await organization.importFile(text);
    expect(run).toMatchObject({ created: 0, updated: 3 });
    const { etag: _, ...now } = await organization.get(jon.id);
    expect(now).toMatchObject({ email: 'jon@b.example', phone: null, contact: { jobtitle: 'CTO' } });
    expect((await former(organization, jon.id)).sort()).toEqual(['+4930901820', 'j@b.example']);
    await call('POST', `/imports/${file}/undo`);
    await api.jobs.runAll();
    expect((await organization.get(jon.id)).contact).toEqual({ company: 'Acme' });
  });

  test('is answered again with what it made, until something else has become of it', async () => {
    const { organization, jon, other } = await pair();
    const { call } = organization;
    const versions = { fromMatch: (await organization.get(other.id)).etag };
    const body = { from: other.id, take: ['email'], ...versions };
    const headers = { 'If-Match': (await organization.get(jon.id)).etag };
    const first = await merge(organization, jon.id, body, headers);
    const again = await merge(organization, jon.id.toUpperCase(), body, headers);
    expect([again.status, again.text]).toEqual([200, first.text]);
    for (const name of ['ETag', 'Merge-Id'])
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    const { data } = await call<Activity[]>('GET', `/activity?subjectId=${jon.id}`);
    expect(data.filter(({ action }) => action === 'contact.merged')).toHaveLength(1);
    // What was changed since stays, and is answered.
    await call('PUT', `/contacts/${jon.id}`, { company: 'Globex' });
    expect((await merge(organization, jon.id, body, headers)).data.contact.company).toBe('Globex');
    // Another merge of the two is none that was made.
    expect((await merge(organization, jon.id, { from: other.id })).status).toBe(404);
    expect((await merge(organization, other.id, { from: jon.id })).status).toBe(404);
    await undo(organization, first);
    expect((await merge(organization, jon.id, body, headers)).status).toBe(412);
  });

  test('made twice at once is made once, and answered twice', async () => {
    const { organization, jon, other } = await pair();
    const both = await Promise.all([1, 2].map(() => merge(organization, jon.id, { from: other.id })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(both.map(({ text, headers }) => text + headers.get('Merge-Id'))).size).toBe(1);
    expect((await organization.totals()).contacts).toBe(1);
  });

  test('follows a chain, which is taken apart from its end', async () => {
    const { organization, jon, other } = await pair();
    const third = await organization.contact({ email: 'third@b.example' });
    const first = await merge(organization, other.id, { from: third.id });
    const second = await merge(organization, jon.id, { from: other.id, take: ['email'] });
    expect(second.data.email).toBe('j@b.example');
    expect((await organization.get(third.id)).id).toBe(jon.id);
    expect((await former(organization, jon.id)).sort()).toEqual([
      '+4930901820',
      'jon@b.example',
      'third@b.example',
    ]);
    expect((await undo(organization, first)).error.message).toContain('Undo that merge first');
    expect((await undo(organization, second)).status).toBe(200);
    expect((await organization.get(third.id)).id).toBe(other.id);
    expect((await undo(organization, first)).status).toBe(200);
    expect((await organization.get(third.id)).email).toBe('third@b.example');
  });

  test('frees former addresses in the trash, and takes back those that are free', async () => {
    const { organization, jon, other } = await pair();
    const { call } = organization;
    const merged = await merge(organization, jon.id, { from: other.id });
    await call('DELETE', `/contacts/${jon.id}`);
    expect((await call('GET', `/contacts/${other.id}`)).status).toBe(404);
    expect((await undo(organization, merged)).error.message).toContain('Restore it first');
    expect((await call('POST', '/contacts', { email: 'j@b.example' })).status).toBe(201);
    expect((await call('GET', '/trash')).meta.total).toBe(1);
    expect((await call('POST', '/trash/restore', { ids: [jon.id] })).data).toMatchObject({ count: 1 });
    expect(await former(organization, jon.id)).toEqual(['+4930901820']);
    expect((await undo(organization, merged)).error.details).toMatchObject([{ path: 'email' }]);
  });

  test('restored together with another, has not the former addresses that the other one had last', async () => {
    const { organization, jon, other } = await pair();
    const kim = await organization.contact({ email: 'kim@b.example' });
    await merge(organization, jon.id, { from: other.id });
    await organization.call('DELETE', `/contacts/${jon.id}`);
    const again = await organization.contact({ email: 'j@b.example' });
    await merge(organization, kim.id, { from: again.id });
    await organization.call('DELETE', `/contacts/${kim.id}`);
    const restored = await organization.call('POST', '/trash/restore', { ids: [jon.id, kim.id] });
    expect(restored.data).toEqual({ count: 2, conflicts: [] });
    expect(await former(organization, kim.id)).toEqual(['j@b.example']);
    expect(await former(organization, jon.id)).toEqual(['+4930901820']);
  });

  test('refuses what cannot be merged', async () => {
    const { organization, jon, other } = await pair();
    const { etag } = await organization.get(other.id);
    const foreign = await (await api.organization()).contact({ email: 'x@b.example' });
    const refusals = [
      [jon.id, { from: jon.id }, {}, 400, 'from'],
      [jon.id, { from: 'x' }, {}, 400, 'from'],
      [jon.id, { from: other.id, take: ['segments'] }, {}, 400, 'take.0'],
      [jon.id, { from: foreign.id }, {}, 404],
      [foreign.id, { from: other.id }, {}, 404],
      [jon.id, { from: other.id }, { 'If-Match': etag }, 412],
      [jon.id, { from: other.id, fromMatch: '"old"' }, {}, 412],
    ] as const;
    for (const [id, body, headers, status, path] of refusals) {
      const answer = await merge(organization, id, body, headers);
      expect([body, answer.status, ...pathsOf(answer)]).toEqual([body, status, ...(path ? [path] : [])]);
    }
    expect(await organization.get(other.id)).toMatchObject(other);
    const [none, phone] = [await organization.contact({ email: 'n@b.example' }), other];
    await organization.call('PUT', `/contacts/${phone.id}`, { email: null });
    const bare = await merge(organization, none.id, { from: phone.id, take: ['email'] });
    expect([bare.status, pathsOf(bare)]).toEqual([400, ['take']]);
  });

  test('tells it once, to the timelines of both and to the feed', async () => {
    const { organization, jon, other } = await pair();
    const { meta } = await organization.call('GET', '/events?after=now');
    const { cursor } = meta as unknown as { cursor: string };
    const merged = await merge(organization, jon.id, { from: other.id, take: ['phone'] });
    for (const { id } of [jon, other]) {
      const { data } = await organization.call<Activity[]>('GET', `/activity?subjectId=${id}`);
      expect(data[0]).toMatchObject({
        id: merged.headers.get('Merge-Id'),
        action: 'contact.merged',
        subjectId: jon.id,
        before: { merged: { id: other.id, email: 'j@b.example' } },
        after: { phone: '+4930901820', merged: other.id },
      });
    }
    await undo(organization, merged);
    const { data } = await organization.call<Event[]>('GET', `/events?after=${cursor}`);
    expect(data.map(({ type, subjectId }) => [type, subjectId])).toEqual([
      ['contact.merged', jon.id],
      ['contact.updated', jon.id],
      ['contact.restored', other.id],
    ]);
    expect(data[0]).toMatchObject({
      data: merged.data,
      changes: [
        { field: 'merged', before: null, after: other.id },
        { field: 'phone', before: null, after: '+4930901820' },
      ],
    });
  });

  test('goes on with a segment that was deleted before and restored after', async () => {
    const { organization, jon, other } = await pair();
    const vip = await organization.segment('VIP');
    for (const { email } of [jon, other]) await organization.contact({ email, segmentIds: [vip.id] });
    await organization.call('DELETE', `/segments/${vip.id}`);
    await merge(organization, jon.id, { from: other.id });
    await organization.call('POST', `/trash/segments/${vip.id}/restore`, {});
    expect(await organization.totals()).toEqual({ contacts: 1, segments: { VIP: 1 } });
    expect((await organization.get(jon.id)).segments).toHaveLength(1);
  });

  test('undone, does not redeem a code again whose use another contact has taken since', async () => {
    const organization = await api.organization();
    await organization.referralCode({ code: 'TWO', maxRedemptions: 2 });
    const redeem = (name: string) =>
      organization.contact({ email: `${name}@b.example`, referralCode: 'TWO' });
    const [jon, other] = [await redeem('jon'), await redeem('j')];
    const merged = await merge(organization, jon.id, { from: other.id });
    const third = await redeem('third');
    expect((await undo(organization, merged)).status).toBe(200);
    const counts = [jon, other, third].map(
      async ({ id }) =>
        (await organization.call<unknown[]>('GET', `/contacts/${id}/redemptions`)).data.length,
    );
    expect(await Promise.all(counts)).toEqual([1, 0, 1]);
  });
});
