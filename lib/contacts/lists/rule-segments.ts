import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { FieldDefinition } from '@/lib/contract/field';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { type ContactRow, hiddenSegmentsSql } from '../contact-row';
import { type ResolvedFilter, readSettings, resolveRule } from './contact-filter';
import { readIncludes } from './contact-includes';
import { isMatch } from './evaluate-rule';

interface Facts {
  rules: Record<string, SegmentRule>;
  hiddenIds: string[];
  fields: FieldDefinition[] | null;
}

/** SQL: the organization's rules and what they are resolved with, as JSON text; null without rules. */
const factsSql = `(select json_build_object('rules', json_object_agg(s.id, s.rule order by s.id),
    'hiddenIds', ${hiddenSegmentsSql},
    'fields', (select json_agg(json_build_object('key', f.key, 'type', f.type, 'options', f.options) order by f.key)
      from fields f where f.organization_id = $1 and f.archived_at is null))::text
  from segments s where s.organization_id = $1 and s.rule is not null and s.deleted_at is null having count(*) > 0)`;
/** SQL: a digest of them, which costs a page less than to read them; null without rules. */
export const ruleDigestSql = `(select concat_ws(' ',
    sum(jsonb_hash_extended(coalesce(s.rule, '0'), uuid_hash_extended(s.id, (s.deleted_at is null)::int))),
    (select sum(hashtextextended(concat_ws(' ', f.key, f.type, f.options), 0)) from fields f
      where f.organization_id = $1 and f.archived_at is null))
  from segments s where s.organization_id = $1 and (s.deleted_at is not null or s.rule is not null)
  having bool_or(s.rule is not null and s.deleted_at is null))`;
const readFacts = scoped<{ text: string | null; digest: string }>(
  'read_facts_of_rules',
  `select ${factsSql} as text, ${ruleDigestSql} as digest`,
);

interface ResolvedRules {
  key: string;
  asksCodes: boolean;
  /** Ids of the segments of latest contacts, by version, codes and marks. */
  found: Map<string, string[]>;
  rules: { id: string; rule: ResolvedFilter }[];
  searchedKeys: ReadonlySet<string>;
}
/** By organization, so that neither rules are read nor resolved for each page. */
const kept = new Map<string, ResolvedRules>();
const MOST_KEPT = 100;
const MOST_FOUND = 500;
/** In every time zone, days begin at a quarter of an hour: until then, relative days are the same times. */
const QUARTER = 15 * 60_000;

async function resolveAll(context: RequestContext, digest: string): Promise<ResolvedRules | null> {
  const { organizationId, timeZone = null, country } = context;
  const now = new Date();
  const toKey = (digest: string) => [digest, Math.floor(now.getTime() / QUARTER), timeZone, country].join();
  const known = kept.get(organizationId);
  if (known?.key === toKey(digest)) return known;
  const [[read], [settings]] = await Promise.all([readFacts(context), readSettings(context)]);
  if (!read?.text) return null;
  const { text } = read;
  const { rules, hiddenIds, fields } = JSON.parse(text) as Facts;
  const live = new Map((fields ?? []).map((field) => [field.key, field]));
  const place = { timeZone: settings?.time_zone ?? null, country: settings?.country ?? null };
  const facts = { rules: new Map(Object.entries(rules)), hiddenIds, fields: live, now, ...place };
  const resolved: ResolvedRules = {
    key: toKey(read.digest),
    asksCodes: text.includes('"referralCode":'),
    found: new Map(),
    rules: Object.entries(rules).map(([id, rule]) => ({ id, rule: resolveRule(rule, facts) })),
    searchedKeys: toSearchedKeys(live.values()),
  };
  kept.delete(organizationId);
  kept.set(organizationId, resolved);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest) kept.delete(oldest);
  return resolved;
}

/** Keys of the own fields whose values search finds. */
export const toSearchedKeys = (fields: Iterable<FieldDefinition>): ReadonlySet<string> =>
  new Set([...fields].flatMap(({ key, type }) => (type === 'id' ? key : [])));

/**
 * Finds the segments by rule that each of some contacts is in.
 *
 * @param digest what `ruleDigestSql` gives.
 * @returns A function from a contact to a part of its wire form, which is empty without rules.
 */
export async function findRuleSegments(
  context: RequestContext,
  digest: string | null,
  contacts: readonly ContactRow[],
): Promise<(contact: ContactRow) => { ruleSegments?: string[] }> {
  const resolved = digest && contacts.length > 0 ? await resolveAll(context, digest) : null;
  if (!resolved) return () => ({});
  const { rules, searchedKeys, asksCodes, found } = resolved;
  const ids = asksCodes ? contacts.map(({ id }) => id) : [];
  const included = await readIncludes(context, ids, ['redemptions']);
  return (contact) => {
    const codes = included.get(contact.id)?.redemptions?.map(({ code }) => code) ?? [];
    const subject = { contact, codes, searchedKeys, computed: {} };
    const { id, version, marks } = contact;
    const key = `${id} ${version} ${codes.join()} ${marks ? JSON.stringify(marks) : ''}`;
    const ruleSegments =
      found.get(key) ?? rules.filter(({ rule }) => isMatch(rule, subject)).map(({ id }) => id);
    if (found.size >= MOST_FOUND) found.clear();
    found.set(key, ruleSegments);
    return { ruleSegments };
  };
}
