import { expect, test } from 'vitest';
import { StartError } from '../start-error';
import { connectionError } from './connection-error';

const url = 'postgres://ana:hidden@db.internal:5433/roster';
const failure = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });

test.each([
  [failure('ECONNREFUSED'), /no answer from the PostgreSQL server at db\.internal:5433 \(ECONNREFUSED\)/],
  [new Error('timeout expired'), /no answer from .* at db\.internal:5433: check/],
  [failure('28P01'), /The user "ana" is refused/],
  [failure('3D000'), /no database "roster"/],
  [failure('42501', 'permission denied for schema public'), /may not change .* \(permission denied/],
  [failure('SELF_SIGNED_CERT_IN_CHAIN'), /certificate .* is not trusted/],
])('%s becomes a sentence without the password', (cause, sentence) => {
  const error = connectionError(cause, url) as StartError;
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toMatch(sentence);
  expect(error.message).not.toContain('hidden');
});

test('what the operator cannot change stays what it was', () => {
  const cause = failure('42P01');
  expect(connectionError(cause, url)).toBe(cause);
});
