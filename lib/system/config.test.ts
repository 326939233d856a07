import { isIPv6 } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config';
import { StartError } from './start-error';

test('every setting has a default, and a blank variable counts as unset', () => {
  const defaults = {
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    appUrl: undefined,
    trustedProxies: undefined,
    appSecret: undefined,
    admin: undefined,
    contactsApiToken: undefined,
    remote: undefined,
    companies: [],
    passwordOnlyFor: undefined,
    smtp: undefined,
    sessionDays: 14,
    idleDays: 3,
    trashDays: 30,
    importFileDays: 7,
    activityDays: undefined,
    rateLimit: 100_000,
    phoneCountry: null,
    logLevel: 'info',
  };
  expect(readConfig({})).toEqual(defaults);
  expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '', APP_URL: '', CONTACTS_API_TOKEN: '' })).toEqual(
    defaults,
  );
});

test('values are parsed', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/lib/roster',
    DATABASE_URL: 'postgresql://roster:p%40ss@db.internal:5432/roster?sslmode=require',
    APP_URL: 'https://contacts.example.com/',
    APP_SECRET: 's'.repeat(32),
    ADMIN_EMAIL: 'ana@example.com',
    ADMIN_PASSWORD: ' with spaces ',
    CONTACTS_API_TOKEN: 't'.repeat(32),
    RATE_LIMIT: '600',
    DEFAULT_COUNTRY: 'de',
    LOG_LEVEL: 'DEBUG',
  });
  expect(config).toMatchObject({ port: 8080, host: '0.0.0.0', dataDir: '/var/lib/roster', rateLimit: 600 });
  expect(config.appUrl).toBe('https://contacts.example.com');
  expect(config.admin).toEqual({ email: 'ana@example.com', password: ' with spaces ' });
  expect(config.logLevel).toBe('debug');
});

