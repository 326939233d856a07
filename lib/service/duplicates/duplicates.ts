import { type ContactValues, contactValuesSql, toContact, toContactRow } from '@/lib/contacts/contact-row';
import type { Duplicate } from '@/lib/contract/duplicate';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { decodeCursor, encodeCursor } from '../shared/cursor';
import { type Handler, invalid, noSuchCursor } from '../shared/reply';
import { SEARCH_ID, startSearch } from './duplicate-search-job';

const SORT = '-score';

const of = (id: string) =>
  `(select json_build_array(${contactValuesSql}) from (
     select * from contacts where organization_id = $1 and id = ${id} offset 0) c where c.deleted_at is null)`;
/** Lists pairs of live contacts, best first. */
const list = scoped<{
  contact_id: string;
  other_id: string;
  contact: ContactValues;
  other: ContactValues;
  score: number;
  reasons: Duplicate['reasons'];
}>(
  'list_duplicates',
  `select * from (
     select d.contact_id, d.other_id, d.score, d.reasons, ${of('d.contact_id')} as contact, ${of('d.other_id')} as other
     from duplicates d where d.organization_id = $1 and not d.dismissed
       and (-d.score, d.contact_id, d.other_id) > ($2::int, $3::uuid, $4::uuid)
     order by d.score desc, d.contact_id, d.other_id) d
   where d.contact is not null and d.other is not null limit $5`,
);
const getSearch = scoped<{ searching: boolean; searchedAt: string | null }>(
  'get_duplicate_search',
  `select state = 'running' as searching, case when state = 'finished' then updated_at end as "searchedAt"
   from jobs where organization_id = $1 and id = $2`,
);
const update = scoped<{ dismissed: boolean }>(
  'update_duplicate',
  `insert into duplicates as d (organization_id, contact_id, other_id, score, reasons, dismissed, found_at)
   select $1, least(a.id, b.id), greatest(a.id, b.id), 1, '{}', $4, date_trunc('milliseconds', clock_timestamp())
   from contacts a join contacts b on b.organization_id = $1 and b.id = $3 and b.deleted_at is null
   where a.organization_id = $1 and a.id = $2 and a.deleted_at is null
   on conflict (contact_id, other_id, organization_id) do update set dismissed = excluded.dismissed
   returning dismissed`,
);

/** Whether a search is running, and when it ended; null while it runs or if it did not finish. */
async function readSearchState(context: RequestContext) {
  const [row] = await getSearch(context, SEARCH_ID);
  return row ?? { searching: false, searchedAt: null };
}

/** The key of a cursor: score and second contact of the last pair. Validated, because cursors are not signed. */
const PLACE = /^-?\d{1,4} [\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Lists likely duplicates of live contacts, best first, without dismissed ones, and says when the last search ended. */
export const listDuplicates: Handler<'listDuplicates'> = async ({ context, query: { pageSize, cursor } }) => {
  const place = cursor ? decodeCursor(cursor, SORT, context.organizationId) : undefined;
  if (place === null || (place && !PLACE.test(place.key))) return noSuchCursor();
  const [score = '-101', otherId = null] = place?.key.split(' ') ?? [];
  const none = '00000000-0000-0000-0000-000000000000';
  const rows = await list(context, score, place?.id ?? none, otherId ?? none, pageSize + 1);
  const data = rows.slice(0, pageSize);
  const last = data.at(-1);
  const isMore = rows.length > pageSize && last;
  const key = last ? `${-last.score} ${last.other_id}` : '';
  const nextCursor = isMore
    ? encodeCursor({ direction: 'after', sort: SORT, key, id: last.contact_id }, context.organizationId)
    : null;
  return {
    data: data.map(({ contact, other, score, reasons }) => ({
      contact: toContact(toContactRow(contact), context.organizationId),
      other: toContact(toContactRow(other), context.organizationId),
      score,
      reasons,
    })),
    meta: { pageSize, nextCursor, ...(await readSearchState(context)) },
  };
};

/** Dismisses a pair of live contacts as different people, found or not, or takes that back. */
export const updateDuplicate: Handler<'updateDuplicate'> = async ({ context, body: { ids, dismissed } }) => {
  const [row] = await update(context, ...ids, dismissed);
  return row ? { data: row } : invalid([{ path: 'ids', message: 'There is no such contact.' }]);
};

/** Starts a search, unless one is running, and answers with its state. */
export const searchDuplicates: Handler<'searchDuplicates'> = async ({ context, service }) => {
  await startSearch(context.database, context.organizationId);
  service.jobs.wake();
  return { data: await readSearchState(context) };
};
