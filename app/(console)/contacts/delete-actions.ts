'use server';

import { z } from 'zod';
import { action } from '@/app/action';
import { contactIds } from '@/lib/contract/contact';
import { uuid } from '@/lib/contract/text';

/** Moves up to 10,000 contacts to the trash, all or nothing. */
export const deleteContacts = action('contacts:delete', contactIds, (body, { client }) =>
  client.call('deleteContacts', { body }),
);

/** Takes everything that one deletion removed out of the trash again. */
export const restoreDeletion = action(
  'contacts:delete',
  z.strictObject({ deletionId: uuid }),
  (body, { client }) => client.call('restoreContacts', { body }),
);

/** Takes contacts out of the trash again. */
export const restoreContacts = action('contacts:delete', contactIds, (body, { client }) =>
  client.call('restoreContacts', { body }),
);

/** Deletes contacts that are in the trash forever. */
export const purgeContacts = action('contacts:purge', contactIds, (body, { client }) =>
  client.call('purgeContacts', { body }),
);
