import * as z from 'zod';
import { contact, contactFields, redemption } from './contact';
import { email } from './email';
import { phone } from './phone';
import { BODY, time, uuid } from './text';

const FIELDS = `A list of fields: ${contactFields.join(', ')}.`;

const ETAG = 'A version, as `ETag` has it.';

/** Body of POST /contacts/{id}/merge. */
export const contactMerge = z
  .strictObject(
    {
      from: uuid.describe('The contact that goes'),
      take: z
        .array(z.enum(contactFields, FIELDS), FIELDS)
        .max(100, FIELDS)
        .default([])
        .describe('Fields to take from it, also where they are empty'),
      fromMatch: z
        .string(ETAG)
        .max(200, ETAG)
        .nullable()
        .optional()
        .describe('Its version, as `ETag` has it; returns 412 if it has changed'),
    },
    BODY,
  )
  .meta({ id: 'ContactMerge' });

/** An email or phone that leads to a contact without being its own. */
export const formerAddress = z
  .object({
    field: z.enum(['email', 'phone']),
    value: z.string(),
    since: time.describe('When the contact that had it was merged into this one'),
  })
  .meta({ id: 'FormerAddress' });

export type FormerAddress = z.infer<typeof formerAddress>;

/** What a merge would do. */
export const mergePreview = z
  .object({
    contact: contact.describe('The contact that stays, as it would be'),
    changes: z
      .array(
        z.object({
          field: z.enum(contactFields),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      )
      .describe('Its fields that would change'),
    segmentsAdded: z.array(z.guid()).describe('Segments that it would get from the other'),
    redemptionsAdded: z
      .array(redemption.pick({ referralCodeId: true, redeemedAt: true }))
      .describe('Redemptions that it would get from the other'),
    formerAddresses: z
      .array(formerAddress.omit({ since: true }))
      .describe('Emails and phones that would not be kept, and would lead to it'),
  })
  .meta({ id: 'MergePreview' });

/** Both contacts after the undo of a merge. */
export const mergeUndo = z
  .object({
    contact: contact.describe('The contact that stayed'),
    restored: contact.describe('The contact that came back'),
  })
  .meta({ id: 'MergeUndo' });

const one = (schema: z.ZodType<string | null>, name: string) =>
  schema
    .refine((value) => value !== null, `Enter the ${name} to remove.`)
    .optional()
    .meta({ openapi: { type: 'string', description: `The ${name} to remove` } });

/** Query of DELETE /contacts/{id}/former-addresses. */
export const formerAddressQuery = z.strictObject({
  email: one(email, 'email'),
  // A plus that is not encoded arrives as a space.
  phone: one(
    z.preprocess((value) => (typeof value === 'string' ? value.replace(/^ (?=\d)/, '+') : value), phone),
    'phone',
  ),
});
