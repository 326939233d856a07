import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { formatCountOf } from '@/components/text/format-count';
import { secretFingerprint } from '@/lib/database/backup';
import { backupLines } from '@/lib/database/backup-file';
import { EMBEDDED, openDatabase } from '@/lib/database/database';
import { restoreBackup } from '@/lib/database/restore';
import { readConfig } from '@/lib/system/config';
import { readSecret } from '@/lib/system/secret';
import { exitWithError, StartError } from '@/lib/system/start-error';
import { syncFolder } from '@/lib/system/sync-folder';
import { version } from '@/lib/system/version';

const RESTORING = 'database.restoring';

try {
  process.umask(0o077);
  const [name, ...others] = process.argv.slice(2);
  if (!name || others.length > 0) throw new StartError('Usage: npm run restore -- FILE');
  const { databaseUrl: url, dataDir, appSecret } = readConfig(process.env);
  if (!url && existsSync(path.join(dataDir, EMBEDDED)))
    throw new StartError(`${dataDir} has a database already: set DATA_DIR to a new folder.`);
  // Remove the leftovers of an interrupted attempt.
  if (!url) await rm(path.join(dataDir, RESTORING), { recursive: true, force: true });
  const database = await openDatabase({ url, dataDir, patient: true, schema: 'as it is', folder: RESTORING });
  const start = performance.now();
  const { header, rows, pausedWebhooks } = await restoreBackup(database, backupLines(name), version).finally(
    () => database.close(),
  );
  if (!url) {
    await rename(path.join(dataDir, RESTORING), path.join(dataDir, EMBEDDED));
    syncFolder(dataDir);
  }
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `Restored ${formatCountOf(all, 'row')} in ${formatCountOf(rows.size, 'table')} in ${seconds} s; each table compared.`,
  );
  if (pausedWebhooks > 0)
    console.log(
      `Paused ${formatCountOf(pausedWebhooks, 'webhook')}, so that this copy sends nothing beside its original. If it replaces that one, resume them in Settings, Webhooks.`,
    );
  if (secretFingerprint(readSecret(appSecret, dataDir)) !== header.secret)
    console.log(
      'The secret differs from the one at the backup: copy the file "secret" of its data folder or set APP_SECRET as it was. Otherwise everybody has to sign in again, and two-factor sign-in and webhooks have to be set up anew.',
    );
} catch (error) {
  exitWithError(error);
}
