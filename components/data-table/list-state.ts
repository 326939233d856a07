import {
  createParser,
  type inferParserType,
  parseAsArrayOf,
  parseAsNumberLiteral,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { densities, toWidth } from './table-view';

export const pageSizes = [25, 50, 100] as const;

const parseAsPage = createParser({
  parse: (value) => (/^[1-9]\d{0,6}$/.test(value) ? Number(value) : null),
  serialize: String,
});

/** URL parameters of every list. */
export const listParameters = {
  search: parseAsString.withDefault(''),
  page: parseAsPage.withDefault(1),
  size: parseAsNumberLiteral(pageSizes).withDefault(50),
};

/** Widths by column: `email:240,phone:120`. */
const parseAsWidths = createParser<Record<string, number>>({
  parse: (text) => {
    const pairs = text.split(',').map((pair) => /^(.+):(\d{1,4})$/.exec(pair));
    if (!pairs.every((pair) => pair !== null)) return null;
    return Object.fromEntries(pairs.map(([, id, width]) => [id, toWidth(Number(width))]));
  },
  serialize: (widths) =>
    Object.entries(widths)
      .sort()
      .map(([id, width]) => `${id}:${width}`)
      .join(),
});

/** URL parameters of a list that shows a saved view; `null` for the person's own display. */
export const displayParameters = {
  columns: parseAsArrayOf(parseAsString),
  widths: parseAsWidths,
  density: parseAsStringLiteral(densities),
};

export type UrlDisplay = inferParserType<typeof displayParameters>;
