import { createSerializer } from 'nuqs/server';
import type { ContactFilter, SegmentRule } from '@/lib/contract/contact-filter';
import type { Segment } from '@/lib/contract/segment';
import {
  contactListParameters,
  getConditions,
  isGoneField,
  toUrlFilter,
  WITHOUT_SEGMENT,
  withoutField,
} from './contact-list-state';
import type { FieldsByName } from './field-words';

type Segments = Parameters<typeof getConditions>[1];

/** The rule with the conditions of a filter: without an import, and with days of the organization's time zone. */
export function toRule({
  importId: _,
  timeZone: __,
  segmentMatch = 'any',
  ...rest
}: ContactFilter): SegmentRule {
  return { ...rest, segmentMatch } as SegmentRule;
}

/** Whether a rule has a condition, and so can be saved. */
export const hasCondition = ({ segmentMatch: _, ...conditions }: SegmentRule): boolean =>
  Object.keys(conditions).length > 0;

/** Classes of a condition of a rule. */
export const conditionClasses = 'min-w-0 rounded-md border px-2 py-0.5 wrap-anywhere';

/** The conditions of a rule: "Company is Acme", "Segment is not Churned". */
export function ruleWords(rule: SegmentRule, segments: Segments, fields: FieldsByName): string[] {
  const words = getConditions(toUrlFilter(rule), segments, fields).map((one) => one.words);
  return rule.search ? [`Matches “${rule.search}”`, ...words] : words;
}

/**
 * The conditions of a rule, each with why it holds for nobody, where it names what is gone: "archived", "in the trash".
 *
 * @param named Segments by their titles here, also deleted ones.
 */
export function ruleConditions(
  rule: SegmentRule,
  segments: ReadonlyMap<string, Segment>,
  fields: FieldsByName,
  named: Segments,
): { words: string; gone: string }[] {
  const [id] = rule.segmentId?.filter((id) => isBroken(segments, id)) ?? [];
  const segmentWords = !id ? '' : segments.has(id) ? 'broken rule' : named.has(id) ? 'in the trash' : 'gone';
  const gone = new Map(
    getConditions(toUrlFilter(rule), named, fields).map(({ name, words }) => {
      const fieldWords = fields.has(name) ? 'archived' : 'deleted';
      return [words, isGoneField(name, fields) ? fieldWords : name === 'segment' ? segmentWords : ''];
    }),
  );
  return ruleWords(rule, named, fields).map((words) => ({ words, gone: gone.get(words) ?? '' }));
}

/** Whether a segment that a rule names is deleted, or has a broken rule. */
export const isBroken = (segments: ReadonlyMap<string, Segment>, id: string): boolean =>
  id !== WITHOUT_SEGMENT && (!segments.has(id) || segments.get(id)?.ruleProblem !== undefined);

/** What a rule gains and loses: "+ Company is set, − Email is set". */
export const ruleChangeWords = (before: readonly string[], after: readonly string[]): string =>
  [
    ...after.filter((one) => !before.includes(one)).map((one) => `+ ${one}`),
    ...before.filter((one) => !after.includes(one)).map((one) => `− ${one}`),
  ].join(', ');

const toSearch = createSerializer(contactListParameters);

/** The contact list of who matches a rule or filter. */
export const matchesHref = (filter: ContactFilter): string => toSearch('/contacts', toUrlFilter(filter));

/** The contact list that edits the rule of a segment. */
export const editRuleHref = ({ id, rule }: { id: string; rule?: SegmentRule | undefined }): string =>
  toSearch('/contacts', { ...(rule && toUrlFilter(rule)), rule: id });

/** The contact list that edits the rule without its deleted and archived segments and fields. `fields`: all, already read. */
export function withoutGoneHref(
  { id, rule }: Segment,
  segments: ReadonlyMap<string, Segment>,
  fields: FieldsByName,
): string {
  let filter = toUrlFilter(rule ?? {});
  filter = { ...filter, segment: filter.segment.filter((one) => !isBroken(segments, one)) };
  for (const { name } of getConditions(filter, segments, fields))
    if (isGoneField(name, fields)) filter = { ...filter, ...withoutField(name, filter) };
  return toSearch('/contacts', { ...filter, rule: id });
}
