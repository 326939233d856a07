import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestContext } from '@/lib/database/statement';
import type { Clock, ContactRequest, Decision, StoredContacts } from './decide';
import { decideAndWrite } from './decide-and-write';
import { type Kept, reasonsFor } from './kept-by-undo';
import { lockContacts, restoreContacts, trashContacts } from './trash';

/** Rounds before giving up: others keep changing the contacts. */
const MOST_ROUNDS = 20;
const PAUSE_MILLISECONDS = 25;

/** What became of a request, by its index. `refused`: why the connected service did not change the contact. */
export type Settled<D> = { index: number } & (
  | { decision: D; refused?: undefined }
  | { decision?: undefined; refused: string }
);

interface Refused {
  /** Why the connected service did not change contacts, one reason for each. */
  refused: string[];
}

export interface ChangeSet<R extends ContactRequest, D extends Decision> {
  context: RequestContext;
  requests: R[];
  /** Decides requests one after the other. */
  decide(stored: StoredContacts, requests: R[], clock: Clock): D[] | Promise<D[]>;
  /** Records what became of requests; with a connected service after each of them. */
  settle(settled: Settled<D>[]): Promise<unknown>;
  /** Forgets what was recorded of a request, which has to be sent again. */
  reopen?(index: number): Promise<unknown>;
  /** Whether several requests may be about one contact. */
  inOrder?: boolean;
}

/** How jobs change many contacts: in this database, within the transaction of a chunk, or by calls to a connected service. */
export interface BulkWriter {
  /** Chunks then run before their transaction. A repeated chunk skips what was recorded. */
  isRemote: boolean;
  /** Contacts per chunk, if that is up to the writer. */
  chunkSize?: number;
  /** Decides requests and writes what they change, until each is settled. */
  apply<R extends ContactRequest, D extends Decision>(changes: ChangeSet<R, D>): Promise<void>;
  /** Moves contacts to the trash; `trashed`: how many are there by this deletion. */
  trash(context: RequestContext, ids: string[], deletionId: string): Promise<Refused & { trashed: number }>;
  /** Restores those of the contacts that are still in the trash by this deletion. */
  restore(
    context: RequestContext,
    ids: string[],
    deletionId: string,
  ): Promise<Refused & { undone: number; kept: Kept[] }>;
}

/** Writes to this database. */
export const localWriter: BulkWriter = {
  isRemote: false,
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
  async restore(context, ids, deletionId) {
    const contacts = await lockContacts(context, ids.sort());
    const left = new Set(contacts.flatMap((one) => (one.deletion_id === deletionId ? [one.id] : [])));
    const undone = await restoreContacts(context, [...left]);
    const all = undone === ids.length ? [] : await reasonsFor(context, ids, { here: 'restored', deletionId });
    const kept = all.filter(({ contactId, reason }) => reason !== 'restored' || !left.has(contactId));
    return { undone, kept, refused: [] };
  },
};
