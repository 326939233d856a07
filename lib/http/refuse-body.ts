import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isNestedTooDeep } from '../contract/nesting';
import { answerError } from './answer-json';

const KIB = 1024;
/** Enough for every form without JavaScript, and for whoever is not signed in. */
const SMALL = 16 * KIB;
/** As much as Next takes. */
const LARGE = 1024 * KIB;

/**
 * Answers a POST to the console whose body is larger than its sender may send, or nested too deeply. Of a small one,
 * whose length is said, nothing is read; of others no more than may be, and put back for Next to read.
 *
 * @param isSignedIn Asked only about who sends more than a stranger may.
 * @returns Whether there is nothing left to do for it.
 */
export async function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  isSignedIn: () => Promise<boolean>,
): Promise<boolean> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const announced = encoding ? undefined : Number(length ?? 0);
  if (announced !== undefined && announced <= SMALL) return false;
  const most = !isForm(request) && (await isSignedIn()) ? LARGE : SMALL;
  const body = announced === undefined || announced <= most ? await readWhole(request, most) : null;
  if (request.destroyed) return true;
  if (body && (isForm(request) || !isNestedTooDeep(body))) return false;
  if (body) answerError(response, 'VALIDATION_ERROR', 'The body is nested too deeply.');
  else answerError(response, 'PAYLOAD_TOO_LARGE', `The body is larger than ${most / KIB} KiB.`);
  // What is left of it is not to stand in front of the next request.
  request.resume();
  return true;
}

/** Whether it is a call of a server action, to Next. */
export const isAction = (request: IncomingMessage): boolean =>
  request.method === 'POST' && (request.headers['next-action'] !== undefined || isForm(request));

const isForm = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') === true;

/** What comes, put back to be read again; `null` where that is too much, or does not come to its end. */
async function readWhole(request: IncomingMessage, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= most; ) {
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
