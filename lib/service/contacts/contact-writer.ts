import { isOutage } from '@/lib/database/outage';
import { gatherStatistics } from '@/lib/database/statistics';
import { GaveUp, isRace, type RequestContext, sqlState } from '../statement';
import { AGAIN, batcher } from './batcher';
import { type ContactRequest, type Decision, decideAll, isChange } from './decide';
import { readContacts } from './read';
import { type Change, writeContacts } from './write';

/** Requests of one batch: enough to spare most round trips, few enough that the first does not wait for the last. */
const BATCH = 250;
/** A batch that failed so often is split, until the request that fails is alone … */
const FAILURES_TOGETHER = 2;
/** … and given up after so many. */
const MOST_FAILURES = 20;
/** A request whose contact others change or hold is given up after this. */
const MOST_MILLISECONDS = 30_000;
const LONGEST_PAUSE_MILLISECONDS = 50;
/** The planner is told how the tables are filled after so many requests, and ten times as many, and so on. */
const FIRST_STATISTICS = 500;

interface Call {
  context: RequestContext;
  request: ContactRequest;
  /** By `performance.now()`. */
  since: number;
  /** Rounds that did not settle it. */
  rounds: number;
  /** Batches with it that the database refused. */
  failures: number;
}

type Outcome = Decision | Promise<Decision> | typeof AGAIN;

/** Decides a request and writes what it changes. */
export type ContactWriter = (context: RequestContext, request: ContactRequest) => Promise<Decision>;

/** The write path of contacts: read a set, decide, write a set. Requests of an organization that arrive together share it. */
export function contactWriter(): ContactWriter {
  const organizations = new Map<string, (call: Call) => Promise<Decision>>();
  let count = 0;
  let nextStatistics = FIRST_STATISTICS;
  const writeBatch = async (calls: Call[]): Promise<Outcome[]> => {
    const outcomes = await settle(calls);
    count += calls.length;
    if (count >= nextStatistics) {
      nextStatistics = count * 10;
      // Nobody waits for it, and without it lists are only slower.
      gatherStatistics((calls[0] as Call).context.database).catch(() => {});
    }
    return outcomes;
  };
  return (context, request) => {
    const write = organizations.get(context.organizationId) ?? batcher(BATCH, writeBatch);
    organizations.set(context.organizationId, write);
    return write({ context, request, since: performance.now(), rounds: 0, failures: 0 });
  };
}

/** One round of calls of one organization; those whose contacts somebody else changed meanwhile go again. */
async function settle(calls: Call[]): Promise<Outcome[]> {
  if (calls.length > 1 && calls.some(({ failures }) => failures >= FAILURES_TOGETHER)) {
    const half = calls.length >> 1;
    return [...(await settle(calls.slice(0, half))), ...(await settle(calls.slice(half)))];
  }
  try {
    return await settleTogether(calls);
  } catch (cause) {
    if (!sqlState(cause) || isOutage(cause)) throw cause;
    const isLost = calls.length === 1 && (!isRace(cause) || (calls[0]?.failures ?? 0) >= MOST_FAILURES);
    if (isLost) return [Promise.reject(cause)];
    for (const call of calls) call.failures += isRace(cause) ? 1 : FAILURES_TOGETHER;
    await pause(calls);
    return calls.map(() => AGAIN);
  }
}

async function settleTogether(calls: Call[]): Promise<Outcome[]> {
  const [{ context }] = calls as [Call];
  const requests = calls.map(({ request }) => request);
  const { stored, clock } = await readContacts(context, requests);
  const decisions = decideAll(stored, requests, clock);
  const changes = decisions.flatMap((decision, index): Change[] => {
    const { after } = decision;
    if (!after || !isChange(decision)) return [];
    return [
      {
        context: (calls[index] as Call).context,
        decision: { ...decision, after },
        activityId: clock.nextId(),
        at: clock.now,
      },
    ];
  });
  const settled = changes.length > 0 ? await writeContacts(context, changes) : new Set<string>();
  const lost = new Set(changes.map(({ decision }) => decision.after.id).filter((id) => !settled.has(id)));
  if (lost.size === 0) return decisions;
  const restsOnLost = (decision: Decision) => contactsOf(decision).some((id) => lost.has(id));
  // A use of a code that was not made in the end is there for others.
  const freesUse = decisions.some((decision) => decision.redeemed && restsOnLost(decision));
  const again = calls.filter((_, index) => {
    const decision = decisions[index] as Decision;
    return (
      restsOnLost(decision) || (freesUse && decision.problems.some(({ rule }) => rule === 'code_used_up'))
    );
  });
  if (settled.size === 0) await pause(again);
  return calls.map((call, index) => {
    if (!again.includes(call)) return decisions[index] as Decision;
    call.rounds++;
    const isLate = performance.now() - call.since > MOST_MILLISECONDS;
    return isLate ? Promise.reject(new GaveUp('Others keep changing or holding the contact.')) : AGAIN;
  });
}

/** Contacts whose state a decision rests on. */
const contactsOf = ({ before, after, problems }: Decision): string[] =>
  [before, after, ...problems.map(({ owner }) => owner)].flatMap((contact) => (contact ? [contact.id] : []));

/** So that programs that race for the same contacts do not meet again. */
function pause(calls: Call[]): Promise<void> {
  const rounds = Math.max(...calls.map(({ rounds, failures }) => rounds + failures));
  const milliseconds = Math.random() * Math.min(rounds * 2, LONGEST_PAUSE_MILLISECONDS);
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
