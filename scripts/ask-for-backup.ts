import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { BACKUP_PATH, operatorToken, ROWS_TRAILER } from '@/lib/system/operator';
import { StartError } from '@/lib/system/start-error';

/**
 * Asks the running program, which holds the embedded database, for a backup, without a time limit. Returns the number of rows.
 *
 * @param address address for operator commands, from the lock of the data folder.
 * @throws StartError if the program does not answer, refuses, or does not send everything.
 */
export async function askForBackup(address: string, secret: string, to: Writable): Promise<number> {
  const asked = request(address + BACKUP_PATH, {
    method: 'POST',
    // A connection of its own, without time limits.
    agent: false,
    headers: { Authorization: `Bearer ${operatorToken(secret)}` },
  }).end();
  const [response] = (await once(asked, 'response').catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(
      `The running program does not answer at ${address} (${cause.code}): run this command where it runs, in the same container.`,
      { cause },
    );
  })) as [IncomingMessage];
  if (response.statusCode !== 200) throw new StartError(await readRefusal(response));
  await pipeline(response, to, { end: false }).catch((cause: NodeJS.ErrnoException) => {
    // The file could not be written, for example because the disk is full.
    if (cause.syscall && cause.syscall !== 'read') throw cause;
    throw new StartError(`The running program did not send everything: its log says why.`, { cause });
  });
  const rows = response.trailers[ROWS_TRAILER];
  if (!response.complete || rows === undefined)
    throw new StartError('The running program did not send everything: its log says why.');
  return Number(rows);
}

/** Says why the running program refused. */
async function readRefusal(response: IncomingMessage): Promise<string> {
  if (response.statusCode === 404)
    return 'The running program has another secret: run this command with its APP_SECRET or DATA_DIR.';
  try {
    return (JSON.parse(await text(response)) as { error: { message: string } }).error.message;
  } catch {
    return `The running program answered ${response.statusCode}.`;
  }
}
