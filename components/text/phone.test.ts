import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, it } from 'vitest';
import { formatPhone } from './phone';

it.each([
  ['+442079460958', '+44 20 7946 0958'],
  ['+447911123456', '+44 7911 123456'],
  ['+4930901820', '+49 30 901820'],
  ['+4915120003395', '+49 1512 0003395'],
  ['+491701000061', '+49 170 1000061'],
  ['+14155552671', '+1 415 555 2671'],
  ['+33612345678', '+33 6 12 34 56 78'],
  ['+390612345678', '+39 06 1234 5678'],
  ['+819012345678', '+81 90 1234 5678'],
  ['+5511961234567', '+55 11 96123 4567'],
  ['+919876543210', '+91 98765 43210'],
  // No plan has it.
  ['+99912345678', '+999 1234 5678'],
  // Connected services may store other text.
  ['030 901820', '030 901820'],
  ['+49 (0) 30 901820', '+49 (0) 30 901820'],
  ['', ''],
])('shows %s as %s', (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown);
});

it('groups mobile numbers of every country as its numbering plan does', () => {
  const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
  expect(numbers.length).toBeGreaterThan(200);
  const planned = numbers.map((number) => number.formatInternational().replaceAll('-', ' '));
  const others = planned.filter((shown, index) => shown !== formatPhone(numbers[index]?.number ?? ''));
  expect(others).toEqual(['+359 43 012 345']);
});
