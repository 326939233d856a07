'use server';

import { action, onOne } from '@/app/server/action';
import { tokenCreate } from '@/lib/contract/token';

/** Creates a token, which is returned only once. */
export const createToken = action(
  'tokens:manage',
  tokenCreate,
  (body, { call }) => call('createToken', { body }),
  { confirm: true },
);

export const revokeToken = onOne('tokens:manage', 'revokeToken');
