import { expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { groupPairs } from './group-pairs';

const pair = (one: string, other: string) => ({
  contact: { id: one } as Contact,
  other: { id: other } as Contact,
});
const grouped = (...pairs: ReturnType<typeof pair>[]) =>
  groupPairs(pairs).map((group) => group.map(({ contact, other }) => contact.id + other.id).join(' '));

test('pairs of the same people follow one another, the best group first', () => {
  expect(grouped(pair('a', 'b'), pair('c', 'd'), pair('b', 'e'))).toEqual(['ab be', 'cd']);
  // A later pair may join two groups.
  expect(grouped(pair('a', 'b'), pair('c', 'd'), pair('e', 'f'), pair('d', 'a'))).toEqual(['ab cd da', 'ef']);
});
