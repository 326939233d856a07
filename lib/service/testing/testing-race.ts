import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { type ServerDatabase, serverEngine } from '@/lib/database/testing';
import { createOrganization } from '../organizations/create-organization';
import type { RaceRequest } from './race-worker';

export interface RaceAnswer<Data = Contact> {
  status: number;
  body: { data: Data; error: { details: { path: string; message: string }[] } };
}

/** Races need several sessions, and instances that share nothing but the database: two processes on a server. */
export class Racers {
  organizationId = '';
  private opened: ServerDatabase | undefined;
  private workers: ChildProcess[] = [];

  constructor(processes = 2) {
    let folder: string;
    beforeAll(async () => {
      if (!serverEngine) return;
      this.opened = await serverEngine.open();
      const { id, token } = await createOrganization(this.opened, 'Races');
      this.organizationId = id;
      folder = await mkdtemp(join(tmpdir(), 'roster-race-'));
      await symlink(resolve('node_modules'), join(folder, 'node_modules'));
      await build({
        entryPoints: ['lib/service/testing/race-worker.ts'],
        outfile: join(folder, 'worker.mjs'),
        bundle: true,
        platform: 'node',
        format: 'esm',
        packages: 'external',
      });
      await symlink(resolve('lib/database/migrations'), join(folder, 'migrations'));
      const { url } = this.opened;
      this.workers = Array.from({ length: processes }, () => fork(join(folder, 'worker.mjs'), [url, token]));
      await Promise.all(this.workers.map((worker) => once(worker, 'message')));
    });
    afterAll(async () => {
      if (!serverEngine) return;
      for (const worker of this.workers) {
        worker.disconnect();
        await once(worker, 'exit');
      }
      await this.opened?.close();
      await rm(folder, { recursive: true });
    });
  }

  /** The database; throws before `beforeAll`, and without a server. */
  get database(): ServerDatabase {
    if (!this.opened) throw new Error('The database is open from beforeAll on.');
    return this.opened;
  }

  async empty(): Promise<void> {
    await this.database.pool.query('truncate contacts, contact_counts, activities cascade');
  }

  /** Makes the requests all at once, shared out among the processes; answers of the first process come first. */
  async race<Data = Contact>(requests: RaceRequest[]): Promise<RaceAnswer<Data>[]> {
    const shares = this.workers.map((_, at) =>
      requests.filter((_request, index) => index % this.workers.length === at),
    );
    const answers = await Promise.all(
      this.workers.map(async (worker, at) => {
        worker.send(shares[at] as RaceRequest[]);
        const [answer] = await once(worker, 'message');
        return answer as RaceAnswer<Data>[];
      }),
    );
    return answers.flat();
  }
}

/** Counts answers by status. */
export function statuses(answers: RaceAnswer<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
