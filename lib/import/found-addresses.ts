import type { CountryCode } from 'libphonenumber-js/max';
import { normalizeEmail } from '@/lib/contract/email';
import { pastedEmail, pastedPhone } from '@/lib/contract/pasted';
import { NextOf, parsingWork } from './find';
import { inTurns } from './in-turns';
import { isNumber, readPhone } from './read-phone';

/** An email, a phone, or both if a line has only these two. */
export interface FoundAddress {
  /** Email and phone in stored form. */
  email?: string;
  phone?: string;
  /** The less likely reading of the phone, with or without a lost plus. */
  otherPhone?: string;
  /** The address as written in the text. */
  written: string;
  /** Text before an email address, if it looks like a name. */
  name?: string;
}

/** Maximum number of addresses to find in a text. */
export const MOST_FOUND = 10_000;

/** Maximum characters between angle brackets, and of the name before them. */
const LONGEST_BRACKETED = 300;
const LONGEST_NAME = 200;
const SPACE = /\s/;
const LONGEST_EMAIL = 400;
const LONGEST_PHONE = 100;

/**
 * Finds the distinct email addresses and phone numbers in a pasted text, with any separators. `unread`: parts that are
 * neither; `complete`: whether both lists are complete rather than cut at 10,000.
 */
export const foundAddresses = (text: string, country: CountryCode | null) =>
  inTurns(findAddresses(text, country));

/** Does the work of `foundAddresses`; yields after each part of the text, for `inTurns`. */
function* findAddresses(text: string, country: CountryCode | null) {
  const found = new Map<string, FoundAddress>();
  const unread: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    const addresses = yield* readLine(line, country, unread);
    // An entry with email and phone replaces one with either alone.
    for (const address of isPair(addresses) ? [toPair(addresses)] : addresses)
      for (const value of [address.email, address.phone])
        if (value && (!found.has(value) || (isBoth(address) && !isBoth(found.get(value)))))
          found.set(value, address);
  }
  const all = [...new Set(found.values())];
  return {
    found: all.slice(0, MOST_FOUND),
    unread: unread.slice(0, MOST_FOUND),
    complete: Math.max(all.length, unread.length) <= MOST_FOUND,
  };
}

const isBoth = (address: FoundAddress | undefined): boolean => Boolean(address?.email && address.phone);

/** Whether a line has one email and one phone, which then are one person's. */
const isPair = (addresses: FoundAddress[]): boolean =>
  addresses.length === 2 && addresses.filter(({ email }) => email).length === 1;

/** Joins the entries of an email and a phone to one. */
function toPair(addresses: FoundAddress[]): FoundAddress {
  const written = addresses.map((address) => address.written).join(', ');
  return Object.assign({}, ...addresses, { written });
}

/** Reads the distinct addresses of a line; adds all other parts to `unread`. */
function* readLine(
  line: string,
  country: CountryCode | null,
  unread: string[],
): Generator<void, FoundAddress[]> {
  const found = new Map<string, FoundAddress>();
  /** Adds an address unless it is known. Returns whether there is one. */
  const add = (address: FoundAddress | null) => {
    const value = address?.email ?? address?.phone;
    if (address && value && !found.has(value)) found.set(value, address);
    return address !== null;
  };
  /** Reads an entry without brackets; adds what is no address to `unread`. */
  const readPlain = function* (entry: string) {
    if (!entry || add(asPhone(entry, country))) return;
    let before: string[] = [];
    /** Reads the words before an email as one phone, or else several. */
    const readBefore = function* () {
      // The words are one number with spaces, or several numbers.
      const rest = before.join(' ');
      if (rest && !add(asPhone(rest, country)))
        for (const [index, part] of rest.split(' +').entries()) {
          const one = index === 0 ? part : `+${part}`;
          if (one && !add(asPhone(one, country))) unread.push(one);
          yield;
        }
      before = [];
    };
    for (const word of splitWords(entry)) {
      const email = asEmail(word, before);
      if (!email) before.push(word);
      else {
        if (email.name) before = [];
        else yield* readBefore();
        add(email);
      }
      yield;
    }
    yield* readBefore();
  };

  for (const entry of splitEntries(line)) {
    const read = ({ before, inside }: Bracketed) =>
      add(asEmail(inside, [before])) || add(asPhone(inside, country));
    yield* readPlain((yield* withoutBracketed(entry, read)).trim());
    yield;
  }
  return [...found.values()];
}

