import type { FieldDefinition } from '@/lib/contract/field';
import type { RequestContext } from '@/lib/database/statement';
import type { ContactRow } from '../contact-row';
import { resolveRule } from './contact-filter';
import { readIncludes } from './contact-includes';
import { compileRule, type RuleSubject } from './evaluate-rule';
import { readRuleFacts } from './rule-facts';

interface CompiledRules {
  key: string;
  asksCodes: boolean;
  tests: { id: string; test: (subject: RuleSubject) => boolean }[];
  searchedKeys: ReadonlySet<string>;
}
/** By organization, so that neither rules are read nor resolved for each page. */
const kept = new Map<string, CompiledRules>();
const MOST_KEPT = 100;
/** What these versions of contacts without marks are in by these rules, by id: pages are read again and again. */
const found = new Map<string, { rules: CompiledRules; version: number; ruleSegments: string[] }>();
/** Some 15 MB. */
const MOST_FOUND = 50_000;
/** In every time zone, days begin at a quarter of an hour: until then, relative days are the same times. */
const QUARTER = 15 * 60_000;

async function compileAll(context: RequestContext, digest: string): Promise<CompiledRules> {
  const { organizationId, timeZone, country } = context;
  const toKey = (digest: string | null, at: number) =>
    [digest, Math.floor(at / QUARTER), timeZone, country].join();
  const known = kept.get(organizationId);
  if (known?.key === toKey(digest, Date.now())) return known;
  const facts = await readRuleFacts(context);
  const compiled: CompiledRules = {
    key: toKey(facts.digest, facts.now.getTime()),
    asksCodes: [...facts.rules.values()].some(({ referralCode }) => referralCode),
    tests: Array.from(facts.rules, ([id, rule]) => ({ id, test: compileRule(resolveRule(rule, facts)) })),
    searchedKeys: toSearchedKeys(facts.fields.values()),
  };
  kept.delete(organizationId);
  kept.set(organizationId, compiled);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest) kept.delete(oldest);
  return compiled;
}

/** Keys of the own fields whose values search finds. */
export const toSearchedKeys = (fields: Iterable<FieldDefinition>): ReadonlySet<string> =>
  new Set([...fields].flatMap(({ key, type }) => (type === 'id' ? key : [])));

/**
 * Finds the segments by rule that each of some contacts is in.
 *
 * @param digest what `rulesDigestSql` gives.
 * @returns A function from a contact to a part of its wire form, which is empty without rules.
 */
export async function findRuleSegments(
  context: RequestContext,
  digest: string | null,
  contacts: readonly ContactRow[],
): Promise<(contact: ContactRow) => { ruleSegments?: string[] }> {
  if (!digest || contacts.length === 0) return () => ({});
  const rules = await compileAll(context, digest);
  const ids = rules.asksCodes ? contacts.map(({ id }) => id) : [];
  const included = await readIncludes(context, ids, ['redemptions']);
  return (contact) => {
    const { id, version, marks } = contact;
    // Marks and codes change without the contact.
    const isFixed = !marks && !rules.asksCodes;
    const known = isFixed && found.get(id);
    if (known && known.version === version && known.rules === rules)
      return { ruleSegments: known.ruleSegments };
    const codes = included.get(id)?.redemptions?.map(({ code }) => code) ?? [];
    const subject: RuleSubject = { contact, codes, searchedKeys: rules.searchedKeys };
    const ruleSegments = rules.tests.filter(({ test }) => test(subject)).map((rule) => rule.id);
    if (found.size >= MOST_FOUND) found.clear();
    if (isFixed) found.set(id, { rules, version, ruleSegments });
    return { ruleSegments };
  };
}
