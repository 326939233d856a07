import * as z from 'zod';
import { addressQuery, changedOrOwnField, contact, redemption } from './contact';
import { contactFields } from './contact-fields';
import { contactFilterQuery, fieldPath } from './contact-filter';
import { BODY, time, uuid } from './text';

const FIELDS = `A list of fields: ${contactFields.join(', ')}.`;

const ETAG = 'A version, as `ETag` has it.';

/** Body of POST /contacts/{id}/merge. */
export const contactMerge = z
  .strictObject(
    {
      from: uuid.describe('The contact that goes'),
      take: z
        .array(z.union([z.enum(contactFields), fieldPath], FIELDS), FIELDS)
        .max(200, FIELDS)
        .default([])
        .describe(
          'Fields to take from it, also where they are empty, such as `company` or `fields.customer_no`. Own fields that the contact lacks come from it without being named',
        ),
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

/** An email, phone or id of a merged contact, which leads to the one that stays. */
export const formerAddress = z
  .object({
    field: z.union([z.enum(['email', 'phone']), fieldPath]),
    value: z.string(),
    since: time.describe('When the contact that had it was merged into this one'),
  })
  .meta({ id: 'FormerAddress' });

export type FormerAddress = z.infer<typeof formerAddress>;

/** What a merge would do. */
export const mergePreview = z
  .object({
    contact: contact.describe('The contact that stays, as it would be'),
    changes: z.array(changedOrOwnField).describe('Its fields that would change'),
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

/** Query of DELETE /contacts/{id}/former-addresses. */
export const formerAddressQuery = z.strictObject({
  email: addressQuery('email', 'remove', 'The email to remove'),
  phone: addressQuery('phone', 'remove', 'The phone to remove'),
  fields: contactFilterQuery.fields.describe('The id to remove, by its field: `fields.crm_id=0042`'),
});
