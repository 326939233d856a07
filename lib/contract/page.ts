import * as z from 'zod';
import { characters, count, storable } from './text';

/** Cursor of the last page, which is read from the end of the list without counting. */
export const LAST_PAGE = 'last';
/** Maximum number of matches to count, by default and on request; beyond it, a total is a lower bound. */
const COUNT_LIMIT = 5_000;
const MOST_COUNTED = 10_000;

/** Position of a page in its list. */
export const pageMeta = z
  .object({
    total: count.describe('Number of matches; a lower bound if `totalIsExact` is false'),
    totalIsExact: z.boolean(),
    page: z.int().min(1),
    pageSize: z.int().min(1).max(100),
    totalPages: count,
    nextCursor: z
      .string()
      .nullable()
      .describe('Pass as `cursor` to get the next page; null on the last page'),
    previousCursor: z
      .string()
      .nullable()
      .describe('Pass as `cursor` to get the previous page; null on the first page'),
  })
  .meta({ id: 'PageMeta' });

export type PageMeta = z.infer<typeof pageMeta>;

/** The schema of a query parameter: a whole number from 1 to `maximum`, `byDefault` if it is absent. */
export function wholeNumber(maximum: number, byDefault: number, description?: string) {
  const message = `A whole number from 1 to ${maximum}.`;
  return z
    .string(message)
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(1, message).max(maximum, message))
    .default(byDefault)
    .meta({ openapi: { type: 'integer', minimum: 1, maximum, default: byDefault, description } });
}

const SEARCH_LENGTH = 200;

/** Search text for lists of contacts. */
export const search = storable
  .refine((value) => characters(value) <= SEARCH_LENGTH, `At most ${SEARCH_LENGTH} characters.`)
  .transform((value) => value.trim())
  .meta({
    openapi: {
      type: 'string',
      maxLength: SEARCH_LENGTH,
      description: 'Matches contacts whose fields contain every word, ids of other systems included',
    },
  });

export const NO_CURSOR = 'This cursor does not belong to this list.';

export const countLimit = wholeNumber(
  MOST_COUNTED,
  COUNT_LIMIT,
  'Count at most this many matches; beyond it, `total` may be a lower bound',
);

/** Query parameters of every paged list. */
export const pageQuery = {
  page: wholeNumber(
    10_000_000,
    1,
    'Page number, from 1. Pages past the last match are empty. If `totalIsExact` is false, pages beyond `totalPages` may have rows; prefer `cursor` for deep pages',
  ),
  pageSize: wholeNumber(100, 20),
  cursor: z
    .string(NO_CURSOR)
    .min(1, NO_CURSOR)
    .max(4096, NO_CURSOR)
    .optional()
    .describe(
      `A cursor from \`meta\`, or \`${LAST_PAGE}\` for the last page; equally fast at any depth. \`page\` is then only echoed in \`meta\`.`,
    ),
};
