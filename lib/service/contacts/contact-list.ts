import { toContact } from '@/lib/contacts/contact-row';
import { findCounter, resolveFilter } from '@/lib/contacts/lists/contact-filter';
import { readIncludes } from '@/lib/contacts/lists/contact-includes';
import { collectPage, EMPTY_PAGE, type Place, readPage } from '@/lib/contacts/lists/contact-page';
import { findRuleSegments } from '@/lib/contacts/lists/rule-segments';
import type { ContactListQuery } from '@/lib/contract/contact';
import { LAST_PAGE, type PageMeta } from '@/lib/contract/page';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { type Cursor, decodeCursor, encodeCursor } from '../shared/cursor';
import { type Handler, missingScope, noSuchCursor } from '../shared/reply';

/** Up to this many matches are counted, collected and sorted; beyond it, a page is read in the list's order. */
const MOST_SORTED = 5_000;
/** The same limit for searches: in the list's order, all matches of a name may stand at the end. */
const MOST_SEARCHED = 20_000;
/** Beyond this, a numbered page is read from the nearer end of the list. */
const DEEP_ROWS = 1_000;

/**
 * Lists contacts by filter and sort, a page by its number or beyond a cursor, with the total and cursors of the pages
 * around it.
 */
export const listContacts: Handler<'listContacts'> = async ({ context, query }) => {
  const last = query.cursor === LAST_PAGE;
  const cursor =
    query.cursor && !last ? decodeCursor(query.cursor, query.sort, context.organizationId) : undefined;
  if (cursor === null) return noSuchCursor();
  const { include = [] } = query;
  if (include.includes('addedBy') && !context.scopes.includes('activity:read'))
    return missingScope('activity:read');

  const { total, totalIsExact, place, page } = await findPage(context, query, cursor);
  const { contacts, keys, more } = page;
  /** The cursor of the page after or before the contact at an index; `null` on an empty page. */
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
  const ids = contacts.map(({ id }) => id);
  const included = await readIncludes(context, ids, include);
  const ruleSegments = await findRuleSegments(context, page.rules, contacts);
  // Assigned, because copying objects to add a property takes twenty times as long.
  const data = contacts.map((contact) =>
    Object.assign(
      toContact(contact, context.organizationId),
      ruleSegments(contact),
      included.get(contact.id),
    ),
  );
  return { data, meta };
};

/**
 * Reads a page and the total: few matches by collecting and sorting all of them, many in the list's order. Without a
 * counter, the total of many is a lower bound.
 */
async function findPage(context: RequestContext, query: ContactListQuery, cursor: Cursor | undefined) {
  const filter = await resolveFilter(context, query);
  const counter = findCounter(filter);
  const start = toPlace(query, cursor);
  if (counter) {
    const scopeId = counter === 'all' ? context.organizationId : counter.segmentId;
    const [{ total } = { total: 0 }] = await readCount(context, scopeId);
    const place = fromNearerEnd(start, total);
    if (place.offset > 0 && place.offset >= total)
      return { total, totalIsExact: true, place, page: EMPTY_PAGE };
    const reading = { context, query, filter, place };
    const isInOrder = counter === 'all' || total > MOST_SORTED;
    const page = await (isInOrder ? readPage(reading) : collectPage(reading, total));
    return { total, totalIsExact: true, place, page };
  }
  const limit = Math.max(query.countLimit, MOST_SORTED);
  const most = Math.max(limit, filter.terms ? MOST_SEARCHED : 0);
  const reading = { context, query, filter, place: start };
  const found = await collectPage(reading, most);
  const { total } = found;
  if (total <= limit) return { total, totalIsExact: true, place: start, page: found };
  const page = total > most ? await readPage(reading) : found;
  const shown = page.contacts.length > 0 ? start.offset + page.contacts.length + Number(page.more) : 0;
  return { total: Math.max(limit, shown), totalIsExact: false, place: start, page };
}

/** The counter of a live segment, or of the organization by its id. */
const readCount = scoped<{ total: number }>(
  'count_contacts',
  'select coalesce(sum(count), 0)::bigint as total from contact_counts where organization_id = $1 and scope_id = $2',
);

/** The position of the page by number, or beyond the cursor. The last page is read backward. */
function toPlace({ cursor: named, page, pageSize: limit }: ContactListQuery, cursor?: Cursor): Place {
  const backward = named === LAST_PAGE || cursor?.direction === 'before';
  return { cursor, backward, offset: named ? 0 : (page - 1) * limit, limit };
}

/** The position to read a page from: backward for one deeper than `DEEP_ROWS` if the end of the list is nearer. */
function fromNearerEnd(place: Place, total: number): Place {
  const { offset } = place;
  const rest = total - offset;
  if (offset < DEEP_ROWS || rest <= 0 || rest >= offset) return place;
  const limit = Math.min(place.limit, rest);
  return { ...place, backward: true, offset: rest - limit, limit };
}
