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
  /** Versions of the contacts, if the change was proposed and approved. */
  versions: number[] | null;
  changed_at: string | null;
  segment_changes: SegmentRecord[] | null;
  /** Earlier values of the field that was set, by contact id. */
  field_changes: Record<string, FieldValue | null> | null;
}

export const readChunk = scoped<Chunk>(
  'read_bulk_change_chunk',
  `select contact_ids, versions, changed_at, segment_changes, field_changes from bulk_change_chunks
   where organization_id = $1 and bulk_change_id = $2 and number = $3`,
);
export const dropChunks = scoped(
  'drop_bulk_change_chunks',
  'delete from bulk_change_chunks where organization_id = $1 and bulk_change_id = $2',
);
/** SQL: inserts chunks of contacts `c` of a query, in the order of their ids, after the chunk `after`. */
const insertChunksSql = (contacts: string, values: string, after: string) =>
  `insert into bulk_change_chunks (organization_id, bulk_change_id, number, contact_ids, field_changes)
   select $1, $2, ${after} + chunk, array_agg(id order by id), ${values} from (
     select c.*, ((row_number() over (order by c.id) - 1) / ${CHUNK} + 1)::integer as chunk from (${contacts}) c) v
   group by chunk`;
const withValueSql = `from contacts where organization_id = $1 and fields is not null and fields ? $3::text`;
const addValues = scoped(
  'add_chunks_of_field',
  insertChunksSql(
    `select id, fields -> $3::text as value ${withValueSql}`,
    'jsonb_object_agg(id, value)',
    '0',
  ),
);
/** EXCEPT, because without statistics the planner could choose nested loops for an anti-join. */
const addOthers = scoped(
  'add_chunks_of_others',
  insertChunksSql(
    `select id ${withValueSql}
     except select unnest(contact_ids) from bulk_change_chunks where organization_id = $1 and bulk_change_id = $2`,
    'null',
    '$4::integer',
  ),
);
const countContacts = scoped<{ chunks: number; contacts: number }>(
  'count_chunks_of_field',
  `select count(*) as chunks, coalesce(sum(cardinality(contact_ids)), 0)::integer as contacts
   from bulk_change_chunks where organization_id = $1 and bulk_change_id = $2`,
);
const lastNumber = scoped<{ last: number }>(
  'last_bulk_change_chunk',
  `select coalesce(max(number), 0) as last from bulk_change_chunks where organization_id = $1 and bulk_change_id = $2`,
);

/** Stores contacts that have a value in a field, those in the trash included, with the values. */
export async function snapshotValues(context: RequestContext, id: string, key: string) {
  await addValues(context, id, key);
  return (await countContacts(context, id))[0] ?? { chunks: 0, contacts: 0 };
}

/** Adds contacts with a value in a field that no chunk has, and returns the number of chunks. */
export async function addOtherContacts(context: RequestContext, id: string, key: string): Promise<number> {
  await addOthers(context, id, key, await countChunks(context, id));
  return countChunks(context, id);
}

export const countChunks = async (context: RequestContext, id: string): Promise<number> =>
  (await lastNumber(context, id))[0]?.last ?? 0;

/** Reads a chunk. @throws JobFailure if it is gone. */
export async function loadChunk(context: RequestContext, job: Job, number: number): Promise<Chunk> {
  const [chunk] = await readChunk(context, job.id, number);
  if (!chunk) throw new JobFailure('The list of its contacts is gone. Undo it, or start a new change.');
  return chunk;
}

/** Whether a contact is as it was when the change was approved; true for a change that was not proposed. */
export function approvedVersions({ contact_ids, versions }: Chunk): (id: string, version: number) => boolean {
  if (!versions) return () => true;
  const approved = new Map(contact_ids.map((id, index) => [id, versions[index]]));
  return (id, version) => approved.get(id) === version;
}
