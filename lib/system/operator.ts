import { hkdfSync } from 'node:crypto';

/** Path for backups by commands, at the address that the running program announces in the lock of its data folder. */
export const BACKUP_PATH = '/ops/backup';
/** Trailer with the number of rows, which only a complete backup has. */
export const ROWS_TRAILER = 'roster-rows';

/** Token derived from the secret, which only the program and its operator know. */
export const operatorToken = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'operator', 32)).toString('base64url');
