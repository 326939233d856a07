import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './make-folder';
import { StartError } from './start-error';
import { syncFolder } from './sync-folder';

/**
 * The secret for sessions and server actions: the configured one, or one generated in the data folder on first startup.
 *
 * @throws StartError if the folder cannot be read or written, or the file is damaged.
 */
export function readSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured;
  const file = path.join(dataDir, 'secret');
  try {
    makeFolder(dataDir);
    return readSecretFile(file) ?? generateSecretFile(file);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `The secret in ${file} cannot be used (${(cause as NodeJS.ErrnoException).code}): make the data folder readable and writable, or set APP_SECRET.`,
      { cause },
    );
  }
}

/** Reads the secret; `undefined` if there is no file. @throws StartError if it is too short. */
function readSecretFile(file: string): string | undefined {
  let secret: string;
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
  if (secret.length < 32)
    throw new StartError(
      `The secret in ${file} is damaged: remove the file to generate a new one, which signs everybody out.`,
    );
  return secret;
}

/** Generates a secret, writes it to the disk and returns it; throws if the file exists. */
function generateSecretFile(file: string): string {
  const secret = randomBytes(32).toString('base64');
  // `wx` never overwrites the secret of an instance that starts at the same time.
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flush: true, flag: 'wx' });
  syncFolder(path.dirname(file));
  return secret;
}
