import { normalizeEmail } from '@/lib/contract/email';
import { pastedEmail } from '@/lib/contract/pasted';
import { normalize } from '@/lib/contract/text';

/** Longer text is no list of addresses. */
const LONGEST = 2_000;
const BETWEEN = /[\s,;|/]+|:::/u;

/** The first email address in a cell, in its stored form, and those after it as they are written; `null` without one. */
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
