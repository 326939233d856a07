import * as z from 'zod';
import { bulkChangeProgress, bulkChangeTypes } from '@/lib/contract/bulk-change';
import { sharedFields } from '@/lib/contract/contact-fields';
import { fieldPath } from '@/lib/contract/contact-filter';
import { field, fieldOption, fieldValue } from '@/lib/contract/field';
import type { JobType } from '@/lib/jobs/job';

const fieldForm = z.object({ type: field.shape.type, options: z.array(fieldOption) });

const input = z.object({
  type: z.enum(bulkChangeTypes),
  add: z.array(z.guid()),
  remove: z.array(z.guid()),
  /** For a merge: the segment to delete once its contacts are in the other one, and the codes that get the other one. */
  merged: z.object({ id: z.guid(), title: z.string(), codeIds: z.array(z.guid()).optional() }).optional(),
  /** The value that each contact gets. */
  set: z
    .object({ field: z.union([z.enum(sharedFields), fieldPath]), value: fieldValue.nullable() })
    .optional(),
  /** The field that gets another type, or is deleted. */
  field: field.pick({ id: true, key: true, label: true }).optional(),
  /** Its types before and after, and how many values the change may clear. */
  retype: z
    .object({
      from: fieldForm,
      to: fieldForm,
      clear: z.int(),
      /** The options when its undo began: some were added or renamed since the change. */
      lastOptions: fieldForm.shape.options.optional(),
    })
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
