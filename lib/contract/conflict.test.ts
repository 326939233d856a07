import { expect, test } from 'vitest';
import { conflictingContact, conflictMessage } from './conflict';

const id = '0198c0de-7a11-7000-8000-0123456789ab';

test('the contact in a conflict can be parsed', () => {
  for (const path of ['email', 'phone'] as const)
    expect(conflictingContact({ path, message: conflictMessage(path, id) })).toBe(id);
});

test('other conflicts contain no contact', () => {
  expect(conflictingContact({ path: 'title', message: conflictMessage('email', id) })).toBeNull();
  expect(conflictingContact({ path: 'email', message: 'Taken.' })).toBeNull();
});
