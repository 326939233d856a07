import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { StartError } from '@/lib/system/start-error';
import { connectionError } from './connection-error';

const url = 'postgres://ana:hidden@db.internal:5433/roster?sslmode=verify-full';
const failure = (code: string, message = '') => Object.assign(new Error(message), { code });
const reported = (severity: string, code: string, message: string) =>
  Object.assign(new DatabaseError(message, message.length, 'error'), { severity, code });
const migrating = (code: string, message: string) => reported('ERROR', code, message);

test.each([
  [failure('ECONNREFUSED'), /^Cannot use the database "roster" at db\.internal:5433 \(ECONNREFUSED\): check/],
  [new Error('timeout expired'), /\(timeout expired\): check DATABASE_URL/],
  [new Error('Connection terminated unexpectedly'), /: check DATABASE_URL/],
  [new Error('Received unexpected copyData message from backend.'), /: check DATABASE_URL/],
  [failure('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate'), /\(self-signed certificate\): check/],
  [
    reported('FATAL', '28P01', 'password authentication failed for user "ana"'),
    /"ana"\): check DATABASE_URL/,
  ],
  [reported('FATAL', '53300', 'sorry, too many clients already'), /: raise .* set DATABASE_POOL_SIZE lower/],
  [migrating('42501', 'permission denied for schema public'), /make the user the owner/],
  [migrating('25006', 'cannot execute CREATE SCHEMA in a read-only transaction'), /use the primary server/],
  [migrating('53100', 'could not extend file: No space left on device'), /free some space/],
  [
    migrating('08006', 'connection to the remote node ro@worker-2:5432 failed'),
    /worker-2.*check its workers/,
  ],
  [migrating('42P07', 'relation "contacts" already exists'), /use an empty database/],
  [migrating('42703', 'column "hash" does not exist'), /use an empty database/],
  [
    migrating('58P01', 'could not open extension control file "…": No such file'),
    /install the contrib modules/,
  ],
])('%s becomes a sentence without the password', (cause, sentence) => {
  const error = connectionError(cause, url) as StartError;
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toMatch(sentence);
  expect(error.message).not.toMatch(/hidden|\n/);
  expect(error.cause).toBe(cause);
});

test.each([
  new TypeError('x is not a function'),
  migrating('42601', 'syntax error at or near "CREAT"'),
  migrating('42703', 'column "nick_name" does not exist'),
])('other errors stay the same: %s', (cause) => {
  expect(connectionError(cause, url)).toBe(cause);
});
