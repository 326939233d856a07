import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { toFieldPath } from '@/lib/contacts/field-values';
import { isGoneSql, keptReasonSql, shownNameSql } from '@/lib/contacts/kept-by-undo';
import { containing } from '@/lib/contacts/lists/search-terms';
import {
  IMPORT_ROWS_LISTED,
  type ImportOutcome,
  type ImportRow,
  type ImportSettings,
} from '@/lib/contract/import';
import { KEPT_LISTED, type KeptReason } from '@/lib/contract/kept';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { transaction } from '@/lib/database/transaction';
import { cancelJob, insertJob } from '@/lib/jobs/job-table';
import { listActiveFields, listFieldRows } from '../fields/fields';
import { toRequestedBy } from '../shared/job-context';
import { jobResource } from '../shared/job-resource';
import { type Handler, type HandlerCall, invalid, missingScope, notFound, refuse } from '../shared/reply';
import { refuseIfFull, storedBytes, UNDO_DAYS } from '../shared/storage';
import { hasFile } from './create-import';
import type { RowRequest } from './decide-rows';
import type { PlanInput } from './file-chunks';

import {
  findImport,
  HAS_RUN,
  type ImportRecord,
  isPartlyUndone,
  listRecords,
  NO_FILE,
  readImportReply,
  toContactImport,
} from './import-record';
import {
  importRunType,
  nothingRun,
  RUNNABLE,
  type RunInput,
  type RunProgress,
  SQL_RUNNABLE,
} from './import-run';
import { findNewFields } from './new-fields';
import { nothingPlanned, planType, type RowDetails } from './plan-job';

const DAY = 24 * 60 * 60 * 1000;

const setPlan = scoped<{ id: string }>(
  'set_import_plan',
  `update imports set plan_id = $3, updated_at = now from clock_timestamp() now
   where organization_id = $1 and id = $2 and run_id is null returning id`,
);
const setRun = scoped<{ id: string }>(
  'set_import_run',
  `update imports set run_id = $3, updated_at = now from clock_timestamp() now
   where organization_id = $1 and id = $2 and run_id is null and plan_id = $4 returning id`,
);
const listRows = scoped<{
  line: number;
  outcome: ImportOutcome;
  result: ImportOutcome | null;
  contact_id: string | null;
  request: RowRequest;
  details: RowDetails | null;
  repeats: number | null;
  cells: string[] | null;
}>(
  'list_import_rows',
  `select line, outcome, result, contact_id, request, details, repeats, cells from import_rows
   where organization_id = $1 and plan_id = $2 and line > $3
     and case $4 when 'repeated' then repeats is not null when 'changed' then result is not null
       when 'leftOut' then details -> 'leftOut' is not null and coalesce(result, outcome) in (${SQL_RUNNABLE})
       when 'corrected' then details -> 'corrected' is not null and coalesce(result, outcome) in (${SQL_RUNNABLE})
       when 'noChange' then coalesce(result, outcome) in ('unchanged', 'skipped')
       when 'heldBack' then coalesce(result, outcome) in ('shared', 'conflict', 'rejected')
       else $4::text is null or coalesce(result, outcome) = $4 end
     and ($5::text is null or fold(concat_ws(' ', (select string_agg(value, ' ') from json_each_text(request -> 'fields')), request ->> 'custom',
       request ->> 'segmentTitles', request ->> 'referralCode', request ->> 'note', cells::text)) like fold($5))
   order by line limit ${IMPORT_ROWS_LISTED + 1}`,
);
export const existingContacts = scoped<{ id: string; name: string }>(
  'existing_contacts',
  `select k.id, ${shownNameSql} as name from contacts k
   left join contacts s on s.organization_id = k.organization_id and s.id = k.merged_into
   where k.organization_id = $1 and k.id = any($2::uuid[])`,
);
const undoPlan = scoped<{ trash: number; restore: number; keep: number }>(
  'plan_import_undo',
  `select count(*) filter (where reason is null and is_created) as trash,
     count(*) filter (where reason is null and not is_created) as restore, count(reason) as keep
   from (select ${keptReasonSql} as reason, c.before is null as is_created from imported_contacts c
     left join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
     where c.organization_id = $1 and c.run_id = $2) r`,
);
const keptContacts = scoped<{ id: string; name: string; deleted: boolean; reason: KeptReason }>(
  'list_kept_contacts',
  `select id, name, deleted, reason from (
     select c.contact_id as id, ${shownNameSql} as name, ${isGoneSql} as deleted, ${keptReasonSql} as reason from imported_contacts c
     left join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
     left join contacts s on s.organization_id = c.organization_id and s.id = k.merged_into
     where c.organization_id = $1 and c.run_id = $2) r
   where reason is not null order by name, id limit ${KEPT_LISTED}`,
);
/** The last chunk with contacts that an undo has kept. */
const lastChunk = scoped<{ chunk: number }>(
  'last_kept_chunk',
  'select coalesce(max(chunk), 0) as chunk from imported_contacts where organization_id = $1 and run_id = $2',
);

