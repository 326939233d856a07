import type { FieldDefinition, FieldOption, FieldValue } from './field';
import { line } from './text';

/** A value as it is stored, `null` if blank; or why it is none. */
export type ParsedValue =
  | { value: FieldValue | null; message?: undefined }
  | { value?: undefined; message: string };

/** Digits of a number, and those after its point: filters find a number in each of these spellings. */
const MOST_DIGITS = 30;
const MOST_DECIMALS = 10;
const NUMBER = new RegExp(String.raw`^-?(?:0|[1-9]\d{0,${MOST_DIGITS - 1}})(?:\.\d{1,${MOST_DECIMALS}})?$`);
const A_NUMBER = `A number such as 7 or -1.50, with up to ${MOST_DIGITS} digits and ${MOST_DECIMALS} decimals.`;
/** Digits that a number in JSON keeps, whatever reads it. */
const SAFE_DIGITS = 15;
const AS_TEXT = `Send a number of more than ${SAFE_DIGITS} digits as text: JSON does not keep them.`;

const DATE = /^(?!0000)\d{4}-\d\d-\d\d$/;
const A_DATE = 'A date, such as 2026-01-31.';
const A_LINK = 'A link, such as https://example.com.';
const text = line(1_000);
const link = line(2_000);
/** Longest id of another system. */
const LONGEST_ID = 200;
const id = line(LONGEST_ID);

/**
 * The value of a field from what a request, a filter or a file gives: text as it is, numbers with their digits, days without
 * a time zone. Blank is `null`.
 */
export function parseFieldValue({ type, options }: FieldDefinition, given: unknown): ParsedValue {
  if (given === null || given === undefined) return { value: null };
  if (type === 'choices') return parseChoices(options, given);
  if (typeof given === 'string' && type !== 'text' && given.trim() === '') return { value: null };
  switch (type) {
    case 'text':
      return parseText(text, given);
    case 'id':
      return parseText(id, given, LONGEST_ID);
    case 'number':
      return parseNumber(given);
    case 'boolean':
      if (typeof given === 'boolean') return { value: given };
      return given === 'true' || given === 'false'
        ? { value: given === 'true' }
        : { message: 'true or false.' };
    case 'date':
      return typeof given === 'string' && isDate(given.trim())
        ? { value: given.trim() }
        : { message: A_DATE };
    case 'link': {
      const parsed = parseText(link, given);
      const written = String(parsed.value);
      const isLink = /^https?:\/\//i.test(written) && URL.canParse(written);
      return isLink || parsed.message ? parsed : { message: A_LINK };
    }
    case 'choice':
      return options.some(({ value }) => value === given)
        ? { value: given as string }
        : { message: oneOf(options) };
  }
}

/** Most texts: nothing to trim, normalize or refuse. The schema takes many times longer. */
const PLAIN = /^[!-~](?:[ -~]{0,500}[!-~])?$/;

function parseText(schema: typeof text, given: unknown, longest = Number.POSITIVE_INFINITY): ParsedValue {
  if (typeof given === 'string' && given.length <= longest && PLAIN.test(given)) return { value: given };
  const { data, error } = schema.safeParse(given);
  return error ? { message: error.issues[0]?.message ?? '' } : { value: data };
}

/** Keeps the digits, also zeros at the end: 1.50 stays 1.50. */
function parseNumber(given: unknown): ParsedValue {
  if (typeof given === 'number' && String(given).replace(/\D/g, '').length > SAFE_DIGITS)
    return { message: AS_TEXT };
  const written = typeof given === 'number' || typeof given === 'string' ? String(given).trim() : '';
  return NUMBER.test(written) ? { value: written } : { message: A_NUMBER };
}

function isDate(written: string): boolean {
  if (!DATE.test(written)) return false;
  const day = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(written);
}

/** A set of options, in their order. */
function parseChoices(options: FieldOption[], given: unknown): ParsedValue {
  const chosen = typeof given === 'string' ? (given.trim() === '' ? [] : [given]) : given;
  if (!Array.isArray(chosen) || chosen.some((one) => !options.some(({ value }) => value === one)))
    return { message: `A list of ${oneOf(options)}` };
  if (chosen.length === 0) return { value: null };
  return { value: options.flatMap(({ value }) => (chosen.includes(value) ? value : [])) };
}

const LISTED = 20;
const oneOf = (options: FieldOption[]): string =>
  `One of ${options
    .slice(0, LISTED)
    .map(({ value }) => value)
    .join(', ')}${options.length > LISTED ? ', …' : ''}.`;

/**
 * JSON with which stored values contain a parsed one, by key: for `choices`, those that have it among others. A number in each
 * spelling, since 1.5 and 1.50 are one number.
 */
export function containedSpellings({ key, type }: FieldDefinition, value: FieldValue): string[] {
  if (type !== 'number') return [JSON.stringify({ [key]: value })];
  const [whole = '', decimals = ''] = String(value).split('.');
  const least = decimals.replace(/0+$/, '');
  const spellings = Array.from({ length: MOST_DECIMALS - least.length + 1 }, (_, zeros) => {
    const some = least + '0'.repeat(zeros);
    return some ? `${whole}.${some}` : whole;
  });
  const all =
    Number(value) === 0
      ? spellings.flatMap((one) => [one.replace('-', ''), `-${one.replace('-', '')}`])
      : spellings;
  return all.map((spelling) => JSON.stringify({ [key]: spelling }));
}
