import * as z from 'zod';
import { type ContactUpsert, contact } from './contact';
import { contactPreview } from './contact-preview';
import { errorDetail } from './error';
import { BODY, count } from './text';

export const BATCH_LIMIT = 1_000;

/** Body of POST /contacts/batch. Each contact is validated by itself, so one invalid contact fails alone. */
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

export type ContactBatch = z.output<typeof contactBatch>;

const errors = z
  .array(errorDetail)
  .describe('Problems with this contact, at paths such as `contacts.3.email`; empty if none');

/** Result for one contact of a batch. */
const batchResult = z
  .object({
    outcome: z.enum(['created', 'updated', 'unchanged', 'failed']),
    contact: contact.nullable().describe('The stored contact; null if it failed'),
    code: z
      .enum(['VALIDATION_ERROR', 'CONFLICT'])
      .nullable()
      .describe('Error code that `POST /contacts` would return; null unless it failed'),
    errors,
  })
  .meta({ id: 'ContactBatchResult' });

export type BatchResult = z.infer<typeof batchResult>;

export const batchReport = z.object({
  created: count,
  updated: count,
  unchanged: count,
  failed: count,
  results: z.array(batchResult).describe('One result per contact, in request order'),
});

export const batchPreviews = z.array(
  z.object({
    preview: contactPreview
      .nullable()
      .describe('Same as `data` of `POST /contacts/preview`; null if the contact is invalid'),
    errors,
  }),
);

export type BatchPreview = z.infer<typeof batchPreviews>[number];
