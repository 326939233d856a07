import type { Activity } from '@/lib/contract/activity';
import { decodeCursor, encodeCursor, noSuchCursor } from '../contacts/list/cursor';
import type { Handler } from '../reply';
import { scoped } from '../statement';

interface Row {
  id: string;
  at: string;
  action: Activity['action'];
  actor_kind: Activity['actor']['kind'];
  actor_id: string | null;
  actor_name: string;
  subject_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  request_id: string | null;
  import_id: string | null;
  import_name: string | null;
}

const SORT = '-at';
/** After every id there is: where the list begins. */
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const columns = `id, at, action, actor_kind, actor_id, actor_name, subject_id, before, after, request_id, import_id,
  (select i.name from imports i where i.organization_id = $1 and i.id = import_id) as import_name`;

const list = scoped<Row>(
  'list_activity',
  `select ${columns} from activities where organization_id = $1 and id < $2 order by id desc limit $3`,
);
const listOf = scoped<Row>(
  'list_activity_of',
  `select ${columns} from activities where organization_id = $1 and subject_id = $4 and id < $2 order by id desc limit $3`,
);

export const listActivity: Handler<'listActivity'> = async ({ context, query }) => {
  const cursor = query.cursor ? decodeCursor(query.cursor, SORT, context.organizationId) : undefined;
  if (cursor === null) return noSuchCursor();
  const { pageSize, subjectId } = query;
  const from = cursor?.id ?? NEWEST;
  const rows = subjectId
    ? await listOf(context, from, pageSize + 1, subjectId)
    : await list(context, from, pageSize + 1);
  const more = rows.length > pageSize;
  if (more) rows.pop();
  const last = rows.at(-1);
  const nextCursor =
    more && last
      ? encodeCursor({ direction: 'after', sort: SORT, key: '', id: last.id }, context.organizationId)
      : null;
  return { data: rows.map(activityOf), meta: { pageSize, nextCursor } };
};

function activityOf(row: Row): Activity {
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    subjectId: row.subject_id,
    before: row.before,
    after: row.after,
    requestId: row.request_id,
    import: row.import_id && row.import_name !== null ? { id: row.import_id, name: row.import_name } : null,
  };
}
