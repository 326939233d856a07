import { expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Note } from '@/lib/contract/note';
import { toTimeline } from './timeline';

const actor = { kind: 'staff', id: null, name: 'Ada' } as const;
const at = (minute: number) => `2026-01-31T09:${String(minute).padStart(2, '0')}:00.000Z`;
const entry = (minute: number, action: Activity['action'] = 'contact.updated') =>
  ({ id: `entry ${minute}`, at: at(minute), action, actor }) as Activity;
const note = (minute: number): Note => ({
  id: `note ${minute}`,
  contactId: 'ana',
  text: 'Called',
  author: actor,
  createdAt: at(minute),
});
const all = <T>(...items: T[]) => ({ items, hasMore: false });
const some = <T>(...items: T[]) => ({ items, hasMore: true });
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

test('puts notes between changes, latest first, once each', () => {
  const activity = all(entry(9), entry(8, 'contact.noted'), entry(4), entry(1, 'contact.created'));
  expect(idsOf(toTimeline(activity, all(note(8), note(2))))).toEqual([
    'entry 9',
    'note 8',
    'entry 4',
    'note 2',
    'entry 1',
  ]);
});

test('ends where either list has more', () => {
  expect(idsOf(toTimeline(some(entry(9), entry(6)), all(note(7), note(2))))).toEqual([
    'entry 9',
    'note 7',
    'entry 6',
  ]);
  expect(idsOf(toTimeline(all(entry(9), entry(6), entry(1)), some(note(8), note(7))))).toEqual([
    'entry 9',
    'note 8',
    'note 7',
  ]);
});

test('a change and its undo are one item, in the place of the undo', () => {
  let minute = 59;
  const made = (action: Activity['action'], before: object = {}, after: object = {}, subjectId = 'ana') => {
    minute -= 1;
    return { ...entry(minute, action), subjectId, before, after } as Activity;
  };
  const joined = (...entries: Activity[]) =>
    toTimeline(all(...entries), all()).map((item) => ('undo' in item && item.undo ? 'undone' : 'kept'));
  const [acme, globex, title] = [{ company: 'Acme' }, { company: 'Globex' }, { jobtitle: 'Boss' }];
  const updated = (before: object, after: object) => made('contact.updated', before, after);
  expect(joined(updated(globex, acme), updated(acme, globex))).toEqual(['undone']);
  expect(joined(updated(globex, acme), updated({}, title), updated(acme, globex))).toEqual([
    'undone',
    'kept',
  ]);
  expect(joined(updated({}, title), updated(acme, globex))).toEqual(['kept', 'kept']);
  // A third value came between.
  expect(joined(updated(globex, acme), updated({}, globex), updated(acme, {}))).toEqual([
    'kept',
    'kept',
    'kept',
  ]);
  const [vip, both] = [{ segmentIds: ['vip'] }, { segmentIds: ['lead', 'vip'] }];
  expect(joined(updated(both, vip), updated(vip, { segmentIds: ['vip', 'lead'] }))).toEqual(['undone']);
  // A redeemed code stays.
  expect(joined(updated(both, vip), updated(vip, { ...both, referralCode: 'X' }))).toEqual(['kept', 'kept']);
  const merged = made('contact.merged', { merged: { id: 'ben' } }, { merged: 'ben', ...acme });
  expect(joined(updated(acme, {}), merged)).toEqual(['undone']);
  expect(joined(updated({}, {}), made('contact.merged', { merged: {} }, { merged: 'ben' }))).toEqual([
    'undone',
  ]);
  expect(joined(made('contact.restored', {}, acme, 'ben'), merged)).toEqual(['undone']);
  expect(joined(made('contact.restored', {}, acme), made('contact.deleted', acme))).toEqual(['undone']);
  expect(
    joined(
      made('segment.restored', {}, {}, 'vip'),
      made('segment.deleted', {}, {}, 'vip'),
      updated({}, acme),
    ),
  ).toEqual(['undone', 'kept']);
  expect(joined(updated(acme, {}), made('contact.created', {}, acme))).toEqual(['kept', 'kept']);
});
