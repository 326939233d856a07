import { describe, expect, it } from 'vitest';
import type { ContactRow } from './contact-row';
import { decideSynced, type KnownContact } from './decide-synced';
import { makeContactRow } from './testing';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const row = (id: string, fields: Partial<ContactRow> = {}): ContactRow =>
  makeContactRow(id, {
    email: `${id}@b.example`,
    created_at: at(0),
    updated_at: at(0),
    version: 0,
    ...fields,
  });
const known = (stored: ContactRow, marks: Partial<KnownContact> = {}): KnownContact => ({
  row: { ...stored, version: 3 },
  deletedAt: null,
  seenAt: at(1),
  lastSeenPass: 1,
  answered: false,
  ...marks,
});
const page = { requestedAt: new Date(at(5)), pass: 2 };

describe('what a response tells', () => {
  it('creates what is new, and says so only of what was just created', () => {
    const { changes, seen, met } = decideSynced([], [row('a')], page);
    expect(changes).toMatchObject([{ outcome: 'updated', before: null, after: { id: 'a', version: 1 } }]);
    expect([seen, met]).toEqual([['a'], 1]);
    const answer = { requestedAt: new Date(at(5)), created: true };
    expect(decideSynced([], [row('a')], answer).changes[0]?.outcome).toBe('created');
    const there = decideSynced([known(row('a'))], [row('a', { company: 'Acme' })], answer);
    expect(there.changes[0]?.outcome).toBe('updated');
  });

  it('writes what differs, and the next version of it', () => {
    const same = decideSynced([known(row('a'))], [row('a')], page);
    expect([same.changes, same.seen, same.met]).toEqual([[], ['a'], 1]);
    const differences: [Partial<ContactRow>, added: string[]][] = [
      [{ company: 'Acme' }, []],
      [{ segments: [['s', at(2)]] }, ['s']],
      [{ updated_at: at(3) }, []],
    ];
    for (const [differing, added] of differences)
      expect(decideSynced([known(row('a'))], [row('a', differing)], page).changes).toMatchObject([
        { outcome: 'updated', added, removed: [], after: { ...differing, version: 4 } },
      ]);
  });

  it('leaves alone what was recorded since it was asked for', () => {
    const newer = decideSynced([known(row('a'), { seenAt: at(6) })], [row('a', { company: 'Old' })], page);
    expect([newer.changes, newer.seen]).toEqual([[], ['a']]);
    const deleted = decideSynced([known(row('a'), { deletedAt: at(6) })], [row('a')], page);
    expect([deleted.changes, deleted.seen, deleted.revived]).toEqual([[], [], []]);
  });

  it('takes back from the trash what is at the service', () => {
    const { changes, revived } = decideSynced([known(row('a'), { deletedAt: at(4) })], [row('a')], page);
    expect(changes).toMatchObject([{ before: null, after: { version: 4 } }]);
    expect(revived).toEqual(['a']);
  });

  it('trusts the service about who has an email, unless one pass has met both', () => {
    const b = row('b', { email: 'a@b.example' });
    expect(decideSynced([known(row('a'))], [b], page).stale).toEqual(['a']);
    expect(decideSynced([known(row('a'), { deletedAt: at(2) })], [b], page).stale).toEqual([]);
    const both = decideSynced([known(row('a'), { lastSeenPass: 2 })], [b], page);
    expect([both.stale, both.changes]).toEqual([[], []]);
    expect(both.problems).toEqual(['Contact b has the email of another one.']);
    const twice = decideSynced([], [row('a'), b], page);
    expect([twice.changes.length, twice.problems.length]).toEqual([1, 1]);
  });

  it('lets two contacts swap their emails', () => {
    const stored = [known(row('a')), known(row('b'))];
    const swapped = [row('a', { email: 'b@b.example' }), row('b', { email: 'a@b.example' })];
    const { moving, stale, changes } = decideSynced(stored, swapped, page);
    expect([moving.sort(), stale, changes.length]).toEqual([['a', 'b'], [], 2]);
  });

  it('refuses contacts without an email or phone', () => {
    expect(decideSynced([], [row('a', { email: null })], page).problems).toEqual([
      'Contact a has neither an email nor a phone that fits.',
    ]);
  });

  it('meets a contact again whose change was answered during the pass', () => {
    const marks = { lastSeenPass: 2, answered: true };
    expect(decideSynced([known(row('a'), marks)], [row('a')], page).met).toBe(1);
    expect(decideSynced([known(row('a'), { lastSeenPass: 2 })], [row('a')], page).met).toBe(0);
  });
});
