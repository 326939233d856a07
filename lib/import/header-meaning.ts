import { addressFields, nameFields, propertyFields } from '@/lib/contract/contact-fields';
import { normalize } from '@/lib/contract/text';
import {
  BARE_NAMES,
  DOUBTFUL,
  ELSEWHERE,
  KINDS,
  type Meaning,
  NEUTRAL,
  OTHER_PERSON,
  WORDS,
} from './header-words';

/** Probable meaning of a header. */
export interface HeaderMeaning {
  meaning: Meaning;
  /** Share of the header's words that support the meaning. */
  score: number;
  /** Words of the header with another meaning. */
  rest: string;
  /** Rank in `KINDS`, the best to reach somebody first. */
  kind: number;
  words: number;
  isOtherPerson: boolean;
  isBareName: boolean;
  /** Whether only the column's values can confirm the meaning. */
  isDoubtful: boolean;
}

/** Maximum length of a column's name. */
const LONGEST_HEADER = 120;
const MOST_WORDS = 24;
const LONGEST_PHRASE = 5;
const ALL_OF_IT = new Set([
  'first',
  'last',
  'middle',
  'title',
  'group',
  'list',
  'role',
  'person',
  'ad',
  'post',
  ...DOUBTFUL.split(', '),
]);

/** Splits a header into words in lower case, without accents and punctuation; splits `firstName`, too. Cuts long headers. */
export const toWords = (header: string): string[] =>
  normalize(
    normalize(
      header
        .slice(0, LONGEST_HEADER + 1)
        // Group(s)
        .replaceAll(/\((s)\)/gi, '$1')
        .replace(/(?<=[\p{Ll}\d])(?=\p{Lu}\p{Ll})/gu, ' ')
        .toLowerCase(),
      'NFKD',
    )
      .replace(/['’ʼ](?=s\b|\p{sc=Cyrillic})|(?<=\p{sc=Hebrew})["'״׳](?=\p{sc=Hebrew})|\p{M}/gu, '')
      .replaceAll('ı', 'i'),
  )
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** A set of words and phrases, some of them with a `*` for the rest of a word. */
class Phrases {
  private readonly exact = new Set<string>();
  private readonly begins: string[] = [];
  private readonly ends: string[] = [];

  constructor(list: string) {
    for (const phrase of list.split(',')) {
      const text = toWords(phrase).join(' ');
      if (phrase.trim().endsWith('*')) this.begins.push(text);
      else if (phrase.trim().startsWith('*')) this.ends.push(text);
      else if (text) this.exact.add(text);
    }
  }

  /** Whether text is one of the phrases, or a word that one with a `*` begins or ends. */
  has(text: string): boolean {
    return (
      this.exact.has(text) ||
      (!text.includes(' ') &&
        (this.begins.some((part) => text.startsWith(part)) || this.ends.some((part) => text.endsWith(part))))
    );
  }

  /** Counts words that belong to a phrase, and returns the rest. Han, Kana and Hangul, without spaces, match by parts of words. */
  match(words: readonly string[]): { matched: number; rest: string[] } {
    const found = words.map((word) => UNSPACED.test(word) && this.hasPartOf(word));
    for (let from = 0; from < words.length; from++)
      for (let size = Math.min(LONGEST_PHRASE, words.length - from); size > 0; size--) {
        const text = words.slice(from, from + size).join(' ');
        if (!this.has(text) || (size === 1 && words.length > 1 && ALL_OF_IT.has(text))) continue;
        found.fill(true, from, from + size);
        break;
      }
    return {
      matched: found.filter(Boolean).length,
      rest: words.filter((_, index) => !found[index]),
    };
  }

