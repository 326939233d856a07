import { expect, test } from 'vitest';
import { readHead } from './file-head';
import { binaryFiles, inChunks, textFiles } from './fixtures';
import { detectTable, otherTables } from './text-format';

const formatOf = async (bytes: Uint8Array) => (await readHead(inChunks(bytes), new Uint8Array()))?.format;

test.each([
  ['excel', 'utf-8', ';', true],
  ['windows1252', 'windows-1252', ';', true],
  ['utf16WithMark', 'utf-16le', '\t', true],
  ['utf16', 'utf-16le', '\t', true],
  ['utf16BigEndian', 'utf-16be', ';', true],
  ['google', 'utf-8', ',', true],
  ['outlook', 'utf-8', ',', true],
  ['quotedBreaks', 'utf-8', ',', true],
  ['ragged', 'utf-8', ',', true],
  ['sep', 'utf-8', '|', true],
  ['emails', 'utf-8', ',', false],
  ['headerOnly', 'utf-8', ',', true],
  ['empty', 'utf-8', ',', false],
  ['wide', 'utf-8', ',', true],
  ['longLine', 'utf-8', ',', true],
] as const)('%s is %s with %j', async (name, encoding, delimiter, header) => {
  const firstLine = name === 'sep' ? 2 : 1;
  expect(await formatOf(textFiles[name])).toEqual({
    encoding,
    delimiter,
    header,
    firstLine,
    quotes: 'double',
    sheet: null,
  });
});

test.each(['png', 'numbers'] as const)('%s is no text', async (name) =>
  expect(await formatOf(binaryFiles[name])).toBeUndefined(),
);

test.each([
  ['<!DOCTYPE html>\n<html>', 'web page'],
  ['<table><tr><td>Email</td></tr></table>', 'web page'],
  ['<?xml version="1.0"?><Workbook/>', 'XML'],
  ['[\n {"email": "a@x.org"}]', 'JSON'],
  ['{"email": "a@x.org"}\n{"email": "b@x.org"}', 'JSON'],
  ['# exported\nversion: 1\n\ndn: cn=Ana\nmail: a@x.org\n', 'LDIF'],
  ['{\\rtf1\\ansi Email}', 'RTF'],
  ['%PDF-1.7\n%abc', 'PDF'],
  ['BEGIN:VCALENDAR', 'calendar'],
])('%j is named', async (text, name) =>
  expect(formatOf(new TextEncoder().encode(text))).rejects.toThrow(name),
);

test('a character that the end of the head cuts is no reason for another encoding', async () => {
  const bytes = new TextEncoder().encode('name\nJosé');
  expect((await formatOf(bytes.subarray(0, -1)))?.encoding).toBe('utf-8');
});

test.each([
  ['Name;Email\n"Doe, Jane";jane@example.com\nSilva, Ana;ana@example.com\n', ';'],
  ['a|b\n1,5|2,5\n2,5|3,5\n', '|'],
  ['a;b;c\n"x,y,z";2;3\n"x,y";2;3\n', ';'],
  ['List of people\n\nEmail;Name\na@x.org;Ann Lee, Inc\nb@x.org;Bob, Ray\n', ';'],
  ['email,tags\na@x.org,a;b;c\nb@x.org,a;b;c\n', ','],
  ['Email^Name\na@x.org^Ann, Lee\n', '^'],
  ['Nachname, Vorname;E-Mail\nLee, Ann;a@x.org\n', ';'],
])('%j is separated by %s', (text, delimiter) => expect(detectTable(text).delimiter).toBe(delimiter));

test.each([
  ['Ana,ana@example.com\n', false],
  ['Ana,+49 30 901820\n', false],
  ['12,Ana\n', false],
  ['Kundenart,Ort\nx,y\n', true],
  ['Phone,2025\nx,y\n', true],
])('%j has a header: %s', (text, header) => expect(detectTable(text).header).toBe(header));

