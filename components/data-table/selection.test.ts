import { describe, expect, it } from 'vitest';
import { Selection } from './selection';

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, label: id.toUpperCase() }));
const [a, b, c, d, e] = rows as [
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

  describe('a range', () => {
    const sorted = (selection: Selection) => [...selection.snapshot.keys()].sort().join('');

    it('goes from its anchor to an end that moves, in either direction', () => {
      const selection = new Selection();
      selection.toggle(c);
      selection.extend(rows, e.id);
      expect(ids(selection)).toBe('cde');
      selection.extend(rows, d.id);
      expect(ids(selection)).toBe('cd');
      selection.extend(rows, a.id);
      expect(sorted(selection)).toBe('abc');
    });

    it('takes back only what it added: what was selected before stays', () => {
      const selection = new Selection();
      selection.toggle(d);
      selection.toggle(a);
      selection.extend(rows, e.id);
      expect(sorted(selection)).toBe('abcde');
      selection.extend(rows, b.id);
      expect(sorted(selection)).toBe('abd');
    });

    it('does to its rows what was done to its anchor', () => {
      const selection = new Selection();
      selection.set(rows.slice(0, 4), true);
      selection.toggle(a);
      selection.extend(rows, e.id);
      expect(sorted(selection)).toBe('');
      selection.extend(rows, b.id);
      expect(sorted(selection)).toBe('cd');
      // As the key that always selects.
      selection.extend(rows, c.id, true);
      expect(sorted(selection)).toBe('abcd');
    });

    it('ends with another choice: what it added then stays', () => {
      const selection = new Selection();
      selection.toggle(a);
      selection.extend(rows, d.id);
      expect(selection.endsRange('d')).toBe(true);
      selection.set([e], true);
      expect(selection.endsRange('d')).toBe(false);
      selection.extend(rows, b.id, true);
      expect(sorted(selection)).toBe('abcde');
    });

    it('begins anew from the same anchor where the rows have another order', () => {
      const selection = new Selection();
      selection.toggle(b);
      selection.extend(rows, d.id);
      selection.extend([b, a, e, c, d], a.id);
      expect(sorted(selection)).toBe('abcd');
    });

    it('begins anew, and says so, where its anchor is on another page', () => {
      const selection = new Selection();
      expect(selection.extend(rows, a.id)).toBe(true);
      selection.toggle({ id: 'z', label: 'Z' });
      expect(selection.extend(rows, b.id)).toBe(false);
      expect(ids(selection)).toBe('azb');
      expect(selection.extend(rows, e.id)).toBe(true);
      expect(ids(selection)).toBe('azbcde');
      selection.toggle({ id: 'y', label: 'Y' });
      selection.extend(rows, e.id);
      expect(ids(selection)).toBe('azbcdy');
    });
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
      selection.show({ filter: { ...filter, segmentMatch: 'none' }, rows });
      expect(selection.has('a')).toBe(false);
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
