import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '@/lib/system/make-folder';
import { type BackupOrigin, readBackupOf } from './backup';
import { backupTo, writeBackup } from './backup-file';
import type { BeforeUpgrade, Database } from './database';

/** The latest backup, and the latest one that was restored somewhere else and compared. Times in ISO 8601. */
export interface BackupStatus {
  madeAt: string | null;
  proven: { at: string; rows: number } | null;
  /** Why the last attempt failed. */
  problem: string | null;
}

interface ScheduledBackupOptions {
  database: Database;
  origin: BackupOrigin;
  dir: string;
  /** Between two backups. */
  hours: number;
  /** Backups that stay. */
  keep: number;
  /** Restores the file that it is given into a `DATA_DIR` of its own. */
  restoreProgram: string;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

const NAME = /^roster-(\d{4}-\d\d-\d\dT\d\d)\.backup$/;
const BEFORE_UPGRADE = /^roster-.*-before-upgrade\.backup$/;
const HOUR = 3_600_000;
const PROOF = 'proven.json';

/**
 * Backs up every so many hours, and proves each backup by restoring it. Backups are named by their hours, so that of several
 * instances with one folder only one makes each.
 */
export class ScheduledBackups {
  private problem: string | null = null;

  constructor(private readonly options: ScheduledBackupOptions) {}

  /** Makes and proves a backup if the latest one is old enough. */
  async runIfDue(now = new Date()): Promise<void> {
    const { dir, hours, log } = this.options;
    makeFolder(dir);
    const latest = (await this.names()).at(-1);
    if (latest && now.getTime() - timeOf(latest).getTime() < hours * HOUR) return;
    const file = path.join(dir, `roster-${now.toISOString().slice(0, 13)}.backup`);
    try {
      const rows = await backupTo(file, this.options.database, this.options.origin);
      log.info({ rows }, 'Backed up.');
      await this.prove(file, rows);
      this.problem = null;
      await this.removeOld();
    } catch (err) {
      // Another instance is making it.
      if ((err as NodeJS.ErrnoException).code === 'EEXIST') return;
      this.problem = (err as Error).message;
      log.error({ err }, 'The scheduled backup failed.');
    }
  }

  async status(): Promise<BackupStatus> {
    const latest = (await this.names()).at(-1);
    const made = latest && (await stat(path.join(this.options.dir, latest)));
    const text = await readFile(path.join(this.options.dir, PROOF), 'utf8').catch(() => 'null');
    return {
      madeAt: made ? made.mtime.toISOString() : null,
      proven: JSON.parse(text) as BackupStatus['proven'],
      problem: this.problem,
    };
  }

  /** In a process of its own, on the embedded database, whatever the engine of this one. */
  private async prove(file: string, rows: number): Promise<void> {
    const { dir, restoreProgram } = this.options;
    const scratch = await mkdtemp(path.join(dir, '.proof-'));
    try {
      const child = spawn(process.execPath, [restoreProgram, file], {
        // Nothing that leads to the real database.
        env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: scratch },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
      const [status] = (await once(child, 'close')) as [number | null];
      if (status !== 0) throw new Error(`${path.basename(file)} cannot be restored: ${said.trim()}`);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
    const proven: BackupStatus['proven'] = { at: new Date().toISOString(), rows };
    await writeFile(path.join(dir, PROOF), JSON.stringify(proven));
  }

  private async removeOld(): Promise<void> {
    const { dir, keep } = this.options;
    // Interrupted ones leave something, too.
    const left = (await readdir(dir)).filter((name) => /^(roster-.*\.part|\.proof-.*)$/.test(name));
    const upgrades = await this.names(BEFORE_UPGRADE);
    for (const name of [...left, ...upgrades.slice(0, -keep), ...(await this.names()).slice(0, -keep)])
      await rm(path.join(dir, name), { recursive: true, force: true });
  }

  /** Oldest first. */
  private async names(pattern = NAME): Promise<string[]> {
    const files = await readdir(this.options.dir).catch(() => []);
    return files.filter((name) => pattern.test(name)).sort();
  }
}

/** Backs up into the folder of scheduled backups before the schema is upgraded. If that fails, it is not. */
export function backupBeforeUpgrade(
  dir: string,
  origin: () => Promise<BackupOrigin>,
  log: { info(fields: object, message: string): void },
): BeforeUpgrade {
  return async (client, engine) => {
    makeFolder(dir);
    const from = await origin();
    const at = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const file = path.join(dir, `roster-${at}-before-upgrade.backup`);
    const rows = await writeBackup(file, () => readBackupOf(client, engine, from));
    log.info({ file, rows }, 'Backed up before upgrading the database.');
  };
}

const timeOf = (name: string): Date => new Date(`${NAME.exec(name)?.[1]}:00Z`);
