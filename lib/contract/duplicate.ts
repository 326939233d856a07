import * as z from 'zod';
import { contact } from './contact';
import { pageQuery } from './page';
import { BODY, time, uuid } from './text';

/** Why two contacts may be the same person, likeliest first. */
export const duplicateReasons = ['mailbox', 'phone', 'name-phone', 'name-company', 'name-domain'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** Two contacts that are likely the same person. */
export const duplicate = z
  .object({
    contact,
    other: contact,
    score: z.int().describe('1 to 100; the higher, the likelier'),
    reasons: z
      .array(z.enum(duplicateReasons))
      .describe(
        '`mailbox`: the same email but for dots and what follows a plus; `phone`: the same number but for a mobile prefix; `name-…`: the same name, with the same company, mail domain or ending of the phone',
      ),
  })
  .meta({ id: 'Duplicate' });

export type Duplicate = z.infer<typeof duplicate>;

export const duplicateListQuery = z.strictObject({ pageSize: pageQuery.pageSize, cursor: pageQuery.cursor });

export const duplicateListMeta = z
  .object({
    pageSize: z.int(),
    nextCursor: z.string().nullable(),
    searchedAt: time.nullable().describe('When the last search ended; null if there was none'),
    searching: z.boolean().describe('Whether a search is under way'),
  })
  .meta({ id: 'DuplicateListMeta' });

/** Body of PUT /duplicates. */
export const duplicateUpdate = z
  .strictObject(
    {
      ids: z
        .array(uuid, 'Two contact ids.')
        .length(2, 'Two contact ids.')
        .refine(([one, other]) => one !== other, 'Two different contacts.'),
      dismissed: z.boolean('true or false.').describe('Whether they are different people'),
    },
    BODY,
  )
  .meta({
    id: 'DuplicateUpdate',
    example: {
      ids: ['0198c0de-7a11-7000-8000-00000000000a', '0198c0de-7a11-7000-8000-00000000000b'],
      dismissed: true,
    },
  });
