import { type Database, openDatabase } from '@/lib/database/database';
import { type Config, readConfig } from '@/lib/system/config';
import { createLog } from '@/lib/system/log';

/** Runs a command on the configured database. Throws `StartError` while the server is running on an embedded one. */
export async function withConfiguredDatabase(
  work: (database: Database, config: Config) => Promise<void>,
): Promise<void> {
  process.umask(0o077);
  const config = readConfig(process.env);
  for (const warning of config.warnings) console.error(warning);
  const { databaseUrl: url, poolSize, dataDir, logLevel } = config;
  const database = await openDatabase({ url, poolSize, dataDir, log: createLog(logLevel), patient: true });
  try {
    await work(database, config);
  } finally {
    await database.close();
  }
}
