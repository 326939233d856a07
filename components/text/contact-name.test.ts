import { expect, it } from 'vitest';
import { contactName, nameSome, readablePhone } from './contact-name';

it.each([
  [{ firstname: 'Ana', lastname: 'Silva' }, 'Ana Silva'],
  [{}, 'ana@example.com'],
  // Bidi controls would reverse the text after the name.
  [{ firstname: '\u202eAna', lastname: '\u2066Silva' }, 'Ana Silva'],
  [{ firstname: '\u202e' }, 'ana@example.com'],
  [{ firstname: '\u202e' }, '+49 309 018 20', null],
])('names a contact that has %j', (contact, name, email: string | null = 'ana@example.com') => {
  expect(contactName({ email, phone: '+4930901820', contact })).toBe(name);
});

it.each([
  ['+4915120003395', '+49 151 200 033 95'],
  ['+493012345678', '+49 301 234 5678'],
  ['+4930901820', '+49 309 018 20'],
  ['+14155552671', '+1 415 555 2671'],
  ['+79161234567', '+7 916 123 4567'],
  ['+390612345678', '+39 061 234 5678'],
  ['+351912345678', '+351 912 345 678'],
  ['+2908123', '+290 8123'],
  ['+11234567', '+1 123 4567'],
  // Connected services may store other text.
  ['030 901820', '030 901820'],
  ['+49 (0) 30 901820', '+49 (0) 30 901820'],
  ['', ''],
])('shows %s as %s', (stored, shown) => {
  expect(readablePhone(stored)).toBe(shown);
});

it('names up to three and counts the rest', () => {
  expect(nameSome([])).toBe('');
  expect(nameSome(['Ana'])).toBe('Ana');
  expect(nameSome(['Ana', 'Ben'])).toBe('Ana and Ben');
  expect(nameSome(['Ana', 'Ben', 'Cleo'])).toBe('Ana, Ben and Cleo');
  expect(nameSome(['Ana', 'Ben', 'Cleo', 'Dan'])).toBe('Ana, Ben, Cleo and 1 more');
  expect(nameSome(['Ana', 'B'.repeat(61)])).toBe(`Ana and ${'B'.repeat(60)}…`);
});
