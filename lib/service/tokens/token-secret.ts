import { hash, randomBytes } from 'node:crypto';

/** Every token of Roster begins with it, so that secret scanners can recognize one. */
const PREFIX = 'roster_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 30 characters of 62: 178 random bits. */
const RANDOM = 30;
const CHECKSUM = 6;
/** Of a configured token. */
const SHORTEST = 32;

/** A new API token: prefix, random part, checksum. It is stored nowhere. */
export function newToken(): string {
  let random = '';
  while (random.length < RANDOM)
    // 248 = 4 × 62: each character is equally likely.
    for (const byte of randomBytes(RANDOM))
      if (byte < 248 && random.length < RANDOM) random += ALPHABET[byte % 62];
  return PREFIX + random + checksumOf(random);
}

/**
 * Whether the text could be a token at all. Its form says no more: a configured token may have any, that of Roster's own
 * with another checksum too. The checksum is for secret scanners.
 */
export const isPlausible = (token: string): boolean => token.length >= SHORTEST;

/** What is stored of a token. It has too many random bits to be guessed from a plain hash. */
export function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** How a token begins, for people to recognize it. */
export const hintOf = (token: string): string => token.slice(0, PREFIX.length + 4);

function checksumOf(random: string): string {
  const digest = hash('sha256', PREFIX + random, 'buffer');
  let checksum = '';
  for (let position = 0; position < CHECKSUM; position++)
    checksum += ALPHABET[(digest[position] as number) % 62];
  return checksum;
}
