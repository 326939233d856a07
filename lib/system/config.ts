import { BlockList, isIP } from 'node:net';
import path from 'node:path';
import type { PhoneCountry } from '@/lib/contract/phone';
import { toPhoneCountry } from '@/lib/phone-country';
import { parseDatabaseUrl } from './database-url';
import { parsePasswordOnlyFor, readIdentityProviders } from './identity-providers';
import { parseSmtp } from './mailer';
import { type Settings, settings } from './settings';
import { StartError } from './start-error';

const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Configuration, read once at startup. */
export type Config = ReturnType<typeof parseConfig> & {
  /** Variables that look like misspelled settings, one sentence each. */
  warnings: string[];
};

/**
 * Reads the environment; a blank variable counts as unset. A secret can also be in a file that `…_FILE` names.
 *
 * @throws StartError naming all invalid variables, one line each, without values that may contain a password.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const read = settings(env);
  const config = parseConfig(read);
  const { problems, warnings } = read.end();
  if (problems.length > 0) throw new StartError([...problems, ...warnings].join('\n'));
  return { ...config, warnings };
}

/** Parses all settings; `read` collects the problems. */
function parseConfig(read: Settings) {
  const { get, secret, attempt } = read;
  /** A whole number from `least` to `most`; `undefined` if unset, or invalid, which is a problem. */
  const ifSet = (name: string, least: number, most: number) => {
    const value = get(name);
    return value === undefined ? undefined : attempt(() => parseWholeNumber(name, value, least, most));
  };
  const number = (name: string, fallback: number, least: number, most: number) =>
    ifSet(name, least, most) ?? fallback;
  const token = () => parseToken(secret('CONTACTS_API_TOKEN'));
  /** PostgreSQL server to use instead of the embedded database. */
  const databaseUrl = attempt(() => parseDatabaseUrl(secret('DATABASE_URL')));
  const remoteUrl = get('CONTACTS_API_URL');
  const backupDir = get('BACKUP_DIR');
  const backups = { hours: number('BACKUP_HOURS', 24, 1, 8_784), keep: number('BACKUP_KEEP', 14, 1, 10_000) };
  return {
    port: number('PORT', 3_000, 0, 65_535),
    host: get('HOST') ?? '127.0.0.1',
    /** Port of `/metrics`; `undefined` for none. */
    metricsPort: ifSet('METRICS_PORT', 0, 65_535),
    /** Absolute path of the folder with the embedded database and the generated secret. */
    dataDir: path.resolve(get('DATA_DIR') ?? 'data'),
    databaseUrl,
    /** Maximum number of connections to the PostgreSQL server. */
    poolSize: number('DATABASE_POOL_SIZE', 10, 2, 200),
    /** Statements that take longer are logged. */
    slowMilliseconds: number('SLOW_QUERY_MS', 2_000, 1, 3_600_000),
    /** Public origin, without a trailing slash. */
    appUrl: attempt(() => parseAppUrl(get('APP_URL'))),
    /** Reverse proxies whose `X-Forwarded-*` headers are trusted; `undefined` for none. */
    trustedProxies: attempt(() => parseTrustedProxies(get('TRUSTED_PROXIES'))),
    /** Secret for sessions and server actions; generated in the data folder if unset. */
    appSecret: attempt(() => parseLongSecret('APP_SECRET', secret('APP_SECRET'))),
    /** The first account, created on first startup. */
    admin: attempt(() => parseAdmin(get('ADMIN_EMAIL'), secret('ADMIN_PASSWORD', true), get('ADMIN_NAME'))),
    /** Full-scope token of the first organization; a remote service's token is in `remote` and may be shorter. */
    contactsApiToken: remoteUrl ? undefined : attempt(() => parseLongSecret('CONTACTS_API_TOKEN', token())),
    /** Remote contacts service for connected mode; its URL includes the version prefix. */
    remote: remoteUrl ? attempt(() => parseRemote(remoteUrl, token())) : undefined,
    identityProviders: readIdentityProviders(read),
    /** The only email that may sign in with a password when companies are configured. */
    passwordOnlyFor: attempt(() => parsePasswordOnlyFor(get('PASSWORD_ONLY_FOR'), get('OIDC_PROVIDERS'))),
    /** Mail server; without one, people send links themselves. */
    smtp: attempt(() => parseSmtp(read)),
    /** Days until a session expires, in total and without use. */
    sessionDays: number('SESSION_DAYS', 14, 1, 365),
    idleDays: number('SESSION_IDLE_DAYS', 3, 1, 365),
    /** Days until a deleted contact is purged from the trash. */
    trashDays: number('TRASH_DAYS', 30, 1, 3_650),
    /** Bytes that uploads, exports and undo records of an organization may take up. */
    storageLimit: number('STORAGE_MB', 5_000, 100, 10_000_000) * 1_000_000,
    /** Days until the file of an import is deleted. */
    importFileDays: number('IMPORT_FILE_DAYS', 7, 1, 30),
    /** Folder of scheduled backups, hours between two, and how many to keep; `undefined` for none. */
    backups: backupDir === undefined ? undefined : { dir: path.resolve(backupDir), ...backups },
    /** Days until activity is removed; `undefined` to keep it. */
    activityDays: ifSet('ACTIVITY_DAYS', 1, 36_500),
    /** Origins whose pages may call the API from the browser. */
    apiOrigins: attempt(() => parseApiOrigins(get('API_ORIGINS'))),
    /** Requests per minute and token; `undefined` for no limit. */
    rateLimit: attempt(() => parseRateLimit(get('RATE_LIMIT') ?? '100000')),
    /** Hosts of webhooks that may have private addresses and plain http. */
    webhookHosts: attempt(() => parseWebhookHosts(get('WEBHOOK_HOSTS'))),
    /** Default country for phone numbers typed without a country code. */
    phoneCountry: attempt(() => parseCountry(get('DEFAULT_COUNTRY'))),
    logLevel: attempt(() => parseLogLevel(get('LOG_LEVEL') ?? 'info')),
    /**
     * Seconds between SIGTERM and draining, in which proxies notice that this instance is not ready. 0 for an embedded
     * database, where no other instance can take over.
     */
    drainDelay: number('DRAIN_DELAY', databaseUrl ? 5 : 0, 0, 60),
  };
}

