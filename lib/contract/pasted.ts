import { plainPhone } from './phone';

/** Maximum length of text to search for an address. */
const LONGEST = 1_000;

/**
 * Extracts the email address from `Ana <ana@example.com>`, `mailto:ana@example.com?subject=Hi`, `"ana@example.com",` or
 * `ana@example.com (work)`; returns other text unchanged. Does not validate: `normalizeEmail` does.
 */
export const pastedEmail = (text: string): string => unwrapAll(text, unwrapEmailOnce);

/**
 * Extracts the phone number from `mobile: +49 30 901820;`, `<tel:+4930901820>` or `="+4930901820"`, as `plainPhone` returns
 * it; passes text without a number through `plainPhone` alone.
 */
export const pastedPhone = (text: string): string => {
  const number = unwrapAll(text, unwrapPhoneOnce);
  return /\d/.test(number) ? number : plainPhone(text);
};

/**
 * Unwraps until the text no longer changes, as wrappings may be nested; returns text of more than 1,000 characters unchanged.
 */
function unwrapAll(text: string, unwrap: (text: string) => string): string {
  if (text.length > LONGEST) return text;
  for (let address = text.trim(); ; ) {
    const inner = unwrap(address).trim();
    if (inner === address) return address;
    address = inner;
  }
}

const BEFORE_EMAIL = /^(?:mailto:|="|[\s\p{Cf}"'“”„‘’«»<([,;:.])+/iu;
const AFTER_EMAIL = /[\s\p{Cf}"'“”‘’«»>)\],;:.!]/u;

/** Takes off one wrapping: a note in parentheses, the query of a link, else brackets and signs around the address. */
function unwrapEmailOnce(text: string): string {
  const at = text.indexOf('@');
  const note = text.lastIndexOf('(');
  if (at > 0 && note > at && text.endsWith(')')) return text.slice(0, note);
  const query = text.indexOf('?', Math.max(at, 0));
  if (at > 0 && query > at) return text.slice(0, query);
  return trimEnd(inBrackets(text, '@').replace(BEFORE_EMAIL, ''), AFTER_EMAIL);
}

const BEFORE_PHONE = /^(?:="|[\s\p{Cf}"'“”„‘’«»<[,;:.])+/u;
const AFTER_PHONE = /[\s\p{Cf}"'“”‘’«»>\],;:.!]/u;
/** `Tel. (work): `, `m +49…`: any words before a colon, or the usual ones alone. */
const LABEL =
  /^(?:\p{L}[\p{L}\p{M}\s.\-/()]{0,40}:|\(?(?:tel|telefon|téléphone|teléfono|telefono|phone|ph|mobile?|mob|handy|cell?|fon|whats ?app|тел|моб|[mtpchw])\b[.)]*(?=\s*[+(\d]))/iu;

/** Takes off one wrapping, as `unwrapEmailOnce` does, or a label; converts digits as `plainPhone` does. */
function unwrapPhoneOnce(text: string): string {
  const number = plainPhone(text);
  const note = number.lastIndexOf('(');
  if (note > 0 && number.endsWith(')') && !/\d/.test(number.slice(note))) return number.slice(0, note);
  return trimEnd(inBrackets(number, '').replace(BEFORE_PHONE, '').replace(LABEL, ''), AFTER_PHONE);
}

/** The text within the only pair of angle brackets, if it contains `part`; else the whole text. */
function inBrackets(text: string, part: string): string {
  const open = text.indexOf('<');
  const close = text.indexOf('>', open);
  if (open < 0 || close < 0 || text.indexOf('<', open + 1) >= 0) return text;
  const inside = text.slice(open + 1, close);
  return inside.includes(part) && inside.trim() !== '' ? inside : text;
}

/** Removes unwanted characters at the end. */
function trimEnd(text: string, unwanted: RegExp): string {
  let end = text.length;
  while (end > 0 && unwanted.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
