import type { FieldDefinition } from '@/lib/contract/field';
import { type ParsedValue, parseFieldValue } from '@/lib/contract/field-value';
import { oneLine } from '@/lib/contract/text';
import { titleKey } from '@/lib/contract/title-key';
import { isInList, isYesOrNo, separatorIn, splitList } from './segment-cell';

/** Reads cells of a column as values of an own field. */
export interface FieldReader {
  key: string;
  read(cell: string): ParsedValue;
}

/** Longest cell that is read as a number, a date, or yes or no, and as choices. */
const LONGEST = 100;
const LONGEST_LIST = 20_000;
const NOT_A_CHOICE: ParsedValue = { message: 'Not one of the choices.' };
const SEVERAL_CHOICES: ParsedValue = { message: 'More than one choice.' };
const NOT_A_NUMBER: ParsedValue = { message: 'Not a number.' };

/**
 * Reads cells as people and programs write them: choices by label or value, numbers and dates in common notations. Without
 * options, choices are labels of new ones.
 */
export function fieldReader(field: FieldDefinition): FieldReader {
  const { key, type, options } = field;
  const isNew = options.length === 0;
  const toOption = isNew ? toNewLabel : optionsByText(options);
  const read = (given: string): ParsedValue => {
    const cell = oneLine(given).trim();
    const isLong = cell.length > LONGEST;
    switch (type) {
      case 'text':
      case 'id':
        return parseFieldValue(field, cell);
      case 'link':
        return parseFieldValue(field, /^www\./i.test(cell) ? `https://${cell}` : cell);
      case 'boolean':
        return parseFieldValue(field, !isLong && isYesOrNo(cell) ? isInList(cell) : cell);
      case 'number':
        if (/\p{L}/u.test(cell)) return NOT_A_NUMBER;
        return parseFieldValue(field, isLong ? cell : plainNumber(cell));
      case 'date':
        return isLong ? parseFieldValue(field, cell) : readDate(cell, field);
      case 'choice': {
        const value = isLong ? undefined : toOption(cell);
        if (value !== undefined) return { value };
        const values = isLong ? [] : splitList(cell, separatorIn([cell]) ?? ',').map(toOption);
        return values.length > 1 && !values.includes(undefined) ? SEVERAL_CHOICES : NOT_A_CHOICE;
      }
      case 'choices': {
        if (cell.length > LONGEST_LIST) return NOT_A_CHOICE;
        // The whole cell may be one label; quotation marks in labels hide separators.
        for (const separator of [...(isNew ? [] : ['']), separatorIn([cell]) ?? '', ',']) {
          const values = splitList(cell, separator).map(toOption);
          const known = values.filter((value) => value !== undefined);
          if (known.length === values.length) return isNew ? { value: known } : parseFieldValue(field, known);
        }
        return NOT_A_CHOICE;
      }
    }
  };
  return { key, read };
}

const A_TEXT: FieldDefinition = { key: '', type: 'text', options: [] };
const toNewLabel = (text: string): string | undefined =>
  text.length > LONGEST ? undefined : (parseFieldValue(A_TEXT, text).value?.toString() ?? undefined);

/** Finds an option by its label, ignoring case where no other has it, else by its value. */
function optionsByText(options: FieldDefinition['options']) {
  const byText = new Map(options.map(({ value }) => [value, value]));
  for (const { value, label } of options.toReversed()) byText.set(titleKey(label), value);
  for (const { value, label } of options) byText.set(label, value);
  return (text: string): string | undefined => byText.get(text) ?? byText.get(titleKey(text));
}

const SPACED = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;
const ENGLISH = /^-?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
const CONTINENTAL = /^-?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const COMMA = /^-?\d+,\d+$/;
/** `1,234` may be either. */
const UNCLEAR = /^-?[1-9]\d{0,2},\d{3}$/;

/** A number without separators of thousands and with a decimal point, where the text leaves no doubt. */
function plainNumber(cell: string): string {
  const text = cell
    .replace(SPACED, '')
    .replace(/^\u2212/, '-')
    .replace(/^\+(?=\d)/, '');
  if (ENGLISH.test(text)) return text.replaceAll(',', '');
  if (CONTINENTAL.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return COMMA.test(text) && !UNCLEAR.test(text) ? text.replace(',', '.') : text;
}

const TIME = String.raw`(?:[T ]\d{1,2}:\d\d.{0,30})?$`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`);
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})${TIME}`);
const UNORDERED = new RegExp(String.raw`^(\d{1,2})[/-](\d{1,2})[/-](\d{4})${TIME}`);
const NAMED = /^(?:(\d{1,2})[ -])?([a-z]{3,9})\.?[ -](?:(\d{1,2}),? )?(\d{4})$/i;
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const WHICH_IS_THE_DAY: ParsedValue = { message: 'Day or month first? Write it as 2026-01-31.' };

/** Reads a day in a notation with one meaning; drops a time. */
function readDate(cell: string, field: FieldDefinition): ParsedValue {
  const day = (year = '', month: string | number = '', date = '') =>
    parseFieldValue(field, `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`);
  const iso = YEAR_FIRST.exec(cell);
  if (iso) return day(iso[1], iso[2], iso[3]);
  const dotted = DAY_FIRST.exec(cell);
  if (dotted) return day(dotted[3], dotted[2], dotted[1]);
  const [, one = '', other = '', year] = UNORDERED.exec(cell) ?? [];
  if (year) {
    if (Number(one) > 12 || one === other) return day(year, other, one);
    return Number(other) > 12 ? day(year, one, other) : WHICH_IS_THE_DAY;
  }
  const [, before, name = '', after, named] = NAMED.exec(cell) ?? [];
  const month = MONTHS.findIndex((one) => named && one.startsWith(name.toLowerCase())) + 1;
  return month > 0 && !before !== !after ? day(named, month, before ?? after) : parseFieldValue(field, cell);
}
