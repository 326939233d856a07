import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerError } from './answer-json';
import { isForm } from './refuse-unreadable';

/** As many bytes as Next takes. */
const MOST = 1024 * 1024;

/**
 * Answers a call of a server action with whose body Next can do nothing: it would say that it has failed, and log where. The
 * body is read for that and put back, for Next to read; as a whole, which Next does, too.
 *
 * @returns Whether there is nothing left to do for it.
 */
export async function refuseUnreadableBody(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const body = await readWhole(request);
  if (!body) {
    if (request.destroyed) return true;
    answerError(response, 'PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.');
    // What is left of it is not to stand in front of the next request.
    request.resume();
    return true;
  }
  const problem = isForm(request) ? await problemOfForm(request, body) : problemOfJson(body);
  if (problem) answerError(response, 'VALIDATION_ERROR', problem);
  return problem !== null;
}

/** What comes, put back to be read again; `null` where that is too much, or does not come to its end. */
async function readWhole(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= MOST; ) {
    const chunk = request.read() as Buffer | null;
    if (chunk) {
      chunks.push(chunk);
      size += chunk.length;
    } else if (request.complete) {
      const body = Buffer.concat(chunks);
      // Before anything else happens: a stream that has told of its end takes nothing back.
      request.unshift(body);
      return body;
    } else if (!(await hasMore(request))) return null;
  }
  return null;
}

async function hasMore(request: IncomingMessage): Promise<boolean> {
  const known = new AbortController();
  const happens = (name: string) => once(request, name, { signal: known.signal }).catch(() => {});
  await Promise.race([happens('readable'), happens('close')]);
  known.abort();
  return !request.destroyed;
}

async function problemOfForm({ headers }: IncomingMessage, body: Buffer): Promise<string | null> {
  try {
    await new Response(new Uint8Array(body), {
      headers: { 'Content-Type': headers['content-type'] ?? '' },
    }).formData();
    return null;
  } catch {
    return 'The body is not made of parts as the header Content-Type says.';
  }
}

/** Next sends the arguments of an action so. */
function problemOfJson(body: Buffer): string | null {
  try {
    JSON.parse(body.toString());
    return null;
  } catch {
    return 'The body is not JSON.';
  }
}
