import { describe, expect, it } from 'vitest';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { BulkJob } from './bulk-jobs';
import { moreWords, outcomeOf, segmentWords, stoppedWords } from './bulk-words';

const deletion = { type: 'delete' } as const;
const segments = { type: 'segments', add: ['1'], remove: [] } as BulkChange['change'];
const ADDED = 'Added VIP.';

function job(values: Partial<BulkChange>, rest: Partial<BulkJob> = {}): BulkJob {
  const change: BulkChange = {
    id: '1',
    change: deletion,
    state: 'finished',
    total: 4312,
    processed: 4312,
    changed: 4312,
    gone: 0,
    undone: 0,
    conflicts: 0,
    error: null,
    createdAt: '2026-01-02T03:04:05.000Z',
    createdBy: 'Ada',
    actor: null,
    updatedAt: '2026-01-02T03:04:05.000Z',
    ...values,
  };
  return {
    change,
    direction: 'run',
    state: 'working',
    failure: null,
    exact: true,
    shown: true,
    asked: 4312,
    ...rest,
  };
}

describe('what stopped', () => {
  it.each<[BulkJob, string]>([
    [job({ processed: 2000 }), 'Deleting 4,312 contacts stopped after 2,000.'],
    [job({ processed: 2000 }, { exact: false }), 'Deleting 4,312 contacts stopped after at least 2,000.'],
    [job({ processed: 0, total: 1 }), 'Deleting 1 contact stopped before the first.'],
    [job({ change: segments, processed: 5 }), 'Changing the segments of 4,312 contacts stopped after 5.'],
    [job({ undone: 9, conflicts: 1 }, { direction: 'undo' }), 'Restoring 4,312 contacts stopped after 10.'],
  ])('%#', (stopped, words) => {
    expect(stoppedWords(stopped)).toBe(words);
  });
});

describe('what was done', () => {
  it.each<[BulkJob, string, string?]>([
    [job({}), '4,312 contacts deleted', 'In the trash.'],
    // One was gone before it was frozen, two between that and the deletion.
    [
      job({ total: 4311, processed: 4311, changed: 4309, gone: 2 }),
      '4,309 contacts deleted',
      'In the trash. 3 contacts were already gone.',
    ],
    [
      job({ changed: 0, gone: 4312 }, { asked: 4312 }),
      'Nothing was deleted',
      '4,312 contacts were already gone.',
    ],
    [
      job({ state: 'cancelled', processed: 2000, changed: 2000 }),
      'Cancelled. 2,000 of 4,312 contacts deleted',
      'In the trash. The other 2,312 are as they were.',
    ],
    [
      job({ state: 'cancelled', undone: 1000 }, { direction: 'undo' }),
      'Cancelled. 1,000 of 4,312 contacts restored',
      'The others are still in the trash.',
    ],
    [
      job({ change: segments, state: 'cancelled', undone: 0 }, { direction: 'undo' }),
      'Cancelled. No segment was put back',
      'The others are as the change left them.',
    ],
    [job({ change: segments }), 'Segments of 4,312 contacts changed', ADDED],
    // Two had it by then, one was deleted.
    [
      job({ change: segments, changed: 4309, gone: 1 }),
      'Segments of 4,309 contacts changed',
      `${ADDED} 2 contacts needed no change. 1 contact was already gone.`,
    ],
    [
      job({ change: segments, total: 1, processed: 1, changed: 0 }, { asked: 1 }),
      'No segment was changed',
      '1 contact needed no change.',
    ],
    [job({ state: 'undone', undone: 4312 }, { direction: 'undo' }), '4,312 contacts restored'],
    [
      job({ state: 'undone', undone: 4309, conflicts: 1 }, { direction: 'undo' }),
      '4,309 contacts restored',
      '1 stays in the trash: another contact has taken the email or phone. 2 had left the trash before.',
    ],
    [
      job({ change: segments, state: 'undone', changed: 31, undone: 30 }, { direction: 'undo' }),
      'Segments of 30 contacts put back',
      '1 contact was changed or deleted since, and left alone.',
    ],
  ])('%#', (done, title, description) => {
    expect(outcomeOf(done, ADDED)).toMatchObject({ title, description });
  });

  it('names who cannot come back', () => {
    const undone = job({ state: 'undone', undone: 4310, conflicts: 2 }, { direction: 'undo' });
    const { description, leadsToTrash } = outcomeOf(undone, '', ['Ann']);
    expect(description).toContain('Ann and 1 more stay in the trash: another contact');
    expect(leadsToTrash).toBe(true);
  });

  it('names the segments', () => {
    const known = ['VIP', 'Lead', 'Old'].map((title) => ({ id: title, title }));
    expect(segmentWords({ add: ['VIP', 'Lead'], remove: ['Old'] }, known)).toBe(
      'Added VIP, Lead; removed Old.',
    );
    expect(segmentWords({ add: [], remove: ['Old', 'Gone'] }, known)).toBe('Removed Old, 1 deleted segment.');
    expect(segmentWords({ type: 'delete' }, known)).toBe('');
  });
});

it('says of others how many there are and whether they wait for somebody', () => {
  const [working, stopped] = [job({}), job({}, { state: 'stopped' })];
  expect([[working], [stopped, working], [stopped, stopped]].map(moreWords)).toEqual([
    '1 more',
    '2 more, 1 stopped',
    '2 more, stopped',
  ]);
});
