'use server';

import { z } from 'zod';
import { action } from '@/app/action';
import { contactIds } from '@/lib/contract/contact';
import { uuid } from '@/lib/contract/text';
import { createAnew } from '../form/create-anew';
import { type Caller, callEach } from './call-each';
import { AT_ONCE } from './calls-at-once';
import type { OneDeleted } from './delete-in-chunks';

/** Deletes up to 10,000 contacts, all or nothing; `since` is when that began. */
export const deleteContacts = action('contacts:delete', contactIds, async (body, { client }) => {
  const since = new Date().toISOString();
  const result = await client.call('deleteContacts', { body });
  return result.ok ? { ...result, since } : result;
});

const some = z.strictObject({ ids: z.array(uuid).min(1).max(AT_ONCE) });

/** Deletes contacts at a service that takes no list of them: one call each, and a word on each. */
export const deleteContactsEach = action('contacts:delete', some, async ({ ids }, { client }) => ({
  since: new Date().toISOString(),
  ...(await callEach(client, ids.map(named), deleteOne)),
}));

const named = (id: string) => ({ id });

async function deleteOne(client: Caller, { id }: { id: string }): Promise<OneDeleted> {
  const result = await client.call('deleteContact', { id });
  if (result.ok || result.error.code === 'NOT_FOUND')
    return { id, ok: true, removed: result.ok || result.error.repeated === true };
  const { message, requestId, code } = result.error;
  return { id, ok: false, message, requestId, code };
}

/** Takes contacts out of the trash again. */
export const restoreContacts = action('contacts:delete', contactIds, (body, { client }) =>
  client.call('restoreContacts', { body }),
);

const anew = z.strictObject({
  ids: z.array(uuid).min(1).max(AT_ONCE),
  since: z.iso.datetime(),
});

/** Creates contacts anew that a service without a trash has deleted since then: one call each, and a word on each. */
export const createContactsAnew = action('contacts:delete', anew, ({ ids, since }, { client }) =>
  callEach(client, ids.map(named), (caller, { id }) => createAnew(caller, id, new Date(since))),
);
