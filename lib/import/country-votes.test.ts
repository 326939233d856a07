import { expect, test } from 'vitest';
import { CountryVotes, noVotes } from './country-votes';

function winner(rows: { email?: string; phone?: string; country?: string }[], unplaced: string[], of = '') {
  const voting = new CountryVotes(['Name', 'Country'], noVotes());
  for (const { country = '', ...fields } of rows) voting.add(['', country], fields);
  for (const number of unplaced) voting.addUnplaced(number, ['', of]);
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

test('no country is suggested that a row with such a number contradicts', () => {
  const rows = [{ country: 'Germany' }, { country: 'Germany' }];
  const numbers = ['(415) 555-2679', '(212) 555-0147'];
  expect(winner(rows, numbers)).toBe('DE');
  expect(winner(rows, numbers, 'United States')).toBeNull();
});

test('a number that is mistyped does not outvote the country of the others', () => {
  const rows = [{ phone: '+14155552690' }, { phone: '+16175550171' }, { phone: '+49301000' }];
  expect(winner(rows, ['(415) 555-2679', '(212) 555-0147', '030 901820'])).toBe('US');
});
