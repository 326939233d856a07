import * as z from 'zod';
import { actor } from './actor';
import { contact } from './contact';
import { NO_CURSOR } from './page';
import { referralCode } from './referral-code';
import { segment } from './segment';
import { time } from './text';

/** Types of events: actions of activity on resources that integrators keep copies of. */
export const eventTypes = [
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'contact.restored',
  'contact.merged',
  'contact.purged',
  'contact.noted',
  'contact.note-deleted',
  'segment.created',
  'segment.updated',
  'segment.deleted',
  'segment.restored',
  'segment.members-changed',
  'referral-code.created',
  'referral-code.updated',
] as const;
export type EventType = (typeof eventTypes)[number];

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

/** One change, as sent by the feed and webhooks. */
export const event = z
  .object({
    id: z.guid().describe('Never repeated; receivers recognize repetitions by it'),
    type: z.enum(eventTypes),
    at: time,
    actor,
    subjectId: z.guid().describe('The contact, segment or referral code'),
    data: z
      .union([contact, segment, referralCode])
      .nullable()
      .describe(
        'The resource as the API returned it after the change, or before a deletion; null once its contact was permanently deleted, and for changes of versions without events',
      ),
    changes: z
      .array(z.object({ field: z.string(), before: value, after: value }))
      .describe(
        'Changed fields; null where a field had or has no value. Of a note, its text as `note`. Of `segment.members-changed`, ids of contacts that joined a segment by rule or left it, as `joined` and `left`, at most 1,000 in each event, and `cause`: `time` as days passed, `rule` as its rule changed',
      ),
    joined: z
      .array(z.guid())
      .optional()
      .describe('Segments by rule that the contact joined by this change; left out if there are none'),
    left: z.array(z.guid()).optional().describe('Segments by rule that the contact left by this change'),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'Event' });

export type Event = z.infer<typeof event>;

const EVENTS_LIMIT = 1_000;
/** Longest wait for an event, in seconds. */
const LONGEST_WAIT = 30;

/** The schema of a query parameter: a whole number from 0 to `most`. */
const wholeNumberText = (most: number) => {
  const message = `A whole number from 0 to ${most}.`;
  return z
    .string(message)
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((number) => number <= most, message);
};
const openapi = (maximum: number, fallback: number, description: string) => ({
  openapi: { type: 'integer', minimum: 0, maximum, default: fallback, description },
});

export const eventListQuery = z.strictObject({
  after: z
    .string(NO_CURSOR)
    .max(500, NO_CURSOR)
    .optional()
    .describe(
      'The `meta.cursor` of an earlier answer; `now` to begin with what happens from now on. Without it, the feed begins with the oldest activity',
    ),
  limit: wholeNumberText(EVENTS_LIMIT)
    .refine((limit) => limit > 0, 'A whole number from 1.')
    .optional()
    .transform((limit) => limit ?? 100)
    .meta(openapi(EVENTS_LIMIT, 100, 'Events at most')),
  wait: wholeNumberText(LONGEST_WAIT)
    .optional()
    .transform((seconds) => seconds ?? 0)
    .meta(openapi(LONGEST_WAIT, 0, 'Seconds to wait for an event if there is none')),
});

export const eventMeta = z
  .object({ cursor: z.string().describe('Pass it as `after`; also given when there are no events') })
  .meta({ id: 'EventMeta' });
