import { expect, test } from 'vitest';
import { parseDatabaseUrl, serverUrls } from './database-url';

test('each host becomes a URL of its own', () => {
  expect(serverUrls('postgres://a:p%40s@one:5432,two,[::1]:7/db?target_session_attrs=read-write')).toEqual([
    'postgres://a:p%40s@one:5432/db?target_session_attrs=read-write',
    'postgres://a:p%40s@two/db?target_session_attrs=read-write',
    'postgres://a:p%40s@[::1]:7/db?target_session_attrs=read-write',
  ]);
  expect(serverUrls('postgresql:///db?host=/run/postgresql')).toEqual([
    'postgresql:///db?host=/run/postgresql',
  ]);
  expect(serverUrls('postgres://one/db?host=a,b')).toEqual(['postgres://one/db?host=a,b']);
});

test.each([
  'postgres://a:b@one:5432,two:5433/db?target_session_attrs=read-write',
  'postgres://one/db?target_session_attrs=primary',
  'postgres:///db?host=/run/postgresql',
])('%s is valid', (url) => {
  expect(parseDatabaseUrl(url)).toBe(url);
});

test.each([
  ['postgres://a:secret@one:5432,two:nine/db', /must look like/],
  ['postgres://a:secret@one,two', /must look like/],
  ['postgres://a:secret@one,,two/db', /must look like/],
  ['postgres://one,/db', /must look like/],
  [
    'postgres://a:secret@one,two/db?target_session_attrs=standby',
    /standby, but Roster writes: use read-write/,
  ],
])('%s is refused without the password', (url, sentence) => {
  expect(() => parseDatabaseUrl(url)).toThrow(sentence);
  expect(() => parseDatabaseUrl(url)).not.toThrow(/secret/);
});
