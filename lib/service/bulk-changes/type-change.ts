import { recordActivity } from '@/lib/contacts/activity';
import type { RequestContext } from '@/lib/database/statement';
import { transaction } from '@/lib/database/transaction';
import { type FieldRow, listFieldRows, lockField, refuseWhileChanging, setType } from '../fields/fields';
import { type Handler, invalid, notFound, refuse } from '../shared/reply';
import { refuseIfFull } from '../shared/storage';
import { getRow, toBulkChanges } from './bulk-change-row';
import { planTypeChange } from './plan-type-change';
import { snapshotField } from './snapshot-selection';

/** Counts the values that another type can have, also of an archived field, and changes nothing. */
export const previewFieldType: Handler<'previewFieldType'> = async ({ context, id, body }) => {
  const field = (await listFieldRows(context)).find((one) => one.id === id);
  const refusal = await refuseChange(context, field, body.type);
  if (refusal || !field) return refusal ?? notFound('field');
  const planned = await planTypeChange(context, field, body);
  if ('refusal' in planned) return planned;
  const { options, ...plan } = planned.plan;
  return { data: options.length > 0 ? { ...plan, options } : plan };
};

/**
 * Gives a field another type, which new values have from then on, and creates a bulk change that converts those that contacts
 * have. Refuses to clear more values than confirmed.
 */
export const changeFieldType: Handler<'changeFieldType'> = async ({ context, id, body, service }) => {
  const field = (await listFieldRows(context)).find((one) => one.id === id);
  const refusal = await refuseChange(context, field, body.type);
  if (refusal || !field) return refusal ?? notFound('field');
  if (field.archived) return refuse('CONFLICT', 'The field is archived. Restore it first.');
  const full = await refuseIfFull(context, service);
  if (full) return full;
  const planned = await planTypeChange(context, field, body);
  if ('refusal' in planned) return planned;
  const { to, plan } = planned;
  const { clear } = body;
  if (plan.inconvertible > clear) {
    const message = `Values that cannot be converted: ${plan.inconvertible.toLocaleString('en')}, not ${clear.toLocaleString('en')}.`;
    return refuse('PRECONDITION_FAILED', message, [{ path: 'clear', message, count: plan.inconvertible }]);
  }
  const changeId = await transaction(context, async (client) => {
    const within = { ...context, client };
    const [now] = await lockField(within, id);
    if (JSON.stringify(now) !== JSON.stringify(field) || (await refuseWhileChanging(within, id))) return null;
    const from = { type: field.type, options: field.options };
    await setType(within, id, to.type, JSON.stringify(to.options));
    const retype = { from, to: { type: to.type, options: to.options }, clear };
    const made = await snapshotField(within, field, { type: 'fieldType', retype });
    const { convertible: values, inconvertible: cleared } = plan;
    await recordTypeChange(within, id, from.type, { type: to.type, values, cleared, bulkChangeId: made });
    return made;
  });
  if (!changeId) return refuse('CONFLICT', 'The field has changed meanwhile. Look at it again.');
  service.jobs.wake();
  const [data] = await toBulkChanges(context, await getRow(context, changeId));
  if (!data) throw new Error('The change was not stored.');
  return { data, created: `/bulk-changes/${data.id}` };
};

/** Records that a field has another type. */
export const recordTypeChange = (
  context: RequestContext,
  subjectId: string,
  type: FieldRow['type'],
  after: object,
): Promise<void> => recordActivity(context, { action: 'field.updated', subjectId, before: { type }, after });

async function refuseChange(context: RequestContext, field: FieldRow | undefined, type: FieldRow['type']) {
  if (!field) return notFound('field');
  if (field.type === type) return invalid([{ path: 'type', message: 'The field has this type.' }]);
  return refuseWhileChanging(context, field.id);
}
