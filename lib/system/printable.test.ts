import { expect, test } from 'vitest';
import { printable } from './printable';

test.each([
  ['A sentence,\n\tand another: ليلى 山田 😀', 'A sentence,\n\tand another: ليلى 山田 😀'],
  ['\u001b[2Jcleared', '\\u{1b}[2Jcleared'],
  ['\u009b31m\r\u0007', '\\u{9b}31m\\u{d}\\u{7}'],
  ['a\u202eb\u2028', 'a\\u{202e}b\\u{2028}'],
])('%j is shown as %j', (text, shown) => expect(printable(text)).toBe(shown));
