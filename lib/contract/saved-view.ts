import * as z from 'zod';

const title = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(60, 'At most 60 characters.')
  .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.');

export const savedViewInput = z.strictObject({
  title,
  query: z
    .string()
    .max(2_000, 'These filters are too long to save.')
    .regex(/^[\w%+.*=&-]+$/, 'Not a query.'),
  shared: z.boolean(),
});

/** Without a query, the view keeps its current one. */
export const savedViewChange = savedViewInput.omit({ shared: true }).partial({ query: true });

export type SavedViewInput = z.output<typeof savedViewInput>;
export type SavedViewChange = z.output<typeof savedViewChange>;

/** A name for a query of /contacts: personal, or shared with the organization. */
export interface SavedView extends SavedViewInput {
  id: string;
}
