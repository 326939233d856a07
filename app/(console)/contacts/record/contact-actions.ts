'use server';

import * as z from 'zod';
import { action } from '@/app/server/action';
import { contactIds } from '@/lib/contract/contact';

export const deleteContact = action('contacts:delete', z.strictObject({ id: z.guid() }), (input, { call }) =>
  call('deleteContact', input),
);

export const restoreContacts = action('contacts:delete', contactIds, (body, { call }) =>
  call('restoreContacts', { body }),
);
