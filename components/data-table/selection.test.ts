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
});
