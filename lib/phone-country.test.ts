import { type CountryCode, getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { internationalPhone } from './contract/phone';
import { isUnusualPhone, possiblePhone, toPhoneCountry } from './phone-country';

const inCountry = (text: string, code: CountryCode) => internationalPhone(text, toPhoneCountry(code));

test.each([
  ['DE', '030 / 90 18-20', '+4930901820'],
  ['DE', '(030) 901820', '+4930901820'],
  ['IT', '06 6982', '+39066982'],
  ['US', '(202) 555-0123', '+12025550123'],
  ['US', '1 202 555 0123', '+12025550123'],
  ['US', '011 49 30 901820', '+4930901820'],
  ['RU', '8 800 123-45-67', '+78001234567'],
  ['RU', '800 123-45-67', '+78001234567'],
] as const)('in %s %s is %s', (code, typed, meant) => expect(inCountry(typed, code)).toBe(meant));

test.each(['+49 30 901820', '', ' ', '1', 'ext. 12', '030 901820 x5'])('leaves "%s" as it is', (typed) => {
  expect(inCountry(typed, 'DE')).toBe(typed);
  expect(internationalPhone('030 901820', null)).toBe('030 901820');
});

test('knows no country that is none', () => {
  for (const code of ['XX', 'de', 'DEU', '']) expect(toPhoneCountry(code)).toBeNull();
  expect(toPhoneCountry('DE')?.name).toBe('Germany');
});

test.each(getCountries())('a number of %s is found as it is written there', (code) => {
  const example = getExampleNumber(code, examples);
  if (!example) return;
  for (const typed of [example.formatNational(), example.nationalNumber])
    expect(possiblePhone(inCountry(typed, code)), typed).toBe(example.number);
});

test.each([
  ['+4930901820', false],
  ['+12025550123', false],
  ['+525512345678', false],
  ['+19875550123', true],
  ['+861112345678', true],
  ['+15555555555', false],
  ['+49', false],
])('%s is unusual: %s', (phone, is) => expect(isUnusualPhone(phone)).toBe(is));
