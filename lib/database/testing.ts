import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, embedded, openDatabase } from './database';
import { onServer } from './testing-setup';

export interface TestEngine {
  name: string;
  /** A fresh, migrated database; gone when it is closed. */
  open(): Promise<Database>;
}

const server = process.env.TEST_DATABASE_URL;

export const embeddedEngine: TestEngine = {
  name: 'PGlite',
  async open() {
    return embedded('memory://', undefined, await readFile(inject('snapshot')));
  },
};

/** Where another process can find a database made for a test. */
export interface ServerDatabase extends Database {
  url: string;
}

export const serverEngine = server && {
  name: 'PostgreSQL',
  async open(): Promise<ServerDatabase> {
    const name = `roster_test_${randomBytes(6).toString('hex')}`;
    await onServer(server, `create database ${name} template ${inject('template')}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    const database = await openDatabase({ url: url.href, dataDir: '' });
    return {
      ...database,
      url: url.href,
      async close() {
        await database.close();
        await onServer(server, `drop database if exists ${name} with (force)`);
      },
    };
  },
};

/** The engines that everything which touches SQL is tested on. */
export const engines: TestEngine[] = serverEngine ? [embeddedEngine, serverEngine] : [embeddedEngine];

/** Takes everything out of a database, for migrations to be applied one after the other. */
export async function emptySchema({ pool }: Database): Promise<void> {
  await pool.query('drop schema public cascade');
  await pool.query('create schema public');
}

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** Applies the migrations whose file names are wanted, in their order. */
export async function applyMigrations({ pool }: Database, wanted: (file: string) => boolean): Promise<void> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql') && wanted(name)).sort();
  for (const file of files)
    for (const statement of (await readFile(join(MIGRATIONS, file), 'utf8')).split(
      '--> statement-breakpoint',
    ))
      await pool.query(statement);
}
