import * as z from 'zod';
import { actor } from './actor';
import { count, time } from './text';

/** Days until an export is deleted. */
export const EXPORT_DAYS = 1;

/** A CSV file written in the background. */
export const contactExport = z
  .object({
    id: z.guid(),
    name: z.string().describe('Name of the file'),
    state: z.enum(['running', 'finished', 'failed']),
    contacts: count.describe('Contacts written so far'),
    error: z.string().nullable().describe('Why it failed'),
    createdAt: time,
    expiresAt: time.describe('When the file is deleted'),
    actor,
  })
  .meta({ id: 'Export' });

export type ContactExport = z.infer<typeof contactExport>;