/** Splits a line at commas, semicolons and tabs outside of quotation marks and angle brackets. */
function* splitEntries(line: string): Generator<string> {
  const quote = new NextOf('"');
  const opening = new NextOf('<');
  const closing = new NextOf('>');
  let start = 0;
  for (let at = 0; at < line.length; at++) {
    parsingWork.steps++;
    const character = line[at];
    if (character === '"') {
      const end = quote.in(line, at + 1);
      if (end < line.length) at = end;
    } else if (character === '<') {
      const end = closing.in(line, at + 1);
      if (end < line.length && end < opening.in(line, at + 1)) at = end;
    } else if (character === ',' || character === ';' || character === '\t') {
      if (at > start) yield line.slice(start, at);
      start = at + 1;
    }
  }
  if (start < line.length) yield line.slice(start);
}

interface Bracketed {
  /** Text before the bracket, cut to the length of a name. */
  before: string;
  inside: string;
}

/** Removes each bracketed text that `read` accepts, and the name before it; returns the rest of the entry. */
function* withoutBracketed(entry: string, read: (part: Bracketed) => boolean): Generator<void, string> {
  const opening = new NextOf('<');
  const closing = new NextOf('>');
  let rest = '';
  let from = 0;
  for (let open = opening.in(entry, 0); open < entry.length; open = opening.in(entry, open + 1)) {
    const close = closing.in(entry, open + 1);
    if (close === entry.length) break;
    const length = close - open - 1;
    if (close > opening.in(entry, open + 1) || length < 1 || length > LONGEST_BRACKETED) continue;
    const text = entry.slice(from, open);
    const bracket = Math.max(text.lastIndexOf('<'), text.lastIndexOf('>')) + 1;
    parsingWork.steps += text.length;
    const begin = Math.max(bracket, text.length - LONGEST_NAME);
    const isKnown = read({ before: text.slice(begin), inside: entry.slice(open + 1, close) });
    rest += isKnown ? `${text.slice(0, begin)} ` : entry.slice(from, close + 1);
    from = close + 1;
    yield;
  }
  return rest + entry.slice(from);
}

/** Splits text at white space. */
function* splitWords(text: string): Generator<string> {
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    parsingWork.steps++;
    if (at < text.length && !SPACE.test(text[at] as string)) continue;
    if (at > start) yield text.slice(start, at);
    start = at + 1;
  }
}

/** The email address that the text is, named by the words `before` it if they look like a name; `null` for other text. */
function asEmail(text: string, before: string[]): FoundAddress | null {
  if (text.length > LONGEST_EMAIL || !text.includes('@')) return null;
  const written = pastedEmail(text);
  const value = normalizeEmail(written);
  if (!value) return null;
  const spoken = before.join(' ').trim();
  const name = spoken.length > LONGEST_NAME ? '' : spoken.replace(/^["']+|["']+$/g, '').trim();
  return { email: value, written, ...(/^\p{L}[^@\d]*$/u.test(name) && { name }) };
}

/** The phone number that the text is; `null` for other text, several numbers, or fewer than six digits. */
function asPhone(text: string, country: CountryCode | null): FoundAddress | null {
  if (text.length > LONGEST_PHONE) return null;
  const written = pastedPhone(text);
  // Fewer digits may be a year or an amount.
  if (written.replace(/\D/g, '').length < 6) return null;
  const { numbers, others } = readPhone(text, { country });
  const [phone, otherPhone] = numbers;
  // The caller reads several numbers one by one.
  if (!phone || others.some(isNumber)) return null;
  return { phone, written, ...(otherPhone && { otherPhone }) };
}
