import * as z from 'zod';
import { bulkChangeProgress } from '@/lib/contract/bulk-change';
import { sharedFields } from '@/lib/contract/contact-fields';
import { fieldPath } from '@/lib/contract/contact-filter';
import { fieldValue } from '@/lib/contract/field';
import type { JobType } from '@/lib/jobs/job';

const input = z.object({
  type: z.enum(['delete', 'segments', 'field', 'purge']),
  add: z.array(z.guid()),
  remove: z.array(z.guid()),
  /** For a merge: the segment to delete once its contacts are in the other one, and the codes that get the other one. */
  merged: z.object({ id: z.guid(), title: z.string(), codeIds: z.array(z.guid()).optional() }).optional(),
  /** The value that each contact gets. */
  set: z
    .object({ field: z.union([z.enum(sharedFields), fieldPath]), value: fieldValue.nullable() })
    .optional(),
  /** Number of chunks. */
  chunks: z.int(),
});

export type BulkChangeInput = z.infer<typeof input>;

/** A change of many contacts: one chunk for each row of the table `bulk_change_chunks`. */
export const bulkChangeType = {
  name: 'bulk-change',
  input,
  progress: bulkChangeProgress,
} satisfies JobType<BulkChangeInput, object>;
