import { contactFields } from '@/lib/contract/contact';
import { LostRace, type RequestContext, scoped } from '@/lib/database/statement';
import { pipelined } from '@/lib/database/transaction';
import { activityRow, insertActivities } from './activity';
import { allAssignments, type ContactRow, toSnapshot } from './contact-row';
import { type Decision, segmentIdsOf } from './decide';
import type { MergeRecord } from './merge';

/** A change that was decided, who asked for it and under which id it is recorded. */
export interface Change {
  context: RequestContext;
  decision: Decision & { after: ContactRow };
  /** `null`: not recorded. */
  activityId: string | null;
  at: string;
  /** What a merge took from the contact that goes; after its undo, who is back. */
  merged?: MergeRecord;
  unmerged?: string;
}

/** A contact before and after all changes of a batch; `null` where it is not among the live ones. */
interface BeforeAfter {
  before: ContactRow | null;
  after: ContactRow | null;
}

/** Objects inside are declared as text and cast in the query, which is four times as fast as declaring them as jsonb. */
export const recordset = (parameter: string, columns: string) =>
  `json_to_recordset(${parameter}::json) as g (${columns})`;
/** The columns of a contact's row that are written, and their types. */
const rowTypes: Record<string, string> = {
  id: 'uuid',
  ...Object.fromEntries(contactFields.map((name) => [name, 'text'])),
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  version: 'integer',
  segment_ids: 'uuid[]',
  assigned_at: 'timestamptz[]',
};
const rowColumns = Object.keys(rowTypes);
/** Declares the columns of `toRowRecord` and others. */
export const rowRecord = (others: string): string =>
  [...Object.entries(rowTypes).map(([name, type]) => `${name} ${type}`), others].join(', ');
/** SQL that sets all columns but the id from a record `g`. */
export const setRow = rowColumns
  .filter((name) => name !== 'id')
  .map((name) => `${name} = g.${name}`)
  .join(', ');

/** The values of a contact's row as `rowRecord` declares them. */
export function toRowRecord(contact: ContactRow): object {
  const { segments: _, hidden: __, ...row } = contact;
  const all = allAssignments(contact);
  return { ...row, segment_ids: all.map(([id]) => id), assigned_at: all.map(([, at]) => at) };
}

/** Sorted, so that batches with the same emails wait for one another in one order. */
const insertContacts = scoped<{ id: string }>(
  'insert_contacts',
  `insert into contacts (organization_id, ${rowColumns.join(', ')})
   select $1, ${rowColumns.join(', ')} from ${recordset('$2', rowRecord('stored_version integer'))} order by email, phone
   on conflict do nothing returning id`,
);
/**
 * Locks those in the version that was read. Contacts that somebody holds are passed over, so that nobody waits;
 * `deleted_at` is tested where no index of a list fits.
 */
const unchanged = `select h.id from ${recordset('$2', 'id uuid, stored_version integer')} cross join lateral (
       select id, version, deleted_at from contacts where organization_id = $1 and id = g.id offset 0
       for no key update skip locked) h
     where h.version = g.stored_version and h.deleted_at is null`;
/** The array keeps the planner from a join that reads the whole organization. */
const updateContacts = scoped<{ id: string }>(
  'update_contacts',
  `update contacts c set ${setRow} from ${recordset('$2', rowRecord('stored_version integer'))}
   where c.organization_id = $1 and c.id = g.id and c.id = any(array(${unchanged}))
   returning c.id`,
);
/** Keeps segments that are assigned from being merged into others until the transaction ends. */
const lockSegments = scoped<{ id: string }>(
  'lock_assigned_segments',
  `select id from segments where organization_id = $1 and id = any($2::uuid[]) and deleted_at is null
   order by id for key share`,
);
/** Takes addresses from merged rows that become those of the contact again, before the unique indexes see them twice. */
const reclaimAddresses = scoped(
  'reclaim_addresses',
  `update contacts m set email = nullif(m.email, g.email), phone = nullif(m.phone, g.phone)
   from ${recordset('$2', 'id uuid, email text, phone text')}
   where m.organization_id = $1 and m.merged_into = g.id and (m.email = g.email or m.phone = g.phone)
     and m.merged_into = any(array(${unchanged}))`,
);
export const redeemCodes = scoped(
  'redeem_codes',
  `insert into redemptions (organization_id, contact_id, referral_code_id, redeemed_at)
   select $1, contact_id, code_id, redeemed_at
   from ${recordset('$2', 'contact_id uuid, code_id uuid, redeemed_at timestamptz')}`,
);
/** A CHECK ends the race for the last use. */
export const countUses = scoped(
  'count_uses',
  `update referral_codes r set redemption_count = redemption_count + g.uses from ${recordset('$2', 'id uuid, uses integer')}
   where r.organization_id = $1 and r.id = g.id`,
);
/** Each connection adds to a shard of its own, and in order. */
const addToCounts = scoped(
  'add_to_counts',
  `insert into contact_counts as n (organization_id, scope_id, shard, count)
   select $1, scope_id, pg_backend_pid() % 64, change from ${recordset('$2', 'scope_id uuid, change bigint')}
   order by scope_id on conflict (organization_id, scope_id, shard) do update set count = n.count + excluded.count`,
);

/**
 * Writes decided changes, in the order they were decided, and returns the ids of the contacts that are settled: those that
 * are still in the version that was read, or are new and nobody else's. Of the others nothing is written. `begin` and
 * `commit` share round trips with other statements; counters come last, because everybody writes them.
 */
