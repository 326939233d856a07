import type { Contact } from '@/lib/contract/contact';
import { stripBidiControls } from '@/lib/contract/strip-bidi-controls';
import { formatCount } from './format-count';
import { formatPhone } from './phone';

type NamedContact = Pick<Contact, 'email' | 'phone' | 'contact'>;

/** The display name: first and last name, else email, else phone, else "Unnamed contact". */
export function contactName({ email, phone, contact }: NamedContact): string {
  const name = [contact.firstname, contact.lastname].filter(Boolean).join(' ');
  const shown = [name, email, phone && formatPhone(phone)]
    .map((text) => stripBidiControls(text ?? ''))
    .find((text) => text.trim());
  return shown ?? 'Unnamed contact';
}

/** Lines that identify a contact besides the display name: email, phone and `more`, without the one used as the name. */
export function contactLines(contact: NamedContact, ...more: (string | undefined)[]): string[] {
  const { email, phone } = contact;
  const name = contactName(contact);
  const lines = [email, phone && formatPhone(phone), ...more];
  return lines.flatMap((line) => (line && line !== name ? [line] : []));
}

/** Names may have 401 characters. Shorten them to keep sentences with three names readable. */
const LONG = 60;

/** British English has no comma before “and”. Words do not follow the reader's region. */
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
