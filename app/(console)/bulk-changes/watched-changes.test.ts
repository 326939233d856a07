import { beforeEach, expect, it, vi } from 'vitest';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { BulkJobs } from './bulk-jobs';
import { WatchedChanges } from './watched-changes';

const NOW = '2026-01-03T12:00:00.000Z';
const interrupted = { id: '1', state: 'running', total: 9, processed: 3, updatedAt: NOW } as BulkChange;

let jobs: BulkJobs;
let watched: WatchedChanges;
let at: number;
const look = (values: Partial<BulkChange> = {}) => watched.look([{ ...interrupted, ...values }], ++at);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW) });
  jobs = new BulkJobs();
  watched = new WatchedChanges(jobs, 1);
  at = 0;
  return () => void vi.useRealTimers();
});

it('offers a change only once it stands still', () => {
  look();
  expect(jobs.snapshot).toEqual([]);
  // The same answer, looked at once more.
  watched.look([interrupted], at);
  expect(jobs.snapshot).toEqual([]);
  look({ processed: 4 });
  expect(jobs.snapshot).toEqual([]);
  look({ processed: 4 });
  expect(jobs.snapshot).toMatchObject([{ state: 'stopped', shown: true, change: { processed: 4 } }]);
});

it('takes the offer back while somebody goes on in another window, and makes it again when they stop', () => {
  look();
  look();
  look({ processed: 5 });
  expect(jobs.snapshot).toMatchObject([{ shown: false }]);
  look({ processed: 6 });
  look({ processed: 6 });
  expect(jobs.snapshot).toMatchObject([{ shown: true, change: { processed: 6 } }]);
});

it('tells of what has ended in another window', () => {
  look();
  look();
  expect(watched.look([{ ...interrupted, state: 'finished' }], 0)).toEqual([]);
  expect(look({ state: 'finished', processed: 9 })).toMatchObject([{ change: { processed: 9 } }]);
});

it('goes on offering an undo that stopped before its first step', () => {
  const finished = { ...interrupted, state: 'finished' } as BulkChange;
  jobs.add({
    change: finished,
    direction: 'undo',
    state: 'stopped',
    failure: null,
    exact: true,
    shown: true,
    asked: 9,
  });
  for (let times = 0; times < 3; times++) expect(look({ state: 'finished' })).toEqual([]);
  expect(jobs.snapshot).toMatchObject([{ state: 'stopped', shown: true }]);
  expect(look({ state: 'undone', undone: 9 })).toMatchObject([{ change: { undone: 9 } }]);
});

it('leaves alone what this window carries on', () => {
  look();
  look();
  jobs.update('1', { state: 'working' });
  expect(watched.among([interrupted])).toEqual([]);
  look({ processed: 5 });
  expect(look({ state: 'finished' })).toEqual([]);
  expect(jobs.snapshot).toMatchObject([{ state: 'working', change: { processed: 3 } }]);
});
