import * as z from 'zod';
import {
  type BulkChangeProgress,
  bulkChangeProgress,
  type SharedField,
  sharedFields,
} from '@/lib/contract/bulk-change';
import type { JobType } from './job';

export interface BulkChangeInput {
  type: 'delete' | 'segments' | 'field' | 'purge';
  add: string[];
  remove: string[];
  /** The segment that is deleted in the end, after its contacts were added to another; and the codes that get the other. */
  merged?: { id: string; title: string; codeIds?: string[] };
  /** The value that each contact gets. */
  set?: { field: SharedField; value: string | null };
  /** Number of pieces. */
  chunks: number;
}

/** A change of many contacts: a piece each of the table `bulk_change_chunks`. */
export const bulkChangeType: JobType<BulkChangeInput, BulkChangeProgress> = {
  name: 'bulk-change',
  input: z.object({
    type: z.enum(['delete', 'segments', 'field', 'purge']),
    add: z.array(z.guid()),
    remove: z.array(z.guid()),
    merged: z.object({ id: z.guid(), title: z.string(), codeIds: z.array(z.guid()).optional() }).optional(),
    set: z.object({ field: z.enum(sharedFields), value: z.string().nullable() }).optional(),
    chunks: z.int(),
  }),
  progress: bulkChangeProgress,
};
