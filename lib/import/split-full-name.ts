import type { NamePart } from '@/lib/contract/import';
import { normalize } from '@/lib/contract/text';

/** Words that begin a last name of several words: "Jane van der Berg". */
const PARTICLES = new Set(
  'van von de der den del della di da do dos das du la le ten ter zu zum zur af av bin ibn al el y e'.split(
    ' ',
  ),
);
const SUFFIX = /^(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|mba|esq)\.?$/i;
/** Salutations and titles, without dots and case. */
const SALUTATIONS = new Set(
  `mr mrs ms miss mx dr dra prof professor herr herrn frau fraulein hr dipl-ing mme mlle monsieur madame mademoiselle sra
   srta senor senora sigra signor signora dott dottssa dhr mevr mevrouw m. sr. sig. fr. г-н г-жа господин госпожа κος`.split(
    /\s+/,
  ),
);
/** Salutations in a column of salutations; in a full name they may be a name. */
const ALSO_NAMES = new Set(
  `m mm sir madam rev hon fr sr sig don dona mag ing ir drs bc mw pan pani judr mudr herra rouva bay bayan sayin г пан пані κ κα`.split(
    /\s+/,
  ),
);
/** Words that continue a title: Dr. med. */
const DEGREE = /^(?:med|rer|nat|phil|jur|iur|h|c|hc|habil|oec|pol|theol|dent|vet|ing)\.?$/;
/** Names in these scripts are written with the family name first. */
const FAMILY_FIRST =
  /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー々]+(?: [\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー々]+)+$/u;
const CAPITALS = /^(?=.{3})\p{Lu}[\p{Lu}\p{M}'’-]+$/u;

/** Whether text is a salutation or title before a name rather than a job title: "Mr", "Dr.", "Frau Dr." */
export const isSalutation = (text: string): boolean => {
  const words = text.split(/[\s/&+]+/).filter(Boolean);
  return (
    words.length > 0 &&
    words.length <= 4 &&
    words.every((word) => isTitle(word) || ALSO_NAMES.has(plain(word)))
  );
};

const plain = (word: string) => normalize(word.toLowerCase(), 'NFKD').replace(/[\p{M}.]/gu, '');
const isTitle = (word: string) => SALUTATIONS.has(plain(word)) || SALUTATIONS.has(word.toLowerCase());

interface Names {
  firstname?: string;
  lastname?: string;
}

/** Maximum length of a name; longer text takes long to split. */
const LONGEST_NAME = 1_000;

/**
 * Splits "Jane Doe" or "Doe, Jane" into first and last name, without salutation; leaves out blank parts. A single word is the
 * first name, or after a salutation the last. Removes `company` from `company, name`, as some programs write.
 */
export function splitFullName(name: string, company = ''): Names {
  if (name.length > LONGEST_NAME) return { firstname: name };
  const line = name.trim().replace(/\s+/g, ' ');
  const own = company && line.startsWith(`${company}, `) ? line.slice(company.length + 2) : line;
  const [before = '', ...after] = own.split(/ ?[,，] ?/);
  const rest = after.filter((part) => part && !isTitle(part)).join(', ');
  const suffix = before && SUFFIX.test(rest) ? `, ${rest}` : '';
  if (before && rest && !suffix)
    return { firstname: withoutSalutation(rest).join(' '), lastname: withoutSalutation(before).join(' ') };
  const all = (before || rest).split(' ').filter(Boolean);
  const words = withoutSalutation(all.join(' '));
  if (words.length < 2) {
    // "Frau Weber"
    const part = words.length < all.length ? 'lastname' : 'firstname';
    return words[0] ? { [part]: words[0] + suffix } : {};
  }
  if (FAMILY_FIRST.test(words.join(' '))) return { firstname: words.slice(1).join(' '), lastname: words[0] };
  const capitals = words.map((word) => CAPITALS.test(word));
  const mixed = capitals.indexOf(false);
  // "DUPONT Marie"
  if (mixed > 0 && !capitals.includes(true, mixed))
    return { firstname: words.slice(mixed).join(' '), lastname: words.slice(0, mixed).join(' ') + suffix };
  const particle = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && PARTICLES.has(word.toLowerCase()),
  );
  const note = words.findIndex((word, index) => index > 1 && word.startsWith('('));
  const cut = particle > 0 ? particle : (note > 1 ? note : words.length) - 1;
  return { firstname: words.slice(0, cut).join(' '), lastname: words.slice(cut).join(' ') + suffix };
}

/** The words of a name without the salutations before and degrees after it; always keeps the last word. */
function withoutSalutation(name: string): string[] {
  const words = name.split(' ').filter(Boolean);
  let first = 0;
  while (first < words.length && (isTitle(words[first]!) || (first > 0 && DEGREE.test(words[first]!))))
    first++;
  return words.slice(Math.min(first, words.length - 1));
}

/**
 * Adds name parts of other columns: prefix and middle name to the first name, particle and suffix to the last. Leaves out
 * blank names, and a suffix without a last name.
 */
export function withNameParts(
  { firstname, lastname }: Names,
  parts: Partial<Record<NamePart, string>>,
): Names {
  const first = [parts.prefix, firstname, parts.middleName].filter(Boolean).join(' ');
  const last = [parts.lastNamePrefix, lastname].filter(Boolean).join(' ');
  const suffix = last && parts.suffix ? `, ${parts.suffix}` : '';
  return { ...(first && { firstname: first }), ...(last && { lastname: last + suffix }) };
}
