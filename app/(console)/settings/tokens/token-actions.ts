'use server';

import * as z from 'zod';
import { action } from '@/app/action';
import { tokenCreate } from '@/lib/contract/token';

/** Creates a token, which is returned only once. */
export const createToken = action(
  'tokens:manage',
  tokenCreate,
  (body, { client }) => client.call('createToken', { body }),
  { confirm: true },
);

export const revokeToken = action('tokens:manage', z.strictObject({ id: z.guid() }), (input, { client }) =>
  client.call('revokeToken', input),
);
