import { filterConditionsSql, LIVE_SQL, resolveRule } from '@/lib/contacts/lists/contact-filter';
import { toFieldConditions } from '@/lib/contacts/lists/field-conditions';
import { type RuleFacts, readRuleFacts } from '@/lib/contacts/lists/rule-facts';
import { type SegmentRule, WITHOUT_SEGMENT } from '@/lib/contract/contact-filter';
import type { ErrorDetail } from '@/lib/contract/error';
import { parameters, type RequestContext, runScoped, scoped } from '@/lib/database/statement';

/** Rules that one rule may be made of, so that its statement stays of a size that is planned quickly. */
const MOST_RULES_IN_ONE = 20;
/** How old a shown number of contacts may be. */
const COUNT_MILLISECONDS = 60_000;
const MOST_COUNTS_KEPT = 5_000;

const readNamed = scoped<{ id: string; title: string; deleted: boolean }>(
  'read_segments_of_rules',
  'select id, title, deleted_at is not null as deleted from segments where organization_id = $1 and id = any($2::uuid[]) and purged_at is null',
);
const readCode = scoped<{ code: string }>(
  'read_code_of_rule',
  'select code from referral_codes where organization_id = $1 and caseless(code) = caseless($2)',
);
const readField = scoped<{ label: string; archived: boolean }>(
  'read_field_of_rule',
  'select label, archived_at is not null as archived from fields where organization_id = $1 and key = $2',
);
/** Keeps others from changing rules until the transaction ends: two rules could name each other. */
export const lockRules = scoped(
  'lock_rules',
  'select id from segments where organization_id = $1 order by id for no key update',
);

const segmentsOf = ({ segmentId = [] }: SegmentRule): string[] =>
  segmentId.filter((id) => id !== WITHOUT_SEGMENT);

/**
 * Why a rule cannot be saved: it names something that does not exist or, for a segment that exists, itself, directly or through
 * other rules.
 */
export async function findRuleProblems(
  context: RequestContext,
  rule: SegmentRule,
  segment?: { id: string; title: string },
): Promise<ErrorDetail[]> {
  const facts = await readRuleFacts(context);
  const rules = new Map(segment ? [...facts.rules, [segment.id, rule] as const] : facts.rules);
  const { problems } = toFieldConditions(facts.fields, rule);
  const details = problems.map(({ path, ...problem }) => ({ ...problem, path: `rule.${path}` }));
  const named = new Map(
    (await readNamed(context, [...rules.values(), rule].flatMap(segmentsOf))).map((one) => [one.id, one]),
  );
  for (const [index, id] of (rule.segmentId ?? []).entries()) {
    const path = `rule.segmentId.${index}`;
    const one = named.get(id);
    if (id !== WITHOUT_SEGMENT && (!one || one.deleted))
      details.push({ path, message: 'There is no such segment.' });
    const circle = segment && findWay(rules, id, segment.id);
    if (circle) {
      const titles = [segment.id, ...circle].map((id) =>
        id === segment.id ? segment.title : (named.get(id)?.title ?? id),
      );
      const message =
        id === segment.id
          ? 'A segment can’t use itself in its rule.'
          : `This goes in a circle: ${titles.join(' → ')}.`;
      details.push({ path, message });
    }
  }
  if (rule.referralCode && (await readCode(context, rule.referralCode)).length === 0)
    details.push({ path: 'rule.referralCode', message: 'There is no such referral code.' });
  if (details.length > 0) return details;
  const sizes = new Map<SegmentRule, number>();
  const tooLarge = [...rules.values(), rule].some((one) => countRules(rules, one, sizes) > MOST_RULES_IN_ONE);
  const message = `With the rules that it names, and those that they name, a rule may have at most ${MOST_RULES_IN_ONE}.`;
  return tooLarge ? [{ path: 'rule.segmentId', message }] : [];
}

/** The ids from one segment to another through rules, both included; `null` if there is no way. */
function findWay(
  rules: ReadonlyMap<string, SegmentRule>,
  from: string,
  to: string,
  seen = new Set<string>(),
): string[] | null {
  if (from === to) return [to];
  if (seen.has(from)) return null;
  seen.add(from);
  for (const next of segmentsOf(rules.get(from) ?? { segmentMatch: 'any' })) {
    const way = findWay(rules, next, to, seen);
    if (way) return [from, ...way];
  }
  return null;
}

/** How many rules a rule is made of, itself included; rules have no circles. */
function countRules(
  rules: ReadonlyMap<string, SegmentRule>,
  rule: SegmentRule,
  sizes: Map<SegmentRule, number>,
): number {
  const known = sizes.get(rule);
  if (known !== undefined) return known;
  const size = segmentsOf(rule).reduce((sum, id) => {
    const other = rules.get(id);
    return sum + (other ? countRules(rules, other, sizes) : 0);
  }, 1);
  sizes.set(rule, size);
  return size;
}

/** Says what is wrong with a field at a path of a rule, such as `fields.since.from` or `has.0`. */
async function describeFieldProblem(
  context: RequestContext,
  rule: SegmentRule,
  path: string,
): Promise<string> {
  const [list = '', index] = path.split('.');
  const name = list === 'has' || list === 'lacks' ? rule[list]?.[Number(index)] : path;
  const key = String(name).replace(/^fields\.|\.(from|to|contains)$/g, '');
  const [field] = await readField(context, key);
  if (!field) return `The field “${key}” was deleted.`;
  return `The field “${field.label}” ${field.archived ? 'is archived' : 'has no such value'}.`;
}

/** What keeps a saved rule from having contacts, in words; `undefined` if nothing does. */
export async function findRuleBreak(
  context: RequestContext,
  facts: RuleFacts,
  rule: SegmentRule,
  seen: readonly string[] = [],
): Promise<string | undefined> {
  const [problem] = toFieldConditions(facts.fields, rule).problems;
  if (problem) return describeFieldProblem(context, rule, problem.path);
  const ids = segmentsOf(rule);
  const gone = ids.find((id) => facts.hiddenIds.includes(id) && !facts.rules.has(id));
  if (gone) {
    const [segment] = await readNamed(context, [gone]);
    return segment ? `The segment “${segment.title}” is in the trash.` : 'A segment was deleted.';
  }
  for (const id of ids) {
    const other = facts.rules.get(id);
    const broken = other && !seen.includes(id) && (await findRuleBreak(context, facts, other, [...seen, id]));
    if (broken) return broken;
  }
  return undefined;
}

interface KeptCount {
  at: number;
  count: Promise<number>;
}
const kept = new Map<string, KeptCount>();

/** The number of contacts that match a rule, at most `age` milliseconds old, by default a minute. */
export function countRule(
  context: RequestContext,
  facts: RuleFacts,
  rule: SegmentRule,
  age = COUNT_MILLISECONDS,
): Promise<number> {
  const { values, parameter } = parameters();
  const conditions = [...LIVE_SQL, ...filterConditionsSql(resolveRule(rule, facts), parameter)];
  const key = JSON.stringify([context.organizationId, conditions, values]);
  const known = kept.get(key);
  if (known && Date.now() - known.at < age) return known.count;
  const count = runScoped<{ count: number }>(
    context,
    `select count(*) as count from contacts c where ${conditions.join(' and ')}`,
    values,
  ).then(([row]) => row?.count ?? 0);
  count.catch(() => kept.delete(key));
  kept.delete(key);
  kept.set(key, { at: Date.now(), count });
  const [oldest] = kept.keys();
  if (kept.size > MOST_COUNTS_KEPT && oldest) kept.delete(oldest);
  return count;
}
