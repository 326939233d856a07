/**
 * Connection lost, refused or cut off; too many connections; shut down or starting up; read-only, as a server is that has
 * handed over to another: a new connection may lead to that one; without the tables, until they are put back.
 */
const OUTAGES =
  /^(08|57P0[123]|53300|25006|42P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;

/** Whether an error says that the database is not there, and not that the query was wrong. */
export function isOutage(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  // The server ends the session, or lets none begin: a query is never to blame for that.
  if ('severity' in cause && cause.severity === 'FATAL') return true;
  if ('code' in cause) return OUTAGES.test(String(cause.code));
  return /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|cannot use a pool after|query read timeout/i.test(
    cause.message,
  );
}

const sentences: Record<string, string> = {
  '25006': 'The database is read-only.',
  '42P01': 'The database is without its tables.',
};

/** What an outage is, in a sentence for who asked. */
export function outageSentence(cause: unknown): string {
  const { code } = cause as { code?: string };
  return sentences[code ?? ''] ?? 'The database cannot be reached.';
}
