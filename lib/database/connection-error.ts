import { StartError } from '../start-error';

const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|ENOENT|EAI_AGAIN|ETIMEDOUT)$/;
const CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;

/**
 * Says in a sentence why a PostgreSQL server could not be used, where that is for the operator to change.
 *
 * @param cause What opening the database threw; returned as it is when it is anything else.
 */
export function connectionError(cause: unknown, url: string): unknown {
  if (!(cause instanceof Error) || cause instanceof StartError) return cause;
  const code = 'code' in cause ? String(cause.code) : '';
  const sentence = sentenceFor(code, cause.message, new URL(url));
  return sentence ? new StartError(sentence, { cause }) : cause;
}

function sentenceFor(code: string, message: string, { host, username, pathname }: URL): string | undefined {
  // Without the password, which is in the same URL.
  const server = `the PostgreSQL server at ${host || 'the local socket'}`;
  const database = decodeURIComponent(pathname.slice(1));
  if (
    UNREACHABLE.test(code) ||
    /timeout expired|timeout exceeded|terminated due to connection/i.test(message)
  )
    return `There is no answer from ${server}${code && ` (${code})`}: check that it runs and that DATABASE_URL names it.`;
  if (code.startsWith('28') || /password must be a string/.test(message))
    return `The user "${decodeURIComponent(username)}" is refused by ${server}: check user and password in DATABASE_URL.`;
  if (code === '3D000')
    return `There is no database "${database}" on ${server}: create it, or name another one in DATABASE_URL.`;
  if (code === '42501')
    return `The user "${decodeURIComponent(username)}" may not change the database "${database}" (${message}): make it the owner.`;
  if (code === '53300')
    return `There is no connection left on ${server}: raise max_connections there, or stop what uses them.`;
  if (/does not support SSL/.test(message))
    return `TLS is not offered by ${server}: remove sslmode from DATABASE_URL.`;
  if (CERTIFICATE.test(code))
    return `The certificate of ${server} is not trusted (${code}): name its authority with sslrootcert in DATABASE_URL.`;
  return undefined;
}
