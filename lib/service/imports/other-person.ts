import type { ContactRow } from '@/lib/contacts/contact-row';
import type { ContactField } from '@/lib/contract/contact-fields';
import { normalize } from '@/lib/contract/text';

type Names = Partial<Record<ContactField, string | null>>;

/** Letters of a word that begin a longer form of it, as in Ben and Benjamin. */
const STEM = 3;

/**
 * Whether a row that leads to a contact by this address is about somebody else. A phone is often shared, so it needs the same
 * email or name to tell a person; an email is hardly ever, so that names may differ unless all else does.
 */
export function isOtherPerson(by: 'email' | 'phone', stored: ContactRow, row: Names): boolean {
  const other = by === 'email' ? 'phone' : 'email';
  const differs = Boolean(row[other] && stored[other] && row[other] !== stored[other]);
  const names = compareNames(stored, row);
  if (by === 'phone') return differs ? names !== 'same' : names === 'different' || names === 'unlike';
  return differs ? names === 'different' || names === 'unlike' : names === 'unlike';
}

/** `different`: one has a word that the other lacks; `unlike`: two full names without a word in common. */
function compareNames(one: Names, other: Names): 'same' | 'unknown' | 'different' | 'unlike' {
  const [words, others] = [nameWords(one), nameWords(other)];
  if (words.length === 0 || others.length === 0) return 'unknown';
  const [few, many] = words.length <= others.length ? [words, others] : [others, words];
  const common = few.filter((word) => many.some((another) => isAlike(word, another))).length;
  if (common === few.length) return 'same';
  return common === 0 && few.length > 1 ? 'unlike' : 'different';
}

const nameWords = ({ firstname, lastname }: Names): string[] =>
  normalize(`${firstname ?? ''} ${lastname ?? ''}`, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The same word, its initial, or a shorter form. */
function isAlike(word: string, other: string): boolean {
  const [short, long] = word.length <= other.length ? [word, other] : [other, word];
  return short === long || ((short.length === 1 || short.length >= STEM) && long.startsWith(short));
}
