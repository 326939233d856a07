/** Pause between checks while Roster cannot be reached, in milliseconds. */
const PAUSE = 1_000;
/** Time after which a missing response leads to a check, and time that a check may take. */
const SLOW = 3_000;
const PATIENCE = 4_000;
/** Failures after which a request is given up, although Roster can be reached. */
const MOST_FAILURES = 2;

/** `fetch` itself, which `watchRequests` replaces. */
const { fetch: send } = globalThis;
let reachable = true;
let checking: Promise<boolean> | null = null;
const listeners = new Set<() => void>();
/** Requests in flight that are repeated after an outage. */
const attempts = new Set<AbortController>();

export const isReachable = (): boolean => reachable;

/** Calls `listener` when an outage begins or ends; returns a cleanup function. */
export function subscribeReachable(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Makes the router's requests survive outages, and notices outages by all other requests. Returns a cleanup function. */
export function watchRequests(): () => void {
  window.fetch = (input, init) => {
    const isRead = new Headers(init?.headers).has('RSC') && !init?.method;
    return isRead ? fetchWhenReachable(input, init) : watched(send(input, init), init?.signal);
  };
  window.addEventListener('offline', check);
  return () => {
    window.fetch = send;
    window.removeEventListener('offline', check);
  };
}

/**
 * As `fetch`, for requests that are safe to repeat: waits while Roster cannot be reached, and then repeats a request that got
 * no response.
 */
export async function fetchWhenReachable(
  input: RequestInfo | URL,
  { signal, ...init }: RequestInit = {},
): Promise<Response> {
  for (let failures = 0; ; ) {
    if (!reachable) await outageEnds();
    signal?.throwIfAborted();
    const attempt = new AbortController();
    attempts.add(attempt);
    const either = AbortSignal.any([attempt.signal, ...(signal ? [signal] : [])]);
    try {
      const response = await watched(send(input, { ...init, signal: either }), either);
      if (response.status < 502 || (await check())) return response;
    } catch (cause) {
      // If Roster can be reached, something else prevents this request.
      if (signal?.aborted || (reachable && ++failures === MOST_FAILURES)) throw cause;
    } finally {
      attempts.delete(attempt);
    }
  }
}

/** Returns the response, but checks whether Roster can be reached if there is none or it takes long. */
async function watched(response: Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  const timer = setInterval(check, SLOW);
  try {
    return await response;
  } catch (cause) {
    if (!signal?.aborted) await check();
    throw cause;
  } finally {
    clearInterval(timer);
  }
}

/** Returns whether Roster responds. If not, an outage begins, and ends with the first response. */
function check(): Promise<boolean> {
  checking ??= responds().then((result) => {
    checking = null;
    if (!result && reachable) void waitForResponse();
    return result;
  });
  return checking;
}

async function waitForResponse(): Promise<void> {
  setReachable(false);
  for (const attempt of attempts) attempt.abort();
  do await new Promise((resolve) => setTimeout(resolve, PAUSE));
  while (!(await responds()));
  setReachable(true);
}

const responds = (): Promise<boolean> =>
  send('/health/ready', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) }).then(
    ({ ok }) => ok,
    () => false,
  );

function setReachable(value: boolean): void {
  reachable = value;
  for (const listener of listeners) listener();
}

const outageEnds = () =>
  new Promise<void>((resolve) => {
    const stop = subscribeReachable(() => {
      stop();
      resolve();
    });
  });
