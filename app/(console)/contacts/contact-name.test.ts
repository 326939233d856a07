import { expect, it } from 'vitest';
import { contactName } from './contact-name';

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
