import * as z from 'zod';
import { characters, isBlank, isFarLonger, normalize, refusedEnding } from './text';

const LONGEST = 254;
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;
// RFC 5322 dot-atom, plus the non-ASCII letters that RFC 6531 allows. Excludes a leading apostrophe, which spreadsheets add.
const LOCAL_PART =
  /^(?!')[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** Characters to name in an error. Brackets come first: they say most about what was pasted. */
const REFUSED = [/[<>]/u, /[^\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.@-]/u, /^'/u];
const REFUSED_IN_DOMAIN = /[^\p{L}\p{N}\p{M}.@-]|[.-]$/u;
/** Invisible characters that get copied along with an address. */
const UNSEEN = /[\p{Bidi_Control}\u200b\u2060\ufeff]/gu;
const URL_SYNTAX = /[\s\p{Cc}/\\?#@:%[\]]/u;
/** A domain already in ASCII form. Labels in punycode are excluded, because they may be invalid. */
const ASCII_DOMAIN = /^(?!.*xn--)[a-z0-9.-]+$/;
const encoder = new TextEncoder();

/** The ASCII (punycode) form of a domain name, in lower case; `null` if invalid. */
function asciiDomain(domain: string): string | null {
  if (ASCII_DOMAIN.test(domain)) return DOMAIN.test(domain) ? domain : null;
  if (URL_SYNTAX.test(domain)) return null;
  try {
    const host = new URL(`http://${domain}`).hostname;
    return DOMAIN.test(host) ? host : null;
  } catch {
    return null;
  }
}

/** Converts to lower case, with ς at the end of a word and σ elsewhere; `toLowerCase` takes letters after a dot for the same word. */
function lowerCase(local: string): string {
  const lower = normalize(local.toLowerCase());
  if (!/[σς]/.test(lower)) return lower;
  return lower.replaceAll('ς', 'σ').replace(/σ(?<=\p{L}\p{M}*σ)(?!\p{M}*[\p{L}\p{N}])/gu, 'ς');
}

/**
 * Normalizes an email address: NFKC, without invisible characters, trimmed, lower case, domain in ASCII. Returns `null` if it
 * is invalid or longer than 254 characters.
 */
export function normalizeEmail(text: string): string | null {
  if (isFarLonger(text.trim(), LONGEST)) return null;
  // Some keyboards type full-width letters, dots and @.
  const trimmed = normalize(text, 'NFKC').replace(UNSEEN, '').trim();
  const at = trimmed.lastIndexOf('@');
  if (at < 1) return null;
  const local = lowerCase(trimmed.slice(0, at));
  const domain = asciiDomain(trimmed.slice(at + 1));
  if (!domain || !LOCAL_PART.test(local) || encoder.encode(local).length > 64) return null;
  const email = `${local}@${domain}`;
  return characters(email) <= LONGEST ? email : null;
}

/**
 * The character to name in an error: an angle bracket, else the first that an email address cannot have; `undefined` if there
 * is none, or the text is far too long or has no @, which is no address at all.
 */
function refusedCharacter(text: string): string | undefined {
  if (isFarLonger(text, LONGEST)) return undefined;
  const plain = normalize(text, 'NFKC').replace(UNSEEN, '').trim();
  if (!plain.includes('@')) return undefined;
  const anywhere = REFUSED.flatMap((pattern) => pattern.exec(plain) ?? [])[0];
  return anywhere ?? REFUSED_IN_DOMAIN.exec(plain.slice(plain.indexOf('@') + 1))?.[0];
}

/** An email address in a request; blank becomes `null`. */
export const email = z
  .string('This must be text.')
  .transform((value, context) => {
    if (isBlank(value)) return null;
    const normalized = normalizeEmail(value);
    if (normalized === null)
      context.issues.push({
        code: 'custom',
        input: value,
        message: `This is not a valid email address${refusedEnding(refusedCharacter(value))}.`,
      });
    return normalized;
  })
  .nullable()
  .meta({
    openapi: {
      type: ['string', 'null'],
      maxLength: LONGEST,
      description: 'Email address; international addresses are allowed',
      example: 'ana@example.com',
    },
  });
