'use server';

import { action } from '@/app/action';
import { contactIds } from '@/lib/contract/contact';

/** Restores contacts from the trash. */
export const restoreContacts = action('contacts:delete', contactIds, (body, { client }) =>
  client.call('restoreContacts', { body }),
);
