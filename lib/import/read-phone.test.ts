import { describe, expect, test } from 'vitest';
import { type PhoneReading, readPhone } from './read-phone';

const inGermany = (text: string) => readPhone(text, { country: 'DE' });

describe('a number that a spreadsheet has changed', () => {
  test.each([
    ['491701000101.0', '+491701000101'],
    ['+491701000103.0', '+491701000103'],
    ['1701000102,0', '+491701000102'],
    ['4.91701000101E+11', '+491701000101'],
    ['491,701,000,101', '+491701000101'],
    ['16175550171', '+16175550171'],
    ['491701000151', '+491701000151'],
    ['33612000011', '+33612000011'],
  ])('%s is read as %s, and told', (text, phone) => {
    const { numbers, problem, isRestored } = inGermany(text);
    expect({ phone: numbers[0], problem, isRestored }).toEqual({ phone, problem: null, isRestored: true });
  });

  test.each(['4.9170E+11', '4,9170E+11', '4.91701E+12', '1e12', '4.9170100010E+11'])(
    '%s has lost digits',
    (text) => expect(inGermany(text)).toMatchObject({ numbers: [], problem: 'damaged' }),
  );
});

test.each<[string, string | null, string[]]>([
  ['15123456789', 'DE', ['+4915123456789', '+15123456789']],
  ['447700900123', 'DE', ['+447700900123', '+49447700900123']],
  ['447700900123', 'US', ['+447700900123']],
  ['+86 11 1234 5678', null, ['+861112345678']],
  ['+43 1 100010 100011', 'DE', ['+431100010100011']],
  ['0170 1000', 'DE', ['+491701000']],
])('%s in %s is unusual', (text, country, numbers) => {
  expect(readPhone(text, { country: country as 'DE' })).toMatchObject({ numbers, problem: 'unusual' });
});

test.each([
  ['030 901820', 'noCountry'],
  ['49301000', 'noCountry'],
  ['12', 'invalid'],
  ['ask Bob', 'invalid'],
  ['Room 301234', 'invalid'],
  ['2026-05-01', 'invalid'],
  ['01.05.2026', 'invalid'],
  ['+1 000 000 0000', 'invalid'],
  ['unknown', 'invalid'],
] as [string, PhoneReading['problem']][])('%s without a country is %s', (text, problem) => {
  expect(readPhone(text, { country: null })).toMatchObject({ numbers: [], problem });
});

test.each<[string, string, string[]]>([
  ['+1 617-555-0161 x123', '+16175550161', ['x123']],
  ['+1-617-555-0163;ext=7', '+16175550163', [';ext=7']],
  ['+1 617.555.0164 #8', '+16175550164', ['#8']],
  ['030 901820 Durchwahl 12', '+4930901820', ['Durchwahl 12']],
  ['+49 30 1000105-12', '+4930100010512', []],
  ['+49 170 1000121 / +49 30 1000122', '+491701000121', ['+49 30 1000122']],
  ['+49 170 1000123; +49 30 1000124', '+491701000123', ['+49 30 1000124']],
  ['+49 170 1000127\n+49 30 1000128', '+491701000127', ['+49 30 1000128']],
  ['0170 1000129 oder 030 1000130', '+491701000129', ['030 1000130']],
  ['0170 1000129 030 1000', '+491701000129', ['030 1000']],
  ['0170/1000131', '+491701000131', []],
  ['030 / 90 18-20', '+4930901820', []],
  ['030 1000 020', '+49301000020', []],
  ['+49 30 1000/1001', '+49301000', ['1001']],
  ['030 100010 / 20', '+4930100010', ['20']],
  ['+49 30 100011 - 12', '+4930100011', ['12']],
  ['+49 30 100010 (8-17 Uhr)', '+4930100010', ['(8-17 Uhr)']],
  ['+49 170 1000121 privat', '+491701000121', ['privat']],
  ['Tel 030 1234567 Fax 030 1234568', '+49301234567', ['Fax 030 1234568']],
  ['n/a, 030 901820', '+4930901820', ['n/a']],
])('of %j the first number is taken, and the rest told', (text, phone, others) => {
  expect(inGermany(text)).toMatchObject({ numbers: [phone], problem: null, others });
});

test('a row may say where its number is dialed', () => {
  expect(readPhone('0170 1000061', { callingCode: '49' }).numbers).toEqual(['+491701000061']);
  expect(readPhone('491701000061', { callingCode: '49' }).numbers).toEqual(['+491701000061']);
  expect(readPhone('(617) 555-0121', { callingCode: '1' }).numbers).toEqual(['+16175550121']);
});

test('the longest cell is read at once, whatever it has', () => {
  for (const piece of ['0 ', '1/', '(', 'x1', ' - 1', '+4930901820,', '(a', 'a:'])
    for (const length of [200, 100_000]) {
      const before = performance.now();
      readPhone(piece.repeat(length).slice(0, length), { country: 'DE' });
      expect(performance.now() - before, piece).toBeLessThan(200);
    }
});
