import { inParallel } from '@/app/in-parallel';
import type { ApiError, Client } from '@/lib/client/client';
import { runtime } from '@/lib/runtime';
import { SIDE_BY_SIDE } from './calls-at-once';

/** What of a client is needed to call for one contact. */
export type Caller = Pick<Client, 'call'>;

/** Why the service does nothing for any contact now: it wants to be left alone, or it is not there to work with. */
export interface Stop {
  message: string;
  requestId: string | null;
}

/**
 * Makes a call or two for each contact, a few side by side. Once the service has asked for patience, longer than a call has
 * by itself, or does not take the token any more, no further one is begun: those contacts fail for the same reason.
 *
 * @returns A word on each, in their order, and `stop` where further calls are of no use for now.
 */
export async function callEach<I extends { id: string }, R>(
  client: Caller,
  items: readonly I[],
  work: (client: Caller, item: I) => Promise<R>,
  isDown = connectionIsDown,
): Promise<{ ok: true; data: (R | ({ id: string; ok: false } & Stop))[]; stop?: Stop }> {
  let stop: Stop | undefined;
  const watched: Caller = {
    async call(name, input) {
      const result = await client.call(name, input);
      if (!result.ok && (wantsPatience(result.error) || (result.error.status === 503 && (await isDown())))) {
        const { message, requestId } = result.error;
        stop ??= { message, requestId };
      }
      return result;
    },
  };
  const data = await inParallel(items, SIDE_BY_SIDE, async (item) =>
    stop ? { id: item.id, ok: false as const, ...stop } : work(watched, item),
  );
  return { ok: true, data, stop };
}

const wantsPatience = ({ status, retryAfter }: ApiError) => status === 429 || retryAfter !== undefined;

async function connectionIsDown(): Promise<boolean> {
  const status = await runtime().connection()?.status();
  return status?.state === 'token-refused' || status?.state === 'unreachable';
}
