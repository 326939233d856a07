import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { segmentCell, titlesOf } from './segment-cell';

describe('titles of segments in a cell', () => {
  test.each([
    ['VIP, Lead', ',', ['VIP', 'Lead']],
    ['VIP;;Lead; VIP', ';', ['VIP', 'Lead']],
    ['"Smith, Sons & Co", VIP', ',', ['Smith, Sons & Co', 'VIP']],
    ['"Smith, Sons', ',', ['"Smith', 'Sons']],
    ['5" pipes, VIP', ',', ['5" pipes', 'VIP']],
    ['"a ""b"""', '', ['a "b"']],
    ['VIP, Lead', '', ['VIP, Lead']],
    ['"', ',', ['"']],
  ])('%j by %j', (cell, separator, titles) => expect(titlesOf(cell, separator)).toEqual(titles));

  test('of the longest cell are found in one pass', () => {
    expect(titlesOf('"a,'.repeat(30_000), ',')).toEqual(['"a']);
    expect(titlesOf('"a"",'.repeat(20_000), ',')).toEqual(['"a""']);
  });

  test('are read again as they were written', () => {
    const title = fc.stringMatching(/^[a",; ]{1,6}$/).filter((text) => text.trim() === text && text !== '');
    fc.assert(
      fc.property(fc.uniqueArray(title), (titles) => {
        expect(titlesOf(segmentCell(titles, ', '), ',')).toEqual(titles);
      }),
    );
  });
});
