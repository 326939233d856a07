import { hkdfSync } from 'node:crypto';

/** Where the running program takes orders from commands on the same machine. */
export const BACKUP_PATH = '/ops/backup';

/** Known to those who know the secret: the program and its operator. */
export const operatorToken = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'operator', 32)).toString('base64url');
