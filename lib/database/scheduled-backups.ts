import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '@/lib/system/make-folder';
import { StartError } from '@/lib/system/start-error';
import { type BackupOrigin, readBackupOf } from './backup';
import { backupTo, sendBackup, writeNewFile } from './backup-file';
import type { BeforeUpgrade, Database } from './database';
import { recordedVersion } from './migrate';

/** The latest backup, and the latest proven one: restored elsewhere and compared. Times in ISO 8601. */
export interface BackupStatus {
  madeAt: string | null;
  proven: { at: string; rows: number; file?: string } | null;
  /** Why the last attempt failed, in any instance. */
  problem: string | null;
}

interface ScheduledBackupOptions {
  database: Database;
  origin: BackupOrigin;
  dir: string;
  /** Hours between two backups. */
  hours: number;
  /** Number of backups to keep. */
  keep: number;
  /** Path of the script that restores the backup named by its argument into `DATA_DIR`. */
  restoreProgram: string;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

const NAME = /^roster-(\d{4}-\d\d-\d\dT\d\d)\.backup$/;
const BEFORE_UPGRADE = /^roster-.*-before-upgrade\.backup$/;
const HOUR = 3_600_000;
/** Timeout of a proof: one that hangs would block all later backups. */
const LONGEST_PROOF_HOURS = 6;
const PROOF = 'proven.json';
const PROBLEM = 'problem.txt';

/**
 * Backs up every `hours`, and proves each backup by restoring it. A backup is named after its hour, so that only one of
 * several instances that share a folder makes it.
 */
export class ScheduledBackups {
  /** Why the last attempt failed, in case the folder cannot be written. */
  private problem: string | null = null;
  private isRunning = false;

  constructor(private readonly options: ScheduledBackupOptions) {}

  /**
   * Makes and proves a backup if the latest one is old enough, and none is being made here or by another instance. Failures
   * are logged and reported by `status()`, not thrown.
   */
  async runIfDue(now = new Date()): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    try {
      await this.run(now);
    } catch (err) {
      // Another instance is making this backup.
      if ((err as NodeJS.ErrnoException).code === 'EEXIST') return;
      await this.reportProblem((err as Error).message);
      this.options.log.error({ err }, 'The scheduled backup failed.');
    } finally {
      this.isRunning = false;
    }
  }

  /** The status in the folder, or the failure that could not be written there. */
  async status(): Promise<BackupStatus> {
    const found = await backupStatus(this.options.dir);
    return { ...found, problem: found.problem ?? this.problem };
  }

  /** Does nothing if the latest backup is recent; else makes one, proves it, and removes old ones. */
  private async run(now: Date): Promise<void> {
    const { dir, hours, log } = this.options;
    await ensureUsableFolder(dir);
    const latest = (await backupNames(dir, now)).at(-1);
    // Forget a failure here if another instance has backed up since.
    if (latest && now.getTime() - backupTime(latest) < hours * HOUR) return void (this.problem = null);
    const file = path.join(dir, `roster-${now.toISOString().slice(0, 13)}.backup`);
    const rows = await backupTo(file, this.options.database, this.options.origin);
    log.info({ rows }, 'Backed up.');
    try {
      await this.prove(file, rows);
      await this.reportProblem(null);
    } finally {
      // Also after a failed proof: such backups would fill the disk.
      await this.removeOld(now);
    }
  }

  /** Stores why the last attempt failed, also for other instances and `npm run doctor`; `null` removes that. */
  private async reportProblem(problem: string | null): Promise<void> {
    this.problem = problem;
    const file = path.join(this.options.dir, PROBLEM);
    await (problem === null ? rm(file, { force: true }) : writeFile(file, problem)).catch(() => {});
  }

