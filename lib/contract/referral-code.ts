import * as z from 'zod';
import { contact } from './contact';
import { segmentIds } from './segment';
import { BODY, count, instant, line, plainName, requiredLine, time, uuid } from './text';

export const referralCode = z
  .object({
    id: z.guid(),
    code: z.string().describe('Matched case-insensitively'),
    label: z.string().nullable(),
    referrerId: z.guid().nullable().describe('Id of the contact who refers others'),
    maxRedemptions: z.int().min(1).nullable(),
    redemptionCount: count,
    expiresAt: time.nullable(),
    segmentIds: z.array(z.guid()).describe('Segments assigned to contacts who redeem the code'),
    active: z.boolean(),
    createdAt: time,
  })
  .meta({ id: 'ReferralCode' });

export type ReferralCode = z.infer<typeof referralCode>;

const MOST_REDEMPTIONS = 1_000_000_000;
const REDEMPTIONS = `A whole number from 1 to ${MOST_REDEMPTIONS.toLocaleString('en')}.`;
const maxRedemptions = z
  .int({ error: REDEMPTIONS, abort: true })
  .min(1, REDEMPTIONS)
  .max(MOST_REDEMPTIONS, REDEMPTIONS)
  .nullable();

const settings = {
  label: line(200).optional(),
  referrerId: uuid.nullable().optional(),
  maxRedemptions: maxRedemptions.optional(),
  expiresAt: instant.nullable().optional(),
  segmentIds: segmentIds.optional(),
  active: z.boolean('true or false.').optional(),
};

export const referralCodeCreate = z.strictObject(
  { code: requiredLine(64, 'A code is required.', plainName), ...settings },
  BODY,
);
export const referralCodeUpdate = z.strictObject(settings, BODY);

export type ReferralCodeCreate = z.input<typeof referralCodeCreate>;

export const referralCodesQuery = z.strictObject({
  referrerId: uuid.optional().describe('Only codes of this contact, who refers others'),
});

/** Redemptions of a code listed at once. */
export const CODE_REDEMPTIONS_LISTED = 100;

/** A contact that redeemed a code, and when. */
export const codeRedemption = z.object({ contact, redeemedAt: time }).meta({ id: 'CodeRedemption' });

export type CodeRedemption = z.infer<typeof codeRedemption>;

/** A day (UTC) of a code. */
export const codeDay = z
  .object({
    day: z.iso.date(),
    added: count.describe('Uses on that day by contacts that still exist'),
    count: count.describe('All uses until the end of the day'),
  })
  .meta({ id: 'ReferralCodeDay' });

export type CodeDay = z.infer<typeof codeDay>;

export const codeRedemptionsQuery = z.strictObject({
  after: uuid.optional().describe('The id of a contact: only redemptions listed after its own'),
});
