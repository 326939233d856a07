import { hkdfSync } from 'node:crypto';

/** Where the running program takes orders from commands, at the address in the lock of its data folder. */
export const BACKUP_PATH = '/ops/backup';
/** Follows the bytes of a backup that is complete. */
export const ROWS_TRAILER = 'roster-rows';

/** Known to those who know the secret: the program and its operator. */
export const operatorToken = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'operator', 32)).toString('base64url');
