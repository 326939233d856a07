import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
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
