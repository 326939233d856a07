import type { ContactRow } from '@/lib/contacts/contact-row';
import { toFieldPath } from '@/lib/contacts/field-values';
import type { ResolvedFilter } from '@/lib/contacts/lists/contact-filter';
import { compileRule, type RuleSubject } from '@/lib/contacts/lists/evaluate-rule';
import { readLiveFields } from '@/lib/contacts/lists/field-conditions';
import { toSearchedKeys } from '@/lib/contacts/lists/rule-segments';
import { toRecordedContact } from '@/lib/contacts/recorded-contact';
import { contactFields } from '@/lib/contract/contact-fields';
import type { DoNotContact } from '@/lib/contract/do-not-contact';
import type { FieldValue } from '@/lib/contract/field';
import { parseTime, type RequestContext, scoped } from '@/lib/database/statement';
import { mapInTurns } from '@/lib/import/in-turns';
import { countOutcomes } from './count-segment-days';

/** A rule as readers of the activity know it. */
export interface ToldRule {
  filter: ResolvedFilter;
  /** The filter of a fixed time, which passing days leave as it is. Absent from earlier versions. */
  terms?: ResolvedFilter;
  /** When a segment or field was changed, of which readers are not told yet: what contacts have since may mean something else. */
  since?: string;
  /** Whether it names something deleted or archived: until that is mended, nothing is told of it. */
  isBroken?: true;
}
/** By id of the segment. */
export type ToldRules = Record<string, ToldRule>;

type Values = Record<string, unknown> | null;

interface SealedRow {
  id: string;
  at: string;
  action: string;
  subject_id: string;
  before: Values;
  after: Values;
  resource: unknown;
  /** Times of the contact after the change before this one. */
  created_at: string | null;
  updated_at: string | null;
  redemptions: [code: string, at: string][] | null;
  /** Whether it undoes a merge. */
  unmerges: boolean;
  /** Codes that the merge gave the contact that stays, or its undo took from it. */
  moved: string[] | null;
}

const ACTIONS = "'{contact.created,contact.updated,contact.merged,contact.restored,contact.deleted}'";
/** SQL: whether the entry `a` is the undo of a merge, which also concerns the other contact. */
const IS_UNDO = "(a.action = 'contact.updated' and a.contact_ids is not null)";
const readSealed = scoped<SealedRow>(
  'read_sealed_changes_of_contacts',
  `select a.id, a.at, a.action, a.subject_id, a.before, a.after, a.resource, p.created_at, p.updated_at,
     (select json_agg(json_build_array(r.code, d.redeemed_at)) from redemptions d
      join referral_codes r on r.organization_id = $1 and r.id = d.referral_code_id
      where d.organization_id = $1 and d.contact_id = a.subject_id) as redemptions, ${IS_UNDO} as unmerges,
     (select json_agg(r.code) from (
        select before -> 'merged' as merge from activities where organization_id = $1 and subject_id = a.subject_id
          and action = 'contact.merged' and (id = a.id or ${IS_UNDO} and id < a.id and after ->> 'merged' = a.contact_ids[1]::text)
        order by id desc limit 1) m
      cross join lateral jsonb_array_elements(m.merge -> 'redemptions') d
      join referral_codes r on r.organization_id = $1 and r.id = (d ->> 0)::uuid
      where not m.merge #> '{stays,redemptions}' @> jsonb_build_array(jsonb_build_array(d -> 0))) as moved
   from (select unnest(ids) as id from activity_seals where organization_id = $1 and number = $2) i
   cross join lateral (select * from activities where organization_id = $1 and id = i.id offset 0) a
   left join lateral (
     select coalesce(resource ->> 1, resource ->> 'createdAt', to_json(at) #>> '{}') as created_at,
       coalesce(resource ->> 2, resource ->> 'updatedAt', to_json(at) #>> '{}') as updated_at
     from activities where organization_id = $1 and subject_id = a.subject_id and id < a.id and action = any(${ACTIONS}::text[])
     order by id desc limit 1) p on true
   where a.action = any(${ACTIONS}::text[]) order by a.id`,
);
const insertOutcomes = scoped(
  'insert_rule_outcomes',
  `insert into rule_outcomes (organization_id, activity_id, joined, "left")
   select $1, g.id, g.joined, g."left" from json_to_recordset($2::json) as g (id uuid, joined uuid[], "left" uuid[])`,
);

const readChangeOfTerms = scoped<{ since: string | null; moved: boolean }>(
  'read_sealed_changes_of_terms',
  `select to_json(min(a.at) filter (where a.action <> 'segment.members-changed')) #>> '{}' as since,
     coalesce(bool_or(a.action = 'segment.members-changed'), false) as moved from (select unnest(ids) as id from activity_seals where organization_id = $1 and number = $2) i
   cross join lateral (select at, action from activities where organization_id = $1 and id = i.id offset 0) a
   where a.action ~ '^(segment|field)\\.'`,
);
export const writeTold = scoped(
  'write_told_rules',
  `insert into told_rules (organization_id, rules) select $1, $2::json
   on conflict (organization_id) do update set rules = excluded.rules`,
);

