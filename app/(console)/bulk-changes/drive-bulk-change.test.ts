import { describe, expect, it } from 'vitest';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { BulkJobs } from './bulk-jobs';
import { type Drive, driveBulkChange } from './drive-bulk-change';

const ID = '01890000-0000-7000-8000-000000000001';

/** A service with one deletion of 25 contacts in chunks of 10; `failures` are the calls of `run` and `undo` that fail. */
function service(failures: { before?: number[]; after?: number[]; blind?: boolean } = {}) {
  let calls = 0;
  let change: BulkChange = {
    id: ID,
    change: { type: 'delete' },
    state: 'running',
    total: 25,
    processed: 0,
    changed: 0,
    gone: 0,
    undone: 0,
    conflicts: 0,
    error: null,
    createdAt: '2026-01-02T03:04:05.000Z',
    createdBy: 'Ada <ada@example.com>',
    actor: null,
    updatedAt: '2026-01-02T03:04:05.000Z',
  };
  const jobs = new BulkJobs();
  const told: string[] = [];
  const step = (next: () => Partial<BulkChange>) => async () => {
    calls++;
    if (failures.before?.includes(calls)) throw new TypeError('Failed to fetch');
    change = { ...change, ...next() };
    if (failures.after?.includes(calls)) throw new TypeError('Failed to fetch');
    return { ok: true as const, data: change };
  };
  const drive: Drive = {
    run: step(() => {
      const processed = Math.min(25, change.processed + 10);
      return { processed, changed: processed, state: processed < 25 ? 'running' : 'finished' };
    }),
    undo: step(() => {
      const undone = Math.min(change.changed, change.undone + 10);
      return { undone, state: undone < change.changed ? 'undoing' : 'undone' };
    }),
    cancel: step(() => ({ state: 'cancelled' })),
    look: async () => {
      if (failures.blind) throw new TypeError('Failed to fetch');
      return change;
    },
    onEnd: (job) => told.push(`${job.direction} ${job.change.state} ${job.change.processed}`),
    onStop: () => told.push('stopped'),
  };
  const add = (direction: 'run' | 'undo') =>
    jobs.add({
      change,
      direction,
      state: 'working',
      failure: null,
      exact: true,
      shown: false,
      asked: 25,
    });
  add('run');
  return { jobs, drive, told, add, calls: () => calls, go: () => driveBulkChange(jobs, ID, drive) };
}

describe('driveBulkChange', () => {
  it('goes on to the end, and then it is no job any more', async () => {
    const { jobs, told, go, calls } = service();
    await go();
    expect([told, calls(), jobs.snapshot]).toEqual([['run finished 25'], 3, []]);
  });

  it('stops at a failure, knows what was done, and goes on from there', async () => {
    const { jobs, told, go, calls } = service({ before: [2] });
    await go();
    expect(jobs.get(ID)).toMatchObject({
      state: 'stopped',
      exact: true,
      shown: true,
      change: { processed: 10 },
    });
    expect(jobs.get(ID)?.failure).toMatch(/cannot be reached/);
    jobs.update(ID, { state: 'working' });
    await go();
    expect([told, calls(), jobs.snapshot]).toEqual([['stopped', 'run finished 25'], 4, []]);
  });

  it('counts what was done though its answer was lost', async () => {
    const { jobs, go } = service({ after: [2] });
    await go();
    expect(jobs.get(ID)).toMatchObject({ state: 'stopped', exact: true, change: { processed: 20 } });
  });

  it('is done where only the last answer was lost', async () => {
    const { told, go } = service({ after: [3] });
    await go();
    expect(told).toEqual(['run finished 25']);
  });

  it('says that more may be done where that cannot be known', async () => {
    const { jobs, go } = service({ after: [2], blind: true });
    await go();
    expect(jobs.get(ID)).toMatchObject({ state: 'stopped', exact: false, change: { processed: 10 } });
  });

  it('ends after what is under way when it is cancelled', async () => {
    const { jobs, told, drive, go, calls } = service();
    const run = drive.run;
    drive.run = async (input) => {
      jobs.update(ID, { state: 'cancelling' });
      return run(input);
    };
    await go();
    expect([told, calls()]).toEqual([['run cancelled 10'], 2]);
  });

  it('does no more of what is left where it stopped', async () => {
    const { jobs, told, go } = service({ before: [2] });
    await go();
    jobs.update(ID, { state: 'cancelling' });
    await go();
    expect(told).toEqual(['stopped', 'run cancelled 10']);
  });

  it('ends putting back after what is under way, and goes on with it later', async () => {
    const { jobs, told, add, drive, go } = service();
    await go();
    add('undo');
    const undo = drive.undo;
    drive.undo = async (input) => {
      jobs.update(ID, { state: 'cancelling' });
      return undo(input);
    };
    await go();
    expect([told.at(-1), jobs.snapshot]).toEqual(['undo cancelled 25', []]);
    drive.undo = undo;
    add('undo');
    await go();
    expect(told.at(-1)).toBe('undo undone 25');
  });

  it('puts back in chunks, too', async () => {
    const { told, add, go, calls } = service();
    await go();
    add('undo');
    await go();
    expect([told.at(-1), calls()]).toEqual(['undo undone 25', 6]);
  });
});
