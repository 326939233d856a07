import { expect, test } from 'vitest';
import type { ImportTarget } from '@/lib/contract/import';
import { guessTargets, headerKey, looksLikePhone } from './columns';
import { textFiles } from './fixtures';
import { RecordScanner } from './record-scanner';
import { splitFullName } from './split-full-name';

/** The guesses by name, without the columns that are left out. */
function guessed(header: string[], samples: string[][] = []) {
  const targets = guessTargets(header, samples);
  return Object.fromEntries(targets.flatMap((target, index) => (target ? [[target, header[index]]] : [])));
}

function guessedOf(file: Uint8Array) {
  const [header, ...samples] = new RecordScanner(',').read(new TextDecoder().decode(file), true);
  return guessed(
    header!.cells,
    samples.map(({ cells }) => cells),
  );
}

test('knows the exports of Google and Outlook', () => {
  expect(guessedOf(textFiles.google)).toEqual({
    firstname: 'First Name',
    lastname: 'Last Name',
    company: 'Organization Name',
    jobtitle: 'Organization Title',
    segments: 'Labels',
    email: 'E-mail 1 - Value',
    phone: 'Phone 1 - Value',
  });
  expect(guessedOf(textFiles.outlook)).toEqual({
    firstname: 'First Name',
    lastname: 'Last Name',
    company: 'Company',
    jobtitle: 'Job Title',
    phone: 'Mobile Phone',
    segments: 'Categories',
    email: 'E-mail Address',
  });
});

test.each([
  [
    'Email Address,First Name,Last Name,Address,Phone Number,TAGS',
    'email firstname lastname - phone segments',
  ],
  [
    'Record ID,First Name,Last Name,Email,Phone Number,Company name,Job Title',
    '- firstname lastname email phone company jobtitle',
  ],
  ['Name,Given Name,Family Name,Organization 1 - Name', '- firstname lastname company'],
  ['Name,Vorname,E-Mail,Mobil,Firma,Funktion', 'lastname firstname email phone company jobtitle'],
  ['Nom,Prénom,Adresse e-mail,Téléphone,Société,Poste', 'lastname firstname email phone company jobtitle'],
  [
    'Nombre,Apellidos,Correo electrónico,Teléfono,Empresa,Cargo',
    'firstname lastname email phone company jobtitle',
  ],
  ['Nome,Cognome,E-mail,Cellulare,Azienda,Ruolo', 'firstname lastname email phone company jobtitle'],
  ['Nome,Sobrenome,E-mail,Telefone,Empresa,Cargo', 'firstname lastname email phone company jobtitle'],
  [
    'Voornaam,Achternaam,E-mailadres,Telefoonnummer,Bedrijf,Functie',
    'firstname lastname email phone company jobtitle',
  ],
  ['full_name,EMAIL,email,Referral Code', 'fullName email - referralCode'],
  [
    'email,phone,firstname,lastname,jobtitle,company,segments',
    'email phone firstname lastname jobtitle company segments',
  ],
])('%s', (header, targets) =>
  expect(guessTargets(header.split(','), []).map((target) => target ?? '-')).toEqual(targets.split(' ')),
);

test('of two columns with one name, the one with values is meant', () => {
  expect(
    guessTargets(['Email', 'Phone', 'Email', 'Phone'], [['', '', 'ana@example.com', '+4930901820']]),
  ).toEqual([null, null, 'email', 'phone']);
});

test.each<[string[][], (ImportTarget | null)[]]>([
  [[['ana@example.com'], ['bob@example.com']], ['email']],
  [[['Ana Silva', '030 901820', 'x']], ['fullName', 'phone', null]],
  [
    [['7', 'Ana', 'Silva', 'ana@example.com', '+4930901820']],
    [null, 'firstname', 'lastname', 'email', 'phone'],
  ],
  [[], []],
])('without a header by the values: %j', (samples, targets) =>
  expect(guessTargets([], samples)).toEqual(targets),
);

test('a salutation is no job title where there is a column for those', () => {
  expect(guessTargets(['Title', 'Job Title', 'Home Phone', 'Mobile'], [['Mr.', '', '1', '']])).toEqual([
    null,
    'jobtitle',
    'phone',
    null,
  ]);
});

test('a column of addresses is found under any name', () => {
  expect(guessTargets(['Kontakt 1', 'x'], [['ana@example.com', '1']])).toEqual(['email', null]);
});

test('the key of a header depends on names and order only', () => {
  expect(headerKey(['E-Mail', 'Name'])).toBe(headerKey(['e-mail ', 'NAME']));
  expect(headerKey(['E-Mail', 'Name'])).not.toBe(headerKey(['Name', 'E-Mail']));
  expect(headerKey([])).toMatch(/^[0-9a-f]{32}$/);
});

test.each(['2024-01-31', '31.01.2024', '1/31/2024', '12345', 'x1234567'])('%s is no phone', (value) =>
  expect(looksLikePhone(value)).toBe(false),
);

test.each([
  ['Jane Doe', 'Jane', 'Doe'],
  ['Doe, Jane', 'Jane', 'Doe'],
  ['Jane van der Berg', 'Jane', 'van der Berg'],
  ['Jane Mary Doe', 'Jane Mary', 'Doe'],
  ['van Gogh', 'van', 'Gogh'],
  ['John Doe, Jr.', 'John', 'Doe, Jr.'],
  ['Jane', 'Jane', undefined],
  ['山田太郎', '山田太郎', undefined],
  ['山田 太郎', '山田', '太郎'],
  [' , ', undefined, undefined],
])('%s', (name, firstname, lastname) => {
  const split = splitFullName(name);
  expect([split.firstname, split.lastname]).toEqual([firstname, lastname]);
});
