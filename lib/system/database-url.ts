import { StartError } from './start-error';

/** Scheme, user and password; hosts; database and parameters. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^@]*)$/;

/** Splits a URL with several hosts, such as `postgres://user@a:5432,b:5432/database`, into one URL per host. */
export function serverUrls(url: string): string[] {
  const [, before = url, hosts = '', after = ''] = PARTS.exec(url) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}

/**
 * Validates `DATABASE_URL`, and returns it unchanged; `undefined` if unset.
 *
 * @throws StartError whose message omits the URL, which may contain a password.
 */
export function parseDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const urls = serverUrls(value);
  /** Whether a URL names a database and, if there are several, a host. */
  const isValid = (url: string) =>
    PARTS.test(url) &&
    URL.canParse(url) &&
    namesDatabase(new URL(url)) &&
    (urls.length === 1 || new URL(url).host);
  const [first = ''] = urls;
  if (!urls.every(isValid))
    throw new StartError(
      'DATABASE_URL must look like postgres://user:password@host:5432/database (special characters in the password percent-encoded), with several hosts like postgres://user:password@one:5432,two:5432/database.',
    );
  const attributes = new URL(first).searchParams.get('target_session_attrs');
  if (attributes && !/^(any|read-write|primary)$/.test(attributes))
    throw new StartError(
      `DATABASE_URL has target_session_attrs=${attributes}, but Roster writes: use read-write.`,
    );
  return value;
}

/**
 * Whether the URL names a database and is correctly percent-encoded. Without a name, PostgreSQL would use the database
 * named after the user, such as `postgres`.
 */
function namesDatabase({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return decodeURIComponent(pathname).length > 1;
  } catch {
    return false;
  }
}
