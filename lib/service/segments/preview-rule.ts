import {
  filterConditionsSql,
  LIVE_SQL,
  type ResolvedFilter,
  resolveRule,
} from '@/lib/contacts/lists/contact-filter';
import { readRuleFacts } from '@/lib/contacts/lists/rule-facts';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import { RULE_NAMES, type SegmentRulePreview } from '@/lib/contract/segment';
import { parameters, runScoped, scoped } from '@/lib/database/statement';
import { type Handler, invalid, notFound } from '../shared/reply';
import { type SegmentRow, segmentColumnsSql } from './segment-row';
import { findRuleProblems } from './segment-rules';

const readSegment = scoped<SegmentRow>(
  'read_segment',
  `select ${segmentColumnsSql} from segments where organization_id = $1 and id = $2 and deleted_at is null`,
);

/** SQL: the number and the first names of a table of contacts. */
const movedSql = (table: string) => `json_build_object(
  'count', (select count(*) from ${table}),
  'contacts', (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name) order by k.name_key, k.id), '[]') from (
    select c.id, m.name_key, coalesce(nullif(concat_ws(' ', c.firstname, c.lastname), ''), c.email, c.phone) as name
    from (select id, name_key from ${table} order by name_key, id limit ${RULE_NAMES}) m
    join contacts c on c.organization_id = $1 and c.id = m.id) k))`;

/** Who would join and leave a segment with another rule, or by hand. */
export const previewSegmentRule: Handler<'previewSegmentRule'> = async ({ context, id, body }) => {
  const [segment] = await readSegment(context, id);
  if (!segment) return notFound('segment');
  const problems = body.rule ? await findRuleProblems(context, body.rule, segment) : [];
  if (problems.length > 0) return invalid(problems);
  const facts = await readRuleFacts(context);
  const { values, parameter } = parameters();
  const assigned = { match: 'any', ids: [id], rules: [], unassigned: false, lacksOne: false, hiddenIds: [] };
  const toConditionsSql = (rule: SegmentRule | null) => {
    const filter = rule ? resolveRule(rule, facts) : ({ segments: assigned } as ResolvedFilter);
    return filterConditionsSql(filter, parameter).join(' and ') || 'true';
  };
  const [before, after] = [toConditionsSql(segment.rule), toConditionsSql(body.rule)];
  const moved = (to: string, from: string) =>
    `select c.id, c.name_key from contacts c where ${LIVE_SQL.join(' and ')} and ${to} and (${from}) is not true`;
  const [row] = await runScoped<SegmentRulePreview>(
    context,
    `with joins as materialized (${moved(after, before)}), leaves as materialized (${moved(before, after)})
     select ${movedSql('joins')} as joins, ${movedSql('leaves')} as leaves`,
    values,
  );
  if (!row) throw new Error('The preview gave no row.');
  return { data: row };
};
