import { z } from 'zod';

/** What is said of a request body that is no object. */
export const BODY = 'The body must be a JSON object.';

const TEXT = 'This must be text.';
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Length in characters as PostgreSQL's `varchar(n)` and JSON Schema's `maxLength` count them: code points. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** So many code units become one character at most: four code points (UAX 15), each of two. */
const COMPOSED = 8;

/**
 * Whether text has more than `max` characters however it is normalized. Such text is not to be: the time to sort a row of
 * accents grows with the square of its length, and a body full of them would keep everybody waiting for minutes.
 */
export const isFarLonger = (text: string, max: number): boolean => text.length > max * COMPOSED;

// Not white space, not a combining mark, and not a character that shows nothing, such as U+200B or the blank of Braille.
const VISIBLE = /[^\s\p{M}\p{Cf}\p{DI}\u2800]/u;

/** Whether nobody sees anything of a text: it counts as not given. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/** A line as it is stored; one that is far too long as it is, to be refused. */
function trimmed(text: string, max: number): string {
  const value = text.trim();
  if (isFarLonger(value, max)) return value;
  return isBlank(value) ? '' : value.normalize('NFC');
}

/** Text that the database can hold and a person read. */
export const storable = z
  .string(TEXT)
  .refine((value) => !CONTROL_CHARACTER.test(value), 'Control characters are not allowed.')
  .refine(
    (value) => value.isWellFormed(),
    'Half of a character (a surrogate without its other half) is not allowed.',
  );

/**
 * A line of text as the API takes it: trimmed, without control characters, at most `max` characters.
 * A blank line becomes `null`; what `null` means (keep or clear) is the operation's business.
 */
export function line(max: number) {
  return z
    .string(TEXT)
    .transform((value) => trimmed(value, max))
    .pipe(storable.refine((value) => characters(value) <= max, `At most ${max} characters.`))
    .transform((value) => value || null)
    .nullable()
    .meta({ openapi: { type: ['string', 'null'], maxLength: max } });
}

/** The same, where a value is required: a title, a name. */
export function requiredLine(max: number, missing: string) {
  return z
    .string({ error: ({ input }) => (input === undefined ? missing : TEXT) })
    .transform((value) => trimmed(value, max))
    .pipe(storable.min(1, missing).refine((value) => characters(value) <= max, `At most ${max} characters.`))
    .meta({ openapi: { type: 'string', minLength: 1, maxLength: max } });
}

/** A UUID in any case, given back in lower case. */
export const uuid = z
  .guid('This must be a UUID.')
  .transform((value) => value.toLowerCase())
  .meta({ format: 'uuid' });

/** The years 1 to 9999 are what four digits and the database can both say. */
const hasStorableYear = (time: string) => /^(?!0000)\d{4}-/.test(time);
const YEARS = 'A year from 1 to 9999.';

/** A time as a request gives it: ISO 8601 with any offset, given back in UTC. */
export const instant = z.iso
  .datetime({ offset: true, error: 'A time in ISO 8601, for example 2027-01-31T00:00:00Z.' })
  .transform((value) => new Date(value).toISOString())
  .refine(hasStorableYear, YEARS);

/** A time on the wire: ISO 8601, UTC, milliseconds, `Z`. */
export const time = z.iso
  .datetime({ precision: 3 })
  .refine(hasStorableYear, YEARS)
  .meta({ example: '2026-01-31T09:30:00.000Z' });
