import { StartError } from '@/lib/system/start-error';

const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|ENOENT|EAI_AGAIN|ETIMEDOUT)$/;
const CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;
/** What `pg` makes of an answer in another protocol; most servers end the connection at the first bytes of this one. */
const NOT_POSTGRESQL =
  /terminated unexpectedly|received (unexpected|invalid)|error establishing an SSL connection/i;
/** A parameter that does not exist, cannot have this value, cannot be changed; text that is none. */
const SETTING = /^(42704|22023|55P02|42601)$/;
/** A table, an object of another kind, a function exists already. */
const EXISTS = /^(42P07|42710|42723)$/;

/** What is known of a failure: Node's errors, those of `pg` and those that PostgreSQL reports. */
type Failure = Error & { code?: unknown; severity?: unknown; path?: string };

/**
 * Says in a sentence why a PostgreSQL server could not be used, where that is for the operator to change.
 *
 * @param cause What opening the database threw, or what wraps that; returned as it is when it is anything else.
 */
export function connectionError(cause: unknown, url: string): unknown {
  if (cause instanceof StartError) return cause;
  // Drizzle wraps what a migration failed with.
  for (let error = cause; error instanceof Error; error = error.cause) {
    const sentence = connectingSentence(error, new URL(url)) ?? migratingSentence(error, new URL(url));
    if (sentence) return new StartError(sentence, { cause });
  }
  return cause;
}

/** Why there is no session. */
function connectingSentence(failure: Failure, url: URL): string | undefined {
  const { message, severity, path } = failure;
  const code = codeOf(failure);
  const { server, database, user } = namesOf(url);
  if (code === 'EISDIR' || (path !== undefined && [...url.searchParams.values()].includes(path)))
    return `${path ? `The file ${path}` : 'A file'} that DATABASE_URL names cannot be read (${code}): correct its name there, or make it readable for this user.`;
  if (
    UNREACHABLE.test(code) ||
    /timeout expired|timeout exceeded|terminated due to connection/i.test(message)
  )
    return `There is no answer from ${server}${code && ` (${code})`}: check that it runs and that DATABASE_URL names it.`;
  if (NOT_POSTGRESQL.test(message))
    return `What answers at ${url.host} is not a PostgreSQL server (${message.replace(/\.$/, '')}): check host and port in DATABASE_URL.`;
  if (code.startsWith('28') || /password must be a string/.test(message))
    return `The user "${user}" is refused by ${server}: check user and password in DATABASE_URL.`;
  if (code === '3D000')
    return `There is no database "${database}" on ${server}: create it, or name another one in DATABASE_URL.`;
  if (code === '55000' && severity === 'FATAL')
    return `The database "${database}" on ${server} takes no connections: allow them there (allow_connections), or name another one in DATABASE_URL.`;
  if (code === '53300')
    return `There is no connection left on ${server} (${message}): raise ${limitOf(message, url)} there, or stop what uses them.`;
  if (/does not support SSL/.test(message))
    return `TLS is not offered by ${server}: remove sslmode from DATABASE_URL.`;
  if (CERTIFICATE.test(code))
    return `The certificate of ${server} is not trusted (${code}): name its authority with sslrootcert in DATABASE_URL.`;
  if (SETTING.test(code) && severity === 'FATAL')
    return `A setting in DATABASE_URL is refused by ${server} (${message}): correct or remove it.`;
  // Such as a server that is starting, or a pooler before it that knows no such user.
  if (severity === 'FATAL' && code !== '42501')
    return `A session is refused by ${server} (${message}): change what it names, there or in DATABASE_URL.`;
  return undefined;
}

/** Why the schema could not be brought to what it should be. */
function migratingSentence(failure: Failure, url: URL): string | undefined {
  const { message } = failure;
  const code = codeOf(failure);
  const { server, database, user } = namesOf(url);
  // The second is a schema that the user may not even look into.
  if (code === '42501' || code === '3F000')
    return `The user "${user}" may not change the database "${database}" (${message}): make it the owner${/schema/.test(message) ? ' of it and of its schema public' : ''}.`;
  if (code === '25006')
    return `The database "${database}" on ${server} is read-only (${message}): name the primary server in DATABASE_URL, or turn default_transaction_read_only off.`;
  // The second is another program's table of migrations.
  if (EXISTS.test(code) || (code === '42703' && /\bhash\b/.test(message)))
    return `The database "${database}" on ${server} has tables of another program (${message}): name an empty one in DATABASE_URL.`;
  if ((code === '0A000' || code === '58P01') && /extension|pg_trgm/.test(message))
    return `The extension pg_trgm is missing on ${server} (${message}): install it there, with the contrib modules of PostgreSQL.`;
  return undefined;
}

function codeOf({ code }: Failure): string {
  return code === undefined ? '' : String(code);
}

/** What sentences call things: without the password, which is in the same URL. */
function namesOf({ host, username, pathname }: URL): { server: string; database: string; user: string } {
  return {
    server: `the PostgreSQL server at ${host || 'the local socket'}`,
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
  };
}

/** The limit that too many connections are over: the server's, unless it is said to be that of a role or database. */
function limitOf(message: string, url: URL): string {
  const { database, user } = namesOf(url);
  if (/for role/.test(message)) return `the connection limit of the role "${user}"`;
  if (/for database/.test(message)) return `the connection limit of the database "${database}"`;
  return 'max_connections';
}
