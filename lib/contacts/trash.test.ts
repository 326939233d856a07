import { expect, test } from 'vitest';
import { restorable } from './trash';

const trashed = (id: string, email: string | null, phone: string | null, isTaken = false) => ({
  contact: { id, email, phone },
  deletedAt: `2026-01-0${id}T00:00:00.000Z`,
  isTaken,
});

// biome-ignore format: a table
test.each([
  ['who has an address of nobody', [trashed('1', 'a', null), trashed('2', null, 'p'), trashed('3', 'c', 'q', true)], ['2', '1']],
  ['the last deleted of several with one address', [trashed('1', 'a', 'p'), trashed('2', 'a', null), trashed('3', 'c', 'p')], ['3', '2']],
  ['whom only one that stays would stop', [trashed('1', null, 'q'), trashed('2', 'a', 'q'), trashed('3', 'a', 'p')], ['3', '1']],
  ['whom only one that is taken would stop', [trashed('1', null, 'q'), trashed('2', 'a', 'q', true)], ['1']],
  ['the later id of two deleted at once', ['7', '8'].map((id) => ({ ...trashed(id, 'a', null), deletedAt: '2026' })), ['8']],
  ['the later id, in any order', ['8', '7'].map((id) => ({ ...trashed(id, 'a', null), deletedAt: '2026' })), ['8']],
])('what is restored: %s', (_, contacts, ids) => {
  expect(restorable(contacts).map(({ id }) => id)).toEqual(ids);
});
