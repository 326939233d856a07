import { expect, it } from 'vitest';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { describeOutcome, formatLine, formatSegmentChange, formatSpokenLine } from './bulk-messages';

const known = ['VIP', 'Lead', 'Old'].map((title) => ({ id: title, title }));
const adds = { type: 'segments', add: ['VIP'], remove: [] } satisfies BulkChange['change'];
const sets = { type: 'field', field: 'jobtitle', value: 'CEO' } satisfies BulkChange['change'];
const mixed = { type: 'segments', add: ['VIP', 'Lead'], remove: ['Old'] } satisfies BulkChange['change'];

/** A change of 4,312 contacts, a deletion that has finished unless `values` say otherwise. */
function change(values: Partial<BulkChange>): BulkChange {
  return {
    id: '1',
    change: { type: 'delete' },
    state: 'finished',
    undo: values.state === 'undoing' || values.state === 'undone',
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
}

it.each<[Partial<BulkChange>, string]>([
  [{ state: 'running', processed: 2000 }, 'Deleting 2,000 of 4,312 contacts'],
  [{ state: 'running', processed: 0, change: adds }, 'Adding VIP to 0 of 4,312 contacts'],
  [{ state: 'running', processed: 5, change: mixed }, 'Changing segments of 5 of 4,312 contacts'],
  [{ state: 'undoing', undone: 9, conflicts: 1 }, 'Restoring 10 of 4,312 contacts'],
  [{ state: 'undoing', undone: 9, change: adds }, 'Restoring segments of 9 of 4,312 contacts'],
  [{ state: 'cancelled', processed: 2000, changed: 1999 }, 'Deletion paused at 2,000 of 4,312'],
  [{ state: 'cancelled', processed: 5, change: adds }, 'Segment change paused at 5 of 4,312'],
  [{ state: 'cancelled', undo: true, undone: 2000 }, 'Undo paused at 2,000 of 4,312'],
  [{ state: 'cancelled', undo: true }, 'Undo paused at 0 of 4,312'],
  [
    { state: 'failed', processed: 5, error: 'The disk is full.' },
    'Deletion failed at 5 of 4,312: The disk is full.',
  ],
  [{}, 'Moved 4,312 contacts to the trash'],
  [{ state: 'running', processed: 200, change: { type: 'purge' } }, 'Deleting 200 of 4,312 contacts forever'],
  [{ state: 'cancelled', processed: 200, change: { type: 'purge' } }, 'Deletion stopped at 200 of 4,312'],
  [{ change: { type: 'purge' } }, '4,312 contacts deleted forever'],
  [{ change: adds }, 'Added VIP to 4,312 contacts'],
  [{ state: 'undone', undone: 4312 }, 'Undone'],
  [{ state: 'running', processed: 5, change: sets }, 'Setting job title of 5 of 4,312 contacts'],
  [{ state: 'undoing', undone: 5, change: sets }, 'Restoring job title of 5 of 4,312 contacts'],
  [{ state: 'cancelled', processed: 5, change: sets }, 'Change of job title paused at 5 of 4,312'],
  [{ change: sets }, 'Set job title of 4,312 contacts to CEO'],
])('is the line of %j', (values, line) => {
  expect(formatLine(change(values), known)).toBe(line);
});

it('announces progress once', () => {
  const spoken = [2000, 3000].map((processed) =>
    formatSpokenLine(change({ state: 'running', processed }), known),
  );
  expect(spoken).toEqual(['Deleting 4,312 contacts', 'Deleting 4,312 contacts']);
});

it.each<[Partial<BulkChange>, string, string?]>([
  [{}, 'Moved 4,312 contacts to the trash'],
  // Two contacts were deleted after it was created, one more after it was confirmed (last argument).
  [
    { total: 4311, processed: 4311, changed: 4309, gone: 2 },
    'Moved 4,309 contacts to the trash',
    '3 contacts were already gone.',
  ],
  [{ changed: 0, gone: 4312 }, 'Nothing was deleted', '4,312 contacts were already gone.'],
  [{ change: adds }, 'Added VIP to 4,312 contacts'],
  [{ change: { ...adds, add: [], remove: ['Old'] } }, 'Removed Old from 4,312 contacts'],
  [
    { change: mixed, changed: 4310, gone: 1 },
    'Changed segments of 4,310 contacts',
    'Added VIP and Lead; removed Old. 1 unchanged. 1 contact was already gone.',
  ],
  [
    { change: { type: 'field', field: 'company', value: null }, changed: 4300 },
    'Cleared company of 4,300 contacts',
    '12 already empty.',
  ],
  [
    { change: sets, state: 'undone', changed: 31, undone: 29 },
    'Undone',
    '2 contacts have changed since and were kept.',
  ],
  [
    {
      change: adds,
      state: 'undone',
      changed: 3,
      undone: 0,
      kept: [{ contactId: '1', name: 'Ana', isDeleted: false, reason: 'merged' }],
    },
    'Undone',
    'Kept as they are: Ana (merged into another contact since) and 2 more.',
  ],
  [{ change: adds, changed: 0 }, 'No segments changed', '4,312 already had it.'],
  [
    { state: 'undone', undone: 4309, conflicts: 1 },
    'Undone',
    'Ann stays in the trash: another contact now has the email or phone. 2 contacts were no longer in the trash.',
  ],
  [
    { change: adds, state: 'undone', changed: 31, undone: 30 },
    'Undone',
    '1 contact has changed since and was kept.',
  ],
])('is the outcome of %j', (values, title, description) => {
  expect(describeOutcome(change(values), known, { asked: 4312, conflicting: ['Ann'] })).toMatchObject({
    title,
    description,
  });
});

it('links to the contacts that could not be restored', () => {
  const undone = change({ state: 'undone', undone: 4310, conflicts: 2 });
  expect(describeOutcome(undone, known)).toMatchObject({
    description: '2 stay in the trash: another contact now has the email or phone.',
    leadsToTrash: true,
  });
});

it('counts segments that were deleted since', () => {
  const removes = change({ change: { type: 'segments', add: [], remove: ['Old', 'Gone'] } });
  expect(formatSegmentChange(removes, known)).toBe('Removed Old and 1 deleted segment.');
});

it('tells what a change of type has done, and the deletion of a field', () => {
  const type = { type: 'fieldType', fieldId: '1', label: 'Plan', from: 'text', to: 'choice' } as const;
  const done = change({ change: type, changed: 415, cleared: 3 });
  expect(formatLine(done, known)).toBe('Changed the type of Plan from text to choice: 412 values, 3 cleared');
  expect(formatLine({ ...done, state: 'running', processed: 100 }, known)).toBe(
    'Converting Plan of 100 of 4,312 contacts',
  );
  const deletion = { type: 'fieldDeletion', fieldId: '1', label: 'Plan' } as const;
  expect(describeOutcome(change({ change: deletion }), known)).toEqual({
    title: 'Deleted Plan',
    description: '4,312 values deleted forever.',
  });
});
