import { hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { byEmailSql, byPhoneSql, type ContactRow } from '@/lib/contacts/contact-row';
import { type ContactRequest, changedFields } from '@/lib/contacts/decide';
import { changedFieldValues } from '@/lib/contacts/field-values';
import type { ContactBatch } from '@/lib/contract/contact-batch';
import type { ContactField } from '@/lib/contract/contact-fields';
import type { FieldValues } from '@/lib/contract/field';
import type { ImportOutcome, ImportSettings } from '@/lib/contract/import';
import { PROPOSAL_ROWS_LISTED, type ProposalPreview, type ProposalRow } from '@/lib/contract/proposal';
import { scoped } from '@/lib/database/statement';
import { insertJob } from '@/lib/jobs/job-table';
import { parseItem } from '../contacts/contact-batch';
import { previewAll } from '../contacts/preview';
import type { ParsedRow } from '../imports/corrections';
import { countRows } from '../imports/count-rows';
import type { RowRequest } from '../imports/decide-rows';
import type { PlanInput } from '../imports/file-chunks';
import { findImport, HAS_RUN, type ImportRecord } from '../imports/import-record';
import { SQL_RUNNABLE } from '../imports/import-run';
import { existingContacts, planImport, refuseIfScopeMissing, startRun } from '../imports/imports';
import {
  forgetOlderPlans,
  nothingPlanned,
  planRows,
  planType,
  type RowDetails,
  writeRows,
} from '../imports/plan-job';
import { toRequestedBy } from '../shared/job-context';
import { invalid, notFound, type Refusal, refuse } from '../shared/reply';
import { refuseIfFull } from '../shared/storage';
import { nothingCounted, type ProposalCall, type ProposedChange, toPage } from './proposed-change';

/** Proposed contacts are the rows of an import without a file, of these settings: the rules of `POST /contacts`. */
const SETTINGS: ImportSettings = {
  targets: [],
  columnOrder: [],
  mode: 'both',
  fillBlanks: false,
  country: null,
  segmentSeparator: '',
  createSegments: false,
  sharedAddresses: 'update',
  unusualPhones: 'import',
  segmentIds: [],
};
const FORMAT = {
  encoding: 'utf-8',
  delimiter: ',',
  header: true,
  firstLine: 1,
  quotes: 'double',
  sheet: null,
} as const;
const NO_TABLE = { name: '', isText: true, sample: '' };

const createImport = scoped(
  'create_proposed_import',
  `insert into imports (organization_id, id, name, size, header_key, format, settings, columns, created_by, proposed, created_at, updated_at)
   select $1, $2, $3, 0, '', $4, $5, '[]', $6, true, now, now from date_trunc('milliseconds', clock_timestamp()) now`,
);
const setPlan = scoped(
  'set_plan_of_proposal',
  'update imports set plan_id = $3 where organization_id = $1 and id = $2 and run_id is null',
);
const readRequests = scoped<{ line: number; request: RowRequest }>(
  'read_proposed_requests',
  `select line, request from import_rows where organization_id = $1
     and plan_id = (select plan_id from imports where organization_id = $1 and id = $2) order by line`,
);
const readRows = scoped<{
  place: number;
  outcome: ImportOutcome;
  contact_id: string | null;
  request: RowRequest;
  after: ContactRow | null;
  details: RowDetails | null;
}>(
  'list_proposed_rows',
  `select line as place, outcome, contact_id, request, after, details from import_rows where organization_id = $1
     and plan_id = (select plan_id from imports where organization_id = $1 and id = $2) and line > $3
   order by line limit ${PROPOSAL_ROWS_LISTED + 1}`,
);
/** Rows that are left out are not run, and mark nobody. */
const leaveOutRows = scoped(
  'leave_rows_out',
  `update import_rows set outcome = 'skipped', request = (request::jsonb - 'doNotContact')::json
   where organization_id = $1 and plan_id = $2 and line::text = any($3::text[])`,
);
/** Whether a contact of the plan is no longer as it was planned, or an address of a new one is taken. */
const isMoved = scoped(
  'is_plan_outdated',
  `select from import_rows r where r.organization_id = $1 and r.plan_id = $2 and r.outcome in (${SQL_RUNNABLE}) and r.repeats is null
     and case r.outcome
       when 'created' then exists (select from contacts c where c.organization_id = $1 and ${byEmailSql('c', 'r.email')})
         or exists (select from contacts c where c.organization_id = $1 and ${byPhoneSql('c', 'r.phone')})
       else not exists (select from contacts c where c.organization_id = $1 and c.id = r.contact_id and c.deleted_at is null
         and c.version = (r.after ->> 'version')::integer - case r.outcome when 'updated' then 1 else 0 end) end
   limit 1`,
);
/** Whoever approves has started the import. */
const setStarter = scoped(
  'set_starter_of_proposed_import',
  'update imports set created_by = $3 where organization_id = $1 and id = $2 and proposed',
);
const dropImport = scoped(
  'drop_proposed_import',
  'delete from imports where organization_id = $1 and id = $2 and proposed and run_id is null',
);

/** Rows of the plan of an import. */
async function listRows(context: ProposalCall['context'], importId: string, after: number) {
  const found = await readRows(context, importId, after);
  const owners = found.flatMap(({ details }) =>
    (details?.problems ?? []).flatMap(({ contactId }) => contactId ?? []),
  );
  const names = new Map(
    (await existingContacts(context, [...new Set(owners)])).map(({ id, name }) => [id, name]),
  );
  return toPage(found, PROPOSAL_ROWS_LISTED, (row): ProposalRow => {
    const { place, outcome, contact_id, request, after, details } = row;
    const { firstname, lastname, email, phone } = { ...request.fields, ...after };
    const changes = !after
      ? []
      : outcome === 'created'
        ? [...changedFields(null, after), ...changedFieldValues(null, after)]
        : (details?.changes ?? []);
    return {
      key: String(place),
      contactId: outcome === 'created' ? null : contact_id,
      name: [firstname, lastname].filter(Boolean).join(' ') || (email ?? phone ?? ''),
      outcome: toOutcome(outcome),
      changes,
      segmentsAdded: details?.segmentsAdded ?? [],
      segmentsRemoved: [],
      problems: [
        ...(details?.problems ?? []).map(({ message, contactId }) =>
          contactId
            ? message.replace(`contact ${contactId}`, () => names.get(contactId) ?? 'another contact')
            : message,
        ),
        ...(details?.leftOut ?? []).map(({ message }) => message),
      ],
    };
  });
}

const toOutcome = (outcome: ImportOutcome): ProposalRow['outcome'] =>
  outcome === 'created' || outcome === 'updated' || outcome === 'unchanged'
    ? outcome
    : outcome === 'skipped'
      ? 'unchanged'
      : 'conflict';

/** The preview of a plan. */
const toPreview = (
  version: string,
  { rows, created, updated, unchanged, skipped, shared, conflict, rejected }: ImportRecord['plan_progress'],
  isReady = true,
): ProposalPreview => ({
  ...nothingCounted,
  version,
  isReady,
  total: rows,
  created,
  updated,
  unchanged: unchanged + skipped,
  conflicts: shared + conflict + rejected,
});

/** Starts the run of a planned import, without some of its rows. */
async function runPlan(call: ProposalCall, importId: string, leaveOut: string[]) {
  const { context, service } = call;
  const row = await findImport(context, importId, true);
  if (!row?.plan_id || row.run_id) return row ? HAS_RUN : notFound('import');
  const refusal =
    refuseIfScopeMissing(context, row.plan_input.settings) ?? (await refuseIfFull(context, service));
  if (refusal) return refusal;
  if (leaveOut.length > 0) await leaveOutRows(context, row.plan_id, leaveOut);
  const [counts] = await countRows(context, row.plan_id, 0);
  const plan_progress = { ...row.plan_progress, ...counts };
  if (plan_progress.created + plan_progress.updated === 0)
    return refuse('CONFLICT', 'No contact is left to change.');
  if (!(await startRun(context, { ...row, plan_progress }, true))) return HAS_RUN;
  return { result: { type: 'import' as const, id: importId } };
}

/** Contacts to create or update: an import without a file, which is hidden until it runs. */
export const proposedContacts: ProposedChange<Partial<ContactBatch> & { title: string }> = {
  async freeze(call, id, { contacts, title }) {
    const { context } = call;
    const rows = contacts ? await parseContacts(call, contacts) : await readRequests(context, id);
    if ('refusal' in rows) return rows;
    const parsed = rows.map(
      ({ line, request }): ParsedRow => ({
        row: { line, cells: [] },
        request,
        problems: [],
        leftOut: [],
        corrected: [],
        unusual: null,
        isCorrected: false,
      }),
    );
    const planId = uuidv7();
    const progress = structuredClone(nothingPlanned);
    const columns = { names: [], settings: SETTINGS };
    const records = await planRows(context, parsed, { planId, columns, progress, isReplica: false });
    await writeRows(context, planId, JSON.stringify(records));
    const [counts] = await countRows(context, planId, 0);
    Object.assign(progress, counts, { share: 1, bytes: JSON.stringify(records).length });
    if (contacts)
      await createImport(
        context,
        id,
        title,
        JSON.stringify({ ...FORMAT, tables: [NO_TABLE], otherTables: [] }),
        JSON.stringify(SETTINGS),
        JSON.stringify(context.actor),
      );
    await setPlan(context, id, planId);
    const input: PlanInput = {
      importId: id,
      size: 0,
      format: FORMAT,
      table: 0,
      settings: SETTINGS,
      names: [],
    };
    const { organizationId } = context;
    const requestedBy = toRequestedBy(context);
    await insertJob(context.client, planType, {
      organizationId,
      id: planId,
      input,
      progress,
      requestedBy,
      isDone: true,
    });
    await forgetOlderPlans(context, id, planId);
    return { preview: toPreview(digestRows(records), progress) };
  },

  listRows: (context, id, _, after) => listRows(context, id, after),
  async run(call, id, _, leaveOut) {
    await setStarter(call.context, id, JSON.stringify(call.context.actor));
    return runPlan(call, id, leaveOut);
  },
  drop: dropImport,
};

/** An import that somebody uploaded and planned. */
export const proposedImport: ProposedChange<{ importId: string }> = {
  async freeze(call, _, { importId }) {
    const { context } = call;
    const row = await findImport(context, importId);
    if (!row) return notFound('import');
    if (row.run_id) return HAS_RUN;
    if (!row.plan_id || row.plan_state === 'failed' || row.plan_state === 'cancelled')
      return refuse('CONFLICT', 'This import has no complete plan yet.');
    if (row.plan_state === 'running') return { preview: toPreview(row.plan_id, row.plan_progress, false) };
    if ((await isMoved(context, row.plan_id)).length === 0)
      return { preview: toPreview(row.plan_id, row.plan_progress) };
    const planned = await planImport({ ...call, id: importId } as Parameters<typeof planImport>[0]);
    if ('refusal' in planned) return planned;
    const again = await findImport(context, importId);
    return again
      ? { preview: toPreview(again.plan_id ?? '', again.plan_progress, false) }
      : notFound('import');
  },

  listRows: (context, _, { importId }, after) => listRows(context, importId, after),
  run: (call, _, { importId }, leaveOut) => runPlan(call, importId, leaveOut),
};

/** Proposed contacts as rows, numbered from 1; refuses those that `POST /contacts` would refuse, but for conflicts. */
async function parseContacts(
  { context }: ProposalCall,
  contacts: ContactBatch['contacts'],
): Promise<{ line: number; request: RowRequest }[] | { refusal: Refusal }> {
  const items = contacts.map(parseItem);
  const errors = items.flatMap((item) => ('errors' in item ? item.errors : []));
  const requests = items.flatMap((item) => ('request' in item ? item.request : []));
  if (errors.length === 0)
    for (const [index, preview] of (await previewAll(context, requests)).entries())
      if ('refusal' in preview)
        errors.push(
          ...preview.refusal.details.map((one) => ({ ...one, path: `contacts.${index}.${one.path}` })),
        );
      else if (preview.data.referralCode?.message)
        errors.push({ path: `contacts.${index}.referralCode`, message: preview.data.referralCode.message });
  if (errors.length > 0) return invalid(errors);
  return requests.map((request, index) => ({ line: index + 1, request: toRowRequest(request) }));
}

/** A request as the row of an import: what is blank says nothing. */
function toRowRequest({ fields, custom, segmentIds, referralCode }: ContactRequest): RowRequest {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  const own = Object.entries(custom ?? {}).filter(([, value]) => value !== null);
  return {
    fields: Object.fromEntries(given) as Partial<Record<ContactField, string>>,
    ...(own.length > 0 && { custom: Object.fromEntries(own) as FieldValues }),
    ...(segmentIds?.length && { segmentIds }),
    ...(referralCode && { referralCode }),
  };
}

/** Digest of what the rows do: it changes with a contact that they lead to. New contacts have another id in each plan. */
const digestRows = (records: Awaited<ReturnType<typeof planRows>>): string =>
  hash(
    'sha256',
    JSON.stringify(
      records.map(({ outcome, contact_id, after, details }) => [
        outcome,
        outcome === 'created' ? null : contact_id,
        after?.version,
        after?.segments.map(([id]) => id),
        details,
      ]),
    ),
  );
