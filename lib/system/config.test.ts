import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
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
    poolSize: 10,
    slowMilliseconds: 2000,
    appUrl: undefined,
    trustedProxies: undefined,
    appSecret: undefined,
    admin: undefined,
    contactsApiToken: undefined,
    remote: undefined,
    identityProviders: [],
    passwordOnlyFor: undefined,
    smtp: undefined,
    sessionDays: 14,
    idleDays: 3,
    trashDays: 30,
    importFileDays: 7,
    storageLimit: 5_000_000_000,
    activityDays: undefined,
    apiOrigins: [],
    backups: undefined,
    metricsPort: undefined,
    rateLimit: 100_000,
    webhookHosts: new Set(),
    phoneCountry: null,
    logLevel: 'info',
    drainDelay: 0,
    warnings: [],
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
  const { trustedProxies, rateLimit, apiOrigins } = readConfig({
    TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16,2001:db8::/32, ::1',
    RATE_LIMIT: 'none',
    API_ORIGINS: 'https://app.example.com, http://localhost:5173/',
  });
  expect(apiOrigins).toEqual(['https://app.example.com', 'http://localhost:5173']);
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

test('hosts of webhooks are names and addresses without ports', () => {
  const { webhookHosts } = readConfig({ WEBHOOK_HOSTS: 'n8n.Internal, 10.0.0.7,[::1]' });
  expect([...webhookHosts]).toEqual(['n8n.internal', '10.0.0.7', '[::1]']);
  for (const host of ['n8n:5678', 'http://n8n', 'n8n/hook', 'ana@n8n'])
    expect(() => readConfig({ WEBHOOK_HOSTS: host })).toThrow(`not "${host}"`);
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

/** The message of the error that names what is wrong. */
function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  }
  throw new Error('It was accepted.');
}

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
  [{ METRICS_PORT: 'on' }, /^METRICS_PORT must be a whole number from 0/],
  [{ API_ORIGINS: '*' }, /^API_ORIGINS must list origins .* not "\*"\.$/],
  [{ API_ORIGINS: 'https://app.example.com/path' }, /^API_ORIGINS must list origins/],
  [{ RATE_LIMIT: 'many' }, /^RATE_LIMIT must be a whole number or none, not "many"\.$/],
  [{ RATE_LIMIT: '0' }, /^RATE_LIMIT must be a whole number from 1/],
  [{ TRUSTED_PROXIES: 'nginx' }, /^TRUSTED_PROXIES must list .* not "nginx"\.$/],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES must list .* not "10\.0\.0\.0\/33"\.$/],
  [{ TRUSTED_PROXIES: '::1/64/2' }, /^TRUSTED_PROXIES must list /],
  [{ TRUSTED_PROXIES: '127.0.0.1,' }, /^TRUSTED_PROXIES must list /],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of debug, info, warn, error/],
])('%j is refused in one sentence without secrets', (env, sentence) => {
  const message = refusalOf(env);
  expect(message).toMatch(sentence);
  expect(message).not.toContain('hidden');
  expect(message.split('\n')).toHaveLength(1);
});

