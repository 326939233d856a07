import { expect, test } from 'vitest';
import { containing, searchedPhone, searchTerms } from './search-terms';

test.each([
  ['ulla 030 557702', ['ulla', '30557702']],
  ['030 557702 ulla', ['30557702', 'ulla']],
  ['ulla +49 (0)30 557702', ['ulla', ' 4930557702']],
  ['011 1 415 555 0132', [' 14155550132']],
  ['kim 011 1 415 555 0132', ['kim', ' 14155550132']],
  ['silvastar*', ['silvastar']],
  ['*silvastar', ['silvastar']],
  ['studio 54', ['studio', ' 54']],
  ['0815 12 GmbH', ['815', ' 12', 'gmbh']],
  ['012', ['012']],
  // Turin, where 011 is an area code.
  ['011 5617 1234', ['1156171234']],
])('%s is searched for as %j', (search, terms) => {
  expect(searchTerms(search, 'DE')).toEqual(terms);
});

test('wildcards in a term stand for themselves', () => {
  expect(containing('100%_\\a')).toBe('%100\\%\\_\\\\a%');
});

test('a whole number is known by the prefix that is dialed abroad from North America', () => {
  for (const country of ['DE', 'US', null])
    expect(searchedPhone('011 1 415 555 0132', country)).toBe('+14155550132');
});
