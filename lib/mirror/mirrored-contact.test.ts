import { expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { mirroredContacts } from './mirrored-contact';

const time = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
const contact = (id: number, email: string | null, minute: number, phone: string | null = null): Contact => ({
  id: `0198c0de-7a11-7000-8000-00000000000${id}`,
  email,
  phone,
  contact: {},
  segments: [],
  organizationId: '0198c0de-7a11-7000-8000-000000000000',
  createdAt: time(0),
  updatedAt: time(minute),
});
const kept = (...contacts: Contact[]) =>
  mirroredContacts(contacts).map(({ id, email, updated_at }) => [Number(id.at(-1)), email, updated_at]);

test('of a contact that comes twice the latest is kept', () => {
  expect(kept(contact(1, 'old@example.com', 1), contact(1, 'new@example.com', 2))).toEqual([
    [1, 'new@example.com', time(2)],
  ]);
});

test('an email or phone is kept once, with who had it last', () => {
  expect(kept(contact(1, 'a@example.com', 2), contact(2, 'a@example.com', 3))).toEqual([
    [2, 'a@example.com', time(3)],
  ]);
  expect(
    kept(contact(1, null, 2, '+12025550100'), contact(2, 'b@example.com', 1, '+1 202 555 0100')),
  ).toEqual([[1, null, time(2)]]);
});

test('whose email was only that of another who is not kept stays', () => {
  const first = contact(1, 'a@example.com', 3);
  const second = contact(2, 'a@example.com', 2, '+12025550100');
  const third = contact(3, null, 1, '+12025550100');
  expect(kept(third, second, first).map(([id]) => id)).toEqual([1, 3]);
});