test('all that is wrong is told at once, one line each', () => {
  const lines = refusalOf({
    PORT: 'x',
    DATABASE_URL: 'hidden',
    APP_SECRET: 'hidden',
    ADMIN_EMAIL: 'ana@example.com',
    ADMIN_PASWORD: 'hidden',
    OIDC_PROVIDERS: 'acme',
    OIDC_ACME_ROLE: 'owner',
    TRASH_DAYS: '0',
  }).split('\n');
  expect(lines.map((line) => line.split(' ', 1)[0])).toEqual([
    'DATABASE_URL',
    'PORT',
    'APP_SECRET',
    'ADMIN_EMAIL',
    'OIDC_PROVIDERS',
    'OIDC_PROVIDERS',
    'OIDC_ACME_ROLE',
    'TRASH_DAYS',
    'ADMIN_PASWORD',
  ]);
  expect(lines.join()).not.toContain('hidden');
});

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['APP_SERCET', 'APP_SECRET'],
  ['TRUSTED_PROXIE', 'TRUSTED_PROXIES'],
  ['APP_SECRET_FIL', 'APP_SECRET_FILE'],
  ['OIDC_ACME_CLIENTSECRET', 'OIDC_ACME_CLIENT_SECRET'],
])('%s is warned of as a near miss of %s', (name, meant) => {
  const env = { [name]: 'hidden', APP_URL: 'https://a.example', OIDC_PROVIDERS: 'acme' };
  const company = { OIDC_ACME_ISSUER: 'https://b.example', OIDC_ACME_CLIENT_ID: 'roster' };
  const secret: Record<string, string> = name.startsWith('OIDC') ? {} : { OIDC_ACME_CLIENT_SECRET: 'any' };
  const sentence = `${name} is not a setting of Roster: did you mean ${meant}?`;
  const all: Record<string, string> = { ...env, ...company, ...secret };
  expect(name.startsWith('OIDC') ? refusalOf(all).split('\n')[1] : readConfig(all).warnings[0]).toBe(
    sentence,
  );
});

test('variables of other programs are not near misses, nor is a spare spelling of what is set', () => {
  const others = { HOME: '/', PORTS: '1', HOSTNAME: 'a', NODE_ENV: 'production', PGHOST: 'b', LANG: 'C' };
  const url = 'postgres://a@b/c';
  expect(readConfig({ ...others, DATABASE_URL: url, DATABASE_URI: url }).warnings).toEqual([]);
});

test('secrets are read from files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'roster-config-'));
  const file = (text: string) => {
    const name = path.join(folder, String(Math.random()));
    writeFileSync(name, text);
    return name;
  };
  const company = { OIDC_PROVIDERS: 'acme', OIDC_ACME_ISSUER: 'https://b.example', OIDC_ACME_CLIENT_ID: 'c' };
  const config = readConfig({
    ...company,
    APP_URL: 'https://a.example',
    SMTP_FROM: 'a@a.example',
    SMTP_URL_FILE: file('smtps://mail.example\n'),
    OIDC_ACME_CLIENT_SECRET_FILE: file('company secret\r\n'),
    DATABASE_URL_FILE: file('postgres://a@b/c\n'),
    APP_SECRET_FILE: file(`${'s'.repeat(32)}\n`),
    ADMIN_EMAIL: 'ana@example.com',
    ADMIN_PASSWORD_FILE: file(' with spaces \n'),
    CONTACTS_API_TOKEN_FILE: file('t'.repeat(32)),
  });
  expect(config).toMatchObject({
    databaseUrl: 'postgres://a@b/c',
    appSecret: 's'.repeat(32),
    admin: { password: ' with spaces ' },
    contactsApiToken: 't'.repeat(32),
    smtp: { url: 'smtps://mail.example' },
    identityProviders: [{ clientSecret: 'company secret' }],
    drainDelay: 5,
  });
  expect(refusalOf({ APP_SECRET_FILE: path.join(folder, 'none') })).toMatch(
    /^APP_SECRET_FILE names \S+none, which cannot be read \(ENOENT\)\.$/,
  );
  expect(refusalOf({ APP_SECRET_FILE: file(' \n') })).toMatch(
    /^APP_SECRET_FILE names \S+, which is empty\.$/,
  );
  expect(refusalOf({ APP_SECRET_FILE: file('a'), APP_SECRET: 'b' })).toBe(
    'Set either APP_SECRET or APP_SECRET_FILE, not both.',
  );
  rmSync(folder, { recursive: true });
});

test('the README lists every setting', () => {
  const asked = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }));
  const readme = readFileSync(path.resolve('README.md'), 'utf8');
  const names = [...asked].filter((name) => !name.endsWith('_FILE'));
  expect(names.filter((name) => !readme.includes(`${name}\``) && !readme.includes(`${name}=`))).toEqual([]);
});
