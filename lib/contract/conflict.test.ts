import { expect, test } from 'vitest';
import { conflictingContact, conflictMessage } from './conflict';

const id = '0198c0de-7a11-7000-8000-0123456789ab';

test('the contact that a conflict names can be read back from it', () => {
  for (const path of ['email', 'phone'] as const)
    expect(conflictingContact({ path, message: conflictMessage(path, id) })).toBe(id);
});

test('a conflict about something else names no contact', () => {
  expect(conflictingContact({ path: 'title', message: conflictMessage('email', id) })).toBeNull();
  expect(conflictingContact({ path: 'email', message: 'Taken.' })).toBeNull();
});
