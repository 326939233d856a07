import { expect, test } from 'vitest';
import { countryNamed } from './country-names';
import { guessMapping } from './guess-mapping';
import { rowToContact } from './row-to-contact';

test.each([
  ['DE', 'DE'],
  ['usa', 'US'],
  ['GBR', 'GB'],
  ['AUT', 'AT'],
  ['U.S.A.', 'US'],
  ['United States of America', 'US'],
  ['Iran, Islamic Republic of', 'IR'],
  ['Korea, Republic of', 'KR'],
  ['Deutschland (DE)', 'DE'],
  ['Saksa', 'DE'],
  ['Németország', 'DE'],
  ['Соединенные Штаты', 'US'],
  ['भारत', 'IN'],
  ['टोगो', 'TG'],
  ['टोंगा', 'TO'],
  ['日本', 'JP'],
  ['ไทย', 'TH'],
  ['UK', 'GB'],
  ['UAE', 'AE'],
  ['BRD', 'DE'],
  ['NL - Netherlands', 'NL'],
  ['DE-BY', 'DE'],
  ['Guinea-Bissau', 'GW'],
  ['Federal Republic of Germany', 'DE'],
  ['Kingdom of the Netherlands', 'NL'],
  ['Republic of Korea', 'KR'],
  ['Korea, Democratic People’s Republic of', 'KP'],
  ['Macau', 'MO'],
  ['Czech Rep.', 'CZ'],
  ['台灣', 'TW'],
  ['한국', 'KR'],
  ['Elbonia', null],
  ['', null],
  ['-', null],
])('%s', (text, code) => expect(countryNamed(text)).toBe(code));

const phonesIn = (header: string, rows: string[]) => {
  const samples = rows.map((row) => row.split(','));
  const { targets, columnOrder } = guessMapping(header.split(','), samples);
  const settings = {
    targets,
    columnOrder,
    segmentSeparator: ',',
    country: 'FR',
    unusualPhones: 'leaveOut' as const,
  };
  return samples.map((cells) => rowToContact(cells, settings, header.split(',')).values.phone);
};

test.each([
  ['Email,Phone,Country', 'a@x.org,(415) 555-2679,United States', '+14155552679'],
  ['Email,Phone,country_code', 'a@x.org,030 901820,de', '+4930901820'],
  ['Email,Telefon,Rechnungs-Land', 'a@x.org,030 901820,Allemagne', '+4930901820'],
  ['Email,Phone,Country/Region Name', 'a@x.org,9845344750,India', '+919845344750'],
  ['Email,Phone,Country', 'a@x.org,01 42 68 53 00,', '+33142685300'],
  ['Email,Phone,Country', 'a@x.org,01 42 68 53 00,n/a', '+33142685300'],
  ['Email,Phone,Shipping Country,Billing Country', 'a@x.org,030 901820,US,DE', '+4930901820'],
  ['Email,Phone,Business Country,Home Country', 'a@x.org,030 901820,,DE', '+4930901820'],
  ['Email,Phone,Phone Country Code,Country', 'a@x.org,030 901820,49,US', '+4930901820'],
  ['Email,billing_phone,shipping_country,billing_country', 'a@x.org,030 901820,US,DE', '+4930901820'],
])('%s: %s', (header, row, phone) => expect(phonesIn(header, [row])).toEqual([phone]));

test('where a row names no known country, the one of the import counts', () => {
  const rows = [
    'a@x.org,01 42 68 53 00,France',
    'b@x.org,01 42 68 53 00,France',
    'c@x.org,01 42 68 53 00,Elbonia',
    'd@x.org,030 901820,Germany',
  ];
  expect(phonesIn('Email,Phone,Country', rows)).toEqual([
    '+33142685300',
    '+33142685300',
    '+33142685300',
    '+4930901820',
  ]);
});
