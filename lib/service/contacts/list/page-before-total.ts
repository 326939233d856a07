import type { ContactListQuery } from '@/lib/contract/contact';
import { COUNT_LIMIT } from '@/lib/contract/count-limit';
import { parameters, type RequestContext, runScoped } from '@/lib/service/statement';
import { assignedOf, type ContactFilter, matching, searchAlone } from './contact-filter';
import {
  columnsOf,
  FEW,
  type Page,
  type Place,
  pageOf,
  pageOfAll,
  pageOfSearched,
  pageOnTheWay,
} from './contact-page';
import { countedPage } from './counted-page';

/** From fewer it is not told how many there are in all. */
const SAMPLE = 1_000;
/** To look up the segments of each takes several times as long as to find it. */
const SAMPLE_IN_SEGMENTS = 512;
/** At least so many are looked at in the order of the list, and so many where a page should be met in half as many. */
const FIRST_LOOK = 2_048;
const LONGEST_LOOK = 131_072;
/** One that is collected lies anywhere in the table: it takes as long as to look at so many in the order of the list. */
const LOOKS_FOR_ONE = 3;
/** Before a long look, so much of it shows whether they are where it looks. */
const GLANCE = 1 / 16;

interface BeforeTotal {
  total: { count: number; exact: boolean };
  page: Page;
}

/** The first that the search finds. */
interface Sample extends Page {
  /** How many those are, and how many of them are in the segments that are meant. */
  searched: number;
  found: number;
  /** The part of the table that they were found in; 0 where the planner knows them to be too many to look there. */
  share: number;
  /** How many contacts the organization has. */
  contacts: number;
}

/**
 * A page without counting all that match: how many there are, and with that how soon a page of them is met in the order of
 * the list, is concluded from the first that are found.
 *
 * @returns `null` where it takes no longer to count them.
 */
export async function pageBeforeTotal(
  context: RequestContext,
  query: ContactListQuery,
  filter: ContactFilter,
  place: Place,
): Promise<BeforeTotal | null> {
  // Few have an email or a phone within theirs; pages by number end where counting does.
  if (filter.address || filter.email || filter.phone || place.offset >= COUNT_LIMIT) return null;
  const end = place.offset + place.limit + 1;
  const limit = Math.max(query.countLimit, SAMPLE);
  if (filter.terms.length === 0) {
    if (end > FIRST_LOOK) return null;
    const page = await pageOnTheWay(context, query, filter, place, FIRST_LOOK);
    if (!page.more) return null;
    // So close together, they are soon counted as far as that.
    const counted = await countedPage(context, query, filter, place, limit);
    const count = counted.total ?? 0;
    return count <= limit ? exactly(count, counted) : { total: { count: limit, exact: false }, page };
  }
  const inSegments = assignedOf(filter, String) !== '';
  const sampleSize = inSegments ? SAMPLE_IN_SEGMENTS : limit;
  const sample = await sampled(context, query, filter, place, sampleSize);
  const { searched, found, share, contacts } = sample;
  if (searched <= sampleSize) return exactly(found, sample);

  if (found === 0) return null;
  const collected = searched / share;
  const onTheWay = Math.max(end, (end * contacts * share) / found);
  // Segments are looked up for each one that the search alone finds.
  if (collected > FEW && onTheWay <= Math.min(LOOKS_FOR_ONE * collected, LONGEST_LOOK / 2)) {
    // Twice as many, because they are not spread evenly; a power of two, because each number is a statement of its own.
    const rows = Math.max(FIRST_LOOK, 2 ** Math.ceil(Math.log2(2 * onTheWay)));
    const page = await pageWithin(context, query, filter, place, { rows, onTheWay });
    if (page.more) return atLeast(Math.min(found, limit), page, place);
  }
  // They are few, or stand together elsewhere in the list. To join all takes as long as to look up a quarter of them.
  const lookUps = (2 * end * searched) / found;
  if (inSegments && lookUps <= collected / 4) {
    const page = await pageOfSearched(context, query, filter, place, Math.ceil(lookUps));
    if (page.more) return atLeast(Math.min(found, limit), page, place);
  }
  // Where they are few enough, they are counted along with it.
  if (collected <= FEW || found / share <= COUNT_LIMIT) return null;
  return atLeast(Math.min(found, limit), await pageOfAll(context, query, filter, place), place);
}

/** A page of so many that come next, where one of them is expected to be met in as many as are `onTheWay`. */
async function pageWithin(
  context: RequestContext,
  query: ContactListQuery,
  filter: ContactFilter,
  place: Place,
  { rows, onTheWay }: { rows: number; onTheWay: number },
): Promise<Page> {
  if (rows > FIRST_LOOK && place.offset === 0) {
    const glance = await pageOnTheWay(context, query, filter, place, rows * GLANCE);
    const expected = (place.limit * rows * GLANCE) / onTheWay;
    if (glance.more || glance.rows < expected / 4) return glance;
  }
  return pageOnTheWay(context, query, filter, place, rows);
}

const exactly = (count: number, page: Page): BeforeTotal => ({ total: { count, exact: true }, page });

/** So many as are known of, or more where the page shows more: then all, where it shows all. */
function atLeast(known: number, page: Page, place: Place): BeforeTotal {
  const shown = page.rows > 0 ? place.offset + page.rows : 0;
  if (shown > 0 && !page.more && !place.cursor) return exactly(shown, page);
  return { total: { count: Math.max(known, shown + Number(page.more)), exact: false }, page };
}

/** The first matches of a search, up to one more than the limit, and a page of them where they are no more than that. */
async function sampled(
  context: RequestContext,
  query: ContactListQuery,
  filter: ContactFilter,
  place: Place,
  limit: number,
): Promise<Sample> {
  const { values, parameter } = parameters();
  const columns = `${columnsOf(query)}, c.ctid`;
  const searched = `${matching(searchAlone(filter), columns, parameter)} limit ${limit + 1}`;
  const isMeant = assignedOf(filter, parameter) || 'true';
  const few = `matches c where t.searched <= ${limit} and c.is_meant`;
  const page = pageOf(query, place, parameter, few, 'few of those read');
  const text = `with matches as materialized (
      select c.*, ${isMeant} as is_meant, lag(c.ctid) over () < c.ctid as is_next from (${searched}) c)
    select t.*, p.* from (
      select count(*) as searched, count(*) filter (where is_meant) as found,
        case when bool_and(is_next)
          then (max(ctid)::text::point)[0] * current_setting('block_size')::int / pg_relation_size('contacts')
          else 0 end as share,
        (select sum(count) from contact_counts where organization_id = $1 and counted_id = $1)::bigint as contacts
      from matches) t
    cross join lateral (${page}) p`;
  // Planned by the very words: what nearly all have is not looked up in an index.
  const [sample] = await runScoped<Sample>(context, text, values);
  return sample as Sample;
}
