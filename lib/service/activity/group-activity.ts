import type { Activity } from '@/lib/contract/activity';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { bulkChangeType } from '../shared/bulk-change-type';
import { type ActivityFilter, type ActivityHead, readByIds, readHeads } from './read-activity';

/** Actions that may happen to many things at once. */
const GROUPED_ACTIONS =
  /^((contact|segment|referral-code)\.(created|updated|deleted|restored|purged|members-changed)|person\.joined)$/;
/** Fewer entries stay separate, because their values say more. */
const FEWEST = 3;
/** Most milliseconds between two entries of a burst. */
const PAUSE = 10 * 60_000;
const READ_AT_ONCE = 1_000;
/** Most entries to read for a page: about 100 ms. */
const MOST_READ = 20_000;
const BULK_CHANGES = 200;

/** Request ids of the latest bulk changes. */
const readBulkChangeRequests = scoped<{ id: string; request_id: string }>(
  'list_bulk_change_requests',
  `select id, requested_by ->> 'requestId' as request_id from jobs
   where organization_id = $1 and kind = '${bulkChangeType.name}' and requested_by ->> 'requestId' is not null
   order by id desc limit ${BULK_CHANGES}`,
);

export interface ActivityGroup {
  /** Ids of the first entries, latest first; all of them if fewer than `FEWEST`. */
  ids: string[];
  count: number;
  since: string;
  actions: Set<Activity['action']>;
  bulkChangeId: string | null;
}

/**
 * The key that groups entries: bulk change, import, request of staff, action of a token, or sign-ins of a person or reads of an
 * assistant on a day in UTC; `null` to stay separate.
 */
function findGroupKey(
  head: ActivityHead,
  bulkChangeId: string | null,
): { key: string; isBurst: boolean } | null {
  const { at, action, actor_kind, actor_id, request_id, import_id } = head;
  if (action === 'person.signed-in' || action === 'list.read')
    return { key: `${action} ${actor_id} ${at.slice(0, 10)}`, isBurst: false };
  if (!GROUPED_ACTIONS.test(action)) return null;
  if (bulkChangeId) return { key: `bulk change ${bulkChangeId}`, isBurst: false };
  if (import_id) return { key: `import ${import_id} ${request_id}`, isBurst: false };
  if (actor_kind !== 'staff') return { key: `${action} ${actor_kind} ${actor_id}`, isBurst: true };
  return request_id ? { key: `request ${request_id} ${actor_id}`, isBurst: false } : null;
}

/** Groups entries, which are added latest first. */
export class ActivityGrouper {
  readonly groups: ActivityGroup[] = [];
  /** By key, with the request of the earliest entry. */
  private readonly open = new Map<string, { group: ActivityGroup; requestId: string | null }>();

  constructor(private readonly bulkChangeOf: ReadonlyMap<string, string> = new Map()) {}

  /**
   * Adds an entry to its group; `false` if that would be a new one beyond `most`. A burst ends at a pause, unless one request
   * made the entries before and after it, as for sample data.
   */
  add(head: ActivityHead, most: number): boolean {
    const bulkChangeId = (head.request_id && this.bulkChangeOf.get(head.request_id)) || null;
    const by = findGroupKey(head, bulkChangeId);
    const known = by ? this.open.get(by.key) : undefined;
    const pause = known ? Date.parse(known.group.since) - Date.parse(head.at) : 0;
    const isSameRequest = head.request_id !== null && head.request_id === known?.requestId;
    if (known && (!by?.isBurst || pause <= PAUSE || isSameRequest)) {
      const { group } = known;
      group.count += 1;
      group.since = head.at;
      group.actions.add(head.action);
      if (group.ids.length < FEWEST) group.ids.push(head.id);
      known.requestId = head.request_id;
      return true;
    }
    if (this.groups.length === most) return false;
    const { id, at, action } = head;
    const added: ActivityGroup = { ids: [id], count: 1, since: at, actions: new Set([action]), bulkChangeId };
    this.groups.push(added);
    if (by) this.open.set(by.key, { group: added, requestId: head.request_id });
    return true;
  }
}

/**
 * Up to `limit` groups of activity with ids below `before`, latest first; fewer than `FEWEST` entries stay separate. `next`
 * is the `before` of the next page.
 */
export async function readGroupedActivity(
  context: RequestContext,
  filter: ActivityFilter,
  before: string,
  limit: number,
): Promise<{ entries: Activity[]; next: string | null }> {
  const ofRequests = (await readBulkChangeRequests(context)).map(
    ({ id, request_id }) => [request_id, id] as const,
  );
  const grouper = new ActivityGrouper(new Map(ofRequests.reverse()));
  const next = await groupEntries(grouper, context, filter, before, limit);
  const shown = grouper.groups.flatMap(({ ids, count }) => (count < FEWEST ? ids : ids.slice(0, 1)));
  const byId = new Map(grouper.groups.map((group) => [group.ids[0], group]));
  const entries = (await readByIds(context, shown)).map((entry): Activity => {
    const { ids: _, actions, ...folded } = byId.get(entry.id) ?? { ids: [], actions: [], count: 1 };
    if (folded.count < FEWEST || !('since' in folded)) return entry;
    return { ...entry, folded: { ...folded, actions: [...actions] } };
  });
  return { entries, next };
}

/**
 * Adds entries until there are `limit` groups or `MOST_READ` entries are read. Returns the `before` of the next page,
 * `null` at the end.
 */
async function groupEntries(
  grouper: ActivityGrouper,
  context: RequestContext,
  filter: ActivityFilter,
  before: string,
  limit: number,
): Promise<string | null> {
  let last = before;
  for (let read = 0; read < MOST_READ; read += READ_AT_ONCE) {
    const heads = await readHeads(context, filter, last, READ_AT_ONCE);
    for (const head of heads) {
      if (!grouper.add(head, limit)) return last;
      last = head.id;
    }
    if (heads.length < READ_AT_ONCE) return null;
  }
  return last;
}
