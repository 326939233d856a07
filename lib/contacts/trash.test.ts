import { expect, test } from 'vitest';
import { restorable } from './trash';

const trashed = (id: string, email: string | null, phone: string | null, isTaken = false) => ({
  contact: { id, email, phone },
  deletedAt: `2026-01-0${id}T00:00:00.000Z`,
  isTaken,
});
const restored = (...contacts: ReturnType<typeof trashed>[]) => restorable(contacts).map(({ id }) => id);

test('contacts come back unless somebody has their email or phone', () => {
  expect(restored(trashed('1', 'a', null), trashed('2', null, 'p'), trashed('3', 'c', 'q', true))).toEqual([
    '2',
    '1',
  ]);
});

test('of several with one email or phone, the last deleted comes back', () => {
  expect(restored(trashed('1', 'a', 'p'), trashed('2', 'a', null), trashed('3', 'c', 'p'))).toEqual([
    '3',
    '2',
  ]);
});

test('one that stays does not stand in the way of another', () => {
  expect(restored(trashed('1', null, 'q'), trashed('2', 'a', 'q'), trashed('3', 'a', 'p'))).toEqual([
    '3',
    '1',
  ]);
  expect(restored(trashed('1', null, 'q'), trashed('2', 'a', 'q', true))).toEqual(['1']);
});

test('of two deleted at once, the later id comes back', () => {
  const both = ['7', '8'].map((id) => ({ ...trashed(id, 'a', null), deletedAt: '2026-01-01T00:00:00.000Z' }));
  expect(restorable(both).map(({ id }) => id)).toEqual(['8']);
});
