import {
  type ContactImport,
  importOutcomes,
  type LeftOutReason,
  leftOutReasons,
} from '@/lib/contract/import';
import { scoped } from '@/lib/database/statement';
import { ONLY_MARKS_SQL, SQL_RUNNABLE } from './import-run';

const UNUSUAL_LISTED = 20;

/** The counts of a plan that depend on its rows only. */
export type PlanCounts = Omit<
  NonNullable<ContactImport['plan']>,
  'share' | 'newSegments' | 'newFields' | 'suggestedCountry'
>;

const IS_IMPORTED = `outcome in (${SQL_RUNNABLE})`;
const IS_UNUSUAL = "outcome <> 'skipped' and details ? 'isUnusual'";
const countOf = (condition: string) => `count(*) filter (where ${condition})`;
const outcomes = importOutcomes.map((outcome) => `${countOf(`outcome = '${outcome}'`)} as ${outcome}`);
const reasons = leftOutReasons.map((reason) => {
  const isLeftOut = `outcome <> 'skipped' and details -> 'leftOut' @> '[{"reason": "${reason}"}]'`;
  return `'${reason}', nullif(${countOf(isLeftOut)}, 0)`;
});

/** Counts the stored rows of a plan from a line on. */
export const countRows = scoped<PlanCounts>(
  'count_planned_rows',
  `select count(*) as rows, count(repeats) as repeated, ${outcomes.join(', ')},
     ${countOf(`${IS_IMPORTED} and details ? 'leftOut'`)} as "leftOut",
     ${countOf(`${IS_IMPORTED} and details ? 'corrected'`)} as corrected,
     ${countOf(`${IS_IMPORTED} and request ->> 'doNotContact' is not null or ${ONLY_MARKS_SQL}`)} as "doNotContact",
     json_strip_nulls(json_build_object(${reasons.join(', ')})) as "leftOutReasons",
     json_build_object('count', ${countOf(IS_UNUSUAL)}, 'first', coalesce(to_json((
       array_agg(json_build_object('line', line, 'phone', request #>> '{fields,phone}') order by line)
       filter (where ${IS_UNUSUAL}))[:${UNUSUAL_LISTED}]), '[]')) as "unusualPhones"
   from import_rows where organization_id = $1 and plan_id = $2 and line >= $3`,
);

/** Adds the counts of later rows to `counts`, which lists at most `UNUSUAL_LISTED` unusual phones. */
export function addCounts(
  counts: PlanCounts,
  { leftOutReasons, unusualPhones, doNotContact = 0, ...numbers }: PlanCounts,
): void {
  for (const [name, count] of Object.entries(numbers)) counts[name as keyof typeof numbers] += count;
  for (const [reason, count] of Object.entries(leftOutReasons) as [LeftOutReason, number][])
    counts.leftOutReasons[reason] = (counts.leftOutReasons[reason] ?? 0) + count;
  counts.doNotContact = (counts.doNotContact ?? 0) + doNotContact;
  counts.unusualPhones.count += unusualPhones.count;
  const { first } = counts.unusualPhones;
  first.push(...unusualPhones.first.slice(0, UNUSUAL_LISTED - first.length));
}