/** Records which segments by rule contacts joined and left by the changes of a seal, and since when rules are to be told. */
export async function recordOutcomes(context: RequestContext, seal: number, told: ToldRules): Promise<void> {
  const [{ since, moved } = { since: null, moved: false }] = await readChangeOfTerms(context, seal);
  if (since) {
    const marked = Object.entries(told).map(([id, rule]) => [
      id,
      { ...rule, since: rule.since ?? parseTime(since) },
    ]);
    await writeTold(context, JSON.stringify(Object.fromEntries(marked)));
  }
  const rules = Object.entries(told).flatMap(([id, { filter, isBroken }]) =>
    isBroken ? [] : { id, test: compileRule(filter) },
  );
  if (rules.length === 0) return;
  const [rows, fields] = await Promise.all([readSealed(context, seal), readLiveFields(context)]);
  const searchedKeys = toSearchedKeys(fields.values());
  const codes = findCodes(rows);
  const outcomes = await mapInTurns(rows, (row) => {
    const { before, after } = readChange(row, context.organizationId);
    const toSubject = (contact: ContactRow | null, codes: string[]): RuleSubject | null =>
      contact && { contact, codes, searchedKeys };
    const [old = [], now = []] = codes.get(row.id) ?? [];
    const [earlier, later] = [toSubject(before, old), toSubject(after, now)];
    const [joined, left]: [string[], string[]] = [[], []];
    for (const { id, test } of rules) {
      const [was, is] = [earlier, later].map((one) => one !== null && test(one));
      if (was !== is) (is ? joined : left).push(id);
    }
    return { id: row.id, joined, left };
  });
  const some = outcomes.filter(({ joined, left }) => joined.length + left.length > 0);
  if (some.length > 0) await insertOutcomes(context, JSON.stringify(some));
  if (some.length > 0 || moved) await countOutcomes(context, seal);
}

/**
 * The codes that the contact of each change had before and after it. The redemptions are those of today, so merges and undos
 * of merges are taken back, from the latest on.
 */
function findCodes(rows: SealedRow[]): Map<string, [before: string[], after: string[]]> {
  const found = new Map<string, [string[], string[]]>();
  /** Codes that a contact had, or not, before the later changes. */
  const former = new Map<string, Map<string, boolean>>();
  for (const { id, at, subject_id, after, redemptions, moved, unmerges } of rows.toReversed()) {
    const known = former.get(subject_id) ?? new Map<string, boolean>();
    former.set(subject_id, known);
    const now = new Set((redemptions ?? []).flatMap(([code, time]) => (parseTime(time) <= at ? code : [])));
    for (const [code, has] of known) now[has ? 'add' : 'delete'](code);
    for (const code of moved ?? []) if (!unmerges) now.add(code);
    const old = new Set(now);
    old.delete(String(after?.referralCode));
    for (const code of moved ?? []) {
      old[unmerges ? 'add' : 'delete'](code);
      known.set(code, unmerges);
    }
    found.set(id, [[...old], [...now]]);
  }
  return found;
}

/** The contact before and after a recorded change; `null` where there was none, or it was in the trash. */
function readChange(
  row: SealedRow,
  organizationId: string,
): { before: ContactRow | null; after: ContactRow | null } {
  const contact = toRecordedContact(row, organizationId);
  if (row.action === 'contact.deleted') return { before: contact, after: null };
  const isNew = row.action === 'contact.created' || row.action === 'contact.restored';
  return { before: contact && !isNew ? revert(contact, row) : null, after: contact };
}

/** A contact before a recorded change. */
function revert(contact: ContactRow, { before, after, created_at, updated_at }: SealedRow): ContactRow {
  const names = Object.keys({ ...before, ...after });
  const old: ContactRow = {
    ...contact,
    ...(created_at && { created_at: parseTime(created_at) }),
    ...(updated_at && { updated_at: parseTime(updated_at) }),
  };
  for (const name of contactFields)
    if (names.includes(name)) old[name] = (before?.[name] as string | undefined) ?? null;
  const custom = new Map(Object.entries(contact.custom ?? {}));
  for (const name of names)
    if (name.startsWith('fields.')) {
      const key = name.slice('fields.'.length);
      const value = before?.[toFieldPath(key)] as FieldValue | undefined;
      if (value === undefined) custom.delete(key);
      else custom.set(key, value);
    }
  old.custom = Object.fromEntries(custom);
  if (names.includes('segmentIds'))
    old.segments = ((before?.segmentIds ?? []) as string[]).map((id) => [id, contact.created_at]);
  if (names.includes('doNotContact'))
    old.marks = before?.doNotContact ? { earlier: { reason: before.doNotContact } as DoNotContact } : null;
  return old;
}
