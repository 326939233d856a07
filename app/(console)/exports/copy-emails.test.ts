import { expect, test } from 'vitest';
import { parseEmails } from './copy-emails';

test('emails are read as they are stored, without the escapes of the file', () => {
  const csv = 'Email\r\nana@x.example\r\n\'+ben@x.example\r\n"a""b"@x.example\r\n"""c d""@x.example"\r\n';
  expect(parseEmails(csv)).toEqual([
    'ana@x.example',
    '+ben@x.example',
    '"a""b"@x.example'.replaceAll('""', '"'),
    '"c d"@x.example',
  ]);
  expect(parseEmails('Email\r\n')).toEqual([]);
});
