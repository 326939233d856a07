import { existsSync } from 'node:fs';
import path from 'node:path';
import { countOf } from '@/components/text/format-count';
import { backupTo } from '@/lib/database/backup-file';
import { type Config, readConfig } from '@/lib/system/config';
import { BACKUP_PATH, operatorToken } from '@/lib/system/operator';
import { secretOf } from '@/lib/system/secret';
import { exitWithError, StartError } from '@/lib/system/start-error';
import packageJson from '../package.json' with { type: 'json' };
import { withConfiguredDatabase } from './with-configured-database';

const USAGE = 'Usage: npm run backup -- FILE';

try {
  const [name, ...others] = process.argv.slice(2);
  if (!name || others.length > 0) throw new StartError(USAGE);
  const file = path.resolve(name);
  if (existsSync(file)) throw new StartError(`${file} exists already.`);
  const config = readConfig(process.env);
  const secret = secretOf(config.appSecret, config.dataDir);
  const start = performance.now();
  const byProgram = config.databaseUrl ? null : await askProgram(config, secret, file);
  let rows = byProgram ?? 0;
  if (byProgram === null)
    await withConfiguredDatabase(async (database) => {
      rows = await backupTo(file, database, { version: packageJson.version, secret });
    });
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`Backed up ${countOf(rows, 'row')} to ${file} in ${seconds} s.`);
} catch (error) {
  exitWithError(error);
}

/** The embedded database belongs to the running program, which then writes the file. `null` if none runs. */
async function askProgram({ host, port }: Config, secret: string, file: string): Promise<number | null> {
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const response = await fetch(origin + BACKUP_PATH, {
    method: 'POST',
    headers: { Authorization: `Bearer ${operatorToken(secret)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ file }),
  }).catch(() => null);
  if (!response) return null;
  const answer = (await response.json().catch(() => ({}))) as { rows?: number; error?: { message: string } };
  if (answer.rows === undefined)
    throw new StartError(answer.error?.message ?? `${origin} is another program: set PORT to Roster's.`);
  return answer.rows;
}
