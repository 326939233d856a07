export const MOST_CODES = 100;

/** Without 0, O, 1, I and L, which are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;
/** Bytes from here on would favor the first characters. */
const FAIR = 256 - (256 % ALPHABET.length);

/** A random code of 8 characters that can be read aloud, such as 7KQ2M9XB. */
export function generateCode(): string {
  let code = '';
  while (code.length < LENGTH) {
    const [byte = FAIR] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR) code += ALPHABET[byte % ALPHABET.length];
  }
  return code;
}
