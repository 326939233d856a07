import { constants, existsSync } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Database, openDatabase } from '@/lib/database/database';
import { backupStatus, ensureUsableFolder } from '@/lib/database/scheduled-backups';
import { type Config, readConfig } from '@/lib/system/config';
import { freeBytes, LOW_DISK_BYTES } from '@/lib/system/free-disk';
import { printable } from '@/lib/system/printable';
import { exitWithError, StartError } from '@/lib/system/start-error';
import { version } from '@/lib/system/version';

/** Result of a check: fine, worth knowing, or to be fixed. */
type Finding = ['ok' | 'note' | 'BAD', string];

const CLOCK_SECONDS = 5;
const HOUR = 3_600_000;

try {
  process.umask(0o077);
  const config = readConfig(process.env);
  const findings: Finding[] = [
    ['ok', `Roster ${version} on Node ${process.versions.node}`],
    ['ok', 'Settings are valid'],
    ...config.warnings.map((warning): Finding => ['note', warning]),
    ...checkProxy(config),
    ...(await checkDataFolder(config)),
    ...(await checkBackupFolder(config)),
    ...(await checkDatabase(config)),
  ];
  for (const [state, text] of findings) console.log(`${state.padEnd(5)} ${printable(text)}`);
  if (findings.some(([state]) => state === 'BAD')) process.exitCode = 1;
} catch (error) {
  exitWithError(error);
}

/** Checks that public address, trusted proxies and host go together. */
function checkProxy({ appUrl, trustedProxies, host }: Config): Finding[] {
  if (!appUrl)
    return [
      ['note', 'APP_URL is not set: links in invitations name the address that this program listens on'],
    ];
  if (appUrl.startsWith('https:') && !trustedProxies)
    return [
      ['BAD', 'APP_URL is https, but TRUSTED_PROXIES names no proxy: limits would count all people as one'],
    ];
  if (trustedProxies && host === '0.0.0.0')
    return [['note', 'HOST is 0.0.0.0: make sure that only the proxy reaches this port']];
  return [['ok', `Public address ${appUrl}`]];
}

/** Checks permissions and disk of the data folder, its secret, and leftovers in it; a missing folder is only worth a note. */
async function checkDataFolder({ dataDir, databaseUrl, appSecret }: Config): Promise<Finding[]> {
  const found = await stat(dataDir).catch(() => null);
  if (!found) return [['note', `${dataDir} does not exist yet: the first start makes it`]];
  const findings: Finding[] = [];
  const canWrite = await access(dataDir, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
  findings.push(
    canWrite ? ['ok', `${dataDir} can be written`] : ['BAD', `${dataDir} cannot be written by this user`],
  );
  if (found.mode & 0o077) findings.push(['note', `${dataDir} can be read by other users: chmod 700`]);
  findings.push(await checkDisk(dataDir));
  if (databaseUrl && !appSecret)
    findings.push([
      'note',
      'APP_SECRET is not set: several instances need the same one, or the same data folder',
    ]);
  const files = await readdir(dataDir);
  if (!databaseUrl && files.includes('database.restoring'))
    findings.push(['note', `${path.join(dataDir, 'database.restoring')} is left of an interrupted restore`]);
  return findings;
}

/** The free space of a folder's disk, which is bad below `LOW_DISK_BYTES`. */
async function checkDisk(folder: string): Promise<Finding> {
  const free = await freeBytes(folder);
  return [free < LOW_DISK_BYTES ? 'BAD' : 'ok', `${Math.round(free / 1e9)} GB free where ${folder} is`];
}

/** Checks the folder of scheduled backups, and the age of the last one made and proven: at most twice the interval. */
async function checkBackupFolder({ backups }: Config): Promise<Finding[]> {
  if (!backups) return [['note', 'BACKUP_DIR is not set: nothing is backed up by itself']];
  const { dir, hours } = backups;
  if (!existsSync(dir)) return [['note', `${dir} does not exist yet: the first backup makes it`]];
  try {
    await ensureUsableFolder(dir);
  } catch (cause) {
    return [['BAD', (cause as Error).message]];
  }
  const { madeAt, proven, problem } = await backupStatus(dir);
  // A due backup may still be under way.
  const isLate = (at: string) => Date.now() - Date.parse(at) > 2 * hours * HOUR;
  /** The finding on the last backup that was `what`: bad if it is late, or missing although one was made. */
  const toFinding = (what: string, at: string | undefined | null): Finding =>
    at
      ? [isLate(at) ? 'BAD' : 'ok', `The last backup that was ${what} is of ${at}`]
      : [madeAt ? 'BAD' : 'note', `No backup was ${what} yet in ${dir}`];
  return [
    await checkDisk(dir),
    toFinding('made', madeAt),
    toFinding('proven', proven?.at),
    ...(problem ? [['BAD', `The last backup failed: ${problem}`] as Finding] : []),
  ];
}

/** Opens the database without upgrading it, and checks its properties; fine if the running program has it. */
async function checkDatabase({ databaseUrl: url, dataDir }: Config): Promise<Finding[]> {
  let opened: Database;
  try {
    // A check must not upgrade the schema.
    opened = await openDatabase({ url, dataDir, schema: 'as it is' });
  } catch (cause) {
    if (!(cause instanceof StartError)) throw cause;
    return !url && cause.message.includes('is in use by')
      ? [['ok', `The embedded database is in use by the running program`]]
      : [['BAD', cause.message]];
  }
  try {
    const before = Date.now();
    const { rows } = await opened.pool.query<Row>(
      `select current_setting('server_version') as version, extract(epoch from clock_timestamp())::float8 * 1000 as now,
         current_setting('max_connections')::int as connections,
         has_database_privilege(current_database(), 'create') as may_create,
         (select count(*) = 2 from pg_available_extensions where name in (${EXTENSIONS})) as has_extensions,
         (select count(*) = 2 from pg_extension where extname in (${EXTENSIONS})) as uses_extensions,
         (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as tables`,
    );
    return toFindings(rows[0] as Row, (before + Date.now()) / 2);
  } finally {
    await opened.close();
  }
}

const EXTENSIONS = "'pg_trgm', 'btree_gin'";

interface Row {
  version: string;
  now: number;
  connections: number;
  may_create: boolean;
  has_extensions: boolean;
  uses_extensions: boolean;
  tables: number;
}

/** What the database's properties mean. `here`: this machine's time in milliseconds. */
function toFindings(row: Row, here: number): Finding[] {
  const late = Math.round((row.now - here) / 1000);
  return [
    ['ok', `PostgreSQL ${row.version}, locale and encoding fit`],
    [
      row.may_create || row.tables > 0 ? 'ok' : 'BAD',
      row.tables > 0
        ? `${row.tables} tables`
        : row.may_create
          ? 'The database is empty'
          : 'The user may not create tables',
    ],
    row.uses_extensions
      ? ['ok', 'The extensions pg_trgm and btree_gin are there']
      : [
          row.has_extensions ? 'note' : 'BAD',
          row.has_extensions
            ? 'The first start creates the extensions pg_trgm and btree_gin'
            : 'The extensions pg_trgm and btree_gin are missing: install the contrib package of the server',
        ],
    [
      Math.abs(late) > CLOCK_SECONDS ? 'BAD' : 'ok',
      `The clocks of this machine and the database differ by ${Math.abs(late)} s`,
    ],
  ];
}
