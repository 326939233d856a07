import { expect, test } from 'vitest';
import { toSearch } from '@/components/hooks/reply';
import { toExportColumns, toShownColumns } from './export-columns';
import { exportQuery, exportWords } from './export-query';

const all = { filter: {}, words: '', count: 4_312, examples: [] };
const acme = { ...all, filter: { search: 'acme', segmentId: ['a', 'none'] }, words: 'matching “acme”' };
const selected = new Map([
  ['1', 'Ana'],
  ['2', 'Ben'],
]);

test.each([
  [{ selected: new Map(), all }, false, 'All 4,312 contacts'],
  [{ selected: new Map(), all: { ...all, count: 5_000 } }, true, 'All 5,000+ contacts'],
  [{ selected: new Map(), all: acme }, false, '4,312 contacts matching “acme”'],
  [{ selected: new Map(), all: { ...acme, count: 1 } }, false, '1 contact matching “acme”'],
  [{ selected, all: null }, false, '2 selected contacts'],
] as const)('%j is said in words', (contacts, atLeast, words) => {
  expect(exportWords(contacts, atLeast)).toBe(words);
});

test('the query has a filter or ids, columns and format', () => {
  expect(toSearch(exportQuery({ selected: new Map(), all: acme }, ['email', 'id'], 'csv')).toString()).toBe(
    'search=acme&segmentId=a&segmentId=none&columns=email%2Cid',
  );
  expect(toSearch(exportQuery({ selected, all: null }, ['email'], 'excel')).toString()).toBe(
    'ids=1&ids=2&columns=email&delimiter=%3B&bom=true',
  );
});

test('columns are those of the list in its order, then the others that the person may read', () => {
  const list = { sort: '-name' as const, columns: ['company', 'redemptions', 'email', 'gone'] };
  const shown = ['firstname', 'lastname', 'company', 'referralCodes', 'email'];
  expect(toShownColumns(list, [])).toEqual(shown);
  const others = ['phone', 'jobtitle', 'segments', 'createdAt', 'updatedAt'];
  expect(toExportColumns(list, () => true, [])).toEqual([...shown, ...others, 'addedBy', 'lastNote', 'id']);
  expect(toExportColumns(null, (operation) => operation !== 'listNotes', []).slice(-3)).toEqual([
    'addedBy',
    'referralCodes',
    'id',
  ]);
  const own = [{ key: 'plan', label: 'Plan' }];
  expect(toShownColumns({ columns: ['fields.plan', 'fields.gone', 'email'] }, own).slice(2)).toEqual([
    'fields.plan',
    'email',
  ]);
  expect(toExportColumns(null, () => true, own).at(-1)).toBe('fields.plan');
  expect(exportQuery({ selected, all: null }, ['email'], 'csv', { sort: '-name' })).toMatchObject({
    sort: '-name',
  });
});