  /** Whether two to six characters of a word are one of the phrases. */
  private hasPartOf(word: string): boolean {
    for (let from = 0; from < word.length; from++)
      for (let size = 2; size <= 6 && from + size <= word.length; size++)
        if (this.exact.has(word.slice(from, from + size))) return true;
    return false;
  }
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** More specific meanings first: a company's address is an address. */
const MEANINGS: Meaning[] = [
  ...addressFields,
  'lastNamePrefix',
  ...nameFields,
  'middleName',
  'prefix',
  'suffix',
  ...propertyFields,
  'referralCode',
  'segments',
  'fullName',
];
const languages = Object.entries(WORDS);
const phrases = MEANINGS.map(
  (meaning) => [meaning, new Phrases(languages.map(([, words]) => words[meaning] ?? '').join())] as const,
);
const neutral = new Phrases(NEUTRAL);
const elsewhere = new Phrases(ELSEWHERE);
const otherPerson = new Phrases(OTHER_PERSON);
const bareNames = new Phrases(BARE_NAMES);
const doubtful = new Phrases(DOUBTFUL);
const kinds = KINDS.map((list) => new Phrases(list));
const isNeutral = (word: string) => neutral.has(word) || /^\d+$/.test(word);
/** Minimum scores by meaning. Values prove an address, so that a part of its header is enough. */
const ENOUGH: Partial<Record<Meaning, number>> = { email: 0.3, phone: 0.3, firstname: 0.5, lastname: 0.5 };

/** The probable meaning of this header of an address book; `null` if it is unclear. */
export function headerMeaning(header: string): HeaderMeaning | null {
  const words = toWords(header);
  if (header.length > LONGEST_HEADER || words.length === 0 || words.length > MOST_WORDS) return null;
  if (elsewhere.match(words).matched > 0) return null;
  let best: HeaderMeaning | null = null;
  const matches = new Map(phrases.map(([meaning, list]) => [meaning, list.match(words)]));
  for (const [name, { matched, rest: unmatched }] of matches) {
    if (matched === 0) continue;
    // First and last name in one column
    const [beside] = name === 'firstname' ? [matches.get('lastname')!] : [];
    const isBoth = beside !== undefined && beside.matched > 0 && matched + beside.matched <= words.length;
    const meaning = isBoth ? 'fullName' : name;
    const rest = isBoth ? unmatched.filter((word) => beside.rest.includes(word)) : unmatched;
    const other = rest.filter((word) => !isNeutral(word));
    const score = matched / (matched + other.length);
    if (score > (best?.score ?? 0))
      best = {
        meaning,
        score,
        rest: other.join(' '),
        kind: toKind(words),
        words: words.length,
        isDoubtful: doubtful.has(words.join(' ')),
        isOtherPerson: otherPerson.match(words).matched > 0,
        isBareName:
          meaning === 'fullName' && bareNames.has(words.filter((word) => !other.includes(word)).join(' ')),
      };
    // An email or phone wins over any other meaning of the header.
    if (best && (meaning === 'phone' || meaning === 'email') && best.meaning === meaning) break;
  }
  return best && best.score >= (best.isBareName ? 0.5 : (ENOUGH[best.meaning] ?? 0.6)) ? best : null;
}

/**
 * Rank in `KINDS` of the kind of address that these words name, 1 if none; numbered addresses follow the others of their kind.
 */
function toKind(words: string[]): number {
  const found = kinds.findIndex((list, index) => index !== 1 && list.match(words).matched > 0);
  const number = Number(words.find((word) => /^\d$/.test(word)) ?? 1);
  return (found < 0 ? 1 : found) + Math.max(number - 1, 0) / 10;
}

/** The language that knows the most of these headers; `null` if none knows any, or several know equally many. */
export function headerLanguage(header: readonly string[]): string | null {
  const all = header.map((cell) => toWords(cell).join(' '));
  const counts = languages.map(([language, lists]) => {
    const list = new Phrases(Object.values(lists).join());
    return { language, count: all.filter((text) => list.has(text)).length };
  });
  counts.sort((a, b) => b.count - a.count);
  const [first, second] = counts;
  return first && first.count > (second?.count ?? 0) ? first.language : null;
}
