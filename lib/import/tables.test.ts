import { gzipSync, strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { tablesIn, workbook } from './fixtures';

const CARD = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Silva;Ana;Maria;Dr.;',
  'FN:Dr. Ana Maria Silva',
  'ORG:Nord\\, Licht;Sales',
  'TITLE:Head of Long',
  '  Titles',
  'item1.EMAIL;type=INTERNET;type=HOME:home@x.org',
  'EMAIL;type=INTERNET;type=pref:ana@x.org',
  'TEL;type="WORK,FAX":+49 30 1',
  'TEL;type=WORK:+49 30 901820',
  'TEL;type=CELL:+49 170 1000001',
  'CATEGORIES:VIP,Key\\, account',
  `PHOTO;ENCODING=b:${'A'.repeat(70)}`,
  ...Array.from({ length: 3 }, () => ` ${'A'.repeat(70)}`),
  'END:VCARD',
].join('\r\n');
const OTHERS = `
BEGIN:VCARD
VERSION:4.0
FN:Ben Okafor
EMAIL;PREF=1:mailto:ben@x.org
TEL;VALUE=uri;TYPE="voice,cell":tel:+49-30-901821;ext=5
END:VCARD
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6=
rg;;;
TEL;CELL:+4930901822
END:VCARD
BEGIN:VCARD
FN:Acme
ORG:Acme
TEL:1
END:VCARD
`;

test('people of vCards are rows in the lines of their cards', async () => {
  const { vCard = '' } = await tablesIn(strToU8(CARD + OTHERS));
  const lines = vCard.split('\r\n');
  expect(lines.filter(Boolean)).toEqual([
    'First name,Middle name,Last name,Name prefix,Name suffix,Email,Email 2,Email 3,Phone,Phone 2,Phone 3,Company,Job title,Categories,Unclear in the vCard',
    'Ana,Maria,Silva,Dr.,,ana@x.org,home@x.org,,+49 170 1000001,+49 30 901820,,"Nord, Licht",Head of Long Titles,"VIP, ""Key, account""",',
    'Ben,,Okafor,,,ben@x.org,,,+49-30-901821 ext. 5,,,,,,',
    'Jörg,,Müller,,,,,,+4930901822,,,,,,',
    ',,,,,,,,1,,,Acme,,,',
  ]);
  expect(lines.flatMap((line, index) => (line ? [index + 1] : []))).toEqual([1, 2, 20, 26, 32]);
});

test('files in an archive are tables, those of people who have left last', async () => {
  const archive = zipSync({
    'export/unsubscribed.csv': strToU8('email\nb@x.org\n'),
    'export/subscribed.csv': strToU8('email\na@x.org\n'),
    'export/people.xlsx': workbook('<row><c><v>1</v></c></row>'),
    'readme.pdf': strToU8('%PDF'),
    '__MACOSX/._subscribed.csv': strToU8('x'),
  });
  expect(await tablesIn(archive)).toEqual({
    'subscribed.csv': 'email\na@x.org\n',
    'people.xlsx: People': '1\r\n',
    'unsubscribed.csv': 'email\nb@x.org\n',
  });
  expect(await tablesIn(gzipSync(strToU8('email\na@x.org\n')))).toEqual({ '': 'email\na@x.org\n' });
});

test.each([
  ['xlsb', zipSync({ 'xl/workbook.bin': strToU8('x') }), 'xlsb'],
  ['ods', zipSync({ mimetype: strToU8('x'), 'content.xml': strToU8('<a/>') }), 'OpenDocument'],
  ['Numbers', zipSync({ 'Index/Document.iwa': strToU8('x') }), 'Numbers'],
  ['Word', zipSync({ 'word/document.xml': strToU8('<a/>') }), 'Word'],
  ['a gzip bomb', gzipSync(new Uint8Array(30_000_000)), 'too large'],
  ['a damaged gzip file', gzipSync(strToU8('email')).subarray(0, 15), 'damaged'],
  ['a gzipped archive', gzipSync(zipSync({ 'a.csv': strToU8('x') })), 'Unpack'],
  ['a vCard file without people', strToU8('BEGIN:VCARD\nx'), 'no contacts'],
])('%s is named', async (_, file, message) => {
  await expect(tablesIn(file)).rejects.toMatchObject({
    name: 'InvalidFile',
    message: expect.stringContaining(message),
  });
});
