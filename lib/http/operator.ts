import { timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import type { Log } from '@/lib/system/log';
import { BACKUP_PATH, operatorToken } from '@/lib/system/operator';
import { StartError } from '@/lib/system/start-error';
import { answerError, answerJson } from './answer-json';

const MOST_BYTES = 8_192;
const order = z.strictObject({ file: z.string().refine(path.isAbsolute) });

/** Carries out what commands of the operator ask for, who prove that they know the secret. */
export function operatorListener(parts: {
  secret: string;
  log: Pick<Log, 'error' | 'info'>;
  /** Writes a backup into a new file; returns its rows. */
  backup(file: string): Promise<number>;
}): RequestListener {
  const { secret, log, backup } = parts;
  return async (request, response) => {
    if (!isOperator(request, secret)) return answerError(response, 'NOT_FOUND', 'Not found.');
    if (request.url !== BACKUP_PATH || request.method !== 'POST')
      return answerError(response, 'NOT_FOUND', 'There is no such order.');
    if (Number(request.headers['content-length'] ?? MOST_BYTES + 1) > MOST_BYTES)
      return answerError(response, 'PAYLOAD_TOO_LARGE', 'The order is too long.');
    const given = order.safeParse(await json(request).catch(() => null));
    if (!given.success || existsSync(given.data.file))
      return answerError(response, 'VALIDATION_ERROR', 'The file must be a new one, with its whole path.');
    try {
      const rows = await backup(given.data.file);
      log.info({ rows }, 'Backed up.');
      answerJson(response, 200, { rows });
    } catch (err) {
      log.error({ err }, 'The backup failed.');
      const message = err instanceof StartError ? err.message : 'The backup failed; the log says why.';
      answerError(response, 'INTERNAL_ERROR', message);
    }
  };
}

function isOperator({ headers }: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${operatorToken(secret)}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
