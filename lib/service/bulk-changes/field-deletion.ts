import { recordActivity } from '@/lib/contacts/activity';
import { ownSearchTextSql } from '@/lib/contacts/field-values';
import type { BulkChangeProgress } from '@/lib/contract/bulk-change';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { transaction } from '@/lib/database/transaction';
import { type Advance, JobFailure } from '@/lib/jobs/job';
import {
  countValues,
  type FieldRow,
  inContacts,
  lockField,
  recorded,
  removeField,
  toField,
} from '../fields/fields';
import type { BulkChangeInput } from '../shared/bulk-change-type';
import { type Handler, missingScope, notFound, refuse } from '../shared/reply';
import { CHUNK, type ChunkWork, dropChunks, loadChunk } from './chunks';
import { snapshotField } from './snapshot-selection';

/** Takes the values of a field from contacts. It is archived, so that nobody sees them: neither version nor time changes. */
const clearValues = scoped<{ id: string }>(
  'clear_values_of_field',
  `update contacts set fields = nullif(fields - $3::text, '{}'),
     search_text = coalesce(${ownSearchTextSql("nullif(fields - $3::text, '{}')")}, '')
   where organization_id = $1 and id = any($2::uuid[]) and fields ? $3::text returning id`,
);

const contactsWithValue = scoped<{ id: string }>(
  'contacts_with_value_of_field',
  `select id from contacts where organization_id = $1 and fields is not null and fields ? $2::text limit ${CHUNK}`,
);

/** Deletes an archived field, and records it: at once without values, else by a bulk change that first clears the named number. */
export const deleteField: Handler<'deleteField'> = ({ context, id, query: { values }, service }) =>
  transaction(context, async (client) => {
    const within = { ...context, client };
    const [row] = await lockField(within, id);
    if (!row) return notFound('field');
    if (!row.archived)
      return refuse('CONFLICT', 'Archive the field first: it is hidden then, and its values are kept.');
    const [{ count, trashed } = { count: 0, trashed: 0 }] = await countValues(within, row.key);
    if (count === 0) await remove(within, row);
    else if (values === count && !context.scopes.includes('contacts:write'))
      return missingScope('contacts:write');
    else if (values === count) {
      await snapshotField(within, row, { type: 'fieldDeletion' });
      service.jobs.wake();
    } else {
      const some = trashed > 0 ? ` (${trashed.toLocaleString('en')} in the trash)` : '';
      const message = `${inContacts(count)} a value in "${row.label}"${some}. Leave it archived, or delete it with values=${count}.`;
      return refuse('CONFLICT', message, [{ path: '', message, count }]);
    }
    return { data: toField(row) };
  });

async function remove(context: RequestContext, row: FieldRow): Promise<void> {
  await removeField(context, row.id);
  await recordActivity(context, { action: 'field.deleted', subjectId: row.id, before: recorded(row) });
}

/**
 * Clears the values of the next chunk, then those that came meanwhile, such as by the undo of a merge; then deletes the field.
 * @throws JobFailure if it was restored.
 */
export async function runFieldDeletion({
  context,
  job,
  field: { id, key },
}: ChunkWork & { field: NonNullable<BulkChangeInput['field']> }): Promise<Advance<BulkChangeProgress>> {
  const { position, progress, input } = job;
  const [row] = await lockField(context, id);
  if (row && !row.archived) throw new JobFailure('The field was restored.');
  if (position < input.chunks) {
    const { contact_ids } = await loadChunk(context, job, position + 1);
    const changed = (await clearValues(context, contact_ids, key)).length;
    const counted = {
      ...progress,
      processed: progress.processed + contact_ids.length,
      changed: progress.changed + changed,
      gone: progress.gone + contact_ids.length - changed,
    };
    return { position: position + 1, progress: counted, done: false };
  }
  const rest = (await contactsWithValue(context, key)).map(({ id }) => id);
  if (rest.length > 0) await clearValues(context, rest, key);
  else {
    if (row) await remove(context, row);
    await dropChunks(context, job.id);
  }
  return { position, progress, done: rest.length === 0 };
}