test('proxies are addresses and ranges, and limits can be turned off', () => {
  const { trustedProxies, rateLimit } = readConfig({
    TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16,2001:db8::/32, ::1',
    RATE_LIMIT: 'none',
  });
  const isTrusted = (address: string) => trustedProxies?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  expect(['127.0.0.1', '10.1.2.3', '2001:db8::7', '::1'].map(isTrusted)).toEqual([true, true, true, true]);
  expect(['127.0.0.2', '10.2.0.1', '2001:db9::7', '::2'].map(isTrusted)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(rateLimit).toBeUndefined();
});

test('tokens of a connected service have fewer rules', () => {
  const config = readConfig({
    CONTACTS_API_URL: 'HTTPS://API.example.com/contacts/v1/',
    CONTACTS_API_TOKEN: 'short',
  });
  expect(config.remote).toEqual({ url: 'https://api.example.com/contacts/v1', token: 'short' });
  expect(config.contactsApiToken).toBeUndefined();
});

test.each([
  ['https://api.example.com/api/v1', 'https://api.example.com/api/v1'],
  ['http://[::1]:8080/v1/', 'http://[::1]:8080/v1'],
  ['https://api.example.com:443/v2', 'https://api.example.com/v2'],
])('%s is accepted as the URL of a service', (CONTACTS_API_URL, url) => {
  expect(readConfig({ CONTACTS_API_URL, CONTACTS_API_TOKEN: 'short' }).remote?.url).toBe(url);
});

const TOKEN = /^CONTACTS_API_TOKEN must consist of printable ASCII characters without spaces\.$/;
const REMOTE = /^CONTACTS_API_URL must be the http or https URL of a contacts API with its version prefix/;

test.each([
  [{ PORT: '3000x' }, /^PORT must be .* not "3000x"\.$/],
  [{ PORT: '65536' }, /^PORT must be /],
  [{ PORT: '-1' }, /^PORT must be /],
  [{ DATABASE_URL: 'mysql://root:hidden@localhost/x' }, /^DATABASE_URL must look like postgres:/],
  [{ DATABASE_URL: 'postgres://user:hid#den@:5432x/db' }, /^DATABASE_URL must look like postgres:/],
  [{ DATABASE_URL: 'postgres://user:hid%den@db/roster' }, /^DATABASE_URL must look like postgres:/],
  [{ DATABASE_URL: 'postgres://user:hidden@localhost:5432' }, /^DATABASE_URL must look like postgres:/],
  [{ DATABASE_URL: 'postgres://user:hidden@localhost/?sslmode=require' }, /^DATABASE_URL must look like/],
  [{ DATABASE_URL: 'hidden' }, /^DATABASE_URL must look like postgres:/],
  [{ APP_URL: 'contacts.example.com' }, /^APP_URL must be the public origin/],
  [{ APP_URL: 'https://example.com/contacts' }, /^APP_URL must be the public origin/],
  [{ APP_SECRET: 'hidden' }, /^APP_SECRET must have 32 or more characters; it has 6\.$/],
  [{ ADMIN_EMAIL: 'ana@example.com' }, /set ADMIN_PASSWORD too/],
  [{ ADMIN_PASSWORD: 'hidden' }, /set ADMIN_EMAIL too/],
  [{ CONTACTS_API_TOKEN: 'hidden' }, /^CONTACTS_API_TOKEN must have 32 or more characters; it has 6\.$/],
  [{ CONTACTS_API_TOKEN: `${'t'.repeat(40)} hidden` }, /^CONTACTS_API_TOKEN must consist of printable ASCII/],
  [{ CONTACTS_API_URL: 'https://api.example.com/v1', CONTACTS_API_TOKEN: 'hidden token' }, TOKEN],
  [{ CONTACTS_API_URL: 'https://api.example.com/v1', CONTACTS_API_TOKEN: 'hidden\ntoken' }, TOKEN],
  [{ CONTACTS_API_URL: 'https://api.example.com/v1', CONTACTS_API_TOKEN: 'hidden\u0000' }, TOKEN],
  [{ CONTACTS_API_URL: 'https://api.example.com/v1', CONTACTS_API_TOKEN: 'hidden-tokén' }, TOKEN],
  [{ CONTACTS_API_URL: 'https://api.example.com/v1' }, /^CONTACTS_API_URL needs CONTACTS_API_TOKEN/],
  [{ CONTACTS_API_URL: 'ftp://api.example.com/v1', CONTACTS_API_TOKEN: 'hidden' }, REMOTE],
  [{ CONTACTS_API_URL: 'ws://api.example.com/v1', CONTACTS_API_TOKEN: 'hidden' }, REMOTE],
  [{ CONTACTS_API_URL: 'javascript:/v1', CONTACTS_API_TOKEN: 'hidden' }, REMOTE],
  [{ CONTACTS_API_URL: 'file:///v1', CONTACTS_API_TOKEN: 'hidden' }, REMOTE],
  [{ CONTACTS_API_URL: 'api.example.com/v1', CONTACTS_API_TOKEN: 'hidden' }, REMOTE],
  [{ CONTACTS_API_URL: 'https://api.example.com', CONTACTS_API_TOKEN: 'hidden' }, REMOTE],
  [{ CONTACTS_API_URL: 'https://user:hidden@api.example.com/v1', CONTACTS_API_TOKEN: 'hidden' }, REMOTE],
  [{ CONTACTS_API_URL: 'https://api.example.com/v1?key=hidden', CONTACTS_API_TOKEN: 'hidden' }, REMOTE],
  [{ CONTACTS_API_URL: 'https://api.example.com/v1#hidden', CONTACTS_API_TOKEN: 'hidden' }, REMOTE],
  [{ TRASH_DAYS: '0' }, /^TRASH_DAYS must be a whole number from 1/],
  [{ ACTIVITY_DAYS: '0' }, /^ACTIVITY_DAYS must be a whole number from 1/],
  [{ RATE_LIMIT: 'many' }, /^RATE_LIMIT must be a whole number or none, not "many"\.$/],
  [{ RATE_LIMIT: '0' }, /^RATE_LIMIT must be a whole number from 1/],
  [{ TRUSTED_PROXIES: 'nginx' }, /^TRUSTED_PROXIES must list .* not "nginx"\.$/],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES must list .* not "10\.0\.0\.0\/33"\.$/],
  [{ TRUSTED_PROXIES: '::1/64/2' }, /^TRUSTED_PROXIES must list /],
  [{ TRUSTED_PROXIES: '127.0.0.1,' }, /^TRUSTED_PROXIES must list /],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of debug, info, warn, error/],
])('%j is refused in one sentence without secrets', (env, sentence) => {
  let refused: unknown;
  try {
    readConfig(env);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(StartError);
  const { message } = refused as StartError;
  expect(message).toMatch(sentence);
  expect(message).not.toContain('hidden');
  expect(message.split('\n')).toHaveLength(1);
});
