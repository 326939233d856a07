import { z } from 'zod';
import { characters, isBlank, isFarLonger } from './text';

const LONGEST = 254;
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;
// RFC 5322 dot-atom, plus the non-ASCII letters that RFC 6531 allows.
const LOCAL_PART = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** Marks of direction, and spaces of no width: they are copied along with an address, and nobody sees them. */
const UNSEEN = /[\p{Bidi_Control}\u200b\u2060\ufeff]/gu;
const URL_SYNTAX = /[\s\p{Cc}/\\?#@:%[\]]/u;

/** The ASCII (punycode) form of a domain name, or `null` when it is none. */
function asciiDomain(domain: string): string | null {
  if (URL_SYNTAX.test(domain)) return null;
  try {
    const host = new URL(`http://${domain}`).hostname;
    return DOMAIN.test(host) ? host : null;
  } catch {
    return null;
  }
}

/**
 * Lower case, with ς where a word ends and σ elsewhere. Both have the capital Σ; what `toLowerCase` makes of that hangs
 * on what follows the dot. Letters whose capital is written with other ones (SS for ß, I for ı) stay what they are: those
 * are another mailbox.
 */
function lowerCase(local: string): string {
  const lower = local.toLowerCase().normalize('NFC');
  // Most addresses have neither.
  if (!/[σς]/.test(lower)) return lower;
  return lower.replaceAll('ς', 'σ').replace(/(?<=\p{L}\p{M}*)σ(?!\p{M}*[\p{L}\p{N}])/gu, 'ς');
}

/**
 * The one stored form of an e-mail address, however it was typed: trimmed, lower case, NFC, domain in ASCII.
 * Returns `null` when the text is not an address.
 */
export function normalizeEmail(text: string): string | null {
  if (isFarLonger(text.trim(), LONGEST)) return null;
  // Full-width letters, dots and @ are what some keyboards type for the plain ones.
  const trimmed = text.normalize('NFKC').replace(UNSEEN, '').trim();
  const at = trimmed.lastIndexOf('@');
  if (at < 1) return null;
  const local = lowerCase(trimmed.slice(0, at));
  const domain = asciiDomain(trimmed.slice(at + 1));
  if (!domain || !LOCAL_PART.test(local) || new TextEncoder().encode(local).length > 64) return null;
  const email = `${local}@${domain}`;
  return characters(email) <= LONGEST ? email : null;
}

/** An e-mail address as a request gives it; blank becomes `null`. */
export const email = z
  .string('This must be text.')
  .transform((value, context) => {
    if (isBlank(value)) return null;
    const normalized = normalizeEmail(value);
    if (normalized === null)
      context.issues.push({ code: 'custom', input: value, message: 'This is not a valid email address.' });
    return normalized;
  })
  .nullable()
  .meta({
    openapi: {
      type: ['string', 'null'],
      maxLength: LONGEST,
      description: 'An email address, also an international one',
      example: 'ana@example.com',
    },
  });
