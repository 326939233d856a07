import { expect, test } from 'vitest';
import { EncodingSampler } from './encoding-sampler';
import { legacyEncoding } from './legacy-encoding';
import { provedEncoding, textSource } from './text-encoding';

const ENGLISH = 'Email;First name;Last name;Company';

/** A list with one person, whose names are in hex. */
test.each([
  ['windows-1252', 'E-Mail;Vorname;Nachname;Firma', 'Jörg Müller Größe', '4af67267 4dfc6c6c6572 4772f6df65'],
  ['windows-1252', ENGLISH, 'René Blanc Acme', '52656ee9 426c616e63 41636d65'],
  [
    'windows-1250',
    'E-mail;Nazwisko;Telefon;Firma',
    'Łucja Wiśniewska Spółka',
    'a375636a61 57699c6e696577736b61 5370f3b36b61',
  ],
  ['windows-1251', ENGLISH, 'Иван Петров Ромашка', 'c8e2e0ed cfe5f2f0eee2 d0eeece0f8eae0'],
  ['windows-1254', ENGLISH, 'Şule Yıldız İğne', 'de756c65 59fd6c64fd7a ddf06e65'],
  ['shift_jis', ENGLISH, '花子 山田 株式会社テスト', '89d48e71 8e529363 8a948eae89ef8ed0836583588367'],
  ['gb18030', ENGLISH, '小明 王 北京公司', 'd0a1c3f7 cdf5 b1b1bea9b9abcbbe'],
  ['euc-kr', ENGLISH, '민수 김 서울회사', 'b9cebcf6 b1e8 bcadbfefc8b8bbe7'],
  ['windows-1252', ENGLISH, 'Zoë Lee Acme', '5a6feb 4c6565 41636d65'],
  ['windows-1252', ENGLISH, 'Ann Lee “Best”', '416e6e 4c6565 934265737494'],
  ['macintosh', ENGLISH, 'María Muñoz Niño', '4d61729261 4d75966f7a 4e69966f'],
  ['macintosh', ENGLISH, 'José Müller Größe', '4a6f738e 4d9f6c6c6572 47729aa765'],
  ['ibm850', ENGLISH, 'Jörg Müller Größe', '4a947267 4d816c6c6572 477294e165'],
] as const)('%s below %s', (encoding, header, names, hex) => {
  const cells = hex.split(' ').flatMap((cell) => [Buffer.from(';'), Buffer.from(cell, 'hex')]);
  const bytes = Buffer.concat([Buffer.from(`${header}\r\na@x.org`), ...cells, Buffer.from('\r\n')]);
  expect(provedEncoding(bytes)).toBe('legacy');
  expect(legacyEncoding(bytes)).toBe(encoding);
  expect(textSource(encoding).read(bytes, true)).toContain(names.replaceAll(' ', ';'));
});

test('few damaged bytes leave UTF-8 what it is, also far from the beginning', () => {
  const sampler = new EncodingSampler();
  for (let chunk = 0; chunk < 1_000; chunk++)
    sampler.add(
      Buffer.concat([
        Buffer.from('x,Jürgen Größe\n'.repeat(20)),
        Buffer.from('y,Ren\xe9\n', chunk ? 'utf8' : 'latin1'),
      ]),
    );
  expect(sampler.bytes.length).toBeLessThan(300_000);
  expect(provedEncoding(Buffer.from('id,name\n'), sampler.bytes)).toBe('utf-8');
  const legacy = new EncodingSampler();
  legacy.add(Buffer.from('x,J\xfcrgen\n', 'latin1'));
  expect(provedEncoding(Buffer.from('id,name\n'), legacy.bytes)).toBe('legacy');
});

test('UTF-8 that was encoded twice is read once more', () => {
  expect(provedEncoding(Buffer.from('email,name\nFranÃ§ois,MÃ¼ller,â€œxâ€\u009d'))).toBe('utf-8-twice');
  const twice = textSource('utf-8-twice').read(Buffer.from('FranÃ§ois MÃ¼ller José â€œx'), true);
  expect(twice).toBe('François Müller José “x');
  expect(provedEncoding(Buffer.from('São Paulo, SÃO, Ã, Â 5'))).toBe('utf-8');
});

test.each([
  ['NUL bytes', Buffer.from('email\na@x.org\0\0\n'), 'utf-8'],
  ['ISO 2022', Buffer.from('Email,\x1b$B;3ED\x1b(B\n'), 'iso-2022-jp'],
  ['a byte order mark', Buffer.from('\ufeffemail'), 'utf-8'],
  ['control characters', Buffer.from(Array.from({ length: 100 }, (_, index) => index % 8)), null],
])('%s', (_, bytes, encoding) => expect(provedEncoding(bytes)).toBe(encoding));
