import { batcher, RETRY } from '@/lib/database/batcher';
import { isOutage } from '@/lib/database/outage';
import { isRace, type RequestContext, RetriesExhausted, sqlState } from '@/lib/database/statement';
import { type ContactRequest, type Decision, decideAll } from './decide';
import { decideAndWrite } from './decide-and-write';

/** Requests per batch: enough to save most round trips, few enough that the first does not wait long for the last. */
const BATCH = 250;
/** After this many failures, a batch is split until the failing request is alone. */
const FAILURES_TOGETHER = 2;
/** After this many failures, a single request is given up. */
const MOST_FAILURES = 20;
/** Time limit for a request whose contact others keep changing or locking. */
const MOST_MILLISECONDS = 30_000;
const LONGEST_PAUSE_MILLISECONDS = 50;

interface Call {
  context: RequestContext;
  request: ContactRequest;
  /** Arrival, by `performance.now()`. */
  since: number;
  /** Rounds that did not settle the call. */
  rounds: number;
  /** Failed batches that included the call. */
  failures: number;
}

type Outcome = Decision | Promise<Decision> | typeof RETRY;

/** Decides a request and writes its changes. @throws RetriesExhausted if others keep changing the contact. */
export type ContactWriter = (context: RequestContext, request: ContactRequest) => Promise<Decision>;

/**
 * The write path of contacts: read, decide, write. Requests of an organization that arrive together form a batch of up to
 * `BATCH`.
 */
export function contactWriter(): ContactWriter {
  const organizations = new Map<string, (call: Call) => Promise<Decision>>();
  return (context, request) => {
    const write = organizations.get(context.organizationId) ?? batcher(BATCH, settle);
    organizations.set(context.organizationId, write);
    return write({ context, request, since: performance.now(), rounds: 0, failures: 0 });
  };
}

/**
 * Runs one round of an organization's calls; those whose contacts changed meanwhile become `RETRY`. After repeated failures
 * of the database, splits them until the failing call is alone and rejects it. Outages and other errors reject all.
 */
async function settle(calls: Call[]): Promise<Outcome[]> {
  if (calls.length > 1 && calls.some(({ failures }) => failures >= FAILURES_TOGETHER)) {
    const half = calls.length >> 1;
    return [...(await settle(calls.slice(0, half))), ...(await settle(calls.slice(half)))];
  }
  try {
    return await runRound(calls);
  } catch (cause) {
    if ((!sqlState(cause) && !isRace(cause)) || isOutage(cause)) throw cause;
    const isLost = calls.length === 1 && (!isRace(cause) || (calls[0]?.failures ?? 0) >= MOST_FAILURES);
    if (isLost) return [Promise.reject(cause)];
    for (const call of calls) call.failures += isRace(cause) ? 1 : FAILURES_TOGETHER;
    await pause(calls);
    return calls.map(() => RETRY);
  }
}

/**
 * One round of these calls: a decision, `RETRY`, or after `MOST_MILLISECONDS` a rejection for each. Pauses if nothing was
 * written. Throws what the database throws; `settle` then retries or splits them.
 */
async function runRound(calls: Call[]): Promise<Outcome[]> {
  const contexts = calls.map(({ context }) => context);
  const requests = calls.map(({ request }) => request);
  const { decisions, again, progress } = await decideAndWrite(contexts, requests, decideAll);
  const unsettled = calls.filter((_, index) => again.has(index));
  if (unsettled.length > 0 && !progress) await pause(unsettled);
  return calls.map((call, index) => {
    if (!again.has(index)) return decisions[index] as Decision;
    call.rounds++;
    const isLate = performance.now() - call.since > MOST_MILLISECONDS;
    return isLate
      ? Promise.reject(new RetriesExhausted('Too many concurrent changes to this contact.'))
      : RETRY;
  });
}

/** Waits a random time, longer after more rounds, so that programs racing for the same contacts do not collide again. */
function pause(calls: Call[]): Promise<void> {
  const rounds = Math.max(...calls.map(({ rounds, failures }) => rounds + failures));
  const milliseconds = Math.random() * Math.min(rounds * 2, LONGEST_PAUSE_MILLISECONDS);
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
