import { setTimeout as sleep } from 'node:timers/promises';
import { BULK_CHANGES_LISTED, type ContactChange } from '@/lib/contract/bulk-change';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { findUndoObstacle, listFieldRows } from '../fields/fields';
import { unknownSegments } from '../segments/segment-row';
import { bulkChangeType } from '../shared/bulk-change-type';
import { createOnce, type IdempotencyKey } from '../shared/create-once';
import { jobResource } from '../shared/job-resource';
import { type Handler, type HandlerCall, invalid, missingScope, notFound, refuse } from '../shared/reply';
import { refuseIfFull } from '../shared/storage';
import { type BulkChangeRow, bulkChangeColumns, getRow, toBulkChanges } from './bulk-change-row';
import { resolveEditedField } from './edited-field';
import { MOST_WAITING, snapshotSelection } from './snapshot-selection';

/** How long and how often to check whether a change that already runs has ended. */
const WAIT_MILLISECONDS = 500;
const LOOK_MILLISECONDS = 25;

const list = scoped<BulkChangeRow>(
  'list_bulk_changes',
  `select ${bulkChangeColumns} from jobs b where b.organization_id = $1 and b.kind = '${bulkChangeType.name}'
     and ($2::text is null or b.created_by ->> 'id' = $2)
     and ($3::text is null or b.created_by ->> 'kind' = $3) and ($4::text is null or b.input ->> 'type' = $4)
     and ($5::int is null or b.input ->> 'type' not in ('purge', 'fieldDeletion') and not (b.undo and b.state = 'finished')
       and (b.progress ->> 'changed')::int - (b.progress ->> 'undone')::int - (b.progress ->> 'conflicts')::int >= $5)
     and ($7::text is null or b.state = 'running')
     and b.id < coalesce($6, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
   order by b.id desc limit ${BULK_CHANGES_LISTED}`,
);

/** Deletions with at least `$3` contacts still in the trash. */
const stillInTrash = scoped<{ id: string }>(
  'bulk_deletions_in_trash',
  `select g as id from unnest($2::uuid[]) g cross join lateral (
     select count(*) from (select from contacts where organization_id = $1 and deletion_id = g
       and deleted_at is not null and merged_into is null limit $3 offset 0) c) n (count) where n.count >= $3`,
);

/** Creates a bulk change, which runs as a job, or returns the one made with the same idempotency key. */
export const createBulkChange: Handler<'createBulkChange'> = async (call) => {
  const read = (id: string) => readBulkChangeReply(call.context, id);
  const reply = await createOnce(call, call.body, read, (key) => createChange(call, key));
  call.service.jobs.wake();
  return 'data' in reply ? { ...reply, created: `/bulk-changes/${reply.data.id}` } : reply;
};

/**
 * Creates a change, unless a scope, a segment or storage is missing, too many wait, or other contacts match than expected.
 */
async function createChange(call: HandlerCall<'createBulkChange'>, key: IdempotencyKey | null) {
  const { context, body } = call;
  const { change, expectedCount } = body;
  if (change.type === 'purge' && !context.scopes.includes('contacts:purge'))
    return missingScope('contacts:purge');
  const frozen = await resolveChange(context, change);
  if ('refusal' in frozen) return frozen;
  const full = change.type === 'purge' ? null : await refuseIfFull(context, call.service);
  if (full) return full;
  const { found, fingerprint, waiting, id } = await snapshotSelection(call, frozen, key);
  if (id) return readBulkChangeReply(context, id);
  if (waiting >= MOST_WAITING)
    return refuse(
      'CONFLICT',
      `Bulk changes of ${number(waiting)} contacts are unfinished. Wait for them, or undo some.`,
    );
  const match = `${number(found)} ${found === 1 ? 'contact matches' : 'contacts match'} now`;
  const there = { count: found, fingerprint };
  if (expectedCount !== undefined && found !== expectedCount)
    return refuse('PRECONDITION_FAILED', 'The number of contacts has changed.', [
      { path: 'expectedCount', message: `${match}, not ${number(expectedCount)}.`, ...there },
    ]);
  return refuse('PRECONDITION_FAILED', 'Other contacts match now.', [
    { path: 'expectedFingerprint', message: `${match}, but not the same as before.`, ...there },
  ]);
}

/** A change as its job has it, or a refusal: a segment or field does not exist, or the field cannot have the value. */
export async function resolveChange(context: RequestContext, change: ContactChange) {
  const { add, remove } = change.type === 'segments' ? change : { add: [], remove: [] };
  const unknown = [
    ...(await unknownSegments(context, 'change.add', add)),
    ...(await unknownSegments(context, 'change.remove', remove)),
  ];
  if (unknown.length > 0) return invalid(unknown);
  const set = change.type === 'field' ? await resolveEditedField(context, change, 'change.') : undefined;
  if (set && 'refusal' in set) return set;
  return {
    type: change.type,
    add: [...new Set(add)],
    remove: [...new Set(remove)],
    ...(set && { set }),
  };
}

