import { createHash } from 'node:crypto';
import { nameFields, propertyFields } from '@/lib/contract/contact-fields';
import { normalizeEmail } from '@/lib/contract/email';
import type { ImportTarget } from '@/lib/contract/import';
import { normalize } from '@/lib/contract/text';
import { holdsProgramRoles } from './column-values';
import { type HeaderMeaning, headerMeaning } from './header-meaning';
import type { Meaning } from './header-words';
import { readEmail } from './read-email';
import { isFlagColumn, isYesOrNo } from './segment-cell';
import { isSalutation } from './split-full-name';
import { tellsUnsubscribed } from './who-left';

/** Probable meaning of the columns of a file. */
export interface ColumnGuess {
  /** Target of each column; each target at most once, except `segmentFlag` and `doNotContact`. */
  targets: (ImportTarget | null)[];
  /** Columns with an email of the person, the best to reach somebody first; the same for phones. */
  emails: number[];
  phones: number[];
  /** Columns that tell who does not want to be contacted. */
  unsubscribed: number[];
}

/** Number of different fields that these cells name. */
export const fieldsNamed = (cells: string[]): number =>
  new Set(cells.flatMap((cell) => headerMeaning(cell)?.meaning ?? [])).size;

/** Letters and digits of a header, in lower case, without accents. */
export const normalizeHeader = (header: string) =>
  normalize(header, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Key of a header, 32 hex digits. Ignores case, accents, punctuation, and the two columns that a file of rejected rows adds.
 */
export function headerKey(header: string[]): string {
  const keys = header.map(normalizeHeader);
  if (keys.at(-2) === 'line' && keys.at(-1) === 'reason') keys.splice(-2);
  return createHash('sha256').update(JSON.stringify(keys)).digest('hex').slice(0, 32);
}

/** Targets found by name, independently of other columns. */
const SINGLE: Meaning[] = [
  ...nameFields,
  'middleName',
  'lastNamePrefix',
  ...propertyFields,
  'segments',
  'referralCode',
];

/** Guesses columns by their names and the values of some of the first rows. `header` is `[]` if the file has none. */
export function guessColumns(header: string[], samples: string[][]): ColumnGuess {
  const width = Math.max(header.length, ...samples.map((row) => row.length), 0);
  const columns = Array.from({ length: width }, (_, index) => {
    const values = samples.map((row) => row[index]?.trim() ?? '').filter(Boolean);
    return new Column(index, header[index] ?? '', values);
  });
  const targets: (ImportTarget | null)[] = columns.map(() => null);
  /**
   * Gives a target to the best free column that fits, if no column has it. Returns that column; `undefined` if there is none.
   */
  const assignBest = (target: ImportTarget, fits: (column: Column) => boolean): Column | undefined => {
    if (targets.includes(target)) return undefined;
    const [best] = columns
      .filter((column) => targets[column.index] === null && fits(column))
      .sort(compareFit);
    if (best) targets[best.index] = target;
    return best;
  };

  const named = (meaning: Meaning) => (column: Column) => column.means(meaning);
  const addresses = { email: namedAddresses(columns, 'email'), phone: namedAddresses(columns, 'phone') };
  for (const target of ['email', 'phone'] as const) {
    const [first] = addresses[target];
    if (first) targets[first.index] = target;
  }
  const found = Object.fromEntries(SINGLE.map((meaning) => [meaning, assignBest(meaning, named(meaning))]));
  // Beside a first name, `Name` is the last name; beside a last name, `Nombre` is the first name.
  const isBareBeside = (beside: Column) => (column: Column) =>
    Boolean(column.meant?.isBareName) && column.meant?.rest === beside.meant?.rest && column.holdsText();
  if (found.firstname) assignBest('lastname', isBareBeside(found.firstname));
  else if (found.lastname) assignBest('firstname', isBareBeside(found.lastname));
  if (
    found.firstname &&
    !targets.includes('lastname') &&
    mostly(found.firstname.values, (name) => /\S \S/.test(name))
  )
    targets[found.firstname.index] = 'fullName';
  // The score excludes `Product name`, which names no person.
  if (!targets.includes('firstname') && !targets.includes('lastname') && !targets.includes('fullName'))
    assignBest('fullName', (column) => column.means('fullName') && (column.meant?.score ?? 0) > 0.5);
  // Beside a person's name, `Customer` is a company.
  assignBest('company', (column) => Boolean(column.meant?.isDoubtful) && column.means('fullName'));

  /** Gives the target to the first free column with mostly such values, if no column named so has values. */
  const assignByValue = (target: 'email' | 'phone', looks: (value: string) => boolean) => {
    if (addresses[target].some(({ values }) => values.length > 0)) return;
    const column = columns.find(({ index, values }) => targets[index] === null && mostly(values, looks));
    if (!column) return;
    const [before] = addresses[target];
    if (before) targets[before.index] = null;
    targets[column.index] = target;
    // A column with the name that is empty here may be filled further down.
    addresses[target].unshift(column);
  };
  assignByValue('email', (value) => normalizeEmail(value) !== null);
  // Lines such as `Ana Silva <ana@example.com>, +49 30 901820`.
  assignByValue('email', (value) => hasAt(value) && readEmail(value).email !== null);
  // Under a header and beside emails, numbers of seven digits are as likely ids of another program.
  const hasNames = header.some((name) => name.trim());
  const isAllowed = !hasNames || !targets.includes('email');
  assignByValue('phone', (value) => looksLikePhone(value) && (isAllowed || /^['\s]*\+/.test(value)));
  if (!hasNames) {
    assignBest('fullName', ({ values }) =>
      mostly(values, (value) => /^\p{L}[\p{L}\p{M}'.-]*,? .*\p{L}$/u.test(value)),
    );
    if (!targets.includes('fullName'))
      for (const name of ['firstname', 'lastname'] as const)
        assignBest(name, ({ values }) => mostly(values, (value) => /^\p{Lu}[\p{L}\p{M}'-]+$/u.test(value)));
  }
  for (const { index, name, values } of columns)
    if (targets[index] === null && isFlagColumn(name, values)) targets[index] = 'segmentFlag';
  const unsubscribed = columns.flatMap(({ index, name, values }) =>
    tellsUnsubscribed(name, values) ? index : [],
  );
  for (const index of unsubscribed)
    if (targets[index] === null || targets[index] === 'segmentFlag') targets[index] = 'doNotContact';
  return {
    targets,
    emails: addresses.email.map(({ index }) => index),
    phones: addresses.phone.map(({ index }) => index),
    unsubscribed,
  };
}

export const guessTargets = (header: string[], samples: string[][]): (ImportTarget | null)[] =>
  guessColumns(header, samples).targets;

class Column {
  readonly meant: HeaderMeaning | null;

  constructor(
    readonly index: number,
    readonly name: string,
    readonly values: string[],
  ) {
    this.meant = headerMeaning(name);
  }

  /** Whether the name has this meaning and the values do not contradict it. */
  means(meaning: Meaning): boolean {
    const meant = this.meant?.meaning;
    if (meaning === 'email') return meant === 'email' && (this.isEmpty || this.values.some(hasAt));
    if (meaning === 'phone') return meant === 'phone' && (this.isEmpty || this.values.some(hasDigits));
    const isTitle = meant === 'jobtitle' || meant === 'prefix';
    const isPrefix = isTitle && (this.isEmpty ? meant === 'prefix' : this.values.every(isSalutation));
    if (meaning === 'prefix') return isPrefix;
    if (meaning === 'jobtitle' && holdsProgramRoles(this.name, this.values)) return false;
    return meant === meaning && !isPrefix && this.holdsText();
  }

  /** Whether the values may be text. Numbers and dates may be if the header leaves no doubt. */
  holdsText(): boolean {
    const { meant, values } = this;
    if (meant?.meaning === 'referralCode') return true;
    if (meant?.isDoubtful && (mostly(values, (value) => NUMBERED.test(value)) || mostly(values, isYesOrNo)))
      return false;
    const isOther = meant?.score === 1 ? looksLikePhone : (value: string) => NO_TEXT.test(value);
    return !mostly(values, (value) => hasAt(value) || isOther(value));
  }

  get isEmpty(): boolean {
    return this.values.length === 0;
  }

  /** Whether several rows all have the same value. */
  get isSame(): boolean {
    return this.values.length > 1 && new Set(this.values).size === 1;
  }
}

/** `10023`, `ACC-10023` */
const NUMBERED = /^\S*\p{Nd}\S*$/u;
const hasAt = (value: string) => /[@＠]/.test(value);
const hasDigits = (value: string) => /\p{Nd}(?:.{0,3}\p{Nd}){4}/su.test(value);
/** Numbers, dates and URLs. */
const NO_TEXT = /^[\p{Nd}\p{Sc}\s.,:;/+()-]+$|^(?:https?:|www\.)/u;

/** Sorts best first: columns with values, of the person, with an unambiguous name; then by score, fewer words and position. */
const compareFit = (a: Column, b: Column) =>
  Number(a.isEmpty) - Number(b.isEmpty) ||
  Number(a.meant?.isOtherPerson ?? false) - Number(b.meant?.isOtherPerson ?? false) ||
  Number(a.meant?.isDoubtful ?? false) - Number(b.meant?.isDoubtful ?? false) ||
  (b.meant?.score ?? 0) - (a.meant?.score ?? 0) ||
  (a.meant?.words ?? 0) - (b.meant?.words ?? 0) ||
  a.index - b.index;

/**
 * Columns named like an email or phone, best first. Leaves out the exporting account's, the same on every row, if others
 * have values. Of other persons' columns, returns the first, and only if there are no others.
 */
function namedAddresses(columns: Column[], meaning: 'email' | 'phone'): Column[] {
  const named = columns.filter((column) => column.means(meaning));
  const varied = named.filter((column) => !column.isSame);
  // An address that is the same on every row belongs to the exporting account.
  const all = varied.some((column) => !column.isEmpty) ? varied : named;
  // The buyer's address is not the attendee's.
  const own = all.filter(({ meant }) => !meant?.isOtherPerson);
  return (own.length > 0 ? own : all.slice(0, 1)).sort(
    (a, b) =>
      Number(a.isEmpty) - Number(b.isEmpty) ||
      (a.meant?.kind ?? 0) - (b.meant?.kind ?? 0) ||
      compareFit(a, b),
  );
}

const mostly = (values: string[], looks: (value: string) => boolean) =>
  values.length > 0 && values.filter(looks).length * 2 > values.length;

/** Whether text is a number of at least seven digits, as people write phones, rather than a date or an amount. */
export const looksLikePhone = (value: string): boolean =>
  /^['\s]*[+(]?\d[\d\s()./-]+$/.test(value) &&
  value.replace(/\D/g, '').length >= 7 &&
  !/^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{4}$/.test(value);