const TOO_LATE = refuse('CONFLICT', `An import can be undone for ${UNDO_DAYS} days.`);

/**
 * Starts a job for a new plan in place of the current one, which it cancels. Refused after a run, or without a file or a
 * column that finds contacts.
 */
export const planImport: Handler<'planImport'> = async ({ context, service, id }) => {
  const row = await findImport(context, id);
  if (!row) return notFound('import');
  if (row.run_id) return HAS_RUN;
  const missing = refuseIfScopeMissing(context, row.settings);
  if (missing) return missing;
  const { targets } = row.settings;
  if (!(await findsContacts(context, targets)))
    return invalid([{ path: 'settings.targets', message: 'Which column holds the email or phone?' }]);
  if (!(await hasFile(context, id))) return NO_FILE;
  const full = await refuseIfFull(context, service);
  if (full) return full;
  if (row.plan_id) await cancelJob(context.database, context.organizationId, row.plan_id);
  const { size } = row;
  const newFields = row.settings.newFields && findNewFields(row.settings, await listFieldRows(context));
  const settings = { ...row.settings, newFields };
  const { tables, otherTables: _, ...format } = row.format;
  const names = row.columns.map(({ name }) => name);
  const table = Math.max(
    tables.findIndex(({ name }) => name === format.sheet),
    0,
  );
  const input: PlanInput = { importId: id, size, format, table, settings, names };
  await transaction(context.database, async (client) => {
    const job = { organizationId: context.organizationId, id: uuidv7(), requestedBy: toRequestedBy(context) };
    const [owner] = await setPlan({ ...context, client }, id, job.id);
    const progress = {
      ...nothingPlanned,
      newFields: (newFields ?? []).map((one) => ({ ...one, options: [] })),
    };
    if (owner) await insertJob(client, planType, { ...job, input, progress });
  });
  service.jobs.wake();
  return readImportReply(context, id);
};

/** Whether a column finds contacts: by email, phone or id, or by the id of another system. */
const findsContacts = async (context: RequestContext, targets: ImportSettings['targets']): Promise<boolean> =>
  (['email', 'phone', 'id'] as const).some((target) => targets.includes(target)) ||
  (await listActiveFields(context)).some(
    ({ key, type }) => type === 'id' && targets.includes(toFieldPath(key)),
  );

/** Lists the latest imports, or only those under way, and the bytes that the organization stores. */
export const listImports: Handler<'listImports'> = async ({ context, service, query }) => ({
  data: (await listRecords(context, query.underWay ?? null)).map(toContactImport),
  meta: { storedBytes: Math.round(await storedBytes(context)), storageLimit: service.storageLimit ?? null },
});

/** The job of an import: its run, else its plan. */
const resource = jobResource(readImportReply, async (context, id) => {
  const row = await findImport(context, id);
  return row?.run_id ?? row?.plan_id ?? null;
});

export const getImport: Handler<'getImport'> = resource.get;