export async function writeContacts(context: RequestContext, changes: Change[]): Promise<Set<string>> {
  return pipelined(context, async (context) => {
    const contacts = firstAndLast(changes);
    const assigned = [...new Set(changes.flatMap(({ decision }) => decision.added))];
    const stored = new Map(contacts.map(({ before, after }) => [after.id, before?.version]));
    const rows = (isNew: boolean) =>
      contacts.flatMap(({ before, after }) =>
        (before === null) === isNew ? [{ ...toRowRecord(after), stored_version: before?.version }] : [],
      );
    const reclaimed = changes.flatMap(({ decision: { reclaims, after } }) => (reclaims ? [after] : []));
    const locked = assigned.length > 0 ? lockSegments(context, assigned) : [];
    const written = await Promise.all([
      ...skipIfEmpty(
        reclaimed.map(({ id, email, phone }) => ({ id, email, phone, stored_version: stored.get(id) })),
        (json) => reclaimAddresses(context, json).then(() => []),
      ),
      ...skipIfEmpty(rows(true), (json) => insertContacts(context, json)),
      ...skipIfEmpty(rows(false), (json) => updateContacts(context, json)),
    ]);
    if ((await locked).length < assigned.length)
      throw new LostRace('An assigned segment was deleted meanwhile.');
    const settled = new Set(written.flat().map(({ id }) => id));
    const isSettled = ({ after }: { after: ContactRow }) => settled.has(after.id);
    const last = writeDependents(
      context,
      contacts.filter(isSettled),
      changes.filter(({ decision }) => isSettled(decision)),
    );
    return { result: settled, last };
  });
}

function firstAndLast(changes: Change[]) {
  const contacts = new Map<string, BeforeAfter & { after: ContactRow }>();
  for (const { decision } of changes) {
    const { before } = contacts.get(decision.after.id) ?? decision;
    contacts.set(decision.after.id, { before, after: decision.after });
  }
  return [...contacts.values()];
}

/** Sends what belongs to settled contacts: redemptions, activity, counters. */
export function writeDependents(
  context: RequestContext,
  contacts: BeforeAfter[],
  changes: Change[],
): Promise<unknown>[] {
  const redemptions = changes.flatMap(toRedemptionRows);
  const uses = new Map<string, number>();
  for (const { code_id } of redemptions) uses.set(code_id, (uses.get(code_id) ?? 0) + 1);
  const used = [...uses].sort().map(([id, uses]) => ({ id, uses }));
  return [
    ...skipIfEmpty(redemptions, (json) => redeemCodes(context, json)),
    ...skipIfEmpty(used, (json) => countUses(context, json)),
    ...skipIfEmpty(changes.flatMap(toActivityEntries), (json) => insertActivities(context, json)),
    ...countContacts(context, contacts),
  ];
}

/** Keeps the counters of the organization, by its id, and of segments. */
export function countContacts(context: RequestContext, contacts: BeforeAfter[]): Promise<unknown>[] {
  const counts = new Map<string, number>();
  const count = (contact: ContactRow | null, change: 1 | -1) => {
    for (const id of contact ? [context.organizationId, ...allAssignments(contact).map(([id]) => id)] : [])
      counts.set(id, (counts.get(id) ?? 0) + change);
  };
  for (const { before, after } of contacts) {
    count(before, -1);
    count(after, 1);
  }
  const changes = [...counts].flatMap(([scope_id, change]) => (change ? [{ scope_id, change }] : []));
  return skipIfEmpty(changes, (json) => addToCounts(context, json));
}

const skipIfEmpty = <Result>(rows: object[], write: (json: string) => Result): Result[] =>
  rows.length > 0 ? [write(JSON.stringify(rows))] : [];

const toRedemptionRows = ({ decision: { after, redeemed }, at }: Change) =>
  redeemed ? [{ contact_id: after.id, code_id: redeemed.id, redeemed_at: at }] : [];

/** What the activity remembers: fields with a value that differ, segments where they changed, the code that was redeemed. */
function toActivityEntries({ context, decision, activityId, at, merged, unmerged }: Change) {
  if (activityId === null) return [];
  const { outcome, before, after, added, removed, redeemed } = decision;
  const reassigned = added.length + removed.length > 0;
  const values = (contact: ContactRow, other: ContactRow | null) => {
    const differing: Record<string, string | string[]> = reassigned
      ? { segmentIds: segmentIdsOf(contact) }
      : {};
    for (const name of contactFields) {
      const value = contact[name];
      if (value !== null && value !== other?.[name]) differing[name] = value;
    }
    return differing;
  };
  return activityRow(context, {
    id: activityId,
    at,
    action: merged ? 'contact.merged' : `contact.${outcome as 'created' | 'updated'}`,
    subjectId: after.id,
    // What a replica learns of may have been there before.
    before: before
      ? { ...values(before, after), ...(merged && { merged }) }
      : outcome === 'created'
        ? null
        : {},
    after: {
      ...(redeemed && { referralCode: redeemed.code }),
      ...values(after, before),
      ...(merged && { merged: merged.id }),
    },
    // What is new is all in `after`.
    resource: before && toSnapshot(after),
    // Whose values these are, too: for their timeline, and for erasing them.
    contactIds: [merged?.id ?? unmerged ?? []].flat(),
  });
}
