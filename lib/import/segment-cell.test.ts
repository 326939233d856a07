import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFlagColumn, segmentCell, separatorIn, splitTitles } from './segment-cell';

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
    ['VIP\nLead\u2028Sales', ',', ['VIP', 'Lead', 'Sales']],
    ['["VIP","Key, account",7]', ',', ['VIP', 'Key, account', '7']],
    ['[{"id":1,"name":"VIP"},null]', ',', ['VIP']],
    ["['VIP', 'Lead']", ',', ['VIP', 'Lead']],
    ['{VIP,"Key account"}', ',', ['VIP', 'Key account']],
    ['[VIP] Berlin', ',', ['[VIP] Berlin']],
    ['#VIP #Key account', '#', ['VIP', 'Key account']],
    ['VIP / R&D', ' / ', ['VIP', 'R&D']],
    ['* myContacts ::: * friends ::: VIP', ':::', ['VIP']],
    ['"a, b" ; c, d', ',;', ['a, b', 'c', 'd']],
  ])('%j by %j', (cell, separator, titles) => expect(splitTitles(cell, separator)).toEqual(titles));

  test.each([
    [['VIP', 'VIP, Lead'], ','],
    [['VIP', 'VIP; Smith, Sons'], ';'],
    [['VIP, Lead', 'VIP;Lead'], ',;'],
    [['VIP / Lead'], ' / '],
    [['A/B test'], null],
    [['VIP/Lead', 'VIP'], '/'],
    [['VIP • Lead'], '•'],
    [['VIP + Lead'], ' + '],
    [['#VIP #Lead', '', '#VIP'], '#'],
    [['a ::: b, c'], ':::'],
    [['["a;b"]', 'VIP'], null],
    [['VIP', '"a;b", c'], ','],
  ])('%j are separated by %j', (cells, separator) => expect(separatorIn(cells)).toBe(separator));

  test.each([
    ['Newsletter', ['TRUE', 'x', '1', '0', 'FALSE'], true],
    ['Summer party', ['x', 'X'], true],
    ['Orders', ['1', '0'], false],
    ['Email Verified', ['TRUE', 'FALSE'], false],
    ['OPT_IN', ['TRUE'], false],
    ['is_active', ['true'], false],
    ['Company', ['x', 'x'], false],
    ['Note', ['x', 'call back'], false],
  ])('whether %j is a list of people', (name, values, is) => expect(isFlagColumn(name, values)).toBe(is));

  test('of the longest cell are found in one pass', () => {
    expect(splitTitles('"a,'.repeat(30_000), ',')).toEqual(['"a']);
    expect(splitTitles('"a"",'.repeat(20_000), ',')).toEqual(['"a""']);
  });

  test('are read again as they were written', () => {
    const title = fc.stringMatching(/^[a",; ]{1,6}$/).filter((text) => text.trim() === text && text !== '');
    fc.assert(
      fc.property(fc.uniqueArray(title), (titles) => {
        expect(splitTitles(segmentCell(titles, ', '), ',')).toEqual(titles);
      }),
    );
  });
});

test('groups that address books make themselves are no segments', () => {
  const cell =
    'Kollegen,myContacts,starred,My Contacts,* myContacts,Starred in Android,Imported on 5/4/23,Contacts';
  expect(splitTitles(cell, ',')).toEqual(['Kollegen', 'Contacts']);
  const own = ['ICE', 'Emergency contacts', '* VIP', 'STARRED', 'All contacts', 'Imported on 5 continents'];
  expect(splitTitles(own.join(','), ',')).toEqual(own);
});
