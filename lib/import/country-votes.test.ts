import { expect, test } from 'vitest';
import { CountryVotes } from './country-votes';

function winner(rows: { email?: string; phone?: string; country?: string }[], unplaced: string[]) {
  const voting = new CountryVotes(['Name', 'Country']);
  for (const { country = '', ...fields } of rows) voting.add(['', country], fields);
  for (const number of unplaced) voting.addUnplaced(number);
  return voting.winner();
}

test.each([
  ['other numbers', [{ phone: '+49301000' }, { phone: '+16175550171' }], ['030 901820'], 'DE'],
  ['addresses', [{ email: 'a@x.co.uk' }, { email: 'b@x.com' }], ['020 7946 0172'], 'GB'],
  [
    'a column of countries',
    [{ country: 'Deutschland' }, { country: 'FR' }, { country: 'Francia' }],
    ['06 12 00 00 11'],
    'FR',
  ],
  ['nothing', [{ email: 'a@x.com' }], ['030 901820'], null],
  ['numbers that do not exist there', [{ phone: '+16175550171' }], ['030 901820', '040 901820'], null],
] as const)('a country is suggested by %s', (_, rows, unplaced, country) => {
  expect(winner([...rows], [...unplaced])).toBe(country);
});
