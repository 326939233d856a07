import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Writable } from 'node:stream';
import type { Log } from '@/lib/system/log';
import { BACKUP_PATH, operatorToken, ROWS_TRAILER } from '@/lib/system/operator';
import { StartError } from '@/lib/system/start-error';
import { answerError } from './answer-json';

/**
 * Handles requests of operator commands, which prove that they know the secret: the only one is for a backup. To be served on
 * the loopback address alone. Writes no file: the command does. Others get 404.
 */
export function operatorListener(parts: {
  secret: string;
  log: Pick<Log, 'error' | 'info'>;
  /** Writes a backup to the stream; returns the number of rows. */
  backup(to: Writable): Promise<number>;
}): RequestListener {
  const { secret, log, backup } = parts;
  return async (request, response) => {
    if (isForwarded(request) || !isOperator(request, secret))
      return answerError(response, 'NOT_FOUND', 'Not found.');
    if (request.url !== BACKUP_PATH || request.method !== 'POST')
      return answerError(response, 'NOT_FOUND', 'There is no such order.');
    response.setHeader('Content-Type', 'application/gzip').setHeader('Trailer', ROWS_TRAILER);
    try {
      const rows = await backup(response);
      response.addTrailers({ [ROWS_TRAILER]: String(rows) });
      response.end();
      log.info({ rows }, 'Backed up.');
    } catch (err) {
      log.error({ err }, 'The backup failed.');
      if (response.headersSent) return void response.destroy();
      const message = err instanceof StartError ? err.message : 'The backup failed; the log says why.';
      response.removeHeader('Trailer');
      answerError(response, 'INTERNAL_ERROR', message);
    }
  };
}

/** Whether a proxy has forwarded the request. */
const isForwarded = ({ headers }: IncomingMessage): boolean =>
  Object.keys(headers).some((name) => /^(via|forwarded|x-forwarded-.*|x-real-ip)$/.test(name));

/** Whether the token in a request's `Authorization` proves that its sender knows the secret. */
export function isOperator({ headers }: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${operatorToken(secret)}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
