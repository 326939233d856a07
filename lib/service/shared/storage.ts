import { type RequestContext, scoped } from '@/lib/database/statement';
import { refuse, type Service } from './reply';

/** Days for which an import can be undone, and its rows are listed. */
export const UNDO_DAYS = 30;

/** Rows of plans and runs are too many to measure, so each job counts the bytes it writes. */
const stored = scoped<{ bytes: number }>(
  'stored_bytes',
  `select ((select coalesce(sum(octet_length(f.bytes)), 0) from import_files f where f.organization_id = $1)
     + (select coalesce(sum((j.progress ->> 'bytes')::bigint), 0) from jobs j
        where j.organization_id = $1 and j.created_at > clock_timestamp() - interval '${UNDO_DAYS} days')
     + (select coalesce(sum(pg_column_size(b.contact_ids) + coalesce(pg_column_size(b.segment_changes), 0)
          + coalesce(pg_column_size(b.field_changes), 0)), 0)
        from bulk_change_chunks b where b.organization_id = $1))::float8 as bytes`,
);

/** Approximate bytes of the organization's uploads, exports and undo records. */
export async function storedBytes(context: RequestContext): Promise<number> {
  return (await stored(context))[0]?.bytes ?? 0;
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000).toLocaleString('en')} MB`;

export const storageFull = (bytes: number, limit: number): string =>
  `Uploads, exports and undo records take up ${megabytes(bytes)} of ${megabytes(limit)}. They are deleted after at most ${UNDO_DAYS} days; delete exports you no longer need, or ask for a larger STORAGE_MB.`;

/** A refusal if the organization's storage is full; `null` if there is room or no limit. */
export async function refuseIfFull(context: RequestContext, { storageLimit }: Service) {
  if (storageLimit === undefined) return null;
  const bytes = await storedBytes(context);
  return bytes < storageLimit ? null : refuse('CONFLICT', storageFull(bytes, storageLimit));
}
