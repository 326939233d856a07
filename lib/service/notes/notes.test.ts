import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Event } from '@/lib/contract/event';
import type { Note } from '@/lib/contract/note';
import { engines } from '@/lib/database/testing';
import { verifyActivity } from '../activity/verify-activity';
import { pathsOf, TestApi, type TestOrganization } from '../testing/testing';

describe.each(engines)('notes on $name', (engine) => {
  const api = new TestApi(engine);
  const listOf = async ({ call }: TestOrganization, id: string, cursor = '') => {
    const { data, meta } = await call<Note[]>('GET', `/contacts/${id}/notes${cursor && `?cursor=${cursor}`}`);
    return { texts: data.map(({ text }) => text), data, next: meta.nextCursor };
  };

  test('are listed with their author, latest first, and leave the contact as it is', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'ana@b.example' });
    const { updatedAt, etag } = await organization.get(id);
    await organization.post(`/contacts/${id}/notes`, { text: '  Called.\r\nWants a quote\u2028soon.\n' });
    const ada = { id: '0198c0de-7a11-7000-8000-000000000001', name: 'Ada <ada@b.example>' };
    const made = await api.callAs(await organization.consoleToken(), ada)('createNote', {
      id,
      body: { text: 'مرحبا' },
    });
    const { data } = await listOf(organization, id);
    expect(data).toMatchObject([
      { text: 'مرحبا', contactId: id, author: { kind: 'staff', ...ada } },
      { text: 'Called.\nWants a quote\nsoon.', author: { kind: 'token', name: 'First token' } },
    ]);
    expect(made.ok && made.data).toEqual(data[0]);
    expect(await organization.get(id)).toMatchObject({ updatedAt, etag });
  });

  test('are refused if blank, too long or with control characters', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'ana@b.example' });
    for (const text of [
      '',
      ' \n ',
      '\u200b',
      'x'.repeat(5_001),
      'bell\u0007',
      '\ud800',
      1,
      null,
      undefined,
    ]) {
      const answer = await organization.call('POST', `/contacts/${id}/notes`, { text });
      expect([answer.status, ...pathsOf(answer)]).toEqual([400, 'text']);
    }
    const longest = await organization.call<Note>('POST', `/contacts/${id}/notes`, {
      text: '👩'.repeat(5_000),
    });
    expect(longest.status).toBe(201);
  });

  test('are told in activity and in the feed of events, with the contact', async () => {
    const organization = await api.organization();
    const contact = await organization.contact({ email: 'ana@b.example', firstname: 'Ana' });
    const note = await organization.post(`/contacts/${contact.id}/notes`, { text: 'Called' });
    expect((await organization.call('DELETE', `/notes/${note}`)).data).toMatchObject({ text: 'Called' });
    expect((await organization.call('DELETE', `/notes/${note}`)).status).toBe(404);
    const { data: entries } = await organization.call<Activity[]>('GET', `/activity?subjectId=${contact.id}`);
    expect(entries).toMatchObject([
      { action: 'contact.note-deleted', subject: 'Ana', before: { note: 'Called' }, after: null },
      { action: 'contact.noted', subject: 'Ana', before: null, after: { note: 'Called' } },
      { action: 'contact.created' },
    ]);
    const { data: events } = await organization.call<Event[]>('GET', '/events');
    expect(events.slice(1)).toMatchObject([
      { type: 'contact.noted', data: contact, changes: [{ field: 'note', before: null, after: 'Called' }] },
      {
        type: 'contact.note-deleted',
        data: contact,
        changes: [{ field: 'note', before: 'Called', after: null }],
      },
    ]);
    expect(await verifyActivity(api.database, organization.id)).toMatchObject({ problem: null });
  });

  test('go to the trash and come back with their contact, and are gone once it is', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const { id } = await organization.contact({ email: 'ana@b.example' });
    const note = await organization.post(`/contacts/${id}/notes`, { text: 'Called' });
    await call('DELETE', `/contacts/${id}`);
    for (const [method, path, body] of [
      ['GET', `/contacts/${id}/notes`],
      ['POST', `/contacts/${id}/notes`, { text: 'Again' }],
      ['DELETE', `/notes/${note}`],
    ] as const)
      expect((await call(method, path, body)).status).toBe(404);
    await call('POST', '/trash/restore', { ids: [id] });
    expect((await listOf(organization, id)).texts).toEqual(['Called']);
    const { data } = await call<{ notes: Note[] }>('GET', `/contacts/${id}/export`);
    expect(data.notes).toMatchObject([{ id: note, text: 'Called' }]);
    await call('DELETE', `/contacts/${id}`);
    await call('DELETE', '/trash', { ids: [id] });
    expect(await api.query('select from notes where organization_id = $1', [organization.id])).toEqual([]);
  });

  test('are read page after page', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'ana@b.example' });
    const count = 101;
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        organization.post(`/contacts/${id}/notes`, { text: `Note ${index}` }),
      ),
    );
    const first = await listOf(organization, id);
    const second = await listOf(organization, id, first.next ?? '');
    expect([first.texts.length, second.texts.length, second.next]).toEqual([100, 1, null]);
    expect(new Set([...first.texts, ...second.texts]).size).toBe(count);
    const wrong = await organization.call('GET', `/contacts/${id}/notes?cursor=none`);
    expect([wrong.status, ...pathsOf(wrong)]).toEqual([400, 'cursor']);
  });
});
