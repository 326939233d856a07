import { expect, test } from 'vitest';
import type { ContactRow } from '@/lib/contacts/contact-row';
import { isOtherPerson } from './other-person';

type Person = [firstname: string, lastname: string, email: string, phone: string];
const toFields = ([firstname, lastname, email, phone]: Person) =>
  Object.fromEntries(
    Object.entries({ firstname, lastname, email, phone }).map(([name, value]) => [name, value || null]),
  );

test.each<['email' | 'phone', Person, Person, boolean]>([
  ['phone', ['Ana', 'Silva', 'ana@x', '+1'], ['Ben', 'Silva', 'ben@x', '+1'], true],
  ['phone', ['Ana', 'Silva', 'ana@x', '+1'], ['Ana', 'Silva', 'new@x', '+1'], false],
  ['phone', ['Ana', '', 'ana@x', '+1'], ['Ána', 'Silva', 'new@x', '+1'], false],
  ['phone', ['Benjamin', 'Okafor', 'b@x', '+1'], ['Ben', 'Okafor', 'new@x', '+1'], false],
  ['phone', ['', '', 'ana@x', '+1'], ['', '', 'ben@x', '+1'], true],
  ['phone', ['Ana', 'Silva', '', '+1'], ['Ben', 'Okafor', 'ben@x', '+1'], true],
  ['phone', ['Ana', 'Silva', '', '+1'], ['Ben', '', '', '+1'], true],
  ['phone', ['', '', '', '+1'], ['Ben', 'Okafor', 'ben@x', '+1'], false],
  ['phone', ['Ana', 'Silva', 'ana@x', '+1'], ['', '', '', '+1'], false],
  ['email', ['Ana', 'Silva', 'a@x', '+1'], ['Ben', 'Silva', 'a@x', '+2'], true],
  ['email', ['Ana', 'Silva', 'a@x', '+1'], ['Ana', 'Silva', 'a@x', '+2'], false],
  ['email', ['Ana', 'Silva', 'a@x', '+1'], ['', '', 'a@x', '+2'], false],
  ['email', ['Ana', 'Silva', 'a@x', ''], ['Anna', '', 'a@x', '+2'], false],
  ['email', ['Ann', 'Lee', 'a@x', ''], ['Ann', 'Smith', 'a@x', ''], false],
  ['email', ['Ana', 'Silva', 'info@x', ''], ['Ben', 'Okafor', 'info@x', ''], true],
])('by %s, with %j stored, %j is another person: %s', (by, stored, row, is) => {
  expect(isOtherPerson(by, toFields(stored) as unknown as ContactRow, toFields(row))).toBe(is);
});
