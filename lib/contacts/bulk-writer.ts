import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestContext } from '@/lib/database/statement';
import type { Clock, ContactRequest, Decision, StoredContacts } from './decide';
import { decideAndWrite } from './decide-and-write';
import { findKeptReasons, type StoredKept } from './kept-by-undo';
import { lockContacts, restoreContacts, trashContacts } from './trash';

/** Rounds before giving up on contacts that others keep changing. */
const MOST_ROUNDS = 20;
const PAUSE_MILLISECONDS = 25;

/** The outcome of a request, by its index. `refused`: why the connected service did not change the contact. */
export type Settled<D> = { index: number } & (
  | { decision: D; refused?: undefined }
  | { decision?: undefined; refused: string }
);

interface Refused {
  /** One reason for each contact that the connected service did not change. */
  refused: string[];
}

export interface ChangeSet<R extends ContactRequest, D extends Decision> {
  context: RequestContext;
  requests: R[];
  /** Decides requests in order. */
  decide(stored: StoredContacts, requests: R[], clock: Clock): D[] | Promise<D[]>;
  /** Records outcomes: all at once, or after each request at a connected service. */
  settle(settled: Settled<D>[]): Promise<unknown>;
  /** Deletes the recorded outcome of a request that must be sent again. */
  reopen?(index: number): Promise<unknown>;
  /** Whether several requests may be about one contact. */
  inOrder?: boolean;
}

/** Changes many contacts for jobs: in this database, within the transaction of a chunk, or by calls to a connected service. */
export interface BulkWriter {
  /** A remote chunk runs before its transaction; when repeated, it skips recorded outcomes. */
  isRemote: boolean;
  /** Contacts per chunk, if the writer sets it. */
  chunkSize?: number;
  /** Decides requests and writes what they change, until each is settled. */
  apply<R extends ContactRequest, D extends Decision>(changes: ChangeSet<R, D>): Promise<void>;
  /** Moves contacts to the trash. `trashed` counts those that this deletion has put there, also in an earlier attempt. */
  trash(context: RequestContext, ids: string[], deletionId: string): Promise<Refused & { trashed: number }>;
  /** Restores those of the contacts that this deletion still keeps in the trash. */
  restore(
    context: RequestContext,
    ids: string[],
    deletionId: string,
  ): Promise<Refused & { undone: number; kept: StoredKept[] }>;
}

/**
 * Writes to this database, in the transaction of the context. Throws if others still change the contacts after
 * `MOST_ROUNDS`.
 */
export const localWriter: BulkWriter = {
  isRemote: false,
  /** Decides and writes in rounds, until no contact changes meanwhile; then settles all at once. */
  async apply<R extends ContactRequest, D extends Decision>(changes: ChangeSet<R, D>) {
    const { context, requests, decide, settle } = changes;
    const ids = requests.flatMap(({ id }) => id ?? []);
    // Locked contacts settle in the first round.
    if (ids.length > 0) await lockContacts(context, ids.sort());
    const settled: Settled<D>[] = [];
    let open = requests.map((request, index) => ({ request, index }));
    for (let round = 0; open.length > 0; round++) {
      if (round === MOST_ROUNDS) throw new Error('Too many concurrent changes to these contacts.');
      if (round > 0) await sleep(PAUSE_MILLISECONDS);
      const { decisions, again } = await decideAndWrite(
        open.map(() => context),
        open.map(({ request }) => request),
        decide,
      );
      for (const [place, { index }] of open.entries())
        if (!again.has(place)) settled.push({ index, decision: decisions[place] as D });
      open = open.filter((_, place) => again.has(place));
    }
    await settle(settled);
  },
  async trash(context, ids, deletionId) {
    return { trashed: await trashContacts(context, ids, deletionId), refused: [] };
  },
  /** Restores contacts of the deletion; the others are `kept`, with the reason. */
  async restore(context, ids, deletionId) {
    const contacts = await lockContacts(context, ids.sort());
    const left = new Set(contacts.flatMap((one) => (one.deletion_id === deletionId ? [one.id] : [])));
    const undone = await restoreContacts(context, [...left]);
    const all =
      undone === ids.length ? [] : await findKeptReasons(context, ids, { here: 'restored', deletionId });
    const kept = all.filter(({ contactId, reason }) => reason !== 'restored' || !left.has(contactId));
    return { undone, kept, refused: [] };
  },
};