/** Lists up to `IMPORT_ROWS_LISTED` planned rows after a line, by outcome or search, and what the run did with each. */
export const listImportRows: Handler<'listImportRows'> = async ({ context, id, query }) => {
  const row = await findImport(context, id);
  if (!row) return notFound('import');
  const { outcome = null, search, after = 0 } = query;
  const rows = row.plan_id
    ? await listRows(context, row.plan_id, after, outcome, search ? containing(search) : null)
    : [];
  const listed = rows.slice(0, IMPORT_ROWS_LISTED);
  const named = listed.flatMap(({ contact_id, details }) => [
    contact_id,
    ...(details?.problems ?? []).map(({ contactId }) => contactId),
  ]);
  const existing = new Map(
    (await existingContacts(context, [...new Set(named)])).map((contact) => [contact.id, contact.name]),
  );
  /** A planned contact has no page before the run has created it. */
  const ifExists = (contactId: string | null) => (contactId && existing.has(contactId) ? contactId : null);
  const doneTo = row.run_state ? row.run_progress.line : 0;
  return {
    data: listed.map(({ line, outcome, result, contact_id, request, details, repeats, cells }): ImportRow => {
      const isDone = line <= doneTo && (RUNNABLE as readonly string[]).includes(outcome);
      return {
        line,
        outcome,
        result: result ?? (isDone ? outcome : null),
        changed: result !== null,
        contactId: ifExists(contact_id),
        fields: {
          ...importedFields(request, details, outcome),
          ...toFieldTexts(request.custom),
          ...(request.segmentTitles && { segments: request.segmentTitles.join(', ') }),
          ...(request.referralCode && { referralCode: request.referralCode }),
          ...(request.note && { note: request.note }),
        },
        changes: details?.changes ?? [],
        segmentsAdded: details?.segmentsAdded ?? [],
        repeats,
        problems: (details?.problems ?? []).map((one) => {
          const name = one.contactId && existing.get(one.contactId);
          const message = name
            ? one.message.replace(/^Another person has/, () => `${name} has`)
            : one.message;
          return { ...one, message, contactId: ifExists(one.contactId) };
        }),
        leftOut: details?.leftOut ?? [],
        corrected: details?.corrected ?? [],
        cells: row.run_id ? null : cells,
      };
    }),
    meta: { next: rows.length > IMPORT_ROWS_LISTED ? (listed.at(-1)?.line ?? null) : null },
  };
};

/** Values of own fields as texts, by path. */
const toFieldTexts = (custom: RowRequest['custom'] = {}) =>
  Object.fromEntries(
    Object.entries(custom).map(([key, value]) => [toFieldPath(key), [value].flat().join(', ')]),
  );

/** The fields of a row, without addresses that are left out if the row is imported. */
function importedFields(
  { fields, isUnusual }: RowRequest,
  details: RowDetails | null,
  outcome: ImportOutcome,
) {
  if (!(RUNNABLE as readonly string[]).includes(outcome)) return fields;
  /** Whether a value is a shared address or an unusual phone that the import leaves out. */
  const isLeftOut = (name: string, value: string) =>
    details?.leftOut?.some(
      ({ reason, value: given }) =>
        (reason === 'shared' && given === value) || (reason === 'unusual' && isUnusual && name === 'phone'),
    );
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isLeftOut(name, value)));
}

/** Starts the run of a finished plan as a job, or resumes a run that stopped. An import runs once. */
export const runImport: Handler<'runImport'> = async (call) => {
  const { context, service, id } = call;
  const row = await findImport(context, id);
  if (!row) return notFound('import');
  if (row.run_id && row.run_state)
    return refuseIfScopeMissing(context, row.run_input.settings) ?? resumeRun(call, row.run_id, false);
  if (row.plan_state !== 'finished' || !row.plan_id)
    return refuse('CONFLICT', 'This import has no complete plan yet.');
  const missing = refuseIfScopeMissing(context, row.plan_input.settings);
  if (missing) return missing;
  const full = await refuseIfFull(context, service);
  if (full) return full;
  await transaction(context.database, (client) => startRun({ ...context, client }, row));
  service.jobs.wake();
  return readImportReply(context, id);
};

/** Titles that rows to run name. */
const namedTitles = scoped<{ title: string }>(
  'titles_of_rows_to_run',
  `select distinct t.title from import_rows r cross join json_array_elements_text(r.request -> 'segmentTitles') t (title)
   where r.organization_id = $1 and r.plan_id = $2 and r.outcome in (${SQL_RUNNABLE}) and r.request ->> 'segmentTitles' is not null`,
);

