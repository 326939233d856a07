import * as z from 'zod';
import { actor } from './actor';
import { time } from './text';

/** Days until an export is deleted. */
export const EXPORT_DAYS = 1;

/** A CSV file written in the background. */
export const contactExport = z
  .object({
    id: z.guid(),
    name: z.string().meta({ description: 'Name of the file' }),
    state: z.enum(['running', 'finished', 'failed']),
    contacts: z.int().min(0).meta({ description: 'Contacts written so far' }),
    error: z.string().nullable().meta({ description: 'Why it failed' }),
    createdAt: time,
    expiresAt: time.meta({ description: 'When the file is deleted' }),
    actor,
  })
  .meta({ id: 'Export' });

export type ContactExport = z.infer<typeof contactExport>;
