import * as z from 'zod';
import { actor } from './actor';
import { pageQuery } from './page';
import { BODY, paragraphs, time } from './text';

export const note = z
  .object({
    id: z.guid(),
    contactId: z.guid(),
    text: z.string().describe('Plain text; may have line breaks'),
    author: actor,
    createdAt: time,
  })
  .meta({ id: 'Note' });

export type Note = z.infer<typeof note>;

export const noteCreate = z.strictObject({ text: paragraphs(5_000, 'Write a note.') }, BODY);

export const noteListQuery = z.strictObject({ cursor: pageQuery.cursor });

export const noteListMeta = z.object({ nextCursor: z.string().nullable() });
