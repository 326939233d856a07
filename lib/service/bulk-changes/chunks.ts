import type { BulkWriter } from '@/lib/contacts/bulk-writer';
import type { BulkChangeProgress } from '@/lib/contract/bulk-change';
import type { FieldValue } from '@/lib/contract/field';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { type Job, JobFailure } from '@/lib/jobs/job';
import type { BulkChangeInput } from '../shared/bulk-change-type';

/** A chunk of a bulk change, and what changes its contacts. */
export interface ChunkWork {
  context: RequestContext;
  job: Job<BulkChangeInput, BulkChangeProgress>;
  writer: BulkWriter;
}

/** Contacts per chunk, which blocks the embedded database for 70 to 250 ms. */
export const CHUNK = 1_000;

/** Segments a bulk change added to and removed from a contact. */
export interface SegmentRecord {
  contact_id: string;
  added: string[];
  removed: string[];
  /** When the removed segments had been assigned. */
  removed_at?: string[];
}

export interface Chunk {
  contact_ids: string[];
  changed_at: string | null;
  segment_changes: SegmentRecord[] | null;
  /** Earlier values of the field that was set, by contact id. */
  field_changes: Record<string, FieldValue | null> | null;
}

export const readChunk = scoped<Chunk>(
  'read_bulk_change_chunk',
  `select contact_ids, changed_at, segment_changes, field_changes from bulk_change_chunks
   where organization_id = $1 and bulk_change_id = $2 and number = $3`,
);
export const dropChunks = scoped(
  'drop_bulk_change_chunks',
  'delete from bulk_change_chunks where organization_id = $1 and bulk_change_id = $2',
);
/** Adds chunks of contacts, those in the trash included, that have a value in a field and are in no chunk yet. */
const addValueChunks = scoped(
  'add_chunks_of_field',
  `insert into bulk_change_chunks (organization_id, bulk_change_id, number, contact_ids, field_changes)
   select $1, $2, $4::integer + chunk, array_agg(id order by id), case when $5 then jsonb_object_agg(id, value) end
   from (
     select c.id, c.fields -> $3::text as value, ((row_number() over (order by c.id) - 1) / ${CHUNK} + 1)::integer as chunk
     from contacts c left join (
       select unnest(contact_ids) as id from bulk_change_chunks where organization_id = $1 and bulk_change_id = $2) k on k.id = c.id
     where c.organization_id = $1 and c.fields is not null and c.fields ? $3::text and k.id is null) v
   group by chunk`,
);
const countValueChunks = scoped<{ chunks: number; contacts: number }>(
  'count_chunks_of_field',
  `select coalesce(max(number), 0) as chunks, coalesce(sum(cardinality(contact_ids)), 0)::integer as contacts
   from bulk_change_chunks where organization_id = $1 and bulk_change_id = $2`,
);

/**
 * Adds contacts with a value in a field that no chunk has, with the values if `recorded`, after the chunk `after`; returns the
 * numbers of all chunks and their contacts.
 */
export async function snapshotValues(
  context: RequestContext,
  id: string,
  { key, after = 0, recorded = false }: { key: string; after?: number; recorded?: boolean },
) {
  await addValueChunks(context, id, key, after, recorded);
  return countChunks(context, id);
}

/** Counts the chunks of a change and the contacts in them. */
export const countChunks = async (context: RequestContext, id: string) =>
  (await countValueChunks(context, id))[0] ?? { chunks: 0, contacts: 0 };

/** Reads a chunk. @throws JobFailure if it is gone. */
export async function loadChunk(context: RequestContext, job: Job, number: number): Promise<Chunk> {
  const [chunk] = await readChunk(context, job.id, number);
  if (!chunk) throw new JobFailure('The list of its contacts is gone. Undo it, or start a new change.');
  return chunk;
}
