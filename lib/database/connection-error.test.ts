import { DrizzleQueryError } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { StartError } from '@/lib/system/start-error';
import { connectionError } from './connection-error';

const url = 'postgres://ana:hidden@db.internal:5433/roster?sslmode=verify-full&sslrootcert=/etc/no.pem';
const failure = (code: string, message = 'it failed') => Object.assign(new Error(message), { code });

/** As the server refuses a session. */
const refused = (code: string, message: string) => reported('FATAL', code, message);

/** As a statement of a migration fails. */
const migrating = (code: string, message: string) =>
  new DrizzleQueryError('CREATE …', [], reported('ERROR', code, message));

function reported(severity: string, code: string, message: string): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, 'error'), { severity, code });
}

test.each([
  [failure('ECONNREFUSED'), /no answer from the PostgreSQL server at db\.internal:5433 \(ECONNREFUSED\)/],
  [new Error('timeout expired'), /no answer from .* at db\.internal:5433: check/],
  [
    new Error('Connection terminated due to connection timeout', {
      cause: new Error('Connection terminated unexpectedly'),
    }),
    /no answer from .* at db\.internal:5433: check/,
  ],
  [
    new Error('Connection terminated unexpectedly'),
    /^What answers at db\.internal:5433 is not a PostgreSQL server .*: check host/,
  ],
  [new Error('Received unexpected copyData message from backend.'), /is not a PostgreSQL server/],
  [new Error('There was an error establishing an SSL connection'), /is not a PostgreSQL server/],
  [
    Object.assign(failure('ENOENT'), { syscall: 'open', path: '/etc/no.pem' }),
    /^The file \/etc\/no\.pem that DATABASE_URL names cannot be read \(ENOENT\)/,
  ],
  [failure('EISDIR'), /^A file that DATABASE_URL names cannot be read/],
  [failure('SELF_SIGNED_CERT_IN_CHAIN'), /certificate .* is not trusted/],
  [refused('28P01', 'password authentication failed for user "ana"'), /The user "ana" is refused/],
  [refused('3D000', 'database "roster" does not exist'), /no database "roster"/],
  [refused('55000', 'database "roster" is not currently accepting connections'), /takes no connections/],
  [refused('53300', 'sorry, too many clients already'), /raise max_connections/],
  [refused('53300', 'too many connections for role "ana"'), /raise the connection limit of the role "ana"/],
  [refused('53300', 'too many connections for database "roster"'), /raise .* of the database "roster"/],
  [refused('42704', 'unrecognized configuration parameter "nope"'), /setting .* \(unrecognized .* "nope"\)/],
  [refused('22023', 'invalid value for parameter "work_mem": "x"'), /setting .*: correct or remove it/],
  [refused('57P03', 'the database system is starting up'), /session is refused .* \(the database system/],
  [refused('42501', 'permission denied for database "roster"'), /make it the owner/],
  [migrating('42501', 'permission denied for database roster'), /may not change .*: make it the owner\.$/],
  [migrating('42501', 'permission denied for schema public'), /owner of it and of its schema public\.$/],
  [migrating('3F000', 'no schema has been selected to create in'), /owner of it and of its schema public/],
  [migrating('25006', 'cannot execute CREATE SCHEMA in a read-only transaction'), /is read-only/],
  [migrating('42P07', 'relation "contacts" already exists'), /another program \(relation "contacts"/],
  [migrating('42723', 'function "fold" already exists with same argument types'), /name an empty one/],
  [migrating('42703', 'column "hash" does not exist'), /tables of another program/],
  [migrating('0A000', 'extension "pg_trgm" is not available'), /pg_trgm is missing .*: install it/],
  [migrating('58P01', 'could not open extension control file "…": No such file'), /pg_trgm is missing/],
])('%s becomes a sentence without the password', (cause, sentence) => {
  const error = connectionError(cause, url) as StartError;
  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toMatch(sentence);
  expect(error.message).not.toMatch(/hidden|CREATE …|\n/);
  expect(error.cause).toBe(cause);
});

test.each([
  failure('42P01'),
  new TypeError('x is not a function'),
  migrating('42601', 'syntax error at or near "CREAT"'),
  migrating('42704', 'type "citext" does not exist'),
  migrating('42703', 'column "nick_name" does not exist'),
  migrating('0A000', 'cannot alter type of a column used by a view'),
  migrating('55000', 'lastval is not yet defined in this session'),
])('what the operator cannot change stays what it was: %s', (cause) => {
  expect(connectionError(cause, url)).toBe(cause);
});
