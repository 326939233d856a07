import fc from 'fast-check';
import { type CountryCode, getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { contactUpsert } from '@/lib/contract/contact';
import { contactFields } from '@/lib/contract/contact-fields';
import { neutralizeFormula } from '@/lib/contract/csv-cell';
import type { ImportTarget } from '@/lib/contract/import';
import { isPlaceholder } from '@/lib/contract/phone';
import { isNoValue } from './no-value';
import { readPhone } from './read-phone';
import { rowToContact } from './row-to-contact';
import { UNCLEAR } from './vcard-to-csv';

const mapping = (
  targets: (ImportTarget | null)[],
  country: CountryCode | null = 'DE',
  segmentSeparator = ';',
) => ({
  targets,
  columnOrder: [],
  country,
  segmentSeparator,
  unusualPhones: 'leaveOut' as const,
});

test('takes the mapped cells, and leaves out blank and missing ones', () => {
  const row = rowToContact(
    ['Ana', 'ignored', 'ana@example.com', ' \u200b', 'VIP; News ;;VIP', 'SPRING'],
    mapping(['firstname', null, 'email', 'company', 'segments', 'referralCode', 'jobtitle']),
  );
  expect(row).toEqual({
    leftOut: [],
    corrected: [],
    values: { firstname: 'Ana', email: 'ana@example.com' },
    segmentTitles: ['VIP', 'News'],
    referralCode: 'SPRING',
  });
  expect(contactUpsert.safeParse(row.values).success).toBe(true);
});

test('parts of a name that stand in columns of their own belong to the two names', () => {
  const targets: ImportTarget[] = [
    'prefix',
    'firstname',
    'middleName',
    'lastNamePrefix',
    'lastname',
    'suffix',
  ];
  expect(rowToContact(['Dr.', 'Piet', 'Jan', 'van der', 'Berg', 'Jr.'], mapping(targets)).values).toEqual({
    firstname: 'Dr. Piet Jan',
    lastname: 'van der Berg, Jr.',
  });
  expect(rowToContact(['', '', 'Jan', '', '', 'Jr.'], mapping(targets)).values).toEqual({ firstname: 'Jan' });
});

test('a name beside an email counts if no column has one', () => {
  const [email, name] = ['Ana Silva <a@x.org>', 'Bea'];
  expect(rowToContact([email], mapping(['email'])).values).toMatchObject({
    firstname: 'Ana',
    lastname: 'Silva',
  });
  expect(rowToContact([email, name], mapping(['email', 'firstname'])).values).toEqual({
    email: 'a@x.org',
    firstname: 'Bea',
  });
});

test('columns are kept as a note, a line each', () => {
  const targets: ImportTarget[] = ['email', 'note', 'note'];
  const names = ['Email', 'Quelle', 'Bemerkung'];
  expect(rowToContact(['a@x.org', 'Messe', ' '], mapping(targets), names).note).toBe('Quelle: Messe');
  expect(rowToContact(['a@x.org', 'Messe', 'ruft an'], mapping(targets), names).note).toBe(
    'Quelle: Messe\nBemerkung: ruft an',
  );
});

test('a value with damaged characters is left out, and told', () => {
  const row = rowToContact(['Zo\ufffd', 'a@x.org'], mapping(['firstname', 'email']));
  expect(row.values).toEqual({ email: 'a@x.org' });
  expect(row.leftOut).toMatchObject([{ column: 0, value: 'Zo\ufffd', reason: 'invalid' }]);
});

test('a salutation is no job title', () => {
  const row = rowToContact(['Mrs.', 'a@x.org'], mapping(['jobtitle', 'email']));
  expect(row.values).toEqual({ email: 'a@x.org' });
});

test('a list of people in a column of its own is a segment', () => {
  const row = rowToContact(['x', 'FALSE', 'VIP'], mapping(['segmentFlag', 'segmentFlag', 'segments']), [
    'Party',
    'Newsletter',
    'Tags',
  ]);
  expect(row.segmentTitles).toEqual(['Party', 'VIP']);
});

test('some programs write the company before the name', () => {
  const row = rowToContact(['Veld NV', 'Veld NV, Una Walk'], mapping(['company', 'fullName']));
  expect(row.values).toEqual({ company: 'Veld NV', firstname: 'Una', lastname: 'Walk' });
});

test('a name of its own column wins over the full name', () => {
  expect(rowToContact(['Silva, Ana', 'Anna'], mapping(['fullName', 'firstname'])).values).toEqual({
    firstname: 'Anna',
    lastname: 'Silva',
  });
});

test('a line break in a cell is a space, and of several addresses the first counts', () => {
  const row = rowToContact(
    ['Acme\r\n Ltd', 'ana@example.com ::: b@example.com', '030 901820 ::: 1'],
    mapping(['company', 'email', 'phone']),
  );
  expect(row.values).toEqual({ company: 'Acme Ltd', email: 'ana@example.com', phone: '+4930901820' });
});

test.each([
  ['Ana <mailto:Ana@Example.com>,', 'mobile: 030 901820;', 'ana@example.com', '+4930901820'],
  ["'+ana@example.com", "'+4930901820", '+ana@example.com', '+4930901820'],
  ['="ana@example.com"', '="+4930901820"', 'ana@example.com', '+4930901820'],
])('takes the addresses out of %j and %j', (email, phone, meantEmail, meantPhone) => {
  const { values } = rowToContact([email, phone], mapping(['email', 'phone']));
  expect(values).toMatchObject({ email: meantEmail, phone: meantPhone });
});

test('a cell without a separator is one segment', () => {
  expect(rowToContact(['a; b'], mapping(['segments'], null, '')).segmentTitles).toEqual(['a; b']);
});

test('what the export neutralized comes back', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', 'a', ' ') });
  fc.assert(
    fc.property(text, (company) => {
      fc.pre(company.trim() !== '' && !isNoValue(company.trim(), false));
      expect(rowToContact([neutralizeFormula(company)], mapping(['company'])).values).toEqual({ company });
    }),
  );
  expect(rowToContact(["'+4930901820"], mapping(['phone'], null)).values.phone).toBe('+4930901820');
});

