import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { actorSql, recordActivity, recordUpdate } from '@/lib/contacts/activity';
import { readRuleFacts } from '@/lib/contacts/lists/rule-facts';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import {
  type DeletedSegment,
  type Segment,
  segmentPalette,
  type segmentUpdate,
} from '@/lib/contract/segment';
import { type RequestContext, retryOnConflict, scoped, violates } from '@/lib/database/statement';
import { joinTransaction } from '@/lib/database/transaction';
import { type Handler, invalid, notFound, refuse } from '../shared/reply';
import { readGrowths } from './segment-growth';
import { lockSegment, recordedFields, type SegmentRow, segmentColumnsSql, toSegment } from './segment-row';
import { countRule, findRuleBreak, findRuleProblems, lockRules } from './segment-rules';
import { restoreSegmentRow, trashSegment } from './trash-segment';

type CountedRow = SegmentRow & Required<Pick<Segment, 'createdAt' | 'contactCount'>>;
type DeletedRow = Omit<DeletedSegment, 'description'> & SegmentRow;

/** Ignores case and accents, like the order of contacts. */
const ORDER = 'order by fold(s.title) collate "C", lower(s.title) collate "C", s.id';
const list = scoped<SegmentRow>(
  'list_segments',
  `select s.id, s.title, s.color, s.description, s.rule from segments s where s.organization_id = $1 and s.deleted_at is null ${ORDER}`,
);
/** Live segments, in no order. */
export const listSegmentTitles = scoped<Pick<SegmentRow, 'id' | 'title'>>(
  'list_segment_titles',
  'select s.id, s.title from segments s where s.organization_id = $1 and s.deleted_at is null',
);
const listCounted = scoped<CountedRow>(
  'list_segments_counted',
  `select s.id, s.title, s.color, s.description, s.rule, s.created_at as "createdAt",
     coalesce(n.count, 0)::bigint as "contactCount" from segments s
   left join (select scope_id, sum(count) as count from contact_counts where organization_id = $1 group by scope_id) n
     on n.scope_id = s.id
   where s.organization_id = $1 and s.deleted_at is null ${ORDER}`,
);

const create = scoped<SegmentRow>(
  'create_segment',
  `insert into segments (organization_id, id, title, color, created_at, description, rule, was_by_hand)
   select $1, uuid_of(clock_timestamp()), $2, coalesce($3, ($4::text[])[1 + (select count(*) from segments s where s.organization_id = $1 and s.deleted_at is null) % cardinality($4::text[])]),
     date_trunc('milliseconds', clock_timestamp()), $5, $6::jsonb, $6 is null
   returning ${segmentColumnsSql}`,
);
const update = scoped<SegmentRow>(
  'update_segment',
  `update segments set title = coalesce($3, title), color = coalesce($4, color),
     description = case when $5 then $6 else description end, rule = case when $7 then $8::jsonb else rule end,
     was_by_hand = was_by_hand or $7 and $8 is null
   where organization_id = $1 and id = $2 and deleted_at is null returning ${segmentColumnsSql}`,
);
/** The segment that has the title `$2` or, if that is null, the title of the deleted segment `$3`. */
const findByTitle = scoped<Pick<SegmentRow, 'id' | 'title'>>(
  'find_segment_by_title',
  `select s.id, s.title from segments s where s.organization_id = $1 and s.deleted_at is null and caseless(s.title) = caseless(coalesce($2,
     (select d.title from segments d where d.organization_id = $1 and d.id = $3)))`,
);
const listDeleted = scoped<DeletedRow>(
  'list_deleted_segments',
  `select ${segmentColumnsSql}, contact_count as "contactCount", created_at as "createdAt", deleted_at as "deletedAt",
     deleted_at + make_interval(days => $2) as "purgeAt", deleted_by as "deletedBy", ${actorSql('deleted_by')} as actor
   from segments where organization_id = $1 and deleted_at is not null and purged_at is null order by deleted_at desc, id desc`,
);

