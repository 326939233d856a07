'use server';

import { z } from 'zod';
import { action } from '@/app/action';

const input = z.strictObject({ id: z.guid() });

/** Deletes a contact. */
export const deleteContact = action('contacts:delete', input, ({ id }, { client }) =>
  client.call('deleteContact', { id }),
);

/** Takes a contact back from the trash. */
export const restoreContact = action('contacts:delete', input, ({ id }, { client }) =>
  client.call('restoreContacts', { body: { ids: [id] } }),
);
