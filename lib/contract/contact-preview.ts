import { z } from 'zod';
import { contact, contactFields } from './contact';

const change = z.object({
  field: z.enum(contactFields),
  before: z.string().nullable(),
  after: z.string(),
});

/** What an upsert would do, without having done it. */
export const contactPreview = z
  .object({
    outcome: z.enum(['create', 'update', 'unchanged', 'conflict']).meta({
      description: 'conflict: the email is one contact’s and the phone another’s, as in a 409',
    }),
    email: z.string().nullable().meta({ description: 'The email that was sent, as it would be stored' }),
    phone: z.string().nullable().meta({ description: 'The phone that was sent, as it would be stored' }),
    contact: contact.nullable().meta({
      description: 'Whom it would update, as stored now; null where none is there yet, or in a conflict',
    }),
    etag: z.string().nullable().meta({
      description:
        'Version of that contact: as `If-Match` of the upsert it makes sure that nothing else happens; where it is null and nothing is in conflict, `If-None-Match: *` does',
    }),
    changes: z.array(change).meta({ description: 'Fields that would be written' }),
    segmentsAdded: z
      .array(z.guid())
      .meta({ description: 'Segments it would be assigned to, those of the referral code among them' }),
    conflicts: z
      .object({ email: contact.optional(), phone: contact.optional() })
      .meta({ description: 'In a conflict, whose they are; else empty' }),
    referralCode: z
      .object({
        redeems: z.boolean().meta({ description: 'false too where the contact has redeemed it before' }),
        message: z.string().nullable().meta({ description: 'Why it cannot be redeemed: the upsert fails' }),
      })
      .nullable()
      .meta({
        description: 'null where none was sent, and in a conflict unless it cannot be redeemed by anybody',
      }),
  })
  .meta({ id: 'ContactVerdict' });

export type ContactPreview = z.infer<typeof contactPreview>;
