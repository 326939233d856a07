'use server';

import { action } from '@/app/action';
import { contactIds } from '@/lib/contract/contact';

/** Takes contacts out of the trash again. */
export const restoreContacts = action('contacts:delete', contactIds, (body, { client }) =>
  client.call('restoreContacts', { body }),
);
