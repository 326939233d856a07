import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '@/lib/contract/actor';
import { BULK_CHANGES_LISTED, type BulkChange, type BulkChangeCreate } from '@/lib/contract/bulk-change';
import { gatherStatistics } from '@/lib/database/statistics';
import { author, knownActor } from './author';
import { countOf } from './contact-list';
import { type ContactSelection, fingerprintOf, selected } from './contact-selection';
import { type Handler, invalid, isUuid, notFound, refuse } from './reply';
import { parameters, repeated, runScoped, type Scope, scoped } from './statement';

/** Contacts of one call: the embedded database, which has one session, is busy with them for 70 to 250 ms. */
const CHUNK = 1_000;
/** At most so many rows of assignments, too. */
const ASSIGNMENTS = 4_000;

/**
 * While unfinished changes of an organization hold the ids of so many contacts, 32 MB, no more are made: a call stores up to
 * all of them. One change of however many is always possible.
 */
const MOST_WAITING = 2_000_000;

interface Row {
  id: string;
  kind: 'delete' | 'segments';
  add_ids: string[];
  remove_ids: string[];
  state: BulkChange['state'];
  total: number;
  processed: number;
  changed: number;
  gone: number;
  undone: number;
  conflicts: number;
  created_at: string;
  created_by: string;
  created_by_kind: Actor['kind'] | null;
  created_by_id: string | null;
  updated_at: string;
}

const columns = `b.id, b.kind, b.add_ids, b.remove_ids, b.state, b.total, b.processed, b.changed, b.gone, b.undone,
  b.conflicts, b.created_at, b.created_by, b.created_by_kind, b.created_by_id, b.updated_at`;
const get = scoped<Row>(
  'get_bulk_change',
  `select ${columns} from bulk_changes b where b.organization_id = $1 and b.id = $2`,
);
const list = scoped<Row>(
  'list_bulk_changes',
  `select ${columns} from bulk_changes b where b.organization_id = $1 and ($2::uuid is null or b.created_by_id = $2)
     and ($3::text is null or b.created_by_kind = $3) and ($4::text is null or b.kind = $4)
     and ($5::int is null or b.state <> 'undone' and b.changed - b.undone - b.conflicts >= $5 and (b.kind <> 'delete' or
       (select count(*) from (select from contacts c where c.organization_id = $1 and c.deletion_id = b.id
         and c.deleted_at is not null limit $5) still_there) >= $5))
     and b.id < coalesce($6, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
   order by b.id desc limit ${BULK_CHANGES_LISTED}`,
);
const runNext = scoped<Row>(
  'run_bulk_change',
  `select ${columns} from run_bulk_change($1, $2, $3, $4, $5, $6) b`,
);
const undoNext = scoped<Row>(
  'undo_bulk_change',
  `select ${columns} from undo_bulk_change($1, $2, $3, $4, $5, $6) b`,
);
const cancel = scoped<Row>(
  'cancel_bulk_change',
  `with stopped as (
     update bulk_changes b set
       state = case when b.state in ('running', 'undoing') then 'cancelled' else b.state end,
       updated_at = case when b.state in ('running', 'undoing') then date_trunc('milliseconds', clock_timestamp()) else b.updated_at end
     where b.organization_id = $1 and b.id = $2 returning b.*),
   dropped as (
     delete from bulk_change_chunks c using stopped s
     where c.organization_id = $1 and c.bulk_change_id = s.id and c.number > s.position)
   select ${columns} from stopped b`,
);
const knownSegments = scoped<{ id: string }>(
  'known_segments',
  'select s.id from segments s where s.organization_id = $1 and s.id = any($2)',
);

export const createBulkChange: Handler<'createBulkChange'> = async ({ scope, body }) => {
  const { change, expectedCount, expectedFingerprint } = body;
  const { add, remove } = change.type === 'segments' ? change : { add: [], remove: [] };
  const known = new Set((await knownSegments(scope, [...add, ...remove])).map(({ id }) => id));
  const unknown = Object.entries({ add, remove }).flatMap(([name, ids]) =>
    ids.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `change.${name}.${index}`, message: 'There is no such segment.' }],
    ),
  );
  if (unknown.length > 0) return invalid(unknown);

  const { found, fingerprint, waiting, row } = await freeze(scope, body, {
    kind: change.type,
    add: [...new Set(add)],
    remove: [...new Set(remove)],
    expectedCount,
    expectedFingerprint,
  });
  if (row) return { data: bulkChangeOf(row), created: `/bulk-changes/${row.id}` };
  if (waiting >= MOST_WAITING)
    return refuse(
      'CONFLICT',
      `Bulk changes of ${number(waiting)} contacts have not been run to their end. Run, cancel or undo some of them first.`,
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
};

