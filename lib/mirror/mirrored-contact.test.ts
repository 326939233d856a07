import { expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { mirroredContacts, versionOf } from './mirrored-contact';

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
  mirroredContacts(contacts).held.map(({ id, email, updated_at }) => [Number(id.at(-1)), email, updated_at]);

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

test('what cannot be held is told, with why', () => {
  const twice = contact(1, 'a@example.com', 2, '+12025550100');
  const { held, leftOut } = mirroredContacts([
    twice,
    contact(1, 'old@example.com', 1),
    contact(2, 'A@example.com', 1),
    contact(3, null, 1, '+1 202 555 0100'),
    contact(4, ' ', 1, null),
    contact(5, null, 1, 'ext. 12 / +49 171 123456789'),
    contact(6, `${'a'.repeat(254)}@example.com`, 1),
    // Who has something else to be found by is there without it.
    contact(7, 'b@example.com', 1, 'ext. 12 / +49 171 123456789'),
    contact(8, null, 2),
    contact(8, 'older@example.com', 1),
  ]);
  expect(held.map(({ id }) => Number(id.at(-1)))).toEqual([1, 7]);
  expect(leftOut.sort((one, other) => one.place.localeCompare(other.place))).toEqual([
    { place: contact(2, null, 1).id, problem: `Its email is also that of ${twice.id}.` },
    { place: contact(3, null, 1).id, problem: `Its phone is also that of ${twice.id}.` },
    { place: contact(4, null, 1).id, problem: 'It has neither an email nor a phone.' },
    { place: contact(5, null, 1).id, problem: 'Its phone is too long: "ext. 12 / +49 171 123456789".' },
    { place: contact(6, null, 1).id, problem: `Its email is too long: "${'a'.repeat(59)}.` },
    { place: contact(8, null, 1).id, problem: 'It has neither an email nor a phone.' },
  ]);
});

test.each([
  ['Ana.Silva@Example.COM', 'ana.silva@example.com'],
  ['ana@Bücher.example', 'ana@xn--bcher-kva.example'],
  [' ana@example.com\n', 'ana@example.com'],
  // What is no address to us may be one to the service.
  ['Ana..Silva@example.com', 'Ana..Silva@example.com'],
  [`${'a'.repeat(65)}@example.com`, `${'a'.repeat(65)}@example.com`],
])('the email %j is looked for as %j', (given, stored) => {
  expect(kept(contact(1, given, 1))).toEqual([[1, stored, time(1)]]);
  expect(versionOf(contact(1, given, 1))).toBe(versionOf(contact(1, stored, 1)));
});
