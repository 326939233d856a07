import { contactOf } from '@/lib/contacts/contact-row';
import { counterOf, filterOf } from '@/lib/contacts/lists/contact-filter';
import {
  EMPTY_PAGE,
  isSurelyMore,
  type Page,
  type Place,
  pageOfAll,
  pageOfMatches,
} from '@/lib/contacts/lists/contact-page';
import { type Cursor, decodeCursor, encodeCursor } from '@/lib/contacts/lists/cursor';
import type { ContactListQuery } from '@/lib/contract/contact';
import { LAST_PAGE, type PageMeta } from '@/lib/contract/page';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { type Handler, noSuchCursor } from '../reply';

/** Up to this many matches are collected and sorted. */
const MOST_SORTED = 5_000;
/** The same of a search within segments, where finding them again costs more than sorting them. */
const MOST_IN_SEGMENTS = 10_000;
/** Beyond this, a numbered page is read from the nearer end of the list. */
const DEEP_ROWS = 1_000;

interface Found {
  total: number;
  totalIsExact: boolean;
  place: Place;
  page: Page;
}

export const listContacts: Handler<'listContacts'> = async ({ context, query }) => {
  const last = query.cursor === LAST_PAGE;
  const cursor =
    query.cursor && !last ? decodeCursor(query.cursor, query.sort, context.organizationId) : undefined;
  if (cursor === null) return noSuchCursor();

  const { total, totalIsExact, place, page } = await find(context, query, cursor);
  const { contacts, keys, more } = page;
  const edge = (direction: Cursor['direction'], index: number) => {
    const [key, id] = [keys.at(index), contacts.at(index)?.id];
    return key === undefined || id === undefined
      ? null
      : encodeCursor({ direction, sort: query.sort, key, id }, context.organizationId);
  };
  const before = last ? more : cursor ? !place.backward || more : query.page > 1;
  const after = last ? false : cursor ? place.backward || more : place.backward ? place.offset > 0 : more;
  const meta: PageMeta = {
    total,
    totalIsExact,
    page: query.page,
    pageSize: query.pageSize,
    totalPages: Math.ceil(total / query.pageSize),
    nextCursor: after ? edge('after', -1) : null,
    previousCursor: before ? edge('before', 0) : null,
  };
  return { data: contacts.map((contact) => contactOf(contact, context.organizationId)), meta };
};

async function find(
  context: RequestContext,
  query: ContactListQuery,
  cursor: Cursor | undefined,
): Promise<Found> {
  const filter = filterOf(query, context.country);
  const counter = counterOf(filter);
  const start = placeOf(query, cursor);
  const reading = { context, query, filter, place: start };
  const exactly = (total: number, page: Page, place = start): Found => {
    return { total, totalIsExact: true, place, page };
  };
  if (counter === 'all' && start.offset < DEEP_ROWS) {
    const page = await pageOfAll(reading);
    return exactly(page.total ?? 0, page);
  }
  if (counter) {
    const countedId = counter === 'all' ? context.organizationId : counter.segmentId;
    const [{ total } = { total: 0 }] = await countOf(context, countedId);
    const place = fromNearerEnd(start, total);
    if (place.offset > 0 && place.offset >= total) return exactly(total, EMPTY_PAGE, place);
    const read = counter === 'all' ? pageOfAll : pageOfMatches;
    return exactly(total, await read({ ...reading, place }, MOST_SORTED, total), place);
  }
  if (filter.address) {
    // Most searches for a whole email or phone are answered by a look-up.
    const known = { ...filter, terms: [], address: null, ...filter.address };
    const page = await pageOfMatches({ ...reading, filter: known }, MOST_SORTED);
    if (page.total) return exactly(page.total, page);
  }
  const isWithin = filter.terms.length > 0 && filter.segmentIds.length > 0;
  const limit = Math.max(query.countLimit, isWithin ? MOST_IN_SEGMENTS : MOST_SORTED);
  const page = await pageOfMatches(
    reading,
    limit,
    (await isSurelyMore(reading, limit)) ? limit + 1 : undefined,
  );
  const total = page.total ?? 0;
  if (total <= limit) return exactly(total, page);
  const shown = page.contacts.length > 0 ? start.offset + page.contacts.length + Number(page.more) : 0;
  return { total: Math.max(limit, shown), totalIsExact: false, place: start, page };
}

/** The counter of a segment, or of the organization by its id. A deleted segment may have left one. */
const countOf = scoped<{ total: number }>(
  'count_contacts',
  `select coalesce(sum(count), 0)::bigint as total from contact_counts where organization_id = $1 and counted_id = $2
     and ($2 = $1 or exists (select from segments s where s.organization_id = $1 and s.id = $2))`,
);

function placeOf({ cursor: named, page, pageSize: limit }: ContactListQuery, cursor?: Cursor): Place {
  const backward = named === LAST_PAGE || cursor?.direction === 'before';
  return { cursor, backward, offset: named ? 0 : (page - 1) * limit, limit };
}

function fromNearerEnd(place: Place, total: number): Place {
  const { offset } = place;
  const rest = total - offset;
  if (offset < DEEP_ROWS || rest <= 0 || rest >= offset) return place;
  const limit = Math.min(place.limit, rest);
  return { ...place, backward: true, offset: rest - limit, limit };
}
