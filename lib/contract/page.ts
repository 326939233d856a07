import { z } from 'zod';
import { COUNT_LIMIT } from './count-limit';
import { LAST_PAGE } from './last-page';
import { characters, storable } from './text';

const count = z.int().min(0);

/** Where a page stands in its list. */
export const pageMeta = z
  .object({
    total: count.meta({ description: 'How many match; a lower bound when `totalIsExact` is false' }),
    totalIsExact: z.boolean(),
    page: z.int().min(1),
    pageSize: z.int().min(1).max(100),
    totalPages: count,
    nextCursor: z.string().nullable().meta({ description: 'Give it as `cursor` for the rows that follow' }),
    previousCursor: z.string().nullable().meta({ description: 'Give it as `cursor` for the rows before' }),
  })
  .meta({ id: 'PageMeta' });

export type PageMeta = z.infer<typeof pageMeta>;

/** A query parameter that is a number from 1. */
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

/** What a list of contacts is searched for. */
export const search = storable
  .refine((value) => characters(value) <= SEARCH_LENGTH, `At most ${SEARCH_LENGTH} characters.`)
  .transform((value) => value.trim())
  .meta({
    openapi: {
      type: 'string',
      maxLength: SEARCH_LENGTH,
      description: 'Words that all occur in name, email, phone or company',
    },
  });

/** Said of a cursor that is none, or one of another list. */
export const NO_CURSOR = 'This cursor is not one of this list.';

/** Query parameter of a list of contacts. */
export const countLimit = wholeNumber(
  COUNT_LIMIT,
  COUNT_LIMIT,
  'How many matches are worth counting before the page is answered: where there are more, `total` may be a lower bound',
);

/** Query parameters that every paged list takes. */
export const pageQuery = {
  page: wholeNumber(
    10_000_000,
    1,
    'Of matches that are not counted to the end, only pages within `total` have a number; go on by `cursor`',
  ),
  pageSize: wholeNumber(100, 20),
  cursor: z
    .string(NO_CURSOR)
    .min(1, NO_CURSOR)
    .max(4096, NO_CURSOR)
    .optional()
    .meta({
      description: `A cursor from \`meta\`, or \`${LAST_PAGE}\`: equally quick at any depth. \`page\` is then only a label.`,
    }),
};
