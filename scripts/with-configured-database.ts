import { type Database, openDatabase } from '@/lib/database/database';
import { backupBeforeUpgrade } from '@/lib/database/scheduled-backups';
import { type Config, readConfig } from '@/lib/system/config';
import { createLog } from '@/lib/system/log';
import { secretOf } from '@/lib/system/secret';
import packageJson from '../package.json' with { type: 'json' };

/** Runs a command on the configured database. Throws `StartError` while the server is running on an embedded one. */
export async function withConfiguredDatabase(
  work: (database: Database, config: Config) => Promise<void>,
): Promise<void> {
  process.umask(0o077);
  const config = readConfig(process.env);
  for (const warning of config.warnings) console.error(warning);
  const { databaseUrl: url, poolSize, dataDir, logLevel, appSecret, backups } = config;
  const log = createLog(logLevel);
  const origin = async () => ({ version: packageJson.version, secret: secretOf(appSecret, dataDir) });
  const beforeUpgrade = backups && backupBeforeUpgrade(backups.dir, origin, log);
  const database = await openDatabase({ url, poolSize, dataDir, log, patient: true, beforeUpgrade });
  try {
    await work(database, config);
  } finally {
    await database.close();
  }
}
