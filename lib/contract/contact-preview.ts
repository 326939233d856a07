import * as z from 'zod';
import { changedOrOwnField, contact } from './contact';

/** What an upsert or an update would do. */
export const contactPreview = z
  .object({
    outcome: z
      .enum(['create', 'update', 'unchanged', 'conflict'])
      .describe(
        '`conflict`: ids, email and phone belong to different contacts, or for an update to others; it would return 409',
      ),
    email: z.string().nullable().describe('The given email, normalized as it would be stored'),
    phone: z.string().nullable().describe('The given phone, normalized as it would be stored'),
    unusualPhone: z
      .boolean()
      .default(false)
      .describe('Whether the phone is possible, but unknown to the numbering plan of its country'),
    contact: contact
      .nullable()
      .describe('The existing contact it would update; null if it would create one or conflicts'),
    etag: z
      .string()
      .nullable()
      .describe(
        'Version of `contact`. Send it as `If-Match` so that exactly what the preview shows is done; for a new contact (null), send `If-None-Match: *`',
      ),
    changes: z
      .array(changedOrOwnField)
      .describe('Fields that would change; `after` is null if an update clears one, an upsert clears none'),
    segmentsAdded: z
      .array(z.guid())
      .describe('Segments it would be added to, including those of the referral code'),
    segmentsRemoved: z
      .array(z.guid())
      .default([])
      .describe('Segments an update would remove it from; always empty for an upsert'),
    conflicts: z
      .object({ email: contact.optional(), phone: contact.optional() })
      .catchall(contact)
      .describe('On conflict, the contacts that own the email, the phone and ids, by path; otherwise empty'),
    referralCode: z
      .object({
        redeems: z
          .boolean()
          .describe('Whether the code would be redeemed; false if the contact has already redeemed it'),
        message: z.string().nullable().describe('Why the code cannot be redeemed; the upsert would fail'),
      })
      .nullable()
      .describe('null if none was sent. On conflict, set only if nobody can redeem the code'),
  })
  .meta({ id: 'ContactVerdict' });

export type ContactPreview = z.infer<typeof contactPreview>;
