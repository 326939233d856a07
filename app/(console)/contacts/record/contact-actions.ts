'use server';

import { z } from 'zod';
import { action } from '@/app/action';
import { contactIds } from '@/lib/contract/contact';

/** Deletes a contact. */
export const deleteContact = action(
  'contacts:delete',
  z.strictObject({ id: z.guid() }),
  (input, { client }) => client.call('deleteContact', input),
);

/** Restores contacts from the trash. */
export const restoreContacts = action('contacts:delete', contactIds, (body, { client }) =>
  client.call('restoreContacts', { body }),
);
