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

/** Combining marks on one character, as many as in stream-safe text (UAX 15). More take quadratic time to normalize. */
const MOST_MARKS = 30;
/** Combining marks, and the two letters that NFKC and NFKD convert to marks. All of them are beyond Latin letters. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;
const BEYOND_LATIN = /[\u0300-\uffff]/;

/** Keeps the first 30 combining marks on a character. */
export const boundMarks = (text: string): string =>
  BEYOND_LATIN.test(text)
    ? text.replace(MARKS, (marks) =>
        marks.length > MOST_MARKS ? [...marks].slice(0, MOST_MARKS).join('') : marks,
      )
    : text;

/** `String.normalize` in linear time: keeps the first 30 combining marks on a character. */
export const normalize = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  boundMarks(text).normalize(form);

/** Code units that normalize to one character at most: four code points (UAX 15) of two units each. */
const COMPOSED = 8;

/** Whether text exceeds `max` even when normalized. Check this first, so that later steps get short text only. */
export const isFarLonger = (text: string, max: number): boolean => text.length > max * COMPOSED;

/** Whether text is too long or has too many marks, so that it stays unnormalized and is refused. */
const isUnnormalizable = (text: string, max: number): boolean =>
  isFarLonger(text, max) || boundMarks(text) !== text;

// Any character except white space, combining marks, and invisible ones such as U+200B or the Braille blank.
const VISIBLE = /[^\s\p{M}\p{Cf}\p{DI}\u2800]/u;

/** Whether text has no visible character; such text counts as absent. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

const BREAK = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** Replaces each run of tabs, line breaks and the spaces around them by one space; keeps other spaces. */
export const oneLine = (text: string): string =>
  BREAK.test(text)
    ? text.replace(/[ \t\n\v\f\r\u0085\u2028\u2029]+/g, (run) => (BREAK.test(run) ? ' ' : run))
    : text;

const WIDE = /[\uff01-\uffe2\uffe4-\uffee]/g;
/** Invisible characters with a purpose: they join, style and tag emoji, or shape Arabic, Indic and Mongolian letters. */
const SHAPING = [
  String.raw`(?<=\p{ExtPict}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{ExtPict})`,
  String.raw`(?<=\p{ExtPict})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0020}-\u{e007f}]`,
  // Marks may precede the joiner, in an order that normalization changes. The look-behind runs at joiners only.
  String.raw`[\u200c\u200d](?<=[\u0600-\u109f\u1700-\u18af]\p{M}*[\u200c\u200d])(?=[\u0600-\u109f\u1700-\u18af])`,
];
const UNSEEN = new RegExp(String.raw`(${SHAPING.join('|')})|[\p{DI}\ufff9-\ufffb]`, 'gu');

/**
 * Converts a referral code or a segment's title to the spelling that lookalikes share: no invisible characters, single plain
 * spaces, letters and digits in their usual width.
 */
export const plainName = (text: string): string =>
  normalize(
    // Normalizing moves marks, and what is unseen depends on its neighbours.
    normalize(text.replace(WIDE, (character) => normalize(character, 'NFKC')))
      .replace(UNSEEN, '$1')
      .replace(/[\s\u2800]+/g, ' ')
      .trim(),
  );

const plainText = (text: string) => normalize(oneLine(text));

/** Trims text, and converts it unless it will be refused; text without a visible character becomes `''`. */
function toTrimmed(text: string, max: number, convert: (text: string) => string): string {
  const value = text.trim();
  if (isUnnormalizable(value, max)) return value;
  const converted = convert(value);
  return isBlank(converted) ? '' : converted;
}

/** A secret in a response. The console asks for the password before it shows one (`showsSecret`). */
export const shownOnce = (what: string) =>
  z.string().describe(`${what}, shown only once`).meta({ format: 'password' });

/** Whether a response with this schema has a field from `shownOnce`. */
export const showsSecret = (data: z.ZodType): boolean =>
  data instanceof z.ZodObject &&
  Object.values<z.ZodType>(data.shape).some((field) => field.meta()?.format === 'password');

/** Text that the database can store. */
export const storable = z
  .string(TEXT)
  .refine((value) => !CONTROL_CHARACTER.test(value), 'Control characters are not allowed.')
  .refine((value) => value.isWellFormed(), 'Unpaired surrogates are not allowed.')
  .refine((value) => boundMarks(value) === value, `At most ${MOST_MARKS} combining marks on one character.`);

/** The schema of a line of text in a request: normalized, at most `max` characters. Blank becomes `null`. */
export function line(max: number, convert = plainText) {
  return z
    .string(TEXT)
    .transform((value) => toTrimmed(value, max, convert))
    .pipe(storable.refine((value) => characters(value) <= max, `At most ${max} characters.`))
    .transform((value) => value || null)
    .nullable()
    .meta({ openapi: { type: ['string', 'null'], maxLength: max } });
}

/** The schema of a line of at most `max` characters that must not be blank; `missing` is the message if it is. */
export function requiredLine(max: number, missing: string, convert = plainText) {
  return z
    .string({ error: ({ input }) => (input === undefined ? missing : TEXT) })
    .transform((value) => toTrimmed(value, max, convert))
    .pipe(storable.min(1, missing).refine((value) => characters(value) <= max, `At most ${max} characters.`))
    .meta({ openapi: { type: 'string', minLength: 1, maxLength: max } });
}

const BREAK_OF_LINE = /\r\n?|[\u0085\u2028\u2029]/g;

/** The schema of text with line breaks in a request, trimmed and not blank, at most `max` characters. */
export function paragraphs(max: number, missing: string) {
  /** Converts line breaks to `\n`, trims and normalizes, unless the text will be refused; blank becomes `''`. */
  const plain = (text: string) => {
    const value = text.replace(BREAK_OF_LINE, '\n').trim();
    if (isUnnormalizable(value, max)) return value;
    return isBlank(value) ? '' : normalize(value);
  };
  return z
    .string({ error: ({ input }) => (input === undefined ? missing : TEXT) })
    .transform(plain)
    .pipe(
      z
        .string()
        .min(1, missing)
        .refine(
          (value) => storable.safeParse(value.replace(/[\n\t]/g, ' ')).success,
          'Control characters are not allowed.',
        )
        .refine((value) => characters(value) <= max, `At most ${max.toLocaleString('en')} characters.`),
    )
    .meta({ openapi: { type: 'string', minLength: 1, maxLength: max } });
}

/** End of a message that names a refused character; `''` if there is none. */
export function refusedEnding(character: string | undefined): string {
  if (character === undefined) return '';
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  const name =
    character === ' '
      ? 'a space'
      : isBlank(character) || /\p{Cc}/u.test(character)
        ? `U+${code}`
        : `“${character}”`;
  return `: ${name} is not allowed`;
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

/** Whether text in a path is a UUID, so that the id can exist. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Whether a name is that of a time zone, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
