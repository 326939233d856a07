import { byEmailSql, byPhoneSql } from '@/lib/contacts/contact-row';
import { scoped } from '@/lib/database/statement';
import { findImport, HAS_RUN } from '../imports/import-record';
import { SQL_RUNNABLE } from '../imports/import-run';
import { notFound, refuse } from '../shared/reply';
import { listPlanRows, runPlan, toPlanPreview } from './plan-rows';
import type { ProposedChange } from './proposed-change';

/** Keeps the import from being planned or corrected until the transaction ends. */
const lockImport = scoped(
  'lock_proposed_import',
  'select id from imports where organization_id = $1 and id = $2 for no key update',
);
/** Whether a contact of the plan is no longer as it was planned, or an address of a new one is taken. */
const isOutdated = scoped(
  'is_plan_outdated',
  `select from import_rows r where r.organization_id = $1 and r.plan_id = $2 and r.outcome in (${SQL_RUNNABLE}) and r.repeats is null
     and case r.outcome
       when 'created' then exists (select from contacts c where c.organization_id = $1 and ${byEmailSql('c', 'r.email')})
         or exists (select from contacts c where c.organization_id = $1 and ${byPhoneSql('c', 'r.phone')})
       else not exists (select from contacts c where c.organization_id = $1 and c.id = r.contact_id and c.deleted_at is null
         and c.version = (r.after ->> 'version')::integer - case r.outcome when 'updated' then 1 else 0 end) end
   limit 1`,
);

const NOT_PLANNED = refuse('CONFLICT', 'This import has no complete plan yet.');
const OUTDATED = refuse('CONFLICT', 'Contacts have changed since the import was planned. Plan it again.');

/** An import that somebody uploaded and planned. Its version changes with its plan, and with each correction. */
export const proposedImport: ProposedChange<{ importId: string }> = {
  async freeze({ context }, _, { importId }) {
    await lockImport(context, importId);
    const row = await findImport(context, importId);
    if (!row) return notFound('import');
    if (row.run_id) return HAS_RUN;
    if (!row.plan_id || row.plan_state !== 'finished') return NOT_PLANNED;
    if ((await isOutdated(context, row.plan_id)).length > 0) return OUTDATED;
    return { preview: toPlanPreview(`${row.plan_id} ${row.updated_at}`, row.plan_progress) };
  },

  listRows: (context, _, { importId }, after) => listPlanRows(context, importId, after),
  run: (call, _, { importId }, leaveOut) => runPlan(call, importId, leaveOut),
};
