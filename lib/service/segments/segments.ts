import type * as z from 'zod';
import { actorSql, recordActivity, recordUpdate } from '@/lib/contacts/activity';
import {
  type DeletedSegment,
  type Segment,
  segmentPalette,
  type segmentUpdate,
} from '@/lib/contract/segment';
import { type RequestContext, retryOnConflict, scoped, violates } from '@/lib/database/statement';
import { joinTransaction } from '@/lib/database/transaction';
import { type Handler, notFound, refuse } from '../shared/reply';
import { readGrowths } from './segment-growth';
import { lockSegment, recordedFields, type SegmentRow, toSegment } from './segment-row';
import { restoreSegmentRow, trashSegment } from './trash-segment';

type CountedRow = SegmentRow & Required<Pick<Segment, 'createdAt' | 'contactCount'>>;
type DeletedRow = Omit<DeletedSegment, 'description'> & SegmentRow;

/** Ignores case and accents, like the order of contacts. */
const ORDER = 'order by fold(s.title) collate "C", lower(s.title) collate "C", s.id';
const list = scoped<SegmentRow>(
  'list_segments',
  `select s.id, s.title, s.color, s.description from segments s where s.organization_id = $1 and s.deleted_at is null ${ORDER}`,
);
/** Live segments, in no order. */
export const listSegmentTitles = scoped<Pick<SegmentRow, 'id' | 'title'>>(
  'list_segment_titles',
  'select s.id, s.title from segments s where s.organization_id = $1 and s.deleted_at is null',
);
const listCounted = scoped<CountedRow>(
  'list_segments_counted',
  `select s.id, s.title, s.color, s.description, s.created_at as "createdAt",
     coalesce(n.count, 0)::bigint as "contactCount" from segments s
   left join (select scope_id, sum(count) as count from contact_counts where organization_id = $1 group by scope_id) n
     on n.scope_id = s.id
   where s.organization_id = $1 and s.deleted_at is null ${ORDER}`,
);

const create = scoped<SegmentRow>(
  'create_segment',
  `insert into segments (organization_id, id, title, color, created_at, description)
   select $1, uuid_of(clock_timestamp()), $2, coalesce($3, ($4::text[])[1 + (select count(*) from segments s where s.organization_id = $1 and s.deleted_at is null) % cardinality($4::text[])]),
     date_trunc('milliseconds', clock_timestamp()), $5
   returning id, title, color, description`,
);
const update = scoped<SegmentRow>(
  'update_segment',
  `update segments set title = coalesce($3, title), color = coalesce($4, color),
     description = case when $5 then $6 else description end
   where organization_id = $1 and id = $2 and deleted_at is null returning id, title, color, description`,
);
/** The segment that has the title `$2` or, if that is null, the title of the deleted segment `$3`. */
const findByTitle = scoped<Pick<SegmentRow, 'id' | 'title'>>(
  'find_segment_by_title',
  `select s.id, s.title from segments s where s.organization_id = $1 and s.deleted_at is null and caseless(s.title) = caseless(coalesce($2,
     (select d.title from segments d where d.organization_id = $1 and d.id = $3)))`,
);
const listDeleted = scoped<DeletedRow>(
  'list_deleted_segments',
  `select id, title, color, description, contact_count as "contactCount", created_at as "createdAt", deleted_at as "deletedAt",
     deleted_at + make_interval(days => $2) as "purgeAt", deleted_by as "deletedBy", ${actorSql('deleted_by')} as actor
   from segments where organization_id = $1 and deleted_at is not null and purged_at is null order by deleted_at desc, id desc`,
);

/** Lists live segments by title; `include` adds their counts of contacts, or also their growth. */
export const listSegments: Handler<'listSegments'> = async ({ context, query }) => {
  if (!query.include) return { data: (await list(context)).map(toSegment) };
  const growth = query.include === 'growth' ? await readGrowths(context) : null;
  const rows = await listCounted(context);
  return {
    data: rows.map((row) => ({
      ...toSegment(row),
      ...(growth && { growth: growth(row.id, row.contactCount) }),
    })),
  };
};

