import { toFieldKey } from '@/lib/contacts/field-values';
import { fingerprintSql, selectionConditionsSql } from '@/lib/contacts/lists/contact-selection';
import type { ValueCounts } from '@/lib/contract/bulk-change';
import { parameters, runScoped } from '@/lib/database/statement';
import type { Handler } from '../shared/reply';
import { resolveEditedField } from './edited-field';

/**
 * Counts the selected contacts, and those that have the given value in a field, none, or one of the `limit` most frequent
 * others. Values that differ in case or accents count as one, as in filters. Looks at `countLimit` of them at most.
 */
export const countContactValues: Handler<'countContactValues'> = async ({ context, body }) => {
  const { field, value: wanted = null, limit, each, countLimit = null, ...selection } = body;
  const edited = await resolveEditedField(context, { field, value: wanted }, '');
  if ('refusal' in edited) return edited;
  const { value } = edited;
  const { values, parameter } = parameters();
  const where = await selectionConditionsSql(context, selection, parameter);
  const key = toFieldKey(field);
  // Values of own fields as text: a list of options as JSON.
  const stored = key === null ? null : `(c.fields -> ${parameter(key)}::text)`;
  const own = stored && `(${stored} #>> '{}')`;
  const given = own
    ? `(${parameter(value === null ? null : JSON.stringify(value))}::jsonb #>> '{}')`
    : `${parameter(value)}::text`;
  const [row] = await runScoped<ValueCounts>(
    context,
    `with matches as (
       select c.id, ${own ?? `c.${field}`} as value, ${own ?? `c.${field}_key`} as key,
         ${each && stored ? stored : 'null::jsonb'} as options from contacts c where ${where} limit ${countLimit})
     select count(*) as total, ${fingerprintSql('id')} as fingerprint,
       count(*) filter (where value is not distinct from ${given}) as same,
       count(*) filter (where value is null) as empty,
       (select coalesce(json_agg(v), '[]') from (
         select min(e.value) as value, count(*) from matches m cross join lateral (
           select m.key, m.value where m.options is null union all
           select o, o from jsonb_array_elements_text(
             case jsonb_typeof(m.options) when 'array' then m.options else jsonb_build_array(m.options) end) o
           where m.options is not null) e
         where e.value <> coalesce(${given}, '') group by e.key
         order by count(*) desc, min(e.value) limit ${limit}) v) as values
     from matches`,
    values,
  );
  if (!row) throw new Error('Counting gave no row.');
  return { data: row };
};