/** Stores for which contacts a change is, unless they are not as many as expected, or not the same. */
async function freeze(
  scope: Scope,
  selection: ContactSelection,
  change: { kind: string; add: string[]; remove: string[] } & Pick<
    BulkChangeCreate,
    'expectedCount' | 'expectedFingerprint'
  >,
): Promise<{ found: number; fingerprint: string; waiting: number; row: Row | null }> {
  const { kind, add, remove, expectedCount, expectedFingerprint } = change;
  const size = Math.min(CHUNK, Math.floor(ASSIGNMENTS / Math.max(add.length + remove.length, 1)));
  const { values, parameter } = parameters();
  const id = parameter(uuidv7());
  const [row] = await runScoped<Row & { found: number; fingerprint: string; waiting: number }>(
    scope,
    `with unfinished as (
       select coalesce(sum(total - processed), 0)::bigint as waiting
       from bulk_changes where organization_id = $1 and state = 'running'),
     collected as (
       select coalesce(array_agg(c.id), '{}') as ids, ${fingerprintOf('c.id')} as fingerprint
       from (${selected(selection, parameter)}) c),
     made as (
       insert into bulk_changes (organization_id, id, kind, add_ids, remove_ids, state, total, chunks, created_at,
         created_by, created_by_kind, created_by_id, updated_at)
       select $1, ${id}, ${parameter(kind)}, ${parameter(add)}, ${parameter(remove)},
         case found when 0 then 'finished' else 'running' end, found, ceil(found / ${size}::numeric),
         made_at, ${parameter(scope.actor.name)}, ${parameter(scope.actor.kind)}, ${parameter(scope.actor.id)}::uuid, made_at
       from date_trunc('milliseconds', clock_timestamp()) made_at, (select cardinality(ids) as found, fingerprint from collected) counted
       where (select waiting from unfinished) < ${MOST_WAITING} and found = coalesce(${parameter(expectedCount)}::bigint, found)
         and fingerprint = coalesce(${parameter(expectedFingerprint)}, fingerprint) returning *),
     stored as (
       insert into bulk_change_chunks (organization_id, bulk_change_id, number, contact_ids)
       select $1, ${id}, number, ids[(number - 1) * ${size} + 1 : number * ${size}]
       from collected cross join lateral generate_series(1, ceil(cardinality(ids) / ${size}::numeric)::integer) number
       where exists (select from made))
     select cardinality(ids) as found, fingerprint, waiting, ${columns}
     from collected cross join unfinished left join made b on true`,
    values,
  );
  if (!row) throw new Error('Counting gave no row.');
  const { found, fingerprint, waiting } = row;
  return { found, fingerprint, waiting, row: row.id ? row : null };
}

export const listBulkChanges: Handler<'listBulkChanges'> = async ({ scope, query }) => {
  const { createdBy, type = null, undoable = null, before = null } = query;
  const by = createdBy === 'me' ? [scope.actor.id, scope.actor.kind] : [createdBy ?? null, null];
  return { data: (await list(scope, ...by, type, undoable, before)).map(bulkChangeOf) };
};

export const getBulkChange: Handler<'getBulkChange'> = async ({ scope, id }) =>
  replyOf(isUuid(id) ? (await get(scope, id))[0] : undefined);

export const runBulkChange: Handler<'runBulkChange'> = async ({ scope, id }) =>
  replyOf(isUuid(id) ? (await repeated(() => runNext(scope, ...author(scope), id)))[0] : undefined);

export const cancelBulkChange: Handler<'cancelBulkChange'> = async ({ scope, id }) =>
  replyOf(isUuid(id) ? (await cancel(scope, id))[0] : undefined);

export const undoBulkChange: Handler<'undoBulkChange'> = async ({ scope, id }) => {
  const [row] = isUuid(id) ? await repeated(() => undoNext(scope, ...author(scope), id)) : [];
  if (row?.kind === 'delete' && row.state === 'undoing' && row.undone <= CHUNK) await tellOfFirst(scope);
  return replyOf(row);
};

/**
 * A restored contact's email and phone are looked up among those that are there. After all were deleted the planner may take
 * those indexes for empty, and read all of them each time, until it is told that some are back. Nobody waits for that.
 */
async function tellOfFirst(scope: Scope): Promise<void> {
  const [there] = await countOf(scope, scope.organizationId);
  if (there && there.total <= 2 * CHUNK) gatherStatistics(scope.database).catch(() => {});
}

function replyOf(row: Row | undefined) {
  return row ? { data: bulkChangeOf(row) } : notFound('bulk change');
}

function bulkChangeOf(row: Row): BulkChange {
  return {
    id: row.id,
    change:
      row.kind === 'delete'
        ? { type: 'delete' }
        : { type: 'segments', add: row.add_ids, remove: row.remove_ids },
    state: row.state,
    total: row.total,
    processed: row.processed,
    changed: row.changed,
    gone: row.gone,
    undone: row.undone,
    conflicts: row.conflicts,
    createdAt: row.created_at,
    createdBy: row.created_by,
    actor: knownActor(row.created_by_kind, row.created_by_id, row.created_by),
    updatedAt: row.updated_at,
  };
}

const number = (count: number | undefined) => count?.toLocaleString('en');
