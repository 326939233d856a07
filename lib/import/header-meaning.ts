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

/** What a header probably names. */
export interface HeaderMeaning {
  meaning: Meaning;
  /** Share of its words that say so. */
  score: number;
  /** The words that say something else. */
  rest: string;
  /** Place in the order of kinds of addresses. */
  kind: number;
  words: number;
  isOtherPerson: boolean;
  isBareName: boolean;
  /** Whether only its values tell. */
  isDoubtful: boolean;
}

/** Longer text is no name of a column. */
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

/** Words without case, accents and punctuation. */
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

  has(text: string): boolean {
    return (
      this.exact.has(text) ||
      (!text.includes(' ') &&
        (this.begins.some((part) => text.startsWith(part)) || this.ends.some((part) => text.endsWith(part))))
    );
  }

  /** How many of the words belong to a phrase, and which do not. Han, Kana and Hangul have no spaces between words. */
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

  private hasPartOf(word: string): boolean {
    for (let from = 0; from < word.length; from++)
      for (let size = 2; size <= 6 && from + size <= word.length; size++)
        if (this.exact.has(word.slice(from, from + size))) return true;
    return false;
  }
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** The meaning that is more specific first: an address of a company is an address. */
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
/** An address is proved by its values, so that a part of its header is enough. */
const ENOUGH: Partial<Record<Meaning, number>> = { email: 0.3, phone: 0.3, firstname: 0.5, lastname: 0.5 };

/** What a column of an address book with this header holds; `null` when that cannot be told. */
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
    // The name of an address's owner, for example, is no address.
    if (best && (meaning === 'phone' || meaning === 'email') && best.meaning === meaning) break;
  }
  return best && best.score >= (best.isBareName ? 0.5 : (ENOUGH[best.meaning] ?? 0.6)) ? best : null;
}

/** Numbered ones follow those of their kind. */
function toKind(words: string[]): number {
  const found = kinds.findIndex((list, index) => index !== 1 && list.match(words).matched > 0);
  const number = Number(words.find((word) => /^\d$/.test(word)) ?? 1);
  return (found < 0 ? 1 : found) + Math.max(number - 1, 0) / 10;
}

/** The language that most of these headers are in; `null` when they are in none, or in several as well. */
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
