import { contactFields } from '@/lib/contract/contact-fields';
import { addressKeys, type ContactRow } from './contact-row';
import { type Decision, findSegmentChanges } from './decide';

/** A contact of the replica, and when responses of the service included it. */
export interface KnownContact {
  row: ContactRow;
  /** `null` unless the contact is in the trash. */
  deletedAt: string | null;
  /** Request time of the latest response that included the contact. */
  seenAt: string | null;
  /** The pass through the list during which a response last included the contact. */
  lastSeenPass: number | null;
  /** Whether that response was to a change or a single read, which the pass does not count. */
  answered: boolean;
}

/** The changes that a response makes to the replica. */
export interface Synced {
  /** `before` is `null` where the contact is new to the replica or comes back from its trash. */
  changes: (Decision & { after: ContactRow })[];
  /** Ids in the replica's trash that exist at the service. */
  revived: string[];
  /** Ids of live contacts whose email or phone now belongs to another contact at the service. */
  stale: string[];
  /** Ids of changed contacts whose email or phone goes to another contact in the response. */
  moving: string[];
  /** Ids of valid received contacts, except those deleted after the request was sent. */
  seen: string[];
  /** Number of contacts met for the first time in this pass. */
  met: number;
  /** Why contacts cannot be stored, as sentences. */
  problems: string[];
}

interface Response {
  /** When the request was sent; anything recorded later is newer. */
  requestedAt: Date;
  /** The pass through the list, for one of its pages. */
  pass?: number;
  /** Whether the request created the contact. */
  created?: boolean;
}

/**
 * Decides how a response changes contacts that were not recorded after its request. The service wins: a stored one with the
 * email or phone of a received one is stale; if the same response or pass has both, the later one is a problem.
 */
export function decideSynced(
  known: readonly KnownContact[],
  received: readonly ContactRow[],
  { requestedAt, pass, created = false }: Response,
): Synced {
  const byId = new Map(known.map((one) => [one.row.id, one]));
  const owners = new Map(
    known.flatMap((one) => (one.deletedAt ? [] : addressKeys(one.row).map(({ key }) => [key, one] as const))),
  );
  const given = new Map(received.map((row) => [row.id, row]));
  const problems: string[] = [];
  const stale = new Set<string>();
  const moving = new Set<string>();
  const taken = new Set<string>();
  const accepted = [...given.values()].filter((row) => {
    const keys = addressKeys(row);
    const others = keys.flatMap(({ field, key }) => {
      const owner = owners.get(key);
      return owner && owner.row.id !== row.id ? { field, owner } : [];
    });
    const twice =
      keys.find(({ key }) => taken.has(key)) ??
      others.find(({ owner }) => pass !== undefined && owner.lastSeenPass === pass);
    if (keys.length === 0) problems.push(`Contact ${row.id} has neither an email nor a phone that fits.`);
    else if (twice) problems.push(`Contact ${row.id} has the ${twice.field} of another one.`);
    if (keys.length === 0 || twice) return false;
    for (const { key } of keys) taken.add(key);
    for (const { owner } of others) (given.has(owner.row.id) ? moving : stale).add(owner.row.id);
    return true;
  });
  /** Whether the replica has learned of the contact, or trashed it, after the request was sent. */
  const isNewer = (id: string): boolean => {
    const { deletedAt, seenAt } = byId.get(id) ?? {};
    return Date.parse(deletedAt ?? seenAt ?? '') > requestedAt.getTime();
  };
  const changes = accepted.flatMap((row) =>
    isNewer(row.id) ? [] : (decideSyncedChange(row, byId.get(row.id), created) ?? []),
  );
  return {
    changes,
    revived: changes.flatMap(({ after: { id } }) => (byId.get(id)?.deletedAt ? id : [])),
    stale: [...stale],
    moving: changes.flatMap(({ before }) => (before && moving.has(before.id) ? before.id : [])),
    seen: accepted.flatMap(({ id }) => (isNewer(id) && byId.get(id)?.deletedAt ? [] : id)),
    met: accepted.filter(({ id }) => byId.get(id)?.lastSeenPass !== pass || byId.get(id)?.answered).length,
    problems,
  };
}

/** How a received contact changes the stored one; `undefined` if nothing differs. One from the trash counts as new. */
function decideSyncedChange(
  row: ContactRow,
  known: KnownContact | undefined,
  created: boolean,
): (Decision & { after: ContactRow }) | undefined {
  const before = known && !known.deletedAt ? known.row : null;
  const after = { ...row, version: (known?.row.version ?? 0) + 1 };
  if (before && isSame(before, row)) return undefined;
  return {
    // A contact that is new to the replica may have been at the service before.
    outcome: before || !created ? 'updated' : 'created',
    problems: [],
    before,
    after,
    ...findSegmentChanges(before, after),
    redeemed: null,
  };
}

const compared = [...contactFields, 'updated_at'] as const;

const isSame = (one: ContactRow, other: ContactRow): boolean =>
  compared.every((name) => one[name] === other[name]) &&
  JSON.stringify(one.segments) === JSON.stringify(other.segments);
