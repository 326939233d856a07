import { expect, test } from 'vitest';
import { parseEmails } from './copy-emails';

test('emails are read as they are stored, without the escapes of the file', () => {
  const csv =
    'Email,Id\r\nana@x.example,1\r\n\'+ben@x.example,2\r\n"a""b"@x.example,3\r\n"""c d""@x.example",4\r\n,5\r\n';
  expect([...parseEmails(csv)]).toEqual([
    ['1', 'ana@x.example'],
    ['2', '+ben@x.example'],
    ['3', '"a"b"@x.example'],
    ['4', '"c d"@x.example'],
  ]);
  expect([...parseEmails('Email,Id\r\n')]).toEqual([]);
});
