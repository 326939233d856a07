import { setTimeout as sleep } from 'node:timers/promises';
import { decodeCursor, encodeCursor } from '@/lib/contacts/lists/cursor';
import { NO_CURSOR } from '@/lib/contract/page';
import type { RequestContext } from '@/lib/database/statement';
import { sealForReaders } from '../activity/seal-activity';
import { type Handler, invalid, refuse } from '../reply';
import { endsOfFeed, isBefore, type Position, readEvents } from './read-events';

const SORT = 'events';
/** Between looks for new events while a request waits. */
const LOOK_MILLISECONDS = 250;

const GONE = refuse(
  'GONE',
  'The activity after this cursor has been deleted. Take a new cursor with after=now, then read GET /contacts.',
);

export const listEvents: Handler<'listEvents'> = async ({ context, query, service, signal }) => {
  const { limit, wait } = query;
  const given = query.after;
  if (given === 'now') {
    await sealForReaders(context);
    return answer(context, [], (await endsOfFeed(context)).last);
  }
  const cursor = given === undefined ? undefined : decodeCursor(given, SORT, context.organizationId);
  if (cursor === null) return invalid([{ path: 'after', message: NO_CURSOR }]);
  const { oldest } = await endsOfFeed(context);
  let position: Position = cursor ? { seal: Number(cursor.key), id: cursor.id } : oldest;
  if (isBefore(position, oldest)) return GONE;
  const until = performance.now() + wait * 1000;
  const ends = AbortSignal.any([signal?.(), service.stopping].filter((one) => one !== undefined));
  for (;;) {
    const { events, position: next, atEnd } = await readEvents(context, position, limit);
    position = next;
    if (events.length > 0 || !atEnd) return answer(context, events, position);
    // Nothing sealed is left: what has happened since gets its place now.
    if ((await sealForReaders(context)) > 0) continue;
    if (ends.aborted || performance.now() >= until) return answer(context, [], position);
    await sleep(LOOK_MILLISECONDS, undefined, { signal: ends }).catch(() => {});
  }
};

const answer = <Data>({ organizationId }: RequestContext, data: Data, { seal, id }: Position) => ({
  data,
  meta: { cursor: encodeCursor({ direction: 'after', sort: SORT, key: String(seal), id }, organizationId) },
});
