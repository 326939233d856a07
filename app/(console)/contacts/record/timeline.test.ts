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