test.each([
  ['Customers, May 2026;;;\nE-Mail;Name;City;Company\na@x.org;Bo;Rome;Ahl\n', 2, true],
  ['Table 1\nEmail,First name,Last name\na@x.org,Ed,Dahl\n', 2, true],
  [
    'Notes:\n"When exporting, you may notice, that email addresses are missing."\n\nFirst Name,Email\nAmir,a@x.org\n',
    4,
    true,
  ],
  ['# exported 2026-05-01, 3 people, by Sam\nEmail,Phone,Name\na@x.org,+4930901820,Ann\n', 2, true],
  ['Person,,,Company\nFirst name,Last name,Email,Name\nAnn,Lee,a@x.org,Acme\n', 2, true],
  ['Person;Person;Firma;Kontakt\nVorname;Nachname;Name;E-Mail\nAnn;Lee;Acme;a@x.org\n', 2, true],
  ['Report\nBy: sam@x.org\n2026-05-01\n\nEmail,First name\na@x.org,Ann\nb@x.org,Bob\n', 5, true],
  ['Customers;;\nAnn;Lee;a@x.org\nBob;Ray;b@x.org\n', 2, false],
  ['Ann,Lee,a@x.org\nName,First name,b@x.org\n', 1, false],
  ['\n\nEmail,Name\na@x.org,Ann\n', 1, true],
  [
    'Report\nHost\nName,Email,Guest\nSam,s@x.org,No\nPeople\nName,Email,Phone\nAnn,a@x.org,\nBob,b@x.org,\n',
    6,
    true,
  ],
  [
    '1. Summary\nTitle\tDay\n\n2. People\nName\tEmail\nAnn\ta@x.org\n\n3. Chat\nName\tEmail\nAnn\ta@x.org\n',
    5,
    true,
  ],
  ['Email,Name,By\na@x.org,Ann,\n,Bob\n,Cem,Phone\nd@x.org,Dan,\ne@x.org,Eve,\n', 1, true],
  ['Name,Email\nAnn,a@x.org\n\nName,Email\nBob,b@x.org\nCem,c@x.org\n', 1, true],
  ['ID,Topic,User Email,Minutes\n1,Talk,h@x.org,5\n\nName,User Email,Minutes\nAnn,a@x.org,5\n', 4, true],
  ['Email\na@x.org\n', 1, true],
  ['a@x.org\nb@x.org\n', 1, false],
  ['Stadt;Straße\nBonn;Name\n', 1, true],
])('%j begins in line %i, with a header: %s', (text, firstLine, header) =>
  expect(detectTable(text)).toMatchObject({ firstLine, header }),
);

test.each([
  ["'Email','Name'\n'a@x.org','Lee, Ann'\n", 'single'],
  ['Email,Name\na@x.org,"Ana \\"Annie\\" Silva"\nb@x.org,"Bob \\"B\\""\n', 'backslash'],
  ['"Email,Name"\n"a@x.org,Ann"\n"b@x.org,Bob"\n', 'line'],
  ['"Email","Name"\n"a@x.org","Ann ""A"" Lee"\n', 'double'],
  ['"Email"\n"a@x.org"\n', 'double'],
  ["Phone,Name\n'+4930901820,O'Neil\n'+4930901821,D'Arcy\n", 'double'],
])('%j has quotation marks: %s', (text, quotes) => expect(detectTable(text).quotes).toBe(quotes));

test.each([
  ['Email,Name\na@x.org,Ann\n', []],
  ['Name,Email\nAnn,a@x.org\n\nName,Email\nBob,b@x.org\n', []],
  ['Hosts\nName,Email,Role\nSam,s@x.org,x\n\nGuests\nName,Email\nAnn,a@x.org\nBob,b@x.org\n', [2]],
  ['Guests\nName,Email\nAnn,a@x.org\nBob,b@x.org\n\nHosts\nName,Email,Role\nSam,s@x.org,x\n', [7]],
  ['Name,Email\nAnn,a@x.org\nBob,b@x.org\n\nHosts\nName,Email,Role\n', []],
])('%j has other tables in lines %j', (text, lines) =>
  expect(otherTables(text, detectTable(text))).toEqual(lines),
);
