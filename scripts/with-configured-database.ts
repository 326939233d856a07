import { existsSync } from 'node:fs';
import path from 'node:path';
import { connectionError } from '@/lib/database/connection-error';
import { type Database, EMBEDDED, openDatabase, type SchemaState } from '@/lib/database/database';
import { isOutage } from '@/lib/database/outage';
import { sqlState } from '@/lib/database/statement';
import { type Config, readConfig } from '@/lib/system/config';
import { createLog } from '@/lib/system/log';
import { StartError } from '@/lib/system/start-error';
import { version } from '@/lib/system/version';

/**
 * Runs a command on the configured database, whose schema only a start upgrades; closes it afterwards. Prints warnings about
 * settings.
 *
 * @throws StartError if a running server uses the embedded database, or if the schema is not in the state `schema`.
 */
export async function withConfiguredDatabase(
  schema: Exclude<SchemaState, 'upgraded'>,
  work: (database: Database, config: Config) => Promise<void>,
): Promise<void> {
  process.umask(0o077);
  const config = readConfig(process.env);
  for (const warning of config.warnings) console.error(warning);
  const { databaseUrl: url, poolSize, dataDir, logLevel } = config;
  // Opening a missing database would create one.
  if (!url && schema !== 'created' && !existsSync(path.join(dataDir, EMBEDDED)))
    throw new StartError(`There is no database in ${dataDir}: set DATA_DIR to the folder that has one.`);
  const log = createLog(logLevel);
  const database = await openDatabase({ url, poolSize, dataDir, log, patient: true, schema, version });
  try {
    await work(database, config);
  } catch (cause) {
    const isOfServer = isOutage(cause) || sqlState(cause) !== undefined;
    throw url && isOfServer ? connectionError(cause, url) : cause;
  } finally {
    await database.close();
  }
}
