import * as z from 'zod';
import { actor } from './actor';
import { email } from './email';
import { phone } from './phone';
import { BODY, requiredLine, time } from './text';

/** Why somebody must not be contacted, the strictest first. */
export const markReasons = ['complained', 'asked', 'bounced', 'other', 'imported'] as const;
export type MarkReason = (typeof markReasons)[number];

/** The mark of an email or phone, and of the contact that has it. */
export const doNotContact = z
  .object({ reason: z.enum(markReasons), since: time, by: actor.describe('Who set it') })
  .meta({ id: 'DoNotContact' });
export type DoNotContact = z.infer<typeof doNotContact>;

const ONE_ADDRESS = 'Give an email or a phone.';
const address = { email: email.optional(), phone: phone.optional() };
const isOne = (body: { email?: string | null | undefined; phone?: string | null | undefined }) =>
  !body.email !== !body.phone;
const oneAddress = { path: ['email'], message: ONE_ADDRESS };
const oneOf = [{ required: ['email'] }, { required: ['phone'] }];

/** Body of POST /contacts/do-not-contact. */
export const markCreate = z
  .strictObject({ ...address, reason: z.enum(markReasons, `One of ${markReasons.join(', ')}.`) }, BODY)
  .refine(isOne, oneAddress)
  .meta({ id: 'DoNotContactCreate', oneOf, example: { email: 'ana@example.com', reason: 'asked' } });
export type MarkCreate = z.input<typeof markCreate>;

/** Body of DELETE /contacts/do-not-contact. */
export const markRemove = z
  .strictObject({ ...address, reason: requiredLine(200, 'Say why.').describe('Kept in the activity') }, BODY)
  .refine(isOne, oneAddress)
  .meta({
    id: 'DoNotContactRemove',
    oneOf,
    example: { email: 'ana@example.com', reason: 'Signed up again' },
  });
export type MarkRemove = z.input<typeof markRemove>;

/** The contact that has the address; null if nobody has it. */
const contactId = z.guid().nullable().describe('The contact that has the address; null if nobody has it');
export const markSet = z.object({ contactId, doNotContact });
export const markRemoved = z.object({ contactId, removed: z.boolean().describe('Whether there was a mark') });
