import type { ContactRow } from '@/lib/contacts/contact-row';
import type { ContactField } from '@/lib/contract/contact-fields';
import { normalize } from '@/lib/contract/text';

type Names = Partial<Record<ContactField, string | null>>;

/** Fewest letters of a short form that begins a longer one, as in Ben and Benjamin. */
const STEM = 3;

/**
 * Whether a row that finds a contact by this address is about another person. By phone, often shared: if names differ, or
 * if emails do and names are unknown. By email: if names and phones differ, or if two full names share no word.
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

/** The words of a full name in lower case, without accents. */
const nameWords = ({ firstname, lastname }: Names): string[] =>
  normalize(`${firstname ?? ''} ${lastname ?? ''}`, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether a word is the same as another, its initial, or its short form. */
function isAlike(word: string, other: string): boolean {
  const [short, long] = word.length <= other.length ? [word, other] : [other, word];
  return short === long || ((short.length === 1 || short.length >= STEM) && long.startsWith(short));
}
