import { describe, expect, it } from 'vitest';
import { Selection } from './selection';

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, label: id.toUpperCase() }));
const [a, b, c, , e] = rows as [
  (typeof rows)[0],
  (typeof rows)[0],
  (typeof rows)[0],
  (typeof rows)[0],
  (typeof rows)[0],
];
const ids = (selection: Selection) => [...selection.snapshot.keys()].join('');

describe('Selection', () => {
  it('keeps what was selected on another page', () => {
    const selection = new Selection();
    selection.toggle(a);
    selection.set([{ id: 'z', label: 'Z' }], true);
    expect(ids(selection)).toBe('az');
  });

  it('extends from the last choice, in either direction', () => {
    const selection = new Selection();
    selection.toggle(c);
    selection.extend(rows, e.id, true);
    expect(ids(selection)).toBe('cde');
    selection.extend(rows, a.id, true);
    expect([...selection.snapshot.keys()].sort().join('')).toBe('abcde');
    selection.extend(rows, b.id, false);
    expect([...selection.snapshot.keys()].sort().join('')).toBe('ade');
  });

  it('takes only the one when the last choice is on another page', () => {
    const selection = new Selection();
    selection.toggle({ id: 'z', label: 'Z' });
    selection.extend(rows, b.id, true);
    expect(ids(selection)).toBe('zb');
    selection.extend(rows, e.id, true);
    expect(ids(selection)).toBe('zbcde');
  });

  it('tells its listeners of changes only, and leaves old snapshots alone', () => {
    const selection = new Selection();
    let calls = 0;
    selection.subscribe(() => calls++);
    selection.set([a, b], true);
    const before = selection.snapshot;
    selection.set([a], true);
    expect(calls).toBe(1);
    selection.drop(['a']);
    selection.drop(['unknown']);
    selection.clear();
    selection.clear();
    expect(calls).toBe(3);
    expect(before.size).toBe(2);
  });

  describe('of all that match', () => {
    const filter = { search: 'acme', segmentId: ['1', '2'] };
    const all = { filter, words: 'matching “acme”', count: 4312, examples: ['A'] };
    const shown = { filter: { search: 'acme', segmentId: ['2', '1'] }, rows };

    it('has the rows that are shown by its filter, and no others', () => {
      const selection = new Selection();
      selection.toggle(e);
      selection.show(shown);
      selection.setAll(all);
      expect([selection.count, selection.has('a'), selection.snapshot.size]).toEqual([4312, true, 0]);
      selection.show({ filter: { search: 'acm' }, rows });
      expect([selection.count, selection.has('a'), selection.all]).toEqual([4312, false, all]);
      selection.clear();
      expect([selection.count, selection.all]).toEqual([0, null]);
    });

    it('ends with a single choice: of those shown all but that one stay', () => {
      const selection = new Selection();
      selection.show(shown);
      selection.setAll(all);
      const ended: unknown[] = [];
      selection.onAllEnded((before) => ended.push(before));
      selection.toggle(b);
      expect([ids(selection), selection.all, ended]).toEqual(['acde', null, [all]]);
      selection.toggle(b);
      selection.setAll(all);
      selection.clear();
      expect(ended).toHaveLength(1);
    });

    it('ends with a choice among others, which begins a new selection', () => {
      const selection = new Selection();
      selection.setAll(all);
      selection.show({ filter: {}, rows });
      selection.toggle(b);
      expect([ids(selection), selection.all]).toEqual(['b', null]);
    });

    it('tells its listeners when what is shown comes to be, or is no longer, of its filter', () => {
      const selection = new Selection();
      selection.setAll(all);
      let calls = 0;
      selection.subscribe(() => calls++);
      selection.show(shown);
      selection.show({ ...shown, rows: [] });
      selection.show(null);
      selection.show({ filter: {}, rows });
      expect(calls).toBe(2);
    });
  });
});
