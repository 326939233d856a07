'use server';

import { z } from 'zod';
import { action } from '@/app/action';

const input = z.strictObject({ id: z.guid() });

/** Deletes a contact; `since` is when that began. */
export const deleteContact = action('contacts:delete', input, async ({ id }, { client }) => {
  const since = new Date().toISOString();
  const result = await client.call('deleteContact', { id });
  return result.ok ? { ...result, since } : result;
});

/** Takes a contact back from the trash. */
export const restoreContact = action('contacts:delete', input, ({ id }, { client }) =>
  client.call('restoreContacts', { body: { ids: [id] } }),
);
