import type { Contact } from '@/lib/contract/contact';
import { stripBidiControls } from '@/lib/contract/strip-bidi-controls';
import { formatCount } from './format-count';

/** The display name: name, else email, else phone. */
export function contactName({ email, phone, contact }: Pick<Contact, 'email' | 'phone' | 'contact'>): string {
  const name = [contact.firstname, contact.lastname].filter(Boolean).join(' ');
  const shown = [name, email, phone && readablePhone(phone)]
    .map((text) => stripBidiControls(text ?? ''))
    .find((text) => text.trim());
  return shown ?? 'Unnamed contact';
}

/** Calling codes of two digits; +1 and +7 have one, all others three. */
const TWO_DIGITS = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** An E.164 number in groups, "+49 151 200 033 95", for reading only; any other text unchanged. */
export function readablePhone(e164: string): string {
  const digits = /^\+(\d{7,15})$/.exec(e164)?.[1];
  if (!digits) return e164;
  const code = /^[17]/.test(digits) ? 1 : TWO_DIGITS.test(digits) ? 2 : 3;
  const groups = digits.slice(code).match(/\d{3}(?!\d$)|\d+/g) ?? [];
  return [`+${digits.slice(0, code)}`, ...groups].join(' ');
}

/** Names may have 401 characters; keep sentences with three of them readable. */
const LONG = 60;

/** British, whose lists have no comma before “and”: words do not follow the reader's region. */
const list = new Intl.ListFormat('en-GB');

/** "created and changed", "Ana, Ben and Cleo". */
export const joinWords = (words: readonly string[]): string => list.format(words);

/** "Ana, Ben, Cleo and 34 more": the first three names, shortened, and how many others of `count`. */
export function nameSome(names: readonly string[], count = names.length): string {
  const named = names
    .slice(0, 3)
    .map((name) => (name.length > LONG ? `${name.slice(0, LONG).trimEnd()}…` : name));
  const rest = count - named.length;
  return joinWords(rest > 0 ? [...named, `${formatCount(rest)} more`] : named);
}
