import { expect, test } from 'vitest';
import { guessMapping } from './guess-mapping';

test('all emails and phones of a person are mapped, mobiles first', () => {
  expect(
    guessMapping(
      ['Business Phone', 'Mobile Phone', 'E-mail Address', 'E-mail 2 Address'],
      [['+4930901820', '+491701000121', 'a@x.org', 'b@x.org']],
    ),
  ).toMatchObject({ targets: ['phone', 'phone', 'email', 'email'], columnOrder: [1, 0] });
});

test('columns beside the number, and the Id of an export, are known by name and values', () => {
  const id = '0190a6f0-0000-7000-8000-000000000001';
  const header = ['Id', 'Phone', 'Phone Calling Code', 'Area code'];
  expect(guessMapping(header, [[id, '1000061', '+49', '030']]).targets).toEqual([
    'id',
    'phone',
    'phoneCountry',
    'areaCode',
  ]);
  expect(guessMapping(header, [['51', '1000061', 'yes', 'north']]).targets).toEqual([
    null,
    'phone',
    null,
    null,
  ]);
});
