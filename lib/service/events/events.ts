import { setTimeout as sleep } from 'node:timers/promises';
import { NO_CURSOR } from '@/lib/contract/page';
import type { RequestContext } from '@/lib/database/statement';
import { sealBacklog, sealForReaders } from '../activity/seal-for-readers';
import { tooMany, UNAUTHORIZED, usableToken } from '../shared/authenticate';
import { decodeCursor, encodeCursor } from '../shared/cursor';
import { type Handler, invalid, refuse } from '../shared/reply';
import { isBefore, type Position, readEvents, readFeedEnds } from './read-events';

const SORT = 'events';
/**
 * Interval between checks for new events, and between seals, while a request waits. Each takes a commit and some
 * statements, for which writers of the embedded database wait.
 */
const LOOK_MILLISECONDS = 400;

const GONE = refuse(
  'GONE',
  'The activity after this cursor is gone. Take a new cursor with after=now, then read GET /contacts.',
);

/** Requests per token that may wait at once: each checks several times a second. */
const MOST_WAITING = 20;
const waiting = new Map<string, number>();
const TOO_MANY = tooMany(
  `Too many requests are waiting for events: at most ${MOST_WAITING} per token.`,
  1_000,
);

/**
 * Reads events after a cursor, or waits for some. Limits how many requests of a token wait at once, and refuses a token
 * that was revoked meanwhile.
 */
export const listEvents: Handler<'listEvents'> = async (asked) => {
  const { tokenId } = asked.context;
  const others = waiting.get(tokenId) ?? 0;
  if (asked.query.wait > 0 && others >= MOST_WAITING) return TOO_MANY;
  waiting.set(tokenId, others + 1);
  try {
    const reply = await readOrWait(asked);
    // The token may have been revoked meanwhile.
    const isUsable = asked.query.wait === 0 || (await usableToken(asked.context, tokenId)).length > 0;
    return isUsable ? reply : UNAUTHORIZED;
  } finally {
    const left = (waiting.get(tokenId) ?? 1) - 1;
    if (left > 0) waiting.set(tokenId, left);
    else waiting.delete(tokenId);
  }
};

/**
 * The next events after a cursor, else from the oldest; `now` only gives a cursor. If there are none, seals new ones and
 * waits for some, up to `wait` seconds.
 */
const readOrWait: Handler<'listEvents'> = async ({ context, query, service, signal }) => {
  const { limit, wait } = query;
  const given = query.after;
  if (given === 'now') {
    await sealBacklog(context);
    return toReply(context, [], (await readFeedEnds(context)).last);
  }
  const cursor = given === undefined ? undefined : decodeCursor(given, SORT, context.organizationId);
  if (cursor === null || (cursor && !isSeal(cursor.key)))
    return invalid([{ path: 'after', message: NO_CURSOR }]);
  const { oldest, last, age } = await readFeedEnds(context);
  let position: Position = cursor ? { seal: Number(cursor.key), id: cursor.id } : oldest;
  // A database that was restored from a backup may be behind the cursor.
  if (isBefore(position, oldest) || position.seal > last.seal) return GONE;
  const until = performance.now() + wait * 1000;
  const ends = AbortSignal.any([signal?.(), service.stopping].filter((one) => one !== undefined));
  // Wait until the last seal has aged, to seal events together: a seal for each event would cost writers more.
  let pause = wait > 0 ? LOOK_MILLISECONDS - age : 0;
  for (;;) {
    const { events, position: next, atEnd } = await readEvents(context, position, limit);
    position = next;
    if (events.length > 0 || !atEnd) return toReply(context, events, position);
    if (pause > 0) await sleep(pause, undefined, { signal: ends }).catch(() => {});
    pause = LOOK_MILLISECONDS;
    // No sealed event is left: seal what has happened since.
    if ((await sealForReaders(context)) > 0) continue;
    if (ends.aborted || performance.now() >= until) return toReply(context, [], position);
  }
};

/** Validates the key of a cursor, because cursors are not signed. */
const isSeal = (key: string): boolean => /^-?\d{1,9}$/.test(key);

/** A reply with the cursor of a position. */
const toReply = <Data>({ organizationId }: RequestContext, data: Data, { seal, id }: Position) => ({
  data,
  meta: { cursor: encodeCursor({ direction: 'after', sort: SORT, key: String(seal), id }, organizationId) },
});