/**
 * Creates a segment, by default in the next color of the palette, and records it. @throws a unique violation if the title
 * exists.
 */
export async function createSegmentRow(
  context: RequestContext,
  title: string,
  color: string | null,
  description: string | null = null,
): Promise<Segment> {
  return joinTransaction(context, async (context) => {
    const [row] = (await create(context, title, color, segmentPalette, description)) as [SegmentRow];
    const data = toSegment(row);
    await recordActivity(context, {
      action: 'segment.created',
      subjectId: row.id,
      after: recordedFields(row),
      resource: data,
    });
    return data;
  });
}

/** Creates a segment, and records it; a taken title is a conflict. */
export const createSegment: Handler<'createSegment'> = async ({ context, body }) => {
  try {
    const data = await createSegmentRow(context, body.title, body.color ?? null, body.description ?? null);
    return { data, created: `/segments/${data.id}` };
  } catch (cause) {
    return refuseDuplicateTitle(cause, context, body.title);
  }
};

/** Changes the given fields of a segment, and records it; a taken title is a conflict. */
export const updateSegment: Handler<'updateSegment'> = ({ context, id, body }) =>
  writeAndReply(
    context,
    id,
    () => joinTransaction(context, (context) => updateSegmentRow(context, id, body)),
    { title: body.title ?? null },
  );

/** Changes the given fields of a segment, and records it; `undefined` if there is none. */
async function updateSegmentRow(
  context: RequestContext,
  id: string,
  { title, color, description }: z.output<typeof segmentUpdate>,
) {
  const [old] = await lockSegment(context, id);
  const [row] = old
    ? await update(context, id, title ?? null, color ?? null, description !== undefined, description ?? null)
    : [];
  if (!old || !row) return;
  const [before, after] = [recordedFields(old), recordedFields(row)];
  await recordUpdate(context, {
    action: 'segment.updated',
    subjectId: id,
    before,
    after,
    resource: toSegment(row),
  });
  return row;
}

/** Moves a segment to the trash, and records it; its contacts stay. */
export const deleteSegment: Handler<'deleteSegment'> = ({ context, id }) =>
  writeAndReply(context, id, () => retryOnConflict(() => trashSegment(context, id)));

/** Lists the segments in the trash, last deleted first. */
export const listDeletedSegments: Handler<'listDeletedSegments'> = async ({ context, service }) => ({
  data: (await listDeleted(context, service.trashDays)).map(toSegment),
});

/** Restores a segment with its contacts, under a new title if given; a taken title is a conflict. */
export const restoreSegment: Handler<'restoreSegment'> = ({ context, id, body: { title = null } }) =>
  writeAndReply(context, id, () => restoreSegmentRow(context, id, title), {
    title,
    what: 'deleted segment',
  });

/** Answers with the segment that `write` returns; a taken title is a conflict. */
async function writeAndReply(
  context: RequestContext,
  id: string,
  write: () => Promise<SegmentRow | undefined>,
  { title = null as string | null, what = 'segment' } = {},
) {
  try {
    const row = await write();
    return row ? { data: toSegment(row) } : notFound(what);
  } catch (cause) {
    return refuseDuplicateTitle(cause, context, title, id);
  }
}

/** Refuses a title that another segment has. Throws any other error. */
async function refuseDuplicateTitle(
  cause: unknown,
  context: RequestContext,
  title: string | null,
  id?: string,
) {
  if (!violates(cause, 'segments_title')) throw cause;
  // The other segment may have been deleted or renamed meanwhile.
  const [found] = await findByTitle(context, title, id ?? null);
  const named = found ? `: "${found.title}".` : '.';
  const message = `A segment with this name already exists${named}`;
  return refuse('CONFLICT', message, [{ path: 'title', message, ...(found && { id: found.id }) }]);
}