/** Parses a whole number of ASCII digits. @throws StartError for anything but one from `least` to `most`. */
function parseWholeNumber(name: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new StartError(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
  return number;
}

/** The items of a comma-separated list. */
const splitList = (value = ''): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Parses an http or https origin; `null` if the URL has more than that. */
function parseOrigin(value: string): string | null {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : null;
}

/** Parses the public origin; `undefined` if unset. @throws StartError for anything but an origin. */
function parseAppUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const origin = parseOrigin(value);
  if (!origin)
    throw new StartError(
      'APP_URL must be the public origin of the console, such as https://contacts.example.com, without a path.',
    );
  return origin;
}

/** Parses a comma-separated list of origins. @throws StartError for the first item that is no origin. */
function parseApiOrigins(value: string | undefined): string[] {
  return splitList(value).map((part) => {
    const origin = parseOrigin(part);
    if (!origin)
      throw new StartError(
        `API_ORIGINS must list origins such as https://app.example.com, separated by commas, not "${part}".`,
      );
    return origin;
  });
}

/** Parses addresses and ranges; `undefined` if unset. @throws StartError for the first item that is neither. */
function parseTrustedProxies(value: string | undefined): BlockList | undefined {
  if (value === undefined) return undefined;
  const proxies = new BlockList();
  for (const entry of value.split(',').map((part) => part.trim())) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const version = isIP(address);
    const most = version === 6 ? 128 : 32;
    if (!version || Number(bits ?? 0) > most)
      throw new StartError(
        `TRUSTED_PROXIES must list addresses or ranges, such as 127.0.0.1, 10.0.0.0/8, not "${entry}".`,
      );
    proxies.addSubnet(address, Number(bits ?? most), version === 6 ? 'ipv6' : 'ipv4');
  }
  return proxies;
}

/** Parses hosts, as URLs write them. @throws StartError for the first one with a port or more. */
function parseWebhookHosts(value: string | undefined): ReadonlySet<string> {
  return new Set(
    splitList(value).map((host) => {
      const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
      if (!url || url.host !== url.hostname || url.href !== `http://${url.hostname}/`)
        throw new StartError(
          `WEBHOOK_HOSTS must list hosts without ports, such as n8n.internal, 10.0.0.7, not "${host}".`,
        );
      return url.hostname;
    }),
  );
}

/** Parses requests per minute; `undefined` for `none`. @throws StartError for anything but a number from 1 to 1,000,000. */
function parseRateLimit(value: string): number | undefined {
  if (value === 'none') return undefined;
  if (!/^\d+$/.test(value))
    throw new StartError(`RATE_LIMIT must be a whole number or none, not "${value}".`);
  return parseWholeNumber('RATE_LIMIT', value, 1, 1_000_000);
}

/** The first account, not validated; `undefined` if neither email nor password is set. @throws StartError if only one is. */
function parseAdmin(email?: string, password?: string, name?: string) {
  if (!email && !password) return undefined;
  if (!email || !password)
    throw new StartError(
      `ADMIN_EMAIL and ADMIN_PASSWORD go together: set ${email ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL'} too, or neither.`,
    );
  return { email, password, name };
}

/** Returns the value, also `undefined`. @throws StartError if it has fewer than 32 characters. */
function parseLongSecret(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 32)
    throw new StartError(`${name} must have 32 or more characters; it has ${value.length}.`);
  return value;
}

/** Returns the token, also `undefined`. @throws StartError if it cannot be sent in a header. */
function parseToken(value: string | undefined): string | undefined {
  // The token is sent in a header.
  if (value !== undefined && !/^[\x21-\x7e]*$/.test(value))
    throw new StartError('CONTACTS_API_TOKEN must consist of printable ASCII characters without spaces.');
  return value;
}

/**
 * The remote service: its URL, without a slash at the end, and token.
 *
 * @throws StartError without a version prefix or a token.
 */
function parseRemote(value: string, token: string | undefined) {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isBase = url && /\/v\d+\/?$/.test(url.pathname) && url.href === url.origin + url.pathname;
  if (!isBase || !/^https?:$/.test(url.protocol))
    throw new StartError(
      'CONTACTS_API_URL must be the http or https URL of a contacts API with its version prefix, such as https://api.example.com/v1, without user, password, query or fragment.',
    );
  if (!token)
    throw new StartError('CONTACTS_API_URL needs CONTACTS_API_TOKEN: set it to a token of that service.');
  return { url: url.href.replace(/\/$/, ''), token };
}

/** Parses a country code in any case; `null` if unset. @throws StartError for an unknown one. */
function parseCountry(value: string | undefined): PhoneCountry | null {
  if (value === undefined) return null;
  const country = toPhoneCountry(value.toUpperCase());
  if (!country)
    throw new StartError(`DEFAULT_COUNTRY must be a two-letter country code, such as DE, not "${value}".`);
  return country;
}

/** Parses a log level in any case. @throws StartError for an unknown one. */
function parseLogLevel(value: string): LogLevel {
  const level = logLevels.find((known) => known === value.toLowerCase());
  if (!level) throw new StartError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${value}".`);
  return level;
}
