'use server';

import * as z from 'zod';
import { action, onOne } from '@/app/action';

/** Starts to write a file in the background; the query is that of GET /contacts.csv. */
export const createExport = action(
  'contacts:read',
  z.strictObject({ query: z.string().max(10_000) }),
  ({ query }, { client }) => client.call('createExport', { query: new URLSearchParams(query) }),
);

/** Deletes the file of an export, or stops writing it. */
export const deleteExport = onOne('contacts:read', 'deleteExport');