/**
 * Lists up to `BULK_CHANGES_LISTED` bulk changes, latest first. With `undoable`, only those that can undo at least so many
 * contacts.
 */
export const listBulkChanges: Handler<'listBulkChanges'> = async ({ context, query }) => {
  const { createdBy, type = null, undoable = null, before = null, underWay = null } = query;
  const by = createdBy === 'me' ? [context.actor.id, context.actor.kind] : [createdBy ?? null, null];
  const found: BulkChangeRow[] = [];
  for (let last = before; found.length < BULK_CHANGES_LISTED; ) {
    const rows = await list(context, ...by, type, undoable, last, underWay);
    found.push(...(undoable === null ? rows : await keepUndoable(context, rows, undoable)));
    last = rows.at(-1)?.id ?? null;
    if (rows.length < BULK_CHANGES_LISTED) break;
  }
  return { data: await toBulkChanges(context, found.slice(0, BULK_CHANGES_LISTED)) };
};

/** Leaves out deletions with fewer than `least` contacts still in the trash. */
async function keepUndoable(context: RequestContext, rows: BulkChangeRow[], least: number) {
  const deletions = rows.flatMap(({ id, input }) => (input.type === 'delete' ? [id] : []));
  if (deletions.length === 0) return rows;
  const left = new Set((await stillInTrash(context, deletions, least)).map(({ id }) => id));
  return rows.filter(({ id, input }) => input.type !== 'delete' || left.has(id));
}

const resource = jobResource(readBulkChangeReply);

export const getBulkChange: Handler<'getBulkChange'> = resource.get;

export const runBulkChange: Handler<'runBulkChange'> = (call) => resumeOrUndo(call, false);

export const undoBulkChange: Handler<'undoBulkChange'> = (call) => resumeOrUndo(call, true);

/** Cancels a change, unless it changes a type: a field has one, and so have all of its values. */
export const cancelBulkChange: Handler<'cancelBulkChange'> = async (call) => {
  const [row] = await getRow(call.context, call.id);
  return row?.input.type === 'fieldType' && row.state === 'running'
    ? refuse('CONFLICT', 'A change of type cannot stop halfway. Undo it instead.')
    : resource.cancel(call);
};

/**
 * Resumes a change, or starts or resumes its undo. If its state does not allow that, starts nothing and answers
 * with it once it has ended, or after `WAIT_MILLISECONDS`. Refuses to undo or resume a purge, and to undo the deletion of a
 * field, or the change of its type if a later one stands.
 */
async function resumeOrUndo(call: HandlerCall<'runBulkChange' | 'undoBulkChange'>, undo: boolean) {
  const { context, id } = call;
  const reply = await readBulkChangeReply(context, id);
  if ('refusal' in reply) return reply;
  const { change, state } = reply.data;
  // Purging needs a scope that the caller may lack.
  if (change.type === 'purge' && (undo || state === 'cancelled' || state === 'failed'))
    return refuse('CONFLICT', undo ? 'This cannot be undone.' : 'Delete the rest by a new change.');
  if (change.type === 'segments' && change.merged && !context.scopes.includes('segments:write'))
    return missingScope('segments:write');
  if (change.type.startsWith('field') && 'fieldId' in change) {
    if (!context.scopes.includes('fields:manage')) return missingScope('fields:manage');
    if (undo && change.type === 'fieldDeletion') return refuse('CONFLICT', 'This cannot be undone.');
    const field = (await listFieldRows(context)).find((one) => one.id === change.fieldId);
    const obstacle = undo && !reply.data.undo && (await findUndoObstacle(context, field, id));
    if (obstacle) return refuse('CONFLICT', obstacle);
  }
  const isStarted = await resource.start(call, id, undo);
  return isStarted ? readBulkChangeReply(context, id) : waitForEnd(context, id);
}

/** Waits for the change to end, up to `WAIT_MILLISECONDS`, and answers with it. */
async function waitForEnd(context: RequestContext, id: string): ReturnType<typeof readBulkChangeReply> {
  const since = performance.now();
  for (;;) {
    const reply = await readBulkChangeReply(context, id);
    const isRunning = 'data' in reply && /^(running|undoing)$/.test(reply.data.state);
    if (!isRunning || performance.now() - since > WAIT_MILLISECONDS) return reply;
    await sleep(LOOK_MILLISECONDS);
  }
}

/** The bulk change as a reply, or 404. */
async function readBulkChangeReply(context: RequestContext, id: string) {
  const [data] = await toBulkChanges(context, await getRow(context, id));
  return data ? { data } : notFound('bulk change');
}

const number = (count: number | undefined) => count?.toLocaleString('en');
