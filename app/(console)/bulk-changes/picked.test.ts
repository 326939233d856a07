import { describe, expect, it } from 'vitest';
import { Selection } from '@/components/data-table/selection';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { pickedOf, unpick } from './picked';

const all = { filter: {}, words: '', count: 10, fingerprint: 'f', examples: ['Ana'] };
const deletion = (values: Partial<BulkChange>) =>
  ({ change: { type: 'delete' }, total: 10, changed: 10, state: 'finished', ...values }) as BulkChange;

describe('once a change has ended or stopped', () => {
  it('takes out what was picked one by one when all of it is done', () => {
    const selection = new Selection();
    selection.toggle({ id: 'a', label: 'A' });
    const picked = pickedOf(selection);
    selection.toggle({ id: 'b', label: 'B' });
    unpick(selection, picked, deletion({ state: 'cancelled' }));
    expect(selection.count).toBe(2);
    unpick(selection, picked, deletion({}));
    expect([...selection.snapshot.keys()]).toEqual(['b']);
  });

  it('leaves the rest of all that match selected when a part was deleted', () => {
    const selection = new Selection();
    selection.setAll(all);
    const picked = pickedOf(selection);
    const rest = unpick(selection, picked, deletion({ state: 'running', changed: 4 }));
    expect(selection.all).toMatchObject({ count: 6, fingerprint: undefined, examples: [] });
    unpick(selection, rest, deletion({}));
    expect(selection.all).toBeNull();
  });

  it('leaves alone what is selected instead by then', () => {
    const selection = new Selection();
    selection.setAll(all);
    const picked = pickedOf(selection);
    const other = { ...all, words: 'matching “acme”' };
    selection.setAll(other);
    unpick(selection, picked, deletion({ state: 'cancelled', changed: 4 }));
    unpick(selection, picked, deletion({}));
    expect(selection.all).toBe(other);
  });
});
