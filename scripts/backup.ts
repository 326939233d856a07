import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatCountOf } from '@/components/text/format-count';
import { backupTo, writeNewFile } from '@/lib/database/backup-file';
import { FolderInUse } from '@/lib/database/lock';
import { readConfig } from '@/lib/system/config';
import { readSecret } from '@/lib/system/secret';
import { exitWithError, StartError } from '@/lib/system/start-error';
import { version } from '@/lib/system/version';
import { askForBackup } from './ask-for-backup';
import { withConfiguredDatabase } from './with-configured-database';

const USAGE = 'Usage: npm run backup -- FILE';

try {
  const [name, ...others] = process.argv.slice(2);
  if (!name || name.startsWith('-') || others.length > 0) throw new StartError(USAGE);
  const file = path.resolve(name);
  if (existsSync(file)) throw new StartError(`${file} exists already.`);
  if (existsSync(`${file}.part`))
    throw new StartError(
      `${file}.part exists: another backup writes it, or was interrupted, then remove it.`,
    );
  const start = performance.now();
  const rows = await backUp(file);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`Backed up ${formatCountOf(rows, 'row')} to ${file} in ${seconds} s.`);
} catch (error) {
  exitWithError(error);
}

/** Backs up the configured database, or lets the running program send the backup. Returns the number of rows. */
async function backUp(file: string): Promise<number> {
  let rows = 0;
  try {
    await withConfiguredDatabase('as it is', async (database, { appSecret, dataDir }) => {
      rows = await backupTo(file, database, { version, secret: readSecret(appSecret, dataDir) });
    });
    return rows;
  } catch (cause) {
    // The embedded database belongs to the running program, which sends the backup.
    const address = cause instanceof FolderInUse && cause.holder?.address;
    if (!address) throw cause;
    const { appSecret, dataDir } = readConfig(process.env);
    const secret = readSecret(appSecret, dataDir);
    return writeNewFile(file, (bytes) => askForBackup(address, secret, bytes));
  }
}
