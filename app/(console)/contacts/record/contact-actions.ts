'use server';

import * as z from 'zod';
import { action } from '@/app/action';
import { contactIds } from '@/lib/contract/contact';

export const deleteContact = action(
  'contacts:delete',
  z.strictObject({ id: z.guid() }),
  (input, { client }) => client.call('deleteContact', input),
);

export const restoreContacts = action('contacts:delete', contactIds, (body, { client }) =>
  client.call('restoreContacts', { body }),
);
