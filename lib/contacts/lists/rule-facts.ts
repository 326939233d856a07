import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { FieldDefinition } from '@/lib/contract/field';
import { type RequestContext, run, scoped } from '@/lib/database/statement';

/** What rules of an organization are resolved with. */
export interface RuleFacts {
  /** Live segments by rule, by id. */
  rules: ReadonlyMap<string, SegmentRule>;
  /** Segments that nobody is assigned to: deleted ones, and those by rule. */
  hiddenIds: string[];
  fields: ReadonlyMap<string, FieldDefinition>;
  timeZone: string | null;
  /** Country of phone numbers without a country code. */
  country?: string | null | undefined;
  now: Date;
}

export interface FactsRow {
  hidden: string[];
  rules: Record<string, SegmentRule> | null;
  fields: FieldDefinition[] | null;
}

/** SQL: the columns of a `FactsRow`. */
export const factsSql = `array(select s.id from segments s
   where s.organization_id = $1 and (s.deleted_at is not null or s.rule is not null)) as hidden,
  (select json_object_agg(s.id, s.rule order by s.id) from segments s
   where s.organization_id = $1 and s.rule is not null and s.deleted_at is null) as rules,
  (select json_agg(json_build_object('key', f.key, 'type', f.type, 'options', f.options) order by f.key) from fields f
   where f.organization_id = $1 and f.archived_at is null) as fields`;
/** SQL: a digest of them, which costs a page less than to read them; null without rules. */
export const rulesDigestSql = `(select concat_ws(' ',
    sum(uuid_hash_extended(s.id, coalesce(s.rule_hash, 0) # (s.deleted_at is null)::int)),
    (select sum(hashtextextended(concat_ws(' ', f.key, f.type, f.options), 0)) from fields f
      where f.organization_id = $1 and f.archived_at is null))
  from segments s where s.organization_id = $1 and (s.deleted_at is not null or s.rule is not null)
  having bool_or(s.rule is not null and s.deleted_at is null))`;

const readFacts = scoped<FactsRow & { digest: string | null }>(
  'read_facts_of_rules',
  `select ${factsSql}, ${rulesDigestSql} as digest`,
);

/** Reads what the rules of the organization are resolved with, and its digest. */
export async function readRuleFacts(context: RequestContext): Promise<RuleFacts & { digest: string | null }> {
  const [row] = await readFacts(context);
  return { ...(await toRuleFacts(context, row)), digest: row?.digest ?? null };
}

export async function toRuleFacts(context: RequestContext, row: FactsRow | undefined): Promise<RuleFacts> {
  const rules = new Map(Object.entries(row?.rules ?? {}));
  const fields = new Map((row?.fields ?? []).map((field) => [field.key, field]));
  const facts = { rules, fields, hiddenIds: row?.hidden ?? [], now: new Date() };
  if (rules.size === 0) return { ...facts, timeZone: null };
  const [settings] = await readSettings(context);
  return { ...facts, timeZone: settings?.time_zone ?? null, country: settings?.country };
}

/**
 * Of the organization alone: jobs know no default country, and a rule means the same to them. A statement of its own: on Citus,
 * organizations are not beside their contacts.
 */
const readSettings = ({ database, client, organizationId }: RequestContext) =>
  run<{ time_zone: string | null; country: string | null }>(
    database,
    {
      name: 'read_settings_of_rules',
      text: 'select time_zone, country from organizations where id = $1',
      values: [organizationId],
    },
    client,
    organizationId,
  );
