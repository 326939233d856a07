import type { RequestContext } from '@/lib/database/statement';
import { type Clock, type ContactRequest, type Decision, isChange, type StoredContacts } from './decide';
import { readContacts } from './read';
import { trashContacts } from './trash';
import { type Change, writeContacts } from './write';

interface Round<D extends Decision> {
  /** One for each request. */
  decisions: D[];
  /** Indexes of requests to decide again, because another transaction changed or locked their contacts. */
  again: Set<number>;
  /** Whether anything was written. */
  progress: boolean;
}

/**
 * One round of the write path: reads what the requests name, decides them in order, and writes the changes and deletions.
 * The caller repeats the requests in `again`; the others are settled.
 *
 * @param contexts One per request, all of one organization; the activity records their actors.
 * @param decideSet Decides all requests in order.
 */
export async function decideAndWrite<R extends ContactRequest, D extends Decision>(
  contexts: RequestContext[],
  requests: R[],
  decideSet: (stored: StoredContacts, requests: R[], clock: Clock) => D[] | Promise<D[]>,
): Promise<Round<D>> {
  const [context] = contexts as [RequestContext];
  const { stored, clock } = await readContacts(context, requests);
  const decisions = await decideSet(stored, requests, clock);
  const changes = decisions.flatMap((decision, index): Change[] => {
    const { after } = decision;
    if (!after || !isChange(decision)) return [];
    return [
      {
        context: contexts[index] as RequestContext,
        decision: { ...decision, after },
        activityId: clock.nextId(),
        at: clock.now,
      },
    ];
  });
  const { deletionId } = decisions.find((decision) => decision.deletionId) ?? {};
  const trashed = decisions.flatMap((decision) => (decision.deletionId ? touchedContactIds(decision) : []));
  // Before the writes, which may reuse the addresses.
  if (deletionId) await trashContacts(context, trashed, deletionId);
  const settled = changes.length > 0 ? await writeContacts(context, changes) : new Set<string>();
  const lost = new Set(changes.map(({ decision }) => decision.after.id).filter((id) => !settled.has(id)));
  const again = new Set<number>();
  if (lost.size > 0) {
    const dependsOnLost = (decision: Decision) => touchedContactIds(decision).some((id) => lost.has(id));
    // A redemption that failed frees its use for other requests.
    const freesRedemption = decisions.some((decision) => decision.redeemed && dependsOnLost(decision));
    const isUsedUp = (decision: Decision) => decision.problems.some(({ rule }) => rule === 'code_used_up');
    for (const [index, decision] of decisions.entries())
      if (dependsOnLost(decision) || (freesRedemption && isUsedUp(decision))) again.add(index);
  }
  return { decisions, again, progress: settled.size > 0 };
}

/** Contacts whose state a decision depends on. */
const touchedContactIds = ({ before, after, problems }: Decision): string[] =>
  [before, after, ...problems.map(({ owner }) => owner)].flatMap((contact) => (contact ? [contact.id] : []));