/**
 * Inserts the run of a finished plan, in the transaction of the context; `false` if another request has, or the plan is no
 * longer the import's.
 *
 * @param isExact Writes only rows that turn out exactly as planned.
 */
export async function startRun(
  context: HandlerCall<'runImport'>['context'] & { client: PoolClient },
  { id, plan_id: planId, plan_input, plan_progress: plan }: ImportRecord,
  isExact = false,
): Promise<boolean> {
  const { settings, names } = plan_input;
  // Rows that were left out create no segment.
  const named = isExact && new Set((await namedTitles(context, planId)).map(({ title }) => title));
  const input: RunInput = {
    importId: id,
    planId: planId ?? '',
    settings,
    names,
    total: RUNNABLE.reduce((total, outcome) => total + plan[outcome], 0),
    newSegments: plan.newSegments.flatMap(({ title }) => (named && !named.has(title) ? [] : title)),
    newFields: plan.newFields,
    ...(isExact && { isExact }),
  };
  const job = { organizationId: context.organizationId, id: uuidv7(), requestedBy: toRequestedBy(context) };
  const [owner] = await setRun(context, id, job.id, planId);
  if (owner) await insertJob(context.client, importRunType, { ...job, input, progress: nothingRun });
  return owner !== undefined;
}

/**
 * Starts or resumes the undo of a run, within `UNDO_DAYS`. After a partial undo, tries the contacts that were kept again.
 */
export const undoImport: Handler<'undoImport'> = async (call) => {
  const { context, id } = call;
  const row = await findImport(context, id);
  if (!row) return notFound('import');
  if (!row.run_id || !row.run_state) return refuse('CONFLICT', 'This import has not run.');
  if (Date.now() - Date.parse(row.started_at) > UNDO_DAYS * DAY) return TOO_LATE;
  if (!isPartlyUndone(row)) return resumeRun(call, row.run_id, true);
  const [last] = await lastChunk(context, row.run_id);
  return resumeRun(call, row.run_id, true, {
    position: last?.chunk ?? 0,
    progress: { ...row.run_progress, kept: 0 },
  });
};

export const cancelImport: Handler<'cancelImport'> = resource.cancel;

/** Counts the contacts that an undo would trash, restore and keep, and lists up to `KEPT_LISTED` that it keeps. */
export const getImportUndoPlan: Handler<'getImportUndoPlan'> = async ({ context, id }) => {
  const row = await findImport(context, id);
  if (!row) return notFound('import');
  if (!row.run_id) return { data: { trash: 0, restore: 0, keep: 0, kept: [] } };
  const [counts] = await undoPlan(context, row.run_id);
  const kept = counts?.keep ? await keptContacts(context, row.run_id) : [];
  return {
    data: {
      trash: counts?.trash ?? 0,
      restore: counts?.restore ?? 0,
      keep: counts?.keep ?? 0,
      kept: kept.map(({ id, name, deleted, reason }) => ({
        contactId: id,
        name,
        isDeleted: deleted,
        reason,
      })),
    },
  };
};

/** Resumes a run, or starts or resumes its undo, if its state allows that. Answers with the import in any case. */
async function resumeRun(
  call: HandlerCall<'runImport' | 'undoImport'>,
  runId: string,
  undo: boolean,
  again?: { position: number; progress: RunProgress },
) {
  await resource.start(call, runId, undo, again);
  return readImportReply(call.context, call.id);
}

/** Refuses settings that need further scopes. A plan reveals which of a million referral codes exist. */
export function refuseIfScopeMissing(
  { scopes }: HandlerCall<'planImport'>['context'],
  { createSegments, newFields = [], targets }: ImportSettings,
) {
  if (newFields.length > 0 && !scopes.includes('fields:manage')) return missingScope('fields:manage');
  if (createSegments && !scopes.includes('segments:write')) return missingScope('segments:write');
  if (targets.includes('referralCode') && !scopes.includes('referral-codes:read'))
    return missingScope('referral-codes:read');
  return null;
}
