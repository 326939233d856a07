import * as z from 'zod';
import { event, eventTypes } from './event';
import { pageQuery } from './page';
import { BODY, count, shownOnce, time, uuid } from './text';

/** Type of test messages. */
export const TEST_TYPE = 'webhook.test';

/** Days for which deliveries are listed. */
export const DELIVERY_DAYS = 14;

const types = z
  .array(z.enum(eventTypes, `One of ${eventTypes.join(', ')}.`), 'A list of types, or null for every type.')
  .min(1, 'Choose at least one type.')
  .max(100, 'At most 100 types.')
  .nullable();

/** An endpoint that receives the events of the feed. */
export const webhook = z
  .object({
    id: z.guid(),
    url: z.string(),
    types: z.array(z.enum(eventTypes)).nullable().describe('null: every type, also those of later versions'),
    state: z.enum(['active', 'paused']),
    pausedBecause: z
      .enum(['failed', 'tokenRevoked', 'restored'])
      .nullable()
      .describe(
        'Why it was paused, unless by a request: an event `failed` for three days, the token that made it was revoked, or the database was `restored` from a backup, whose original may still send',
      ),
    gaveUp: z.boolean().describe('Whether it was paused because an event failed for three days'),
    failingSince: time
      .nullable()
      .describe('When the oldest waiting event first failed; null if none has failed'),
    waiting: count.describe('Events that were read from the feed and wait for another attempt'),
    createdAt: time,
    formerSecretUntil: time
      .nullable()
      .describe('Until when messages are also signed with the secret before the latest rotation'),
  })
  .meta({ id: 'Webhook' });

export type Webhook = z.infer<typeof webhook>;

export const webhookWithSecret = webhook
  .extend({ secret: shownOnce('The signing secret') })
  .meta({ id: 'WebhookWithSecret' });

export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

const NO_URL = 'An https URL, for example https://hooks.example.com/roster.';
const url = z
  .string(NO_URL)
  .trim()
  .max(2000, 'At most 2000 characters.')
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), NO_URL)
  .transform((value) => new URL(value))
  .refine(({ username, password }) => !username && !password, 'A URL without user and password.')
  .transform(({ href }) => href)
  .pipe(z.string().max(2000, 'At most 2000 characters.'))
  .meta({
    openapi: { type: 'string', format: 'uri', maxLength: 2000, example: 'https://hooks.example.com/roster' },
  });

export const webhookCreate = z.strictObject({ url, types: types.optional() }, BODY);
export const webhookUpdate = z.strictObject(
  {
    url: url.optional(),
    types: types.optional(),
    state: z.enum(['active', 'paused'], 'active or paused.').optional(),
  },
  BODY,
);

/** Why there was no answer, or why an event was not sent. */
export const deliveryProblems = [
  'address',
  'name',
  'connection',
  'tls',
  'timeout',
  'secret',
  'removed',
] as const;

/** An event that was sent, or waits to be sent, with the result of the latest attempt. */
export const delivery = z
  .object({
    eventId: z.guid().describe('Sent as `webhook-id`'),
    type: z.enum([...eventTypes, TEST_TYPE]),
    state: z
      .enum(['waiting', 'delivered', 'failed'])
      .describe('`waiting` is tried again; tests and events whose activity is gone are `failed`'),
    attempts: count,
    at: time.describe('The latest attempt, or since when it waits'),
    nextAt: time.nullable().describe('The next attempt of one that waits'),
    status: z.int().nullable().describe('Status of the answer; null without an answer'),
    answer: z.string().nullable().describe('First line of the answer'),
    problem: z
      .enum(deliveryProblems)
      .nullable()
      .describe(
        'Without an answer: the `address` is unknown or not public (an unknown one was `name` in earlier versions), no `connection`, a certificate that is not valid (`tls`), `timeout`, the `secret` must be rotated because APP_SECRET has changed, or the event’s activity was `removed`',
      ),
    milliseconds: count.nullable().describe('How long the attempt took'),
    event: event
      .nullish()
      .describe(
        'The body of the message, in lists for tokens with `events:read`; null for tests and once it was removed',
      ),
  })
  .meta({ id: 'WebhookDelivery' });

export type Delivery = z.infer<typeof delivery>;

export const deliveryListQuery = z.strictObject({
  pageSize: pageQuery.pageSize,
  cursor: pageQuery.cursor,
  failed: z
    .literal('true', 'true, or leave it out.')
    .optional()
    .describe('Only those whose latest attempt failed'),
});
export const deliveryMeta = z
  .object({ pageSize: z.int(), nextCursor: z.string().nullable() })
  .meta({ id: 'WebhookDeliveryMeta' });

export const deliveryResend = z.strictObject({ eventId: uuid }, BODY);
