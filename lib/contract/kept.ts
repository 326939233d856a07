import * as z from 'zod';

/** Reasons why an undo keeps a contact, each with its wording. */
export const keptReasons = {
  erased: 'deleted forever',
  merged: 'merged into another contact since',
  deleted: 'in the trash',
  restored: 'restored before',
  edited: 'changed since',
  mergedInto: 'another contact was merged into it',
  imported: 'changed by a later import',
  redeemed: 'has redeemed a referral code since',
  noted: 'has notes',
  referrer: 'is the referrer of a code',
  toldApart: 'marked as different from a likely duplicate',
  unfit: 'its value did not fit the former type and was cleared',
  taken: 'another contact has the email or phone',
} as const;

export type KeptReason = keyof typeof keptReasons;

/** A contact that an undo keeps. */
export const keptContact = z.object({
  contactId: z.guid().describe('Also of a merged contact; leads to the one that stays'),
  name: z.string().describe('Empty if it was deleted forever'),
  isDeleted: z.boolean().describe('Whether it is in the trash, or was deleted forever'),
  reason: z.enum(Object.keys(keptReasons) as [KeptReason, ...KeptReason[]]),
});

export type KeptContact = z.infer<typeof keptContact>;

/** Maximum number of kept contacts in an answer. */
export const KEPT_LISTED = 100;
