import * as z from 'zod';
import { activity } from './activity';
import { contact, redemption } from './contact';
import { fieldPath } from './contact-filter';
import { formerAddress } from './merge';
import { note } from './note';
import { count, time } from './text';

/** Everything that is stored about a contact. */
export const contactData = z
  .object({
    exportedAt: time,
    contact,
    deletedAt: time.nullable().describe('When it was moved to the trash'),
    formerAddresses: z
      .array(formerAddress)
      .describe('Emails and phones of contacts that were merged into it'),
    formerIds: z
      .array(z.object({ field: fieldPath, value: z.string() }))
      .optional()
      .describe('Ids of other systems that lead to it since a merge; absent without any'),
    segments: z
      .array(z.object({ id: z.guid(), title: z.string(), assignedAt: time }))
      .describe('Oldest assignment first'),
    redemptions: z.array(redemption),
    notes: z.array(note).describe('Latest first'),
    referrals: z
      .array(z.object({ referralCodeId: z.guid(), code: z.string(), redemptionCount: count }))
      .describe('Referral codes of the contact as the referrer'),
    imports: z
      .array(
        z.object({
          importId: z.guid(),
          name: z.string(),
          line: z.int(),
          values: z.record(z.string(), z.string()),
        }),
      )
      .describe('Rows of imported files, kept for 30 days'),
    activity: z.array(activity).describe('Latest first'),
  })
  .meta({ id: 'ContactData' });

export type ContactData = z.infer<typeof contactData>;
