import {
  filterConditionsSql,
  hasNobody,
  LIVE_SQL,
  type ResolvedFilter,
  resolveRule,
} from '@/lib/contacts/lists/contact-filter';
import { type RuleFacts, readRuleFacts } from '@/lib/contacts/lists/rule-facts';
import { parameters, type RequestContext, runScoped, scoped } from '@/lib/database/statement';
import { transaction } from '@/lib/database/transaction';
import { type ToldRule, type ToldRules, writeTold } from './rule-outcomes';
import { SEALED_AT_ONCE, sealActivity } from './seal-activity';

/** Contacts named by one event. */
const MOST_IN_ONE = 1_000;

const readTold = scoped<{ rules: ToldRules | null; ruled: boolean }>(
  'read_told_rules',
  `select (select rules from told_rules where organization_id = $1) as rules,
     exists (select from segments where organization_id = $1 and rule is not null and deleted_at is null) as ruled`,
);
/**
 * Tells readers of the activity who is in which segment by rule since days passed, or since a rule or what it names was changed.
 * In one snapshot with a seal of everything before: so each reader knows of every contact exactly once.
 *
 * @returns Whether there was something to tell, or still is.
 * @throws a race if another process seals, or somebody changes a rule, meanwhile.
 */
export async function tellRules(context: RequestContext): Promise<boolean> {
  const [known] = await readTold(context);
  if (!known?.rules && !known?.ruled) return false;
  if (isSame(resolveAll(await readRuleFacts(context), known.rules ?? {}), known.rules)) return false;
  return transaction(context, async (client) => {
    await client.query('set transaction isolation level repeatable read');
    const within = { ...context, client };
    if ((await sealActivity(within)) >= SEALED_AT_ONCE) return true;
    const [{ rules } = { rules: null }] = await readTold(within);
    const told = rules ?? {};
    const resolved = resolveAll(await readRuleFacts(within), told);
    for (const [id, rule] of Object.entries(resolved))
      if (!rule.isBroken && !isSame(rule, told[id])) await recordMoves(within, id, rule, told[id]);
    await writeTold(within, JSON.stringify(resolved));
    await sealActivity(within);
    return true;
  });
}

const EPOCH = new Date(0);

/** The rules as they are to be told: without relative days, and as before while one names something deleted or archived. */
function resolveAll(facts: RuleFacts, told: ToldRules): ToldRules {
  const entries = [...facts.rules].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    entries.map(([id, rule]): [string, ToldRule] => {
      const now = { filter: resolveRule(rule, facts), terms: resolveRule(rule, { ...facts, now: EPOCH }) };
      const { [id]: last } = told;
      return [id, hasNobody(now.filter) ? { ...now, ...last, isBroken: true } : now];
    }),
  );
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Records who joins and leaves a segment by rule without a change of the contact, or because what it has means something else. */
async function recordMoves(
  context: RequestContext,
  id: string,
  { filter, terms }: ToldRule,
  told: ToldRule | undefined,
): Promise<void> {
  const { values, parameter } = parameters();
  const sql = (one: ResolvedFilter) => `(${filterConditionsSql(one, parameter).join(' and ') || 'true'})`;
  const live = LIVE_SQL.join(' and ');
  const is = sql(filter);
  const was = told ? sql(told.filter) : 'false';
  const cause = told && isSame(terms, told.terms) && !isSame(filter, told.filter) ? 'time' : 'rule';
  const changed = told?.since ? changedSinceSql(told.since, parameter) : 'false';
  await runScoped(
    context,
    `insert into activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, after, resource)
     select $1, uuid_of(clock_timestamp()), date_trunc('milliseconds', clock_timestamp()), 'segment.members-changed', 'system',
       'Roster', s.id, jsonb_strip_nulls(jsonb_build_object('joined', p.joined, 'left', p.gone, 'cause', ${parameter(cause)}::text)),
       jsonb_strip_nulls(jsonb_build_object('id', s.id, 'title', s.title, 'color', s.color, 'description', s.description, 'rule', s.rule))
     from segments s cross join (
       select jsonb_agg(id) filter (where joins) as joined, jsonb_agg(id) filter (where not joins) as gone
       from (select id, joins, (row_number() over (order by id) - 1) / ${MOST_IN_ONE} as part from (
         select c.id, true as joins from contacts c where ${live} and ${is} and (${was} is not true or ${changed})
         union all select c.id, false from contacts c where ${live} and ${is} is not true and (${was} or ${changed})) m) n
       group by part) p
     where s.organization_id = $1 and s.id = ${parameter(id)}::uuid`,
    values,
  );
}

/** Clocks of instances may differ by this many milliseconds. */
const SLACK = 60_000;

/** SQL: whether contact `c` was changed since a time, by the ids of activities, which sort by time. */
function changedSinceSql(time: string, parameter: (value: unknown) => string): string {
  const [, high = '', low = ''] =
    /^(.{8})(.{4})$/.exec((Date.parse(time) - SLACK).toString(16).padStart(12, '0')) ?? [];
  return `c.id = any(array(select a.subject_id from activities a where a.organization_id = $1
    and a.id >= ${parameter(`${high}-${low}-0000-0000-000000000000`)}::uuid and a.action like 'contact.%'))`;
}
