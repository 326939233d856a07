import { fingerprintSql, selectionConditionsSql } from '@/lib/contacts/lists/contact-selection';
import type { ValueCounts } from '@/lib/contract/bulk-change';
import { parameters, runScoped } from '@/lib/database/statement';
import type { Handler } from '../shared/reply';

/** Values listed. */
const MOST_VALUES = 5;

/**
 * Counts the selected contacts, and those that have the given value in a field, none, or one of the `MOST_VALUES` most
 * frequent others.
 */
export const countContactValues: Handler<'countContactValues'> = async ({ context, body }) => {
  const { field, value = null, ...selection } = body;
  const { values, parameter } = parameters();
  const where = await selectionConditionsSql(context, selection, parameter);
  const given = `${parameter(value)}::text`;
  const [row] = await runScoped<ValueCounts>(
    context,
    `with matches as (
       select c.id, c.${field} as value from contacts c where ${where})
     select count(*) as total, ${fingerprintSql('id')} as fingerprint,
       count(*) filter (where value is not distinct from ${given}) as same,
       count(*) filter (where value is null) as empty,
       (select coalesce(json_agg(v), '[]') from (
         select value, count(*) from matches where value <> coalesce(${given}, '') group by value
         order by count(*) desc, value limit ${MOST_VALUES}) v) as values
     from matches`,
    values,
  );
  if (!row) throw new Error('Counting gave no row.');
  return { data: row };
};
