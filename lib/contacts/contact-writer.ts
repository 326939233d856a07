import { batcher, RETRY } from '@/lib/database/batcher';
import { isOutage } from '@/lib/database/outage';
import { isRace, type RequestContext, RetriesExhausted, sqlState } from '@/lib/database/statement';
import { type ContactRequest, type Decision, decideAll } from './decide';
import { decideAndWrite } from './decide-and-write';

/** Requests of one batch: enough to spare most round trips, few enough that the first does not wait for the last. */
const BATCH = 250;
/** A batch that failed so often is split, until the request that fails is alone … */
const FAILURES_TOGETHER = 2;
/** … and given up after so many. */
const MOST_FAILURES = 20;
/** A request whose contact others change or hold is given up after this. */
const MOST_MILLISECONDS = 30_000;
const LONGEST_PAUSE_MILLISECONDS = 50;

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

type Outcome = Decision | Promise<Decision> | typeof RETRY;

/** Decides a request and writes what it changes. */
export type ContactWriter = (context: RequestContext, request: ContactRequest) => Promise<Decision>;

/** The write path of contacts: read a set, decide, write a set. Requests of an organization that arrive together share it. */
export function contactWriter(): ContactWriter {
  const organizations = new Map<string, (call: Call) => Promise<Decision>>();
  return (context, request) => {
    const write = organizations.get(context.organizationId) ?? batcher(BATCH, settle);
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
    return calls.map(() => RETRY);
  }
}

async function settleTogether(calls: Call[]): Promise<Outcome[]> {
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

/** So that programs that race for the same contacts do not meet again. */
function pause(calls: Call[]): Promise<void> {
  const rounds = Math.max(...calls.map(({ rounds, failures }) => rounds + failures));
  const milliseconds = Math.random() * Math.min(rounds * 2, LONGEST_PAUSE_MILLISECONDS);
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
