import { expect, it } from 'vitest';
import { contactName } from './contact-name';

it.each([
  [{ firstname: 'Ana', lastname: 'Silva' }, 'Ana Silva'],
  [{}, 'ana@example.com'],
  // Bidi controls would reverse the text after the name.
  [{ firstname: '\u202eAna', lastname: '\u2066Silva' }, 'Ana Silva'],
  [{ firstname: '\u202e' }, 'ana@example.com'],
])('names a contact that has %j', (contact, name) => {
  expect(contactName({ email: 'ana@example.com', phone: null, contact })).toBe(name);
});
