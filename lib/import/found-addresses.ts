import type { CountryCode } from 'libphonenumber-js/max';
import { normalizeEmail } from '@/lib/contract/email';
import { compactPhone } from '@/lib/contract/phone';
import { phoneWithCountry } from './phone-with-country';

export interface FoundAddress {
  kind: 'email' | 'phone';
  /** In the one stored form. */
  value: string;
  /** As it stands in the text. */
  written: string;
  /** What stands before an email address, if it looks like a name. */
  name?: string;
}

/** So many addresses of a text are found. */
export const MOST_FOUND = 10_000;

// A line or what separators leave of it; they do not separate within quotation marks and angle brackets.
const ENTRY = /(?:"[^"\n\r]*"|<[^<>\n\r]*>|[^,;\t\r\n"<]+|["<])+/g;
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

  const add = (address: FoundAddress | null) => {
    if (address && !found.has(address.value)) found.set(address.value, address);
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

  let complete = true;
  for (const [entry] of text.matchAll(ENTRY)) {
    if (found.size >= MOST_FOUND || unread.length >= MOST_FOUND) {
      complete = false;
      break;
    }
    const rest = entry.replace(BRACKETED, (whole, before: string, inside: string) => {
      const known = add(asEmail(inside, [before])) || add(asPhone(inside, country));
      return known ? ' ' : whole;
    });
    readPlain(rest.trim());
  }
  return { found: [...found.values()].slice(0, MOST_FOUND), unread, complete };
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
  return { kind: 'email', value, written, ...(/^\p{L}[^@\d]*$/u.test(name) && { name }) };
}

function asPhone(text: string, country: CountryCode | null): FoundAddress | null {
  if (text.length > LONGEST_PHONE) return null;
  const written = text.trim().replace(/^tel:/i, '');
  // A year or an amount is no number to call.
  if (written.replace(/\D/g, '').length < 6) return null;
  const value = compactPhone(phoneWithCountry(written, country));
  return value ? { kind: 'phone', value, written } : null;
}
