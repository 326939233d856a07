import { expect, it } from 'vitest';
import { contactName, nameSome } from './contact-name';

it.each([
  [{ firstname: 'Ana', lastname: 'Silva' }, 'Ana Silva'],
  [{}, 'ana@example.com'],
  // Bidi controls would reverse the text after the name.
  [{ firstname: '\u202eAna', lastname: '\u2066Silva' }, 'Ana Silva'],
  [{ firstname: '\u202e' }, 'ana@example.com'],
  [{ firstname: '\u202e' }, '+49 30 901820', null],
])('names a contact that has %j', (contact, name, email: string | null = 'ana@example.com') => {
  expect(contactName({ email, phone: '+4930901820', contact })).toBe(name);
});

it('names up to three and counts the rest', () => {
  expect(nameSome([])).toBe('');
  expect(nameSome(['Ana'])).toBe('Ana');
  expect(nameSome(['Ana', 'Ben'])).toBe('Ana and Ben');
  expect(nameSome(['Ana', 'Ben', 'Cleo'])).toBe('Ana, Ben and Cleo');
  expect(nameSome(['Ana', 'Ben', 'Cleo', 'Dan'])).toBe('Ana, Ben, Cleo and 1 more');
  expect(nameSome(['Ana', 'B'.repeat(61)])).toBe(`Ana and ${'B'.repeat(60)}…`);
});
