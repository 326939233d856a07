import { normalizeEmail } from '@/lib/contract/email';
import { pastedEmail } from '@/lib/contract/pasted';
import { normalize } from '@/lib/contract/text';

/** Maximum length of a list of addresses. */
const LONGEST = 2_000;
const LONGEST_NAME = 200;
const BETWEEN = /[\s,;|/]+|:::/u;

/** The name before the email in `Ana Silva <ana@example.com>` or `"Silva, Ana" <…>`; `''` if there is none. */
export function nameBeside(cell: string): string {
  const end = cell.search(/[<@]/);
  const before = cell.slice(0, cell[end] === '<' ? end : cell.lastIndexOf(' ', end) + 1);
  if (before.length > LONGEST_NAME) return '';
  const unquoted = before
    .replace(/"/g, '')
    .trim()
    .replace(/^'(.*)'$/, '$1');
  const name = unquoted.replace(/ ?[,–-]$/, '');
  return /^\p{L}[^@\d<>|;/:]*$/u.test(name) ? name : '';
}

/**
 * Returns the first email address in a cell, in stored form, or `null`; and later, different ones as written. Does not search
 * a cell of more than 2,000 characters.
 */
export function readEmail(cell: string): { email: string | null; others: string[] } {
  const whole = normalizeEmail(pastedEmail(cell));
  if (whole || cell.length > LONGEST) return { email: whole, others: [] };
  const found = normalize(cell, 'NFKC')
    .replace(/ ?@ ?/g, '@')
    .split(BETWEEN)
    .flatMap((part) => {
      const email = part.includes('@') ? normalizeEmail(pastedEmail(part)) : null;
      return email ? [{ email, part }] : [];
    });
  const [first, ...rest] = found;
  const others = rest.flatMap(({ email, part }) => (email === first?.email ? [] : [pastedEmail(part)]));
  return { email: first?.email ?? null, others };
}
