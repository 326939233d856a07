import type { Actor } from '@/lib/contract/actor';
import { scoped } from '@/lib/database/statement';
import { decodeCursor, encodeCursor } from '../shared/cursor';
import { type Handler, noSuchCursor } from '../shared/reply';
import { readGroupedActivity } from './group-activity';
import { NEWEST, readActivity } from './read-activity';

const SORT = '-at';

/** Lists activity, latest first, a page after each cursor. With `fold`, entries that belong together are one. */
export const listActivity: Handler<'listActivity'> = async ({ context, query }) => {
  const { pageSize, cursor: text, fold, ...filter } = query;
  const cursor = text ? decodeCursor(text, SORT, context.organizationId) : undefined;
  if (cursor === null) return noSuchCursor();
  const toCursor = (id: string) =>
    encodeCursor({ direction: 'after', sort: SORT, key: '', id }, context.organizationId);
  if (fold) {
    const { entries, next } = await readGroupedActivity(context, filter, cursor?.id ?? NEWEST, pageSize);
    return { data: entries, meta: { pageSize, nextCursor: next && toCursor(next) } };
  }
  const data = await readActivity(context, filter, cursor?.id ?? NEWEST, pageSize + 1);
  const more = data.length > pageSize;
  if (more) data.pop();
  const last = data.at(-1);
  const nextCursor = more && last ? toCursor(last.id) : null;
  return { data, meta: { pageSize, nextCursor } };
};

/** Latest entries to search for actors. */
const RECENT = 10_000;

const actors = scoped<Actor>(
  'list_actors',
  `select * from (select distinct on (kind, id) kind, id, name from (
     (select id as activity, actor_kind as kind, actor_id as id, actor_name as name from activities
      where organization_id = $1 order by id desc limit ${RECENT})
     union all
     (select id, actor_kind, actor_id, actor_name from activities
      where organization_id = $1 and action not in ('contact.created', 'contact.updated') order by id desc limit ${RECENT})) a
     where id is not null order by kind, id, activity desc) found
   order by kind, lower(name), id`,
);

/** People and tokens in the latest entries, and in the latest ones besides contact changes, with their latest names. */
export const listActors: Handler<'listActors'> = async ({ context }) => ({ data: await actors(context) });
