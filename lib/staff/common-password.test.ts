import { expect, it } from 'vitest';
import { isCommonPassword } from './common-password';

it.each([
  'qwerty123456',
  'Password2026!',
  'passwordpassword',
  '123456789012',
  'aaaaaaaaaaaa',
  'LeaveMeAlone',
])('refuses %s', (password) => expect(isCommonPassword(password)).toBe(true));

it.each(['correct horse battery', 'vT7-kQ2-mR9-xZ4', 'pflaumenkuchen am fluss', '東京の夜は静かで長い道'])(
  'accepts %s',
  (password) => expect(isCommonPassword(password)).toBe(false),
);
