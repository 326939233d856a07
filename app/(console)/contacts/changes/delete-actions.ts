'use server';

import { action } from '@/app/action';
import { contactIds } from '@/lib/contract/contact';

/** Takes contacts out of the trash again. */
export const restoreContacts = action('contacts:delete', contactIds, (body, { client }) =>
  client.call('restoreContacts', { body }),
);

/** Deletes contacts that are in the trash forever. */
export const purgeContacts = action('contacts:purge', contactIds, (body, { client }) =>
  client.call('purgeContacts', { body }),
);
