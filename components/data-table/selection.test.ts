import { expect, test } from 'vitest';
import { isSameFilter, Selection } from './selection';

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, label: id.toUpperCase() }));
const row = (id: string) => rows.filter((each) => each.id === id);
const ids = (selection: Selection) => [...selection.snapshot.keys()].sort().join('');
const all = { filter: { search: 'acme' }, words: 'matching “acme”', count: 4_312, examples: [] };

test('rows are selected and dropped one by one and survive other rows', () => {
  const selection = new Selection();
  selection.set(row('a'), true);
  const before = selection.snapshot;
  selection.set(row('c'), true);
  selection.set(row('a'), false);
  expect(ids(selection)).toBe('c');
  expect(before.size).toBe(1);
  selection.drop(['c']);
  expect(selection.count).toBe(0);
});

test('Shift selects or drops from the row that was chosen last', () => {
  const selection = new Selection();
  selection.set(row('b'), true);
  selection.extend(rows, 'd');
  expect(ids(selection)).toBe('bcd');
  selection.set(row('c'), false);
  selection.extend(rows, 'd');
  expect(ids(selection)).toBe('b');
  // The last one stands on another page.
  selection.extend(row('e'), 'e');
  expect(ids(selection)).toBe('be');
});

test('a single choice ends that all are selected; the rows in sight stay', () => {
  const selection = new Selection();
  selection.set(row('a'), true);
  selection.setAll(all);
  expect(selection.count).toBe(4_312);
  selection.set(row('b'), false, rows);
  expect(selection.all).toBeNull();
  expect(ids(selection)).toBe('acde');
});

test('filters are the same in whichever order their segments stand', () => {
  expect(isSameFilter({ segmentId: ['x', 'y'] }, { segmentId: ['y', 'x'], segmentMatch: 'any' })).toBe(true);
  expect(isSameFilter({ segmentId: ['x'] }, { segmentId: ['x'], segmentMatch: 'none' })).toBe(false);
});
