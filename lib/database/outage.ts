/**
 * Connection lost or refused, too many connections, server starting or shutting down, read-only after a failover, tables
 * missing during a restore.
 */
const OUTAGES =
  /^(08|57P0[123]|53300|25006|42P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;

/** Messages of libpq and Citus about a broken connection to a worker. Citus reports them with the general code XX000. */
const BROKEN =
  /^(server closed the connection unexpectedly|could not (receive|send) data|failure on connection marked as essential|could not commit transaction for shard)/;

/**
 * Whether the database is unavailable, also read-only or without tables, as opposed to a wrong query. Looks at causes, too.
 */
export function isOutage(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (isRemote(cause)) return true;
  // The server ended or refused the session.
  if ('severity' in cause && cause.severity === 'FATAL') return true;
  if ('code' in cause && cause.code !== undefined) return OUTAGES.test(String(cause.code));
  return (
    /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|cannot use a pool after|query read timeout/i.test(
      cause.message,
    ) || isOutage(cause.cause)
  );
}

/**
 * Whether a server could not reach another one, as a Citus coordinator its worker. The session goes on, and organizations on
 * other workers may be available.
 */
export function isRemote(cause: unknown): boolean {
  const { code = '', severity, message } = cause as { code?: string; severity?: string; message: string };
  return severity === 'ERROR' && (code.startsWith('08') || (code === 'XX000' && BROKEN.test(message)));
}

const sentences: Record<string, string> = {
  '25006': 'The database is read-only.',
  '42P01': 'The database is without its tables.',
};

/** A sentence on an outage for API callers, without details of the error. */
export function outageSentence(cause: unknown): string {
  const { code } = cause as { code?: string };
  return sentences[code ?? ''] ?? 'The database cannot be reached.';
}
