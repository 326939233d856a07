import { expect, it } from 'vitest';
import type { ImportRow } from '@/lib/contract/import';
import { findCellsToFix } from './cells-to-fix';

const one = {
  id: 'i',
  columns: ['Name', 'Email', 'Email', 'Phone'].map((name) => ({
    name,
    samples: [],
    tellsUnsubscribed: false,
  })),
  settings: { targets: ['fullName', 'email', 'email', 'phone'] },
} as unknown as Parameters<typeof findCellsToFix>[1];

const row = (values: Partial<ImportRow>): ImportRow => ({
  line: 2,
  outcome: 'created',
  result: null,
  changed: false,
  contactId: null,
  fields: {},
  changes: [],
  segmentsAdded: [],
  leftOut: [],
  corrected: [],
  repeats: null,
  problems: [],
  cells: ['Ana', 'ana@', 'ana.b', '12'],
  ...values,
});
const columns = (cells: { column: number }[]) => cells.map(({ column }) => column);
const remark = (
  column: string,
  value: string,
  reason: ImportRow['leftOut'][number]['reason'] = 'invalid',
) => ({
  column,
  value,
  reason,
  message: 'Wrong.',
});

it('finds the cell of a remark, also of two columns with one name', () => {
  const { fixOf, others } = findCellsToFix(
    row({ leftOut: [remark('Email', 'ana.b'), remark('Phone', '12')] }),
    one,
  );
  expect([fixOf('Email', 'ana.b')?.column, fixOf('Phone', '12')?.column, others]).toEqual([2, 3, []]);
});

it('offers email and phone where both are missing', () => {
  const problems = [{ column: null, value: null, message: 'Add an email or phone.', contactId: null }];
  const empty = row({ outcome: 'rejected', problems, cells: ['Ana', '', '', ''] });
  expect(columns(findCellsToFix(empty, one).others)).toEqual([1, 3]);
  // Such a row has shifted: its cells are not where they seem to be.
  const wide = row({ outcome: 'rejected', cells: ['Ana', '', '', '', 'more'] });
  expect(findCellsToFix(wide, one).others).toEqual([]);
});

it('offers a corrected cell again, and nothing where another cell counts', () => {
  const corrected = [{ column: 'Phone', value: 'x', readAs: '12' }];
  const { fixOf, others } = findCellsToFix(
    row({ corrected, leftOut: [remark('Email', 'ana.b', 'otherColumn')] }),
    one,
  );
  expect([fixOf('Email', 'ana.b'), columns(others)]).toEqual([undefined, [3]]);
});

it('offers nothing after the run', () => {
  const { fixOf, others } = findCellsToFix(row({ cells: null, leftOut: [remark('Phone', '12')] }), one);
  expect([fixOf('Phone', '12'), others]).toEqual([undefined, []]);
});
