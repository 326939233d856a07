import { serverUrls } from '@/lib/system/database-url';
import { StartError } from '@/lib/system/start-error';
import { isRemote } from './outage';

type Failure = Error & { code?: unknown; severity?: unknown };

/** Advice on errors while migrating, by SQLSTATE and message. */
const ADVICE: [codes: RegExp, message: RegExp, advice: string][] = [
  [/^(42501|3F000)$/, /./, 'make the user the owner of the database and of its schema public'],
  [/^25006$/, /./, 'use the primary server, or turn default_transaction_read_only off'],
  [
    /^53300$/,
    /./,
    "raise the server's limit of connections, or set DATABASE_POOL_SIZE lower in all instances together",
  ],
  [/^(42P07|42710|42723)$/, /./, 'it contains tables of another program; use an empty database'],
  [/^42703$/, /\bhash\b/, 'it contains tables of another program; use an empty database'],
  [/^53100$/, /./, "free some space on the server's disk"],
  [
    /^(0A000|58P01)$/,
    /extension|pg_trgm|btree_gin/,
    'install the contrib modules of PostgreSQL on the server',
  ],
];
/** Errors of Node and `pg` for failed connections: codes, and messages of errors without a code. */
const NOT_CONNECTED = /^E[A-Z_]+$|CERT|UNABLE_TO_VERIFY/;
const NOT_CONNECTED_MESSAGE =
  /timeout e|terminated (unexpectedly|due to)|received (unexpected|invalid)|SSL|password must be a string/i;

/**
 * Converts an error of a database on a server to a `StartError` if the operator can do something about it; returns any
 * other error unchanged.
 */
export function connectionError(cause: unknown, url: string): unknown {
  if (cause instanceof StartError) return cause;
  const advice = cause instanceof Error && adviceOn(cause);
  if (!advice) return cause;
  // Name only hosts and database: the URL contains the password.
  const urls = serverUrls(url).map((one) => new URL(one));
  const name = decodeURIComponent(urls[0]?.pathname.slice(1) ?? '');
  const database = `"${name}" at ${urls.map(({ host }) => host || 'the local socket').join(' or ')}`;
  const reason = cause.message || String((cause as Failure).code);
  return new StartError(`Cannot use the database ${database} (${reason}): ${advice}.`, { cause });
}

/** What the operator can do about an error; `undefined` if nothing is known. */
function adviceOn(cause: Failure): string | undefined {
  const { code: given, severity, message } = cause;
  const code = String(given ?? '');
  const known = ADVICE.find(([codes, words]) => codes.test(code) && words.test(message));
  if (known) return known[2];
  if (isRemote(cause)) return 'check its workers';
  const isConnecting =
    severity === 'FATAL' || NOT_CONNECTED.test(code) || NOT_CONNECTED_MESSAGE.test(message);
  return isConnecting ? 'check DATABASE_URL and the server' : undefined;
}
