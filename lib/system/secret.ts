import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './make-folder';
import { StartError } from './start-error';
import { syncFolder } from './sync-folder';

/**
 * The secret of sessions and actions: the configured one, else that of the data folder, generated at the first start.
 *
 * @throws StartError when the folder cannot be read or written.
 */
export function secretOf(configured: string | undefined, dataDir: string): string {
  if (configured) return configured;
  const file = path.join(dataDir, 'secret');
  try {
    makeFolder(dataDir);
    return read(file) ?? generate(file);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `The secret in ${file} cannot be used (${(cause as NodeJS.ErrnoException).code}): make the data folder readable and writable, or set APP_SECRET.`,
      { cause },
    );
  }
}

function read(file: string): string | undefined {
  let secret: string;
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
  if (secret.length < 32)
    throw new StartError(
      `The secret in ${file} is damaged: remove the file to have a new one made, which signs everybody out.`,
    );
  return secret;
}

/** Written apart and linked into place: of two first starts on PostgreSQL, both end up with the same secret. */
function generate(file: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  } finally {
    rmSync(draft);
  }
  syncFolder(path.dirname(file));
  return read(file) as string;
}