/** Rules counted at once: slow ones would take all connections of the database from other requests. */
const COUNTED_AT_ONCE = 3;

/** Lists live segments by title; `include` adds their counts of contacts, or also their growth. */
export const listSegments: Handler<'listSegments'> = async ({ context, query }) => {
  const rows = query.include ? await listCounted(context) : await list(context);
  const growth = query.include === 'growth' ? await readGrowths(context) : null;
  const facts = rows.some(({ rule }) => rule) ? await readRuleFacts(context) : null;
  const toListed = async (row: (typeof rows)[number]): Promise<Segment> => {
    const segment = toSegment(row);
    const { id, contactCount, rule } = segment as Segment;
    if (!facts || !rule) return { ...segment, ...(growth && { growth: growth(id, contactCount ?? 0) }) };
    const ruleProblem = await findRuleBreak(context, facts, rule);
    return {
      ...segment,
      ...(query.include && { contactCount: await countRule(context, facts, rule) }),
      ...(ruleProblem && { ruleProblem }),
    };
  };
  const data: Segment[] = [];
  const queue = rows.entries();
  const listInTurn = async () => {
    for (const [index, row] of queue) data[index] = await toListed(row);
  };
  await Promise.all(Array.from({ length: COUNTED_AT_ONCE }, listInTurn));
  return { data };
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
  rule: SegmentRule | null = null,
): Promise<Segment> {
  return joinTransaction(context, async (context) => {
    const [row] = (await create(context, title, color, segmentPalette, description, toJson(rule))) as [
      SegmentRow,
    ];
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
  const { title, color = null, description = null, rule = null } = body;
  const details = rule ? await findRuleProblems(context, rule) : [];
  if (details.length > 0) return invalid(details);
  try {
    const data = await createSegmentRow(context, title, color, description, rule);
    return { data, created: `/segments/${data.id}` };
  } catch (cause) {
    return refuseDuplicateTitle(cause, context, title);
  }
};

/** Changes the given fields of a segment, and records it; a taken title is a conflict. */
export const updateSegment: Handler<'updateSegment'> = ({ context, id, body }) =>
  writeAndReply(
    context,
    id,
    () =>
      joinTransaction(context, async (context) => {
        if (!body.rule) return updateSegmentRow(context, id, body);
        await lockRules(context);
        const [segment] = await lockSegment(context, id);
        const details = segment ? await findRuleProblems(context, body.rule, segment) : [];
        return details.length > 0 ? invalid(details) : updateSegmentRow(context, id, body);
      }),
    { title: body.title ?? null },
  );

/** Changes the given fields of a segment, and records it; `undefined` if there is none. Refused if its rule is not as expected. */
async function updateSegmentRow(
  context: RequestContext,
  id: string,
  { title, color, description, rule, expectedRule }: z.output<typeof segmentUpdate>,
) {
  const [old] = await lockSegment(context, id);
  if (old && expectedRule !== undefined && !isDeepStrictEqual(old.rule, expectedRule))
    return refuse('PRECONDITION_FAILED', 'The rule of this segment has changed meanwhile. Look at it again.');
  const described = [description !== undefined, description ?? null];
  const ruled = [rule !== undefined, toJson(rule ?? null)];
  const [row] = old ? await update(context, id, title ?? null, color ?? null, ...described, ...ruled) : [];
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

const toJson = (rule: SegmentRule | null): string | null => rule && JSON.stringify(rule);

/** Answers with the segment that `write` returns; a taken title is a conflict. */
async function writeAndReply(
  context: RequestContext,
  id: string,
  write: () => Promise<SegmentRow | ReturnType<typeof invalid> | undefined>,
  { title = null as string | null, what = 'segment' } = {},
) {
  try {
    const row = await write();
    if (!row) return notFound(what);
    return 'refusal' in row ? row : { data: toSegment(row) };
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
