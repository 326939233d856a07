import { z } from 'zod';
import { type ContactUpsert, contact } from './contact';
import { contactPreview } from './contact-preview';
import { errorDetail } from './error';
import { BODY } from './text';

export const BATCH_LIMIT = 1_000;

/** Body of POST /contacts/batch: each contact is judged by itself, so that what is wrong with one is no matter to others. */
export const contactBatch = z
  .strictObject(
    {
      contacts: z
        .array(z.unknown() as z.ZodType<ContactUpsert>, 'A list of contacts.')
        .min(1, 'Give at least one contact.')
        .max(BATCH_LIMIT, `At most ${BATCH_LIMIT.toLocaleString('en')} contacts.`)
        .meta({
          openapi: {
            type: 'array',
            minItems: 1,
            maxItems: BATCH_LIMIT,
            items: { $ref: '#/components/schemas/ContactUpsert' },
          },
        }),
    },
    BODY,
  )
  .meta({ id: 'ContactBatch' });

const errors = z.array(errorDetail).meta({
  description: 'What is wrong with it, at paths such as `contacts.3.email`; empty where nothing is',
});

/** What became of one contact of a batch. */
const batchResult = z
  .object({
    outcome: z.enum(['created', 'updated', 'unchanged', 'failed']),
    contact: contact.nullable().meta({ description: 'As it is now; null where it failed' }),
    code: z
      .enum(['VALIDATION_ERROR', 'CONFLICT'])
      .nullable()
      .meta({ description: 'What `POST /contacts` would have refused it with' }),
    errors,
  })
  .meta({ id: 'ContactBatchResult' });

export type BatchResult = z.infer<typeof batchResult>;

const count = z.int().min(0);

export const batchReport = z.object({
  created: count,
  updated: count,
  unchanged: count,
  failed: count,
  results: z.array(batchResult).meta({ description: 'In the order of the contacts that were sent' }),
});

export const batchPreviews = z.array(
  z.object({
    verdict: contactPreview.nullable().meta({
      description: 'As `POST /contacts/preview` gives it; null where that would answer with an error',
    }),
    errors,
  }),
);

export type BatchPreview = z.infer<typeof batchPreviews>[number];
