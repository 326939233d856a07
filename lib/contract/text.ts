import * as z from 'zod';

export const BODY = 'The body must be a JSON object.';

/** A whole number from 0. */
export const count = z.int().min(0);

const TEXT = 'This must be text.';
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Length in code points, as PostgreSQL's `varchar(n)` and JSON Schema's `maxLength` count. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Code units that normalize to one character at most: four code points (UAX 15) of two units each. */
const COMPOSED = 8;

/** Whether text exceeds `max` even when normalized. Checked first: normalizing many accents takes quadratic time. */
export const isFarLonger = (text: string, max: number): boolean => text.length > max * COMPOSED;

// Not white space, a combining mark, or an invisible character such as U+200B or the Braille blank.
const VISIBLE = /[^\s\p{M}\p{Cf}\p{DI}\u2800]/u;

/** Whether text has no visible character; such text counts as absent. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/** Trims and normalizes a line; leaves one alone that is too long, for it to be refused. */
function trimmed(text: string, max: number): string {
  const value = text.trim();
  if (isFarLonger(value, max)) return value;
  return isBlank(value) ? '' : value.normalize('NFC');
}

/** Text that the database can store. */
export const storable = z
  .string(TEXT)
  .refine((value) => !CONTROL_CHARACTER.test(value), 'Control characters are not allowed.')
  .refine((value) => value.isWellFormed(), 'Unpaired surrogates are not allowed.');

/** A line of text in a request: trimmed, at most `max` characters. Blank becomes `null`. */
export function line(max: number) {
  return z
    .string(TEXT)
    .transform((value) => trimmed(value, max))
    .pipe(storable.refine((value) => characters(value) <= max, `At most ${max} characters.`))
    .transform((value) => value || null)
    .nullable()
    .meta({ openapi: { type: ['string', 'null'], maxLength: max } });
}

/** A line that must not be blank. */
export function requiredLine(max: number, missing: string) {
  return z
    .string({ error: ({ input }) => (input === undefined ? missing : TEXT) })
    .transform((value) => trimmed(value, max))
    .pipe(storable.min(1, missing).refine((value) => characters(value) <= max, `At most ${max} characters.`))
    .meta({ openapi: { type: 'string', minLength: 1, maxLength: max } });
}

/** A UUID in any case, returned in lower case. */
export const uuid = z
  .guid('This must be a UUID.')
  .transform((value) => value.toLowerCase())
  .meta({ format: 'uuid' });

/** Four digits and the database both cover the years 1 to 9999. */
const hasStorableYear = (time: string) => /^(?!0000)\d{4}-/.test(time);
const YEARS = 'A year from 1 to 9999.';

/** A time in a request: ISO 8601 with any offset, converted to UTC. */
export const instant = z.iso
  .datetime({ offset: true, error: 'A time in ISO 8601, for example 2027-01-31T00:00:00Z.' })
  .transform((value) => new Date(value).toISOString())
  .refine(hasStorableYear, YEARS);

/** A time in a response: ISO 8601 in UTC with milliseconds. */
export const time = z.iso
  .datetime({ precision: 3 })
  .refine(hasStorableYear, YEARS)
  .meta({ example: '2026-01-31T09:30:00.000Z' });

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an id in a path can exist. */
export const isUuid = (text: string): boolean => UUID.test(text);