test.each([
  ['030 / 90 18-20', 'DE', '+4930901820'],
  ['0049 30 901820', 'US', '+4930901820'],
  ['tel:030-901820', 'DE', '+4930901820'],
  ['٠٣٠ ٩٠١٨٢٠', 'DE', '+4930901820'],
  ['011 49 30 901820', 'US', '+4930901820'],
  ['(202) 555-0123', 'US', '+12025550123'],
  ["'030901820", 'DE', '+4930901820'],
  ['30901820', 'DE', '+4930901820'],
  ['4915123456789', 'DE', '+4915123456789'],
  ['06 6982', 'IT', '+39066982'],
  ['+49 (0)30 901820', 'FR', '+4930901820'],
] as const)('%s in %s is %s', (text, country, phone) => {
  expect(readPhone(text, { country })).toMatchObject({ numbers: [phone], problem: null });
});

test.each(getCountries())('a number of %s is found as it is written there', (code) => {
  const example = getExampleNumber(code, examples);
  if (!example || isPlaceholder(example.nationalNumber)) return;
  for (const text of [example.formatNational(), example.nationalNumber, example.number.slice(1)])
    expect(readPhone(text, { country: code }).numbers, text).toContain(example.number);
});

test('every field of a contact can be mapped', () => {
  const { values } = rowToContact(
    contactFields.map((name) => ({ email: 'a@example.com', phone: '+4930901820' })[name as 'email'] ?? name),
    mapping([...contactFields]),
  );
  expect(Object.keys(values).sort()).toEqual([...contactFields].sort());
});

test('links after names are no part of them', () => {
  const url = 'https://www.notion.so/Acme-0123?pvs=21';
  const row = rowToContact(
    [
      `Ana Silva (${url})`,
      `Acme (Berlin) (${url})`,
      `VIP (${url}); Lead (../Tags%20db/Lead%20abc.md)`,
      'Sales (EU)',
    ],
    mapping(['fullName', 'company', 'segments', 'jobtitle']),
  );
  expect(row.values).toEqual({
    firstname: 'Ana',
    lastname: 'Silva',
    company: 'Acme (Berlin)',
    jobtitle: 'Sales (EU)',
  });
  expect(row.segmentTitles).toEqual(['VIP', 'Lead']);
});

test('the email of the account that the file comes from is nobody’s', () => {
  const settings = mapping(['email', 'email', 'firstname']);
  const cells = ['Shop@x.org', 'uber@x.org', 'Uber'];
  const row = rowToContact(cells, settings, ['From', 'To', 'Name'], 'shop@x.org');
  expect(row.values.email).toBe('uber@x.org');
  expect(row.leftOut).toEqual([expect.objectContaining({ column: 0, value: 'Shop@x.org' })]);
});

test('what is unclear in a vCard is listed, though its column is skipped', () => {
  const row = rowToContact(['a@x.org', 'END:VCARD is missing'], mapping(['email', null]), ['Email', UNCLEAR]);
  expect(row.leftOut).toMatchObject([{ column: 1, value: 'END:VCARD is missing', reason: 'extra' }]);
});

test('of several numbers in a cell, the valid one counts', () => {
  expect(readPhone('12345; 123; +49 30 901843', {}).numbers).toEqual(['+4930901843']);
});
