import { actorSql } from '@/lib/contacts/activity';
import {
  byEmailSql,
  byPhoneSql,
  type ContactRow,
  contactColumnsSql,
  toContact,
} from '@/lib/contacts/contact-row';
import { searchConditionsSql } from '@/lib/contacts/lists/contact-filter';
import { searchTerms } from '@/lib/contacts/lists/search-terms';
import { restoreContacts as restoreFromTrash } from '@/lib/contacts/trash';
import { type ConflictPath, conflictMessage } from '@/lib/contract/conflict';
import { BULK_LIMIT } from '@/lib/contract/contact';
import { LAST_PAGE, type PageMeta } from '@/lib/contract/page';
import type { TrashedContact } from '@/lib/contract/trash';
import { parameters, retryOnConflict, runScoped, scoped } from '@/lib/database/statement';
import { transaction } from '@/lib/database/transaction';
import { decodeCursor, encodeCursor } from '../shared/cursor';
import { type Handler, invalid, noSuchCursor } from '../shared/reply';
import { eraseContacts } from './erase-contacts';

type Deletion = Pick<TrashedContact, 'deletedAt' | 'purgeAt' | 'deletedBy' | 'actor'>;
type Row = ContactRow & Deletion;

const SORT = '-deletedAt';

const idsOfDeletion = scoped<{ id: string }>(
  'ids_of_deletion',
  `select id from contacts where organization_id = $1 and deletion_id = $2 and deleted_at is not null and merged_into is null limit ${BULK_LIMIT + 1}`,
);
/**
 * SQL: contacts in the trash among `$2`, each with the contact that has its email or phone, or has it as a former address.
 */
const conflictsBySql = (field: string, condition: string) =>
  `select t.id, '${field}' as path, coalesce(c.merged_into, c.id) as contact_id from contacts t
   join contacts c on c.organization_id = t.organization_id and ${condition}
   where t.organization_id = $1 and t.id = any($2) and t.deleted_at is not null and t.merged_into is null`;
/** Contacts that have the email, phone or id of a contact in the trash. */
const readConflicts = scoped<{ id: string; path: ConflictPath; contact_id: string }>(
  'restore_conflicts',
  `${conflictsBySql('email', byEmailSql('c', 't.email'))} union all ${conflictsBySql('phone', byPhoneSql('c', 't.phone'))} union all
   select t.id, 'fields.' || f.key, coalesce(c.merged_into, c.id) from contacts t
   join fields f on f.organization_id = $1 and f.type = 'id'
   join contact_ids i on i.organization_id = $1 and i.field_key = f.key and i.value = t.fields ->> f.key and i.held
   join contacts c on c.organization_id = $1 and c.id = i.contact_id
   where t.organization_id = $1 and t.id = any($2) and t.fields is not null and t.deleted_at is not null and t.merged_into is null
   order by 1, 2`,
);

/**
 * Restores contacts, by ids or all of a deletion; refuses more than `BULK_LIMIT`. Those whose email, phone or id is taken stay,
 * and are listed.
 */
export const restoreContacts: Handler<'restoreContacts'> = async ({ context, body }) => {
  const ids = body.ids ?? (await idsOfDeletion(context, body.deletionId)).map((row) => row.id);
  if (ids.length > BULK_LIMIT) {
    const most = BULK_LIMIT.toLocaleString('en');
    const message = `More than ${most} contacts: undo the bulk change that deleted them instead.`;
    return invalid([{ path: 'deletionId', message }]);
  }
  const count = await retryOnConflict(() => restoreFromTrash(context, ids));
  const rows = count === ids.length ? [] : await readConflicts(context, ids);
  return {
    data: {
      count,
      conflicts: rows.map(({ id, path, contact_id }) => ({
        id,
        path,
        contactId: contact_id,
        message: conflictMessage(path, contact_id),
      })),
    },
  };
};

/** Deletes contacts in the trash forever, and records it; counts them. Skips others. */
export const purgeContacts: Handler<'purgeContacts'> = async ({ context, body }) => {
  const count = await retryOnConflict(() =>
    transaction(context, (client) => eraseContacts({ ...context, client }, body.ids)),
  );
  return { data: { count } };
};

/**
 * Lists contacts in the trash by search, last deleted first, a page by its number or beyond a cursor. Counts matches up to
 * `countLimit`.
 */
export const listTrash: Handler<'listTrash'> = async ({ context, service, query }) => {
  const last = query.cursor === LAST_PAGE;
  const cursor = query.cursor && !last ? decodeCursor(query.cursor, SORT, context.organizationId) : undefined;
  if (cursor === null) return noSuchCursor();
  const { values, parameter } = parameters();
  const searched = (query.search ? searchTerms(query.search, context.country) : [])
    .flatMap((term) => searchConditionsSql(term, parameter))
    .map((condition) => ` and ${condition}`)
    .join('');
  const matches = `from contacts c where c.organization_id = $1 and c.deleted_at is not null and c.merged_into is null${searched}`;
  const [counted] = await runScoped<{ total: number }>(
    context,
    `select count(*) as total from (select ${matches} limit ${query.countLimit + 1}) matches`,
    values,
  );
  const backward = last || cursor?.direction === 'before';
  const direction = backward ? 'asc' : 'desc';
  const place = cursor
    ? ` and (c.deleted_at, c.id) ${backward ? '>' : '<'} (${parameter(cursor.key)}, ${parameter(cursor.id)})`
    : '';
  const offset = cursor || last ? 0 : (query.page - 1) * query.pageSize;
  const rows = await runScoped<Row>(
    context,
    `select ${contactColumnsSql}, c.deleted_at as "deletedAt", c.deleted_by as "deletedBy", ${actorSql('c.deleted_by')} as actor,
       c.deleted_at + make_interval(days => ${parameter(service.trashDays)}) as "purgeAt"
     from (select c.* ${matches}${place} order by c.deleted_at ${direction}, c.id ${direction}
       limit ${parameter(query.pageSize + 1)} offset ${parameter(offset)}) c
     order by c.deleted_at ${direction}, c.id ${direction}`,
    values,
  );
  const more = rows.length > query.pageSize;
  if (more) rows.pop();
  if (backward) rows.reverse();
  /** The cursor of the page after or before a row. */
  const edge = (to: 'after' | 'before', row: Row | undefined) =>
    row
      ? encodeCursor({ direction: to, sort: SORT, key: row.deletedAt, id: row.id }, context.organizationId)
      : null;
  const total = counted?.total ?? 0;
  const meta: PageMeta = {
    total: Math.min(total, query.countLimit),
    totalIsExact: total <= query.countLimit,
    page: query.page,
    pageSize: query.pageSize,
    totalPages: Math.ceil(Math.min(total, query.countLimit) / query.pageSize),
    nextCursor: (backward ? !last : more) ? edge('after', rows.at(-1)) : null,
    previousCursor: (backward ? more : cursor || query.page > 1) ? edge('before', rows[0]) : null,
  };
  const data = rows.map((row) => {
    const { deletedAt, purgeAt, deletedBy, actor } = row;
    return { ...toContact(row, context.organizationId), deletedAt, purgeAt, deletedBy, actor };
  });
  return { data, meta };
};
