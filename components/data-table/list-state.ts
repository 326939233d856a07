import { createParser, parseAsNumberLiteral, parseAsString } from 'nuqs/server';

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
