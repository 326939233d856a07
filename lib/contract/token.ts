import * as z from 'zod';
import { actor } from './actor';
import { BODY, instant, requiredLine, shownOnce, time } from './text';

export const scopes = [
  'contacts:read',
  'contacts:write',
  'contacts:purge',
  'do-not-contact:remove',
  'segments:read',
  'segments:write',
  'referral-codes:read',
  'referral-codes:write',
  'fields:manage',
  'activity:read',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'proposals:create',
  'tokens:manage',
  'staff:act',
] as const;

export const scope = z.enum(scopes, `One of ${scopes.join(', ')}.`);
export type Scope = z.infer<typeof scope>;

/** `staff:act` lets the console act for a person; no other token can have it. */
export const grantableScopes = scopes.filter((scope) => scope !== 'staff:act');
export type GrantableScope = (typeof grantableScopes)[number];
const grantable = z.enum(grantableScopes, `One of ${grantableScopes.join(', ')}.`);

/** An API token as listed, without its secret. */
export const apiToken = z
  .object({
    id: z.guid(),
    kind: z
      .enum(['issued', 'configured', 'console'])
      .describe(
        '`issued` through this API, `configured` by the environment variable CONTACTS_API_TOKEN, or used by the `console`',
      ),
    name: z.string(),
    hint: z.string().describe('First characters of an issued token'),
    scopes: z.array(scope),
    createdAt: time,
    createdBy: actor.nullable().describe('null if it was not recorded'),
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'ApiToken' });

export type ApiToken = z.infer<typeof apiToken>;

export const createdToken = apiToken
  .extend({ token: shownOnce('The token itself') })
  .meta({ id: 'CreatedApiToken' });

export type CreatedToken = z.infer<typeof createdToken>;

export const tokenCreate = z.strictObject(
  {
    name: requiredLine(100, 'A name is required.'),
    scopes: z
      .array(grantable, 'A list of scopes.')
      .min(1, 'Give at least one scope.')
      .max(100, 'At most 100 scopes.'),
    expiresAt: instant.nullable().optional(),
  },
  BODY,
);

export type TokenCreate = z.input<typeof tokenCreate>;
