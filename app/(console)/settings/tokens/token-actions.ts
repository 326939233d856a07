'use server';

import { z } from 'zod';
import { action } from '@/app/action';
import { tokenCreate } from '@/lib/contract/token';

/** Makes a token. It is in this answer and never again. */
export const createToken = action('tokens:manage', tokenCreate, (body, { client }) =>
  client.call('createToken', { body }),
);

/** Revokes a token, from the next request on. */
export const revokeToken = action('tokens:manage', z.strictObject({ id: z.guid() }), (input, { client }) =>
  client.call('revokeToken', input),
);
