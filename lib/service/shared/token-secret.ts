import { hash, randomBytes } from 'node:crypto';

/** Lets secret scanners recognize tokens. */
const PREFIX = 'roster_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Random characters, from an alphabet of 62: 178 bits. */
const RANDOM = 30;
const CHECKSUM = 6;
/** Minimum length of a configured token. */
const SHORTEST = 32;

/** A new API token: prefix, random part, checksum. Never stored. */
export function newToken(): string {
  let random = '';
  while (random.length < RANDOM)
    // 248 = 4 × 62: each character is equally likely.
    for (const byte of randomBytes(RANDOM))
      if (byte < 248 && random.length < RANDOM) random += ALPHABET[byte % 62];
  return PREFIX + random + checksum(random);
}

/** Whether text is long enough for a token. Configured tokens may have any form; the checksum is for secret scanners. */
export const isPlausible = (token: string): boolean => token.length >= SHORTEST;

/** The stored digest. A plain hash is safe, since tokens have too many random bits to be guessed. */
export function digestToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** First characters, for people to recognize a token. */
export const tokenHint = (token: string): string => token.slice(0, PREFIX.length + 4);

/** Six characters computed from the random part, by which secret scanners tell a token from other text. */
function checksum(random: string): string {
  const digest = hash('sha256', PREFIX + random, 'buffer');
  let checksum = '';
  for (let position = 0; position < CHECKSUM; position++)
    checksum += ALPHABET[(digest[position] as number) % 62];
  return checksum;
}