  /**
   * Proves a backup by restoring it in another process, and notes that in `proven.json`. Throws if it cannot be restored in
   * time.
   */
  private async prove(file: string, rows: number): Promise<void> {
    const { dir, hours, restoreProgram } = this.options;
    const limit = Math.min(hours, LONGEST_PROOF_HOURS);
    const scratch = await mkdtemp(path.join(dir, '.proof-'));
    try {
      const child = spawn(process.execPath, [restoreProgram, file], {
        // Without variables that lead to the real database.
        env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: scratch },
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: limit * HOUR,
        killSignal: 'SIGKILL',
      });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
      const [status] = (await once(child, 'close')) as [number | null];
      if (child.killed) throw new Error(`Restoring ${path.basename(file)} took more than ${limit} hours.`);
      if (status !== 0) throw new Error(`${path.basename(file)} cannot be restored: ${said.trim()}`);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
    const proven: BackupStatus['proven'] = {
      at: new Date().toISOString(),
      rows,
      file: path.basename(file),
    };
    await writeFile(path.join(dir, PROOF), JSON.stringify(proven));
  }

  /**
   * Removes all but the latest `keep` scheduled backups, but not the latest proven one; all but `keep` of those before
   * upgrades; and files of interrupted backups and proofs.
   */
  private async removeOld(now: Date): Promise<void> {
    const { dir, keep } = this.options;
    const { proven } = await backupStatus(dir);
    // Files of interrupted backups and proofs.
    const left = (await readdir(dir)).filter((name) => /^(roster-.*\.part|\.proof-.*)$/.test(name));
    const upgrades = (await readdir(dir)).filter((name) => BEFORE_UPGRADE.test(name)).sort();
    const old = (await backupNames(dir, now)).slice(0, -keep).filter((name) => name !== proven?.file);
    for (const name of [...left, ...upgrades.slice(0, -keep), ...old])
      await rm(path.join(dir, name), { recursive: true, force: true });
  }
}

/** Reads the status of scheduled backups from their folder. */
export async function backupStatus(dir: string, now = new Date()): Promise<BackupStatus> {
  const latest = (await backupNames(dir, now)).at(-1);
  const made = latest && (await stat(path.join(dir, latest)).catch(() => null));
  const read = (name: string) => readFile(path.join(dir, name), 'utf8').catch(() => null);
  return {
    madeAt: made ? made.mtime.toISOString() : null,
    proven: parseProven(await read(PROOF)),
    problem: await read(PROBLEM),
  };
}

/** Parses `proven.json`; `null` if it is missing, or incomplete after an interrupted write. */
function parseProven(text: string | null): BackupStatus['proven'] {
  try {
    return JSON.parse(text ?? 'null') as BackupStatus['proven'];
  } catch {
    return null;
  }
}

/** Names of backups, oldest first. Ignores names in the future, which a wrong clock may have left. */
async function backupNames(dir: string, now: Date): Promise<string[]> {
  const files = await readdir(dir).catch(() => []);
  return files.filter((name) => NAME.test(name) && backupTime(name) <= now.getTime()).sort();
}

/** Creates the folder if it is missing. @throws StartError if the folder is not writable. */
export async function ensureUsableFolder(dir: string): Promise<void> {
  try {
    makeFolder(dir);
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(`BACKUP_DIR, ${dir}, cannot be used (${code}): make it writable for this user.`, {
      cause,
    });
  }
}

/**
 * Returns a hook that backs up into the folder of scheduled backups before an upgrade; if the backup fails, the upgrade does
 * not start. The file is named after the version that ran until then, which can read it.
 */
export function backupBeforeUpgrade(
  dir: string,
  origin: () => Promise<BackupOrigin>,
  log: { info(fields: object, message: string): void },
): BeforeUpgrade {
  return async (client, engine) => {
    await ensureUsableFolder(dir);
    const from = await origin();
    const readBy = await recordedVersion(client);
    const at = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const file = path.join(dir, `roster-${at}-of-${readBy}-before-upgrade.backup`);
    const rows = await writeNewFile(file, (bytes) => sendBackup(readBackupOf(client, engine, from), bytes));
    log.info({ file, rows, readBy }, 'Backed up before upgrading the database.');
  };
}

const backupTime = (name: string): number => Date.parse(`${NAME.exec(name)?.[1]}:00Z`);
