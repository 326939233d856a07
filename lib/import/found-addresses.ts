import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { normalizeEmail } from '@/lib/contract/email';
import { compactPhone } from '@/lib/contract/phone';
import { phoneReadings } from './phone-with-country';

/** An email, a phone, or both where they stand alone in a line. */
export interface FoundAddress {
  /** In the one stored form. */
  email?: string;
  phone?: string;
  /** What the phone is if its plus was lost, or if it was not. */
  otherPhone?: string;
  /** As it stands in the text. */
  written: string;
  /** What stands before an email address, if it looks like a name. */
  name?: string;
}

/** So many addresses of a text are found. */
export const MOST_FOUND = 10_000;

// What separators leave of a line; they do not separate within quotation marks and angle brackets.
const ENTRY = /(?:"[^"]*"|<[^<>]*>|[^,;\t"<]+|["<])+/g;
// The lengths bound the time: without them it grows with the square of the text.
const BRACKETED = /([^<>]{0,200})<([^<>]{1,300})>/g;
const LONGEST_EMAIL = 400;
const LONGEST_PHONE = 100;

/**
 * The email addresses and phone numbers in a text that somebody pasted, whatever separates them, each once;
 * `unread`: the parts that are neither; `complete`: whether the whole text was read, or only the first 10,000.
 */
export function foundAddresses(text: string, country: CountryCode | null) {
  const found = new Map<string, FoundAddress>();
  const unread: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    const addresses = readLine(line, country, unread);
    // Who has both tells more than an address alone.
    for (const address of isPair(addresses) ? [pairOf(addresses)] : addresses)
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

function pairOf(addresses: FoundAddress[]): FoundAddress {
  const written = addresses.map((address) => address.written).join(', ');
  return Object.assign({}, ...addresses, { written });
}

/** The addresses of a line, each once; adds to `unread` what is none. */
function readLine(line: string, country: CountryCode | null, unread: string[]): FoundAddress[] {
  const found = new Map<string, FoundAddress>();
  const add = (address: FoundAddress | null) => {
    const value = address?.email ?? address?.phone;
    if (address && value && !found.has(value)) found.set(value, address);
    return address !== null;
  };
  const readPlain = (entry: string) => {
    if (!entry || add(asPhone(entry, country))) return;
    let before: string[] = [];
    const readBefore = () => {
      // Several numbers, or one that spaces separate.
      const rest = before.join(' ');
      if (rest && !add(asPhone(rest, country)))
        for (const part of rest.split(/ (?=\+)/)) if (!add(asPhone(part, country))) unread.push(part);
      before = [];
    };
    for (const word of entry.split(/\s+/)) {
      const email = asEmail(word, before);
      if (!email) before.push(word);
      else {
        if (email.name) before = [];
        else readBefore();
        add(email);
      }
    }
    readBefore();
  };

  for (const [entry] of line.matchAll(ENTRY)) {
    const rest = entry.replace(BRACKETED, (whole, before: string, inside: string) => {
      const known = add(asEmail(inside, [before])) || add(asPhone(inside, country));
      return known ? ' ' : whole;
    });
    readPlain(rest.trim());
  }
  return [...found.values()];
}

function asEmail(text: string, before: string[]): FoundAddress | null {
  if (text.length > LONGEST_EMAIL || !text.includes('@')) return null;
  const written = text.trim().replace(/^[("'<[]*(?:mailto:)?|[)"'>\].:!]+$/gi, '');
  const value = normalizeEmail(written.replace(/\?.*$/, ''));
  if (!value) return null;
  const name = before
    .join(' ')
    .trim()
    .replace(/^["']+|["']+$/g, '')
    .trim();
  return { email: value, written, ...(/^\p{L}[^@\d]*$/u.test(name) && { name }) };
}

function asPhone(text: string, country: CountryCode | null): FoundAddress | null {
  if (text.length > LONGEST_PHONE) return null;
  const written = text.trim().replace(/^tel:/i, '');
  // A year or an amount is no number to call.
  if (written.replace(/\D/g, '').length < 6) return null;
  const [phone, otherPhone] = phoneReadings(written, country).flatMap((reading) => {
    const compact = compactPhone(reading);
    return compact && parsePhoneNumberFromString(compact)?.isPossible() ? [compact] : [];
  });
  return phone ? { phone, written, ...(otherPhone && { otherPhone }) } : null;
}
