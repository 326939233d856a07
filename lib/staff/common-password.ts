import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set(dictionary['passwords-common']);

export const COMMON_PASSWORD = 'This password is too common. Choose another one.';

/**
 * Whether a password is common as it is, or once repetitions, and digits and signs around it, are removed; also if fewer than
 * two characters are left then.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const core = lower.replace(/^(.+?)\1+$/, '$1').replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return core.length < 2 || common.has(lower) || common.has(core);
}
